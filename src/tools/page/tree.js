const data = JSON.parse(byId("data").textContent);
const column = Object.fromEntries(data.searches[0].columns.map((name, index) => [name, index]));
const CHUNK = 60;
const INFINITE = 32500, MATE = 32000, DECISIVE = 31500;
const ZUGZWANG = data.rooms.findIndex(room => room.key === "zugzwang");
let order = "wide", filter = new Set();

// A search, with the children of each row by its index.
class Search {
  constructor(source, number) {
    this.source = source;
    this.number = number;
    this.rows = source.rows;
    this.children = source.rows.map(() => null);
    this.roots = [];
    source.rows.forEach((row, index) => {
      const parent = row[column.parent];
      if (parent < 0) this.roots.push(index);
      else (this.children[parent] ||= []).push(index);
    });
    this.items = new Map();
    this.refilter();
  }
  get(index, name) { return this.rows[index][column[name]]; }
  room(index) { return data.rooms[this.get(index, "end")]; }
  // Which rows are shown: all, or those that a chosen room has ended or looked at, with all above them.
  refilter() {
    this.matching = 0;
    if (filter.size === 0) { this.shown = null; return; }
    this.shown = new Uint8Array(this.rows.length);
    for (let index = this.rows.length - 1; index >= 0; index--) {
      const row = this.rows[index];
      const isVerified = row[column.evidence] && row[column.evidence].zugzwang;
      if (filter.has(row[column.end]) || filter.has(row[column.within]) || isVerified && filter.has(ZUGZWANG)) { this.matching++; this.shown[index] = 2; }
      if (this.shown[index] && row[column.parent] >= 0) this.shown[row[column.parent]] ||= 1;
    }
  }
  of(index) {
    const list = (index < 0 ? this.roots : this.children[index] || []).filter(child => !this.shown || this.shown[child]);
    if (order === "wide" && index >= 0) list.sort((a, b) => this.get(b, "nodes") - this.get(a, "nodes") || a - b);
    return list;
  }
  path(index) {
    const path = [];
    for (; index >= 0; index = this.get(index, "parent")) path.unshift(index);
    return path;
  }
  board(index) { return this.path(index).reduce((board, row) => Board.after(board, this.get(row, "move")), Board.ofFen(data.fen)); }
  lastMove(index) {
    const moves = this.path(index).map(row => this.get(row, "move")).filter(move => move !== "");
    return moves[moves.length - 1] || "";
  }
}

const searches = data.searches.map((source, number) => new Search(source, number));

function scoreText(score) {
  if (score === null) return "–";
  if (score === 0) return "0";
  if (Math.abs(score) >= INFINITE) return score > 0 ? "+∞" : "−∞";
  const size = Math.abs(score), sign = score < 0 ? "−" : "+";
  if (size > MATE - 240) return `${sign}#${Math.ceil((MATE - size) / 2)}`;
  if (size >= DECISIVE) return `${sign}tables`;
  return sign + size;
}

function nameOf(search, index) {
  const row = search.rows[index];
  if (row[column.parent] < 0) return `Depth ${row[column.depth]}`;
  return row[column.san] || "same position";
}

function chip(room) {
  const element = make("span", { class: room.cuts ? "chip cut" : "chip", "--room": room.colour, "data-room": room.key });
  if (room.cuts) element.append(shears());
  element.append(room.name);
  return element;
}

function buildItem(search, index, level) {
  const row = search.rows[index], room = search.room(index), parent = row[column.parent];
  const item = make("li", { role: "treeitem", "aria-level": level, tabindex: -1, "data-row": index, "data-search": search.number });
  item.style.setProperty("--twig", room.cuts ? room.colour : "var(--line)");
  if (room.cuts) item.classList.add("is-cut");
  if (data.parting && data.parting[search.number] === index) item.classList.add("parts");
  const opens = search.of(index).length > 0 || row[column.hidden] > 0;
  if (opens) item.setAttribute("aria-expanded", "false");
  const whole = parent < 0 ? search.source.nodes : search.get(parent, "nodes");
  const bar = make("i");
  bar.style.width = `${100 * row[column.nodes] / whole}%`;
  const line = make("div", { class: "row" }, make("span", { class: "twist", "aria-hidden": "true" }, opens ? "▸" : ""),
    make("span", { class: "san" }, nameOf(search, index)));
  line.append(make("span", { class: "score num" }, scoreText(row[column.score])), chip(room));
  if (row[column.within] !== null) {
    line.append(make("span", { class: "within", "--twig": data.rooms[row[column.within]].colour }, data.rooms[row[column.within]].name));
  }
  if (row[column.evidence] && row[column.evidence].zugzwang) line.append(chip(data.rooms[ZUGZWANG]));
  line.append(make("span", { class: "bar", "aria-hidden": "true" }, bar), make("span", { class: "nodes num" }, counted(row[column.nodes])));
  item.append(line);
  search.items.set(index, item);
  return item;
}

function fill(list, search, parent, level, from) {
  const children = search.of(parent);
  for (const index of children.slice(from, from + CHUNK)) list.append(buildItem(search, index, level));
  const left = children.length - from - CHUNK;
  if (left > 0) {
    const more = make("button", { type: "button" }, `${left} more`);
    const place = make("li", { role: "none" }, more);
    more.addEventListener("click", () => {
      place.remove();
      fill(list, search, parent, level, from + CHUNK);
    });
    list.append(place);
  } else if (parent >= 0 && search.get(parent, "hidden") > 0) {
    const hidden = search.get(parent, "hidden"), nodes = search.get(parent, "hidden_nodes");
    list.append(make("li", { role: "none", class: "rest" }, `and ${counted(hidden)} small ${hidden === 1 ? "branch" : "branches"} with ${counted(nodes)} ${nodes === 1 ? "node" : "nodes"}, not drawn`));
  }
}

function open(item) {
  if (item.getAttribute("aria-expanded") !== "false") return;
  item.setAttribute("aria-expanded", "true");
  let list = item.querySelector(":scope > ul");
  if (!list) {
    list = make("ul", { role: "group" });
    const search = searches[item.dataset.search];
    fill(list, search, Number(item.dataset.row), Number(item.getAttribute("aria-level")) + 1, 0);
    item.append(list);
  }
  list.hidden = false;
}

function close(item) {
  if (item.getAttribute("aria-expanded") !== "true") return;
  item.setAttribute("aria-expanded", "false");
  item.querySelector(":scope > ul").hidden = true;
}

const toggle = item => (item.getAttribute("aria-expanded") === "true" ? close(item) : open(item));

// Opens all above a row and gives the row's element; rows beyond the first of a long list are put into it.
function reveal(search, index) {
  const path = search.path(index);
  for (const row of path) {
    if (!search.items.has(row)) {
      const parent = search.items.get(search.get(row, "parent"));
      if (!parent) return null;
      open(parent);
      if (!search.items.has(row)) {
        parent.querySelector(":scope > ul").append(buildItem(search, row, Number(parent.getAttribute("aria-level")) + 1));
      }
    }
    if (row !== index) open(search.items.get(row));
  }
  return search.items.get(index);
}

function focusItem(item) {
  const tree = item.closest(".tree");
  tree.querySelectorAll('[tabindex="0"]').forEach(other => (other.tabIndex = -1));
  item.tabIndex = 0;
  item.focus({ preventScroll: true });
  item.querySelector(".row").scrollIntoView({ block: "nearest" });
}

function visibleItems(tree) {
  return [...tree.querySelectorAll('[role="treeitem"]')].filter(item => !item.parentElement.closest("ul[hidden]") && !item.closest("ul[hidden]"));
}

function onKey(event) {
  const item = event.target.closest('[role="treeitem"]');
  if (!item || event.target !== item || event.ctrlKey || event.altKey || event.metaKey) return;
  const tree = item.closest(".tree"), step = by => {
    const items = visibleItems(tree), next = items[items.indexOf(item) + by];
    if (next) focusItem(next);
  };
  const keys = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ArrowRight: () => (item.getAttribute("aria-expanded") === "false" ? open(item) : item.hasAttribute("aria-expanded") && step(1)),
    ArrowLeft: () => {
      const parent = item.parentElement.closest('[role="treeitem"]');
      if (item.getAttribute("aria-expanded") === "true") close(item);
      else if (parent) focusItem(parent);
    },
    Home: () => focusItem(visibleItems(tree)[0]),
    End: () => focusItem(visibleItems(tree).at(-1)),
    Enter: () => toggle(item),
    " ": () => toggle(item),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
}

const TYPES = { P: "PV", C: "CUT", A: "ALL" };

// Why the node ended, in a sentence or two.
function because(search, index) {
  const row = search.rows[index], evidence = row[column.evidence] || {}, room = search.room(index);
  const beta = scoreText(row[column.beta]), said = [];
  if (room.key === "null-move" && evidence.null) {
    said.push(`After a pass the score was still ${scoreText(evidence.null[0])}, and ${scoreText(evidence.null[1])} would have done.`);
  } else if (room.key === "mc-c" || room.key === "mc-a") {
    const cutters = evidence.cutters || [];
    said.push(`${cutters.length === 1 ? "A move" : `${cutters.length} moves`} failed high in the shallower search: ${cutters.join(", ")}.`);
  } else if (room.key === "table" && evidence.table) {
    const [depth, bound, score, move] = evidence.table;
    const kind = bound === "lower" ? "at least " : bound === "upper" ? "at most " : "";
    said.push(`The table holds ${kind}${scoreText(score)} from depth ${depth}${move ? `, by ${move}` : ""}.`);
  } else if (room.key === "reverse-futility") {
    said.push(`The evaluation, ${scoreText(row[column.worth])}, lies far above beta, ${beta}.`);
  } else if (room.key === "moves") {
    const moves = row[column.moves], count = `${moves} ${moves === 1 ? "move" : "moves"}`;
    if (row[column.found] === "C") said.push(`${evidence.best || "A move"} was too good, after ${count}: the rest need not be searched.`);
    else if (row[column.found] === "P") said.push(`${evidence.best || "A move"} was best; ${count} searched.`);
    else said.push(`None was good enough; ${count} searched.`);
  } else {
    said.push(`${room.what[0].toUpperCase()}${room.what.slice(1)}.`);
  }
  if (room.key !== "null-move" && evidence.null) said.push(`A pass gave ${scoreText(evidence.null[0])}; ${scoreText(evidence.null[1])} was asked for.`);
  if (evidence.zugzwang === true) said.push("Verification contradicted the null move: zugzwang, so it was searched again to the full depth.");
  if (evidence.zugzwang === false) said.push("The null move failed high, and a shallower search verified that.");
  for (const [left, times] of evidence.left_out || []) said.push(`${data.rooms[left].name}: ${times}×.`);
  if (evidence.price) said.push(`Without the cut it took ${counted(evidence.price)} nodes.`);
  return said.join(" ");
}

function show(search, index) {
  const row = search.rows[index], room = search.room(index), path = search.path(index);
  Board.draw(byId("board"), search.board(index), search.lastMove(index), data.fen.split(" ")[1] === "b");
  const facts = make("dl"), fact = (name, value) => facts.append(make("dt", {}, name), make("dd", { class: "num" }, value));
  fact("Score", scoreText(row[column.score]));
  fact("Window", `${scoreText(row[column.alpha])} … ${scoreText(row[column.beta])}`);
  const off = row[column.taken_off];
  fact("Depth left", `${row[column.depth]}${off > 0 ? `, ${off} taken off` : off < 0 ? `, ${-off} added` : ""}`);
  if (row[column.expected]) fact("Expected, found", `${TYPES[row[column.expected]]}, ${TYPES[row[column.found]] || "–"}`);
  if (row[column.worth] !== null) fact("Evaluation", scoreText(row[column.worth]));
  fact("Nodes", counted(row[column.nodes]));
  if (row[column.within] !== null) fact("Looked at by", data.rooms[row[column.within]].name);
  const why = make("p", { class: "why", "--room": room.colour }, make("strong", {}, `${room.name}. `), because(search, index));
  const line = path.slice(1).map(step => nameOf(search, step)).join(" ") || "The root";
  const link = make("a", { id: "link" }, "link to this row");
  byId("node").replaceChildren(make("p", { class: "path" }, line), why, facts, link);
  byId("node").dataset.row = index;
  byId("link").href = `#${search.number}:${index}`;
}

// The address of a row: `#row` in the first search, `#search:row` in another.
function follow() {
  const found = /^#(?:(\d+):)?(\d+)$/.exec(location.hash), search = found && searches[found[1] || 0];
  if (!search || Number(found[2]) >= search.rows.length) return false;
  const item = reveal(search, Number(found[2]));
  if (item) { open(item); focusItem(item); }
  return Boolean(item);
}

function itemAt(event) {
  const row = event.target.closest(".row");
  return row && row.parentElement;
}

// Opens rows, the widest first, until there is something to see.
function openSome(search, wanted) {
  const queue = search.of(-1).slice(-1);
  let rows = 0;
  while (queue.length > 0 && rows < wanted) {
    const index = queue.shift(), item = search.items.get(index);
    if (!item || search.shown && search.shown[index] === 2 && rows > 0) continue;
    open(item);
    const children = search.of(index).slice(0, CHUNK);
    rows += children.length;
    queue.push(...(search.shown ? children : children.slice(0, 1)));
  }
}

function build() {
  byId("panels").replaceChildren(...searches.map(search => {
    search.items.clear();
    const tree = make("ul", { class: "tree", role: "tree", "aria-label": `Tree of ${search.source.name}`, "data-search": search.number });
    fill(tree, search, -1, 1, 0);
    const first = tree.querySelector('[role="treeitem"]');
    if (first) first.tabIndex = 0;
    const title = make("h2", {}, search.source.name);
    return make("div", { class: "panel" }, title, tree);
  }));
  for (const search of searches) {
    openSome(search, filter.size ? 40 : 12);
    const last = search.items.get(search.of(-1).at(-1)), panel = last && last.closest(".panel");
    if (panel) panel.scrollTop = last.offsetTop; // the last iteration is what one comes for
  }
  const matching = searches.reduce((sum, search) => sum + search.matching, 0);
  byId("filtered").textContent = filter.size ? `${counted(matching)} ${matching === 1 ? "row matches" : "rows match"}` : "";
}

function legend() {
  const place = byId("rooms"), isPriced = data.searches.some(search => search.totals.some(total => total.saved !== undefined));
  byId("price-note").hidden = !isPriced;
  data.rooms.forEach((room, index) => {
    const totals = data.searches.map(search => search.totals.find(total => total.room === index));
    if (!totals.some(Boolean)) return;
    const press = make("button", { type: "button", "aria-pressed": "false", "data-room": room.key }, room.name);
    press.addEventListener("click", () => {
      const isOn = !filter.delete(index);
      if (isOn) filter.add(index);
      press.setAttribute("aria-pressed", isOn);
      searches.forEach(search => search.refilter());
      build();
    });
    const heads = ["", "tried", "won", "ended", "spent"].concat(isPriced ? ["saved"] : []);
    const table = make("table", {}, make("tr", {}, ...heads.map(head => make("th", { scope: "col" }, head))));
    totals.forEach((total, number) => {
      if (!total) return;
      const cells = [data.searches.length > 1 ? data.searches[number].name : "", ...[total.tried, total.won, total.ended, total.spent].map(number => (number ? counted(number) : "–"))];
      if (isPriced) cells.push(total.saved === undefined ? "–" : counted(total.saved));
      table.append(make("tr", {}, ...cells.map((cell, at) => make("td", at ? { class: "num" } : {}, cell))));
    });
    const paper = room.link ? make("a", { href: room.link, rel: "noreferrer" }, room.paper) : room.paper;
    const card = make("div", { class: "room", "--room": room.colour }, press, make("p", { class: "what" }, room.what), table);
    if (room.paper) card.append(make("p", { class: "paper" }, paper));
    place.append(card);
  });
}

function begin() {
  byId("fen").textContent = data.fen;
  byId("found").replaceChildren(...data.searches.map(search =>
    make("p", {}, make("strong", {}, search.name), ` ${search.score} by ${search.line || "no move"}, ${counted(search.nodes)} nodes, ${counted(search.rows.length)} of them drawn`)));
  const panels = byId("panels");
  panels.addEventListener("click", event => {
    const item = itemAt(event);
    if (item) { toggle(item); focusItem(item); }
  });
  panels.addEventListener("mouseover", event => {
    const item = itemAt(event);
    if (item) show(searches[item.dataset.search], Number(item.dataset.row));
  });
  panels.addEventListener("focusin", event => {
    const item = event.target.closest('[role="treeitem"]');
    if (item) show(searches[item.dataset.search], Number(item.dataset.row));
  });
  panels.addEventListener("keydown", onKey);
  byId("order").addEventListener("change", event => { order = event.target.value; build(); });
  byId("close-all").addEventListener("click", () => panels.querySelectorAll('[aria-expanded="true"]').forEach(close));
  if (data.parting) {
    const press = byId("to-parting");
    press.hidden = false;
    press.addEventListener("click", () => {
      const items = searches.map(search => reveal(search, data.parting[search.number]));
      items.forEach(item => item && item.querySelector(".row").scrollIntoView({ block: "center" }));
      items.forEach(item => item && open(item));
      if (items[0]) focusItem(items[0]);
    });
  }
  legend();
  build();
  const last = searches[0].roots.at(-1);
  if (!follow() && last !== undefined) show(searches[0], last);
  addEventListener("hashchange", follow);
}
begin();
