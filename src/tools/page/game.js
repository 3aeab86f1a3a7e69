const { games, table, index: list } = JSON.parse(byId("data").textContent);
// `root`: the position before the first move; `here`: the node on the board.
let game = games[0],
  root = null,
  here = null,
  flipped = false;

// PGN headers in their usual order; all others follow by name.
const HEADERS = [
  "Event",
  "Site",
  "Date",
  "Round",
  "White",
  "Black",
  "Result",
  "WhiteTitle",
  "BlackTitle",
  "WhiteElo",
  "BlackElo",
  "WhiteTeam",
  "BlackTeam",
  "UTCDate",
  "UTCTime",
  "ECO",
  "Opening",
  "Variation",
  "Variant",
  "TimeControl",
  "Termination",
  "SetUp",
  "FEN",
];

function go(to) {
  if (!to) return;
  here = to;
  const better = here.better,
    arrows = better ? [[better.uci, "better"]] : [];
  Board.draw(byId("board"), Board.ofFen(here.fen), here.uci, flipped, arrows);
  byId("board").dataset.fen = here.fen;
  showBar();
  const [win, draw, loss] = here.value ? here.value.wdl.map(permille => `${permille / 10} %`) : [];
  const chances = ` White wins ${win}, draws ${draw}, loses ${loss}.`;
  const effort = here.depth ? ` Depth ${here.depth}, ${here.seconds.toFixed(3)} s.` : "";
  byId("where").replaceChildren(
    make("strong", {}, here === root ? "Initial position" : numbered(here)),
    here.value ? ` ${pawns(here.value.score)}.${chances}${effort}` : " In a variation.",
  );
  byId("better").replaceChildren(...(better ? [verdict(here)] : []));
  byId("comment").replaceChildren(
    ...here.comments.map(text => make("p", { class: "comment" }, text)),
  );
  document
    .querySelectorAll("#moves [aria-current]")
    .forEach(button => button.removeAttribute("aria-current"));
  if (here.button) {
    const button = here.button,
      sheet = byId("sheet"); // scrolls separately from the page
    button.setAttribute("aria-current", "step");
    const above = button.getBoundingClientRect().top - sheet.getBoundingClientRect().top,
      below = above + button.offsetHeight - sheet.clientHeight;
    if (above < 0) sheet.scrollTop += above - 20;
    if (below > 0) sheet.scrollTop += below + 20;
  }
  const mark = document.querySelector("#graph .here"),
    x = mark && mark.dataset.from - -mark.dataset.step * mainPly(here);
  if (mark) for (const end of ["x1", "x2"]) mark.setAttribute(end, x);
}

// The ply at which a variation leaves the game.
function mainPly(at) {
  while (at.ply === undefined) at = at.parent;
  return at.ply;
}

function showBar() {
  const bar = byId("bar"),
    value = here.value,
    text = bar.querySelector("span");
  bar.classList.toggle("flipped", flipped);
  bar.classList.toggle("unknown", !value);
  const white = value ? share(value) : 0.5;
  bar.firstElementChild.style.height = `${100 * white}%`;
  bar.setAttribute(
    "aria-label",
    value
      ? `Evaluation ${pawns(value.score)}, expected score for White ${Math.round(100 * white)} %`
      : "Not evaluated",
  );
  text.textContent = !value
    ? ""
    : value.score.mate !== undefined
      ? `#${Math.abs(value.score.mate)}`
      : Math.abs(value.score.cp / 100).toFixed(1);
  text.className = "num " + (white >= 0.5 ? "low" : "high");
}

// The engine's mark of a move, with the better line.
function verdict(move) {
  const mark = markOf(move),
    line = make("p", { class: "verdict" });
  line.append(
    mark ? make("strong", { class: mark }, `${MARKS[mark]}. `) : "",
    mark ? "Better was " : "Best was ",
  );
  writeLine(line, move.better, false);
  return line;
}

// A line of moves as buttons, with comments and variations. With `isOwn`, the move list
// highlights the button of the current move.
function writeLine(place, first, isOwn) {
  let isAlone = true;
  for (let move = first; move; move = move.next) {
    const number = isAlone || move.isWhite ? `${move.number}${move.isWhite ? "." : "…"}` : "";
    place.append(
      make(
        "span",
        { class: "step" },
        make("span", { class: "number" }, number),
        moveButton(move, isOwn),
      ),
      " ",
    );
    isAlone = move.comments.length > 0 || move.lines.length > 0;
    for (const text of move.comments) place.append(make("span", { class: "comment" }, text), " ");
    for (const line of move.lines.filter(isShown)) place.append(variation(line, "span"), " ");
  }
}

const isShown = line => Boolean(line.first) || line.lead.length > 0;

function variation(line, element) {
  const place = make(element, { class: "variation" }, element === "span" ? "(" : "");
  for (const text of line.lead) place.append(make("span", { class: "comment" }, text), " ");
  writeLine(place, line.first, true);
  if (element === "span") {
    place.lastChild.remove();
    place.append(")");
  }
  return place;
}

function moveButton(move, isOwn) {
  const button = make("button", { type: "button", class: markOf(move) }, move.san + signOf(move));
  if (move.ply !== undefined) button.dataset.ply = move.ply;
  button.addEventListener("click", () => go(move));
  if (isOwn) move.button = button;
  return button;
}

// The moves of the game in two columns; comments and variations stand between.
function sheet() {
  const list = byId("moves");
  list.replaceChildren();
  const note = (...children) => list.append(make("div", { class: "note" }, ...children));
  if (root.comments.length)
    note(...root.comments.map(text => make("p", { class: "comment" }, text)));
  let isAlone = true;
  for (const move of mainLine()) {
    if (move.isWhite || isAlone) list.append(make("span", { class: "number" }, move.number));
    if (isAlone && !move.isWhite) list.append(make("span", { class: "ply gap" }, "…"));
    list.append(
      make(
        "span",
        { class: "ply" },
        moveButton(move, true),
        make("span", { class: "num eval" }, pawns(move.value.score)),
      ),
    );
    const notes = move.comments.map(text => make("p", { class: "comment" }, text));
    if (move.better && markOf(move)) notes.push(verdict(move));
    notes.push(...move.lines.filter(isShown).map(line => variation(line, "div")));
    isAlone = notes.length > 0;
    if (isAlone && move.isWhite) list.append(make("span", { class: "ply gap" }, "…"));
    if (isAlone) note(...notes);
  }
}

// Accuracy and marks of a player.
const accuracy = side => [
  side.accuracy === null ? null : `${side.accuracy.toFixed(1)} %`,
  side.average_loss === null ? null : (side.average_loss / 100).toFixed(2),
  side.inaccuracies,
  side.mistakes,
  side.blunders,
];

// Mean depth and seconds of a player in a game of a match.
function effort(isWhite) {
  const own = mainLine().filter(move => move.isWhite === isWhite && move.depth);
  const mean = field => own.reduce((sum, move) => sum + move[field], 0) / own.length;
  return own.length ? [mean("depth").toFixed(1), mean("seconds").toFixed(3)] : [null, null];
}

function facts() {
  const cell = value => make("td", { class: "num" }, value === null ? "–" : String(value));
  const row = (name, values) =>
    make("tr", {}, make("th", { scope: "row" }, name), ...values.map(cell));
  const isJudged = Boolean(game.white);
  const heads = (
    isJudged
      ? ["", "accuracy", "average loss", "?!", "?", "??"]
      : ["", "mean depth", "seconds per move"]
  ).map(head => make("th", { scope: "col" }, head));
  byId("summary").replaceChildren(
    make(
      "table",
      {},
      make("tr", {}, ...heads),
      row(header("White"), isJudged ? accuracy(game.white) : effort(true)),
      row(header("Black"), isJudged ? accuracy(game.black) : effort(false)),
    ),
  );
  const place = name => (HEADERS.includes(name) ? HEADERS.indexOf(name) : HEADERS.length);
  const names = Object.keys(game.headers).sort((a, b) => place(a) - place(b) || a.localeCompare(b));
  byId("headers").replaceChildren(
    ...names.flatMap(name => [make("dt", {}, name), make("dd", {}, game.headers[name])]),
  );
}

const isKnown = value => value !== undefined && !/^[?.\s-]*$/.test(value);
const header = (name, which = game) => (isKnown(which.headers[name]) ? which.headers[name] : name);

function heads() {
  const player = name =>
    header(name) + (isKnown(game.headers[name + "Elo"]) ? ` (${game.headers[name + "Elo"]})` : "");
  byId("title").textContent = `${player("White")} – ${player("Black")}  ${game.result}`;
  const { Event: event, Site: site, Round: round, Date: date } = game.headers;
  const words = [
    event,
    site === event ? undefined : site,
    isKnown(round) ? `round ${round}` : undefined,
    date,
  ].filter(isKnown);
  byId("event").textContent = words.join(", ");
  byId("event").hidden = words.length === 0;
  const opening = game.opening;
  byId("opening").textContent = opening ? `${opening.eco} ${opening.name}` : "";
  byId("opening").hidden = !opening;
}

function choose(index) {
  game = games[index];
  read(game);
  here = root;
  document
    .querySelectorAll("#games button, #table .cell")
    .forEach((button, at) => button.setAttribute("aria-current", at === index));
  document.body.classList.toggle("unjudged", !game.white);
  heads();
  graph();
  sheet();
  facts();
  go(root);
}

// Selects the next or previous marked move of the game and wraps around at the ends.
function toMistake(direction) {
  const marked = mainLine().filter(markOf),
    ply = mainPly(here);
  if (direction > 0) go(marked.find(move => move.ply > ply) || marked[0]);
  else go(marked.findLast(move => move.ply < ply) || marked.at(-1));
}

const steps = {
  first: () => go(root),
  back: () => go(here.parent),
  on: () => go(here.next),
  last: () => {
    let at = here;
    while (at.next) at = at.next;
    go(at);
  },
  mistake: () => toMistake(1),
  earlier: () => toMistake(-1),
  flip: () => {
    flipped = !flipped;
    go(here);
  },
};
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "on",
  Home: "first",
  End: "last",
  n: "mistake",
  N: "earlier",
  f: "flip",
};

// The game that the address names as `#game-5`, or the first.
function chooseByAddress() {
  const number = Number((location.hash.match(/^#game-(\d+)$/) || [])[1]);
  choose(number >= 1 && number <= games.length ? number - 1 : 0);
}

function begin() {
  const others = byId("games");
  others.hidden = games.length < 2 || Boolean(table);
  byId("table").hidden = !table;
  if (table) byId("table").append(...crosstable(table, index => `#game-${index + 1}`));
  byId("up").hidden = !list;
  if (list) byId("up").append(make("a", { href: list }, "All games"));
  games.forEach((other, index) => {
    const button = make(
      "button",
      { type: "button" },
      `${other.game}. ${header("White", other)} – ${header("Black", other)} `,
      make("span", { class: "num" }, other.result),
    );
    button.addEventListener("click", () => choose(index));
    others.append(button);
  });
  byId("copies").append(
    copyButton("Copy FEN", () => here.fen),
    copyButton("Copy PGN", () => game.pgn),
  );
  byId("steps").addEventListener("click", event => {
    const step = event.target.dataset.step;
    if (step) steps[step]();
  });
  document.addEventListener("keydown", event => {
    const step = KEYS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    steps[step]();
  });
  addEventListener("resize", () => games.length && graph());
  addEventListener("hashchange", chooseByAddress);
  if (games.length > 0) chooseByAddress();
}
begin();
