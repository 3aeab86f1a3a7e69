const data = JSON.parse(byId("data").textContent);
byId("sums").textContent = `${data.solved} of ${data.judged} solved; ${data.failed.length} not, and here they are.`;
byId("cards").replaceChildren(...data.failed.map(position => {
  const board = make("div"), facts = make("dl");
  const fact = (name, value) => facts.append(make("dt", {}, name), make("dd", {}, value));
  Board.draw(board, Board.ofFen(position.fen), "", position.fen.split(" ")[1] === "b");
  fact("Wanted", position.wanted);
  fact("Played", position.played || "nothing");
  fact("Score", position.mate === null ? (position.score / 100).toFixed(2) : `#${position.mate}`);
  fact("Depth", String(position.depth));
  fact("Nodes", counted(position.nodes));
  const toMove = position.fen.split(" ")[1] === "b" ? "Black" : "White";
  return make("article", { class: "card" }, make("h2", {}, position.id), board, make("p", { class: "hint" }, `${toMove} to move`), facts, make("p", { class: "fen" }, make("code", {}, position.fen)));
}));
