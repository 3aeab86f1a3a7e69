const data = JSON.parse(byId("data").textContent);
byId("sums").textContent =
  `${data.solved} of ${data.judged} solved, ${data.failed.length} not solved:`;

// In a shell, quotes keep the FEN together.
const DEPTH = "--depth 10";
const treeCommand = position => `secateur tree '${position.fen}' ${DEPTH}`;

function card(position) {
  const board = make("div"),
    facts = make("dl"),
    isBlack = position.fen.split(" ")[1] === "b";
  const fact = (name, value, kind) =>
    facts.append(make("dt", {}, name), make("dd", kind ? { class: kind } : {}, value));
  const arrows = (position.best_arrows || []).map(move => [move, "better"]);
  if (position.played_arrow) arrows.push([position.played_arrow, "played"]);
  Board.draw(board, Board.ofFen(position.fen), "", isBlack, arrows);
  if ((position.best || []).length)
    fact(position.best.length > 1 ? "Best moves" : "Best move", position.best.join(" "), "better");
  if ((position.avoid || []).length) fact("Avoid", position.avoid.join(" "));
  if (position.mate_in)
    fact(position.mate_in < 0 ? "Mated in" : "Mate in", String(Math.abs(position.mate_in)));
  fact("Played", position.played || "no move", "played");
  if (position.max_points) fact("Points", `${position.points} of ${position.max_points}`);
  fact(
    "Score",
    position.score.mate === undefined
      ? signed(position.score.cp / 100)
      : `#${position.score.mate}`.replace("-", "−"),
  );
  if (position.line) fact("Line", position.line);
  fact("Depth", String(position.depth));
  fact("Nodes", counted(position.nodes));
  const words = treeCommand(position).slice(0, -DEPTH.length),
    option = make("span", { class: "unbroken" }, DEPTH);
  const command = make("p", { class: "fen" }, make("code", {}, words, option));
  const tools = make(
    "div",
    { class: "tools" },
    copyButton("Copy tree command", () => treeCommand(position)),
    copyButton("Copy FEN", () => position.fen),
  );
  return make(
    "article",
    { class: "card" },
    make("h2", {}, position.id),
    board,
    make("p", { class: "hint" }, `${isBlack ? "Black" : "White"} to move`),
    facts,
    command,
    tools,
  );
}

byId("cards").replaceChildren(...data.failed.map(card));
