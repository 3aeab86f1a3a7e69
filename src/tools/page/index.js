const { games, table } = JSON.parse(byId("data").textContent);
const page = index => `game-${index + 1}.html`;

function begin() {
  byId("count").textContent = plural(games.length, "game");
  byId("table").hidden = !table;
  if (table) {
    byId("title").textContent = table.players.join(" – ");
    byId("table").append(...crosstable(table, page));
  }
  const hasAccuracy = games.some(game => game.white),
    hasOpening = games.some(game => game.opening),
    reasons = table && table.pairs.flat().map(game => game.reason);
  const heads = ["game", "White", "Black", "result", "plies"];
  if (reasons) heads.push("end");
  if (hasOpening) heads.push("opening");
  if (hasAccuracy) heads.push("accuracy", "?", "??");
  const text = new Set(["White", "Black", "opening", "end"]);
  const cells = (game, index) => {
    const { White: white = "?", Black: black = "?" } = game.headers;
    const sides = [game.white, game.black];
    const both = value => sides.map(value).join(" / ");
    const values = [
      make("a", { href: page(index) }, String(game.game)),
      white,
      black,
      game.result,
      String(game.plies),
    ];
    if (reasons) values.push(reasons[index]);
    if (hasOpening) values.push(game.opening ? `${game.opening.eco} ${game.opening.name}` : "");
    if (hasAccuracy)
      values.push(
        both(side => (side.accuracy === null ? "–" : side.accuracy.toFixed(1))),
        both(side => side.mistakes),
        both(side => side.blunders),
      );
    return values;
  };
  const attributes = head => (text.has(head) ? { class: "text" } : {});
  byId("list").append(
    make("tr", {}, ...heads.map(head => make("th", { scope: "col", ...attributes(head) }, head))),
    ...games.map((game, index) =>
      make(
        "tr",
        {},
        ...cells(game, index).map((value, at) => make("td", attributes(heads[at]), value)),
      ),
    ),
  );
}
begin();
