const games = JSON.parse(byId("data").textContent);
let game = games[0], ply = 0, flipped = false;

const isWhiteToMove = fen => fen.split(" ")[1] === "w";
const moverIsWhite = index => isWhiteToMove(game.moves[index].fen);

// What a position was worth for White: that of the mover, or the other way round.
function forWhite(worth, isWhite) {
  if (isWhite) return worth;
  const score = {};
  for (const kind in worth.score) score[kind] = -worth.score[kind];
  return { score, wdl: worth.wdl.slice().reverse() };
}

// The worth for White after so many moves.
function worthAt(at) {
  if (game.moves.length === 0) return null;
  if (at === 0) return forWhite(game.moves[0].before, moverIsWhite(0));
  return forWhite(game.moves[at - 1].after, moverIsWhite(at - 1));
}

function pawns(score) {
  if (score.mate !== undefined) return `#${score.mate}`.replace("-", "−");
  const text = Math.abs(score.cp / 100).toFixed(2);
  return (score.cp < 0 ? "−" : "+") + text;
}

const share = worth => (worth.wdl[0] + worth.wdl[1] / 2) / 1000;
const positionAt = at => (at < game.moves.length ? Board.ofFen(game.moves[at].fen) : at === 0 ? null : Board.after(Board.ofFen(game.moves[at - 1].fen), game.moves[at - 1].move));
const numbered = index => `${game.moves[index].fen.split(" ")[5]}${moverIsWhite(index) ? "." : "…"} ${game.moves[index].san}`;

function go(to) {
  ply = Math.max(0, Math.min(game.moves.length, to));
  const board = positionAt(ply), last = ply > 0 ? game.moves[ply - 1] : null;
  if (board) Board.draw(byId("board"), board, last ? last.move : "", flipped);
  byId("board").dataset.ply = ply;
  const worth = worthAt(ply);
  const chances = worth && ` White wins ${Math.round(worth.wdl[0] / 10)} %, draws ${Math.round(worth.wdl[1] / 10)} %, loses ${Math.round(worth.wdl[2] / 10)} %.`;
  byId("where").replaceChildren(make("strong", {}, last ? `${numbered(ply - 1)}${last.sign || ""}` : "The beginning"), worth ? ` ${pawns(worth.score)}.${chances}` : "");
  better(last);
  document.querySelectorAll("#moves button").forEach(button => {
    const isHere = Number(button.dataset.ply) === ply;
    button.setAttribute("aria-current", isHere ? "step" : "false");
    const sheet = byId("sheet"); // scrolled by itself: the page stays where it is
    if (isHere && button.offsetTop < sheet.scrollTop) sheet.scrollTop = button.offsetTop;
    if (isHere && button.offsetTop + button.offsetHeight > sheet.scrollTop + sheet.clientHeight) sheet.scrollTop = button.offsetTop + button.offsetHeight - sheet.clientHeight;
  });
  const mark = document.querySelector("#graph .here");
  if (mark) for (const end of ["x1", "x2"]) mark.setAttribute(end, mark.dataset.step * ply);
}

// What was better than the move just made, move by move.
function better(last) {
  const place = byId("better");
  place.replaceChildren();
  if (!last || last.is_best || last.best.length === 0) return;
  const words = last.best_san.split(/\s+/), line = make("p", { class: "line" }, last.mark ? "Better was " : "Best was ");
  let at = 0;
  for (const word of words) {
    if (/^\d+\.+$/.test(word)) { line.append(make("span", { class: "num" }, word + " ")); continue; }
    const upTo = ++at, button = make("button", { type: "button" }, word);
    button.addEventListener("click", () => {
      const board = last.best.slice(0, upTo).reduce(Board.after, Board.ofFen(last.fen));
      Board.draw(byId("board"), board, last.best[upTo - 1], flipped);
    });
    line.append(button, " ");
  }
  place.append(line);
}

function graph() {
  byId("graph").replaceChildren();
  if (game.moves.length === 0) return;
  const step = 600 / game.moves.length, worths = game.moves.map((_, index) => worthAt(index)).concat([worthAt(game.moves.length)]);
  const picture = svg("svg", { viewBox: "0 0 600 140", preserveAspectRatio: "none", role: "img", "aria-label": "What White could expect after each move" });
  svg("rect", { width: 600, height: 140, class: "black" }, picture);
  const chance = worths.map((worth, at) => `${at * step},${140 - 140 * share(worth)}`);
  svg("polygon", { points: `0,140 ${chance.join(" ")} 600,140`, class: "white" }, picture);
  svg("line", { x1: 0, x2: 600, y1: 70, y2: 70, class: "even" }, picture);
  const height = worth => (worth.score.mate !== undefined ? (share(worth) > 0.5 ? 10 : -10) : Math.max(-10, Math.min(10, worth.score.cp / 100)));
  svg("polyline", { points: worths.map((worth, at) => `${at * step},${70 - 6.5 * height(worth)}`).join(" "), class: "eval" }, picture);
  game.moves.forEach((move, index) => {
    const x = (index + 1) * step, y = 70 - 6.5 * height(worths[index + 1]);
    if (move.mark) svg("line", { x1: x, x2: x, y1: y - 9, y2: y + 9, class: "mark " + move.mark }, picture);
  });
  svg("line", { y1: 0, y2: 140, x1: 0, x2: 0, class: "here", "data-step": step }, picture);
  picture.addEventListener("click", event => {
    const box = picture.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * game.moves.length));
  });
  byId("graph").append(picture);
}

function sheet() {
  const list = byId("moves");
  list.replaceChildren();
  game.moves.forEach((move, index) => {
    const isWhite = moverIsWhite(index);
    if (isWhite || index === 0) {
      list.append(make("li", { value: move.fen.split(" ")[5] }));
      if (!isWhite) list.lastChild.append(make("span", { class: "gap" }, "…"));
    }
    const button = make("button", { type: "button", "data-ply": index + 1, class: move.mark || "" }, move.san + (move.sign || ""));
    button.addEventListener("click", () => go(index + 1));
    const worth = forWhite(move.after, isWhite);
    list.lastChild.append(button, make("span", { class: "num eval" }, pawns(worth.score)));
  });
}

function sides() {
  const row = (name, side) => make("tr", {}, make("th", { scope: "row" }, name),
    ...[side.accuracy === null ? "–" : side.accuracy.toFixed(1), side.inaccuracies, side.mistakes, side.blunders].map(value => make("td", { class: "num" }, String(value))));
  const heads = ["", "accuracy", "?!", "?", "??"].map(head => make("th", { scope: "col" }, head));
  byId("summary").replaceChildren(make("table", {}, make("tr", {}, ...heads), row("White", game.white), row("Black", game.black)));
  byId("headers").replaceChildren(...Object.entries(game.headers).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

const header = (which, name) => which.headers[name] || "?";

function choose(index) {
  game = games[index];
  byId("title").textContent = `${header(game, "White")} – ${header(game, "Black")}  ${game.result}`;
  document.querySelectorAll("#games button").forEach((button, at) => button.setAttribute("aria-current", at === index));
  graph();
  sheet();
  sides();
  go(0);
}

function begin() {
  const list = byId("games"), steps = { first: () => go(0), back: () => go(ply - 1), on: () => go(ply + 1), last: () => go(game.moves.length) };
  list.hidden = games.length < 2;
  games.forEach((other, index) => {
    const button = make("button", { type: "button" }, `${other.game}. ${header(other, "White")} – ${header(other, "Black")} `, make("span", { class: "num" }, other.result));
    button.addEventListener("click", () => choose(index));
    list.append(button);
  });
  byId("steps").addEventListener("click", event => {
    const step = event.target.dataset.step;
    if (step) steps[step]();
  });
  byId("flip").addEventListener("click", () => { flipped = !flipped; go(ply); });
  document.addEventListener("keydown", event => {
    const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    steps[step]();
  });
  if (games.length > 0) choose(0);
}
begin();
