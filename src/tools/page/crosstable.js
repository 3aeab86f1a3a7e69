// The results of a match: a table of the players, and a cell for each game with a link. `href` is
// the link of a game, by its index.
function crosstable(table, href) {
  const [first, second] = table.players,
    [wins, draws, losses] = table.wdl,
    count = wins + draws + losses;
  const half = number => `${Math.floor(number) || (number % 1 ? "" : "0")}${number % 1 ? "½" : ""}`;
  const elo = value => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(1);
  const interval = table.interval ? `95 %: ${table.interval.map(elo).join(" to ")}` : "no interval";
  const row = (name, results) => {
    const points = results[0] + results[1] / 2,
      share = count ? `${((100 * points) / count).toFixed(1)} %` : "–";
    const values = [half(points), share, ...results];
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, name),
      ...values.map(value => make("td", { class: "num" }, String(value))),
    );
  };
  const heads = ["", "points", "score", "won", "drawn", "lost"];
  const sums = make(
    "table",
    { class: "sums" },
    make("tr", {}, ...heads.map(head => make("th", { scope: "col" }, head))),
    row(first, [wins, draws, losses]),
    row(second, [losses, draws, wins]),
  );
  let index = 0;
  const pairs = table.pairs.map((games, number) =>
    make("li", {}, make("span", { class: "number" }, number + 1), ...games.map(cell)),
  );
  function cell(game) {
    const [white, black] = game.is_white ? [first, second] : [second, first],
      result = ["0", "½", "1"][game.points],
      about = `Game ${index + 1}: ${white} – ${black}, ${game.reason}, ${game.plies} plies`;
    return make(
      "a",
      { class: `cell points-${game.points}`, href: href(index++), title: about, "aria-label": about },
      result,
    );
  }
  return [
    make("div", { class: "wide" }, sums),
    make("p", {}, `Elo of ${first} less ${second}: ${elo(table.elo)} (${interval})`),
    make(
      "p",
      { class: "hint" },
      `The games of each opening: 1, ½ and 0 are points of ${first}, White in the first game.`,
    ),
    make("ol", { class: "pairs" }, ...pairs),
  ];
}
