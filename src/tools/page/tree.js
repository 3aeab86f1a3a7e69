// The number of rows added at a time.
const CHUNK = 60;
// The number of levels with full indentation.
const DEEP = 8;

function chip(reason) {
  const element = make("span", {
    class: reason.cuts ? "chip cut" : "chip",
    "--reason": reason.colour,
    "data-reason": reason.key,
  });
  if (reason.cuts) element.append(shears());
  element.append(reason.name);
  return element;
}

function buildItem(search, index, level) {
  const row = search.rows[index],
    reason = search.reason(index),
    parent = row[column.parent];
  const item = make("li", {
    role: "treeitem",
    "aria-level": level,
    tabindex: -1,
    "data-row": index,
    "data-search": search.number,
  });
  item.style.setProperty("--twig", reason.cuts ? reason.colour : "var(--line)");
  if (reason.cuts) item.classList.add("is-cut");
  if (data.first_difference && data.first_difference[search.number] === index) item.classList.add("parts");
  const opens = search.of(index).length > 0 || row[column.hidden] > 0;
  if (opens) item.setAttribute("aria-expanded", "false");
  const whole = parent < 0 ? search.source.nodes : search.get(parent, "nodes");
  const bar = make("i");
  bar.style.width = `${(100 * row[column.nodes]) / whole}%`;
  const end = make("span", { class: "end" }, chip(reason));
  if (row[column.within] !== null) {
    end.append(
      make(
        "span",
        { class: "within", "--twig": data.reasons[row[column.within]].colour },
        data.reasons[row[column.within]].name,
      ),
    );
  }
  if (row[column.evidence] && row[column.evidence].zugzwang) end.append(chip(data.reasons[ZUGZWANG]));
  item.append(
    make(
      "div",
      { class: "row" },
      make("span", { class: "twist", "aria-hidden": "true" }, opens ? "▸" : ""),
      make("span", { class: "san" }, nameOf(search, index)),
      make("span", { class: "score num" }, search.score(index, row[column.score])),
      end,
      make("span", { class: "bar", "aria-hidden": "true" }, bar),
      make("span", { class: "nodes num" }, counted(row[column.nodes])),
    ),
  );
  search.items.set(index, item);
  return item;
}

function fill(list, search, parent, level, from) {
  const children = search.of(parent);
  for (const index of children.slice(from, from + CHUNK))
    list.append(buildItem(search, index, level));
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
    const hidden = search.get(parent, "hidden"),
      nodes = search.get(parent, "hidden_nodes");
    list.append(
      make(
        "li",
        { role: "none", class: "rest" },
        `and ${plural(hidden, "small branch", "small branches")} with ` +
          `${plural(nodes, "node")}, not shown`,
      ),
    );
  }
}

function open(item) {
  if (item.getAttribute("aria-expanded") !== "false") return;
  item.setAttribute("aria-expanded", "true");
  let list = item.querySelector(":scope > ul");
  if (!list) {
    const search = searches[item.dataset.search],
      level = Number(item.getAttribute("aria-level")) + 1;
    list = make("ul", { role: "group", class: level > DEEP ? "deep" : "" });
    fill(list, search, Number(item.dataset.row), level, 0);
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

// Opens the ancestors of a row and returns its element. A row beyond the first of a long list is
// appended to the list.
function reveal(search, index) {
  const path = search.path(index);
  for (const row of path) {
    if (!search.items.has(row)) {
      const parent = search.items.get(search.get(row, "parent"));
      if (!parent) return null;
      open(parent);
      if (!search.items.has(row)) {
        parent
          .querySelector(":scope > ul")
          .append(buildItem(search, row, Number(parent.getAttribute("aria-level")) + 1));
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
  return [...tree.querySelectorAll('[role="treeitem"]')].filter(
    item => !item.parentElement.closest("ul[hidden]") && !item.closest("ul[hidden]"),
  );
}

function onKey(event) {
  const item = event.target.closest('[role="treeitem"]');
  if (!item || event.target !== item || event.ctrlKey || event.altKey || event.metaKey) return;
  const tree = item.closest(".tree"),
    step = by => {
      const items = visibleItems(tree),
        next = items[items.indexOf(item) + by];
      if (next) focusItem(next);
    };
  const keys = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ArrowRight: () =>
      item.getAttribute("aria-expanded") === "false"
        ? open(item)
        : item.hasAttribute("aria-expanded") && step(1),
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

// The address of a row: `#row` in the first search, `#search:row` in another.
function follow() {
  const found = /^#(?:(\d+):)?(\d+)$/.exec(location.hash),
    search = found && searches[found[1] || 0];
  if (!search || Number(found[2]) >= search.rows.length) return false;
  const item = reveal(search, Number(found[2]));
  if (item) {
    open(item);
    focusItem(item);
  }
  return Boolean(item);
}

function itemAt(event) {
  const row = event.target.closest(".row");
  return row && row.parentElement;
}

// Opens rows, those with the most nodes first, until enough rows are visible.
function openSome(search, wanted) {
  const queue = search.of(-1).slice(-1);
  let rows = 0;
  while (queue.length > 0 && rows < wanted) {
    const index = queue.shift(),
      item = search.items.get(index);
    if (!item || (search.shown && search.shown[index] === 2 && rows > 0)) continue;
    open(item);
    const children = search.of(index).slice(0, CHUNK);
    rows += children.length;
    queue.push(...(search.shown ? children : children.slice(0, 1)));
  }
}

function build() {
  byId("panels").replaceChildren(
    ...searches.map(search => {
      search.items.clear();
      const tree = make("ul", {
        class: "tree",
        role: "tree",
        "aria-label": `Tree of ${search.source.name}`,
        "data-search": search.number,
      });
      fill(tree, search, -1, 1, 0);
      const first = tree.querySelector('[role="treeitem"]');
      if (first) first.tabIndex = 0;
      const heads = ["san:move", "score:score", "end:ended by", "bar:share", "nodes:nodes"].map(
        head => head.split(":"),
      );
      const names = make(
        "div",
        { class: "row" },
        ...heads.map(([kind, name]) => make("span", { class: kind }, name)),
      );
      return make(
        "div",
        { class: "panel" },
        make("div", { class: "heading" }, make("h2", {}, search.source.name), names),
        tree,
      );
    }),
  );
  for (const search of searches) {
    openSome(search, filter.size ? 40 : 12);
    const last = search.items.get(search.of(-1).at(-1)),
      panel = last && last.closest(".panel");
    // The last iteration is the first row below the heading.
    if (panel) panel.scrollTop = last.offsetTop - panel.firstElementChild.offsetHeight;
  }
  const matching = searches.reduce((sum, search) => sum + search.matching, 0);
  byId("filtered").textContent = filter.size
    ? `${counted(matching)} ${matching === 1 ? "row matches" : "rows match"}`
    : "";
}

// The results of the searches, for White or for the side to move.
function results() {
  const isFlipped = isWhiteView && data.fen.split(" ")[1] === "b";
  const score = ({ score }) => {
    const isNegative = score.includes("-") !== isFlipped,
      size = score.replace(/[+-]/, "");
    return size.startsWith("#")
      ? `#${isNegative ? "−" : ""}${size.slice(1)}`
      : (isNegative ? "−" : "+") + size;
  };
  byId("found").replaceChildren(
    ...data.searches.map(search =>
      make(
        "p",
        {},
        make("strong", {}, search.name),
        ` ${score(search)}, ${search.line || "no move"}; ` +
          `${plural(search.nodes, "node")}, ${counted(search.rows.length)} shown`,
      ),
    ),
  );
}

// Updates all scores. Open rows stay open.
function showScores() {
  results();
  for (const search of searches) {
    for (const [index, item] of search.items)
      item.querySelector(":scope > .row > .score").textContent = search.score(
        index,
        search.get(index, "score"),
      );
  }
  const node = byId("node").dataset;
  if (node.row !== undefined) show(searches[node.search], Number(node.row));
}

function begin() {
  byId("fen").textContent = data.fen;
  results();
  const panels = byId("panels");
  panels.addEventListener("click", event => {
    const item = itemAt(event);
    if (item) {
      toggle(item);
      focusItem(item);
    }
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
  byId("order").addEventListener("change", event => {
    order = event.target.value;
    build();
  });
  byId("white-view").addEventListener("change", event => {
    isWhiteView = event.target.checked;
    showScores();
  });
  byId("close-all").addEventListener("click", () =>
    panels.querySelectorAll('[aria-expanded="true"]').forEach(close),
  );
  if (data.first_difference) {
    const press = byId("to-difference");
    press.hidden = false;
    press.addEventListener("click", () => {
      const items = searches.map(search => reveal(search, data.first_difference[search.number]));
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
