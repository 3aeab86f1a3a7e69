const TYPES = { P: "PV", C: "CUT", A: "ALL" };

// The reason for the end of a node, in one or two sentences.
function because(search, index) {
  const row = search.rows[index],
    evidence = row[column.evidence] || {},
    reason = search.reason(index);
  const text = score => search.score(index, score),
    said = [];
  if (reason.key === "null-move" && evidence.null) {
    said.push(
      `The null move scored ${text(evidence.null[0])}; ${text(evidence.null[1])} was required.`,
    );
  } else if (reason.key === "mc-c" || reason.key === "mc-a") {
    const cutters = evidence.cutters || [];
    said.push(
      `${plural(cutters.length, "move")} failed high in the shallower search: ` +
        `${cutters.join(", ")}.`,
    );
  } else if (reason.key === "table" && evidence.table) {
    const [depth, bound, score, move] = evidence.table;
    const isFlipped = isWhiteView && !search.isWhiteToMove(index);
    const kind =
      bound === "exact" || bound === "none"
        ? ""
        : (bound === "lower") !== isFlipped
          ? "at least "
          : "at most ";
    said.push(
      `The table entry has ${kind}${text(score)} from depth ${depth}` +
        (move ? `, move ${move}.` : "."),
    );
  } else if (reason.key === "reverse-futility") {
    said.push(
      `The evaluation, ${text(row[column.static_eval])}, is beyond beta, ${text(row[column.beta])}, ` +
        "by more than the margin.",
    );
  } else if (reason.key === "moves") {
    const moves = row[column.moves],
      count = plural(moves, "move");
    if (row[column.found] === "C")
      said.push(
        `${evidence.best || "A move"} failed high after ${count}; the rest need not be searched.`,
      );
    else if (row[column.found] === "P")
      said.push(`${evidence.best || "A move"} was best; ${count} searched.`);
    else said.push(`No move exceeded alpha; ${count} searched.`);
  } else {
    said.push(`${reason.what[0].toUpperCase()}${reason.what.slice(1)}.`);
  }
  if (reason.key !== "null-move" && evidence.null)
    said.push(
      `The null move scored ${text(evidence.null[0])}; ${text(evidence.null[1])} was required.`,
    );
  if (evidence.zugzwang === true)
    said.push(
      "Verification contradicted the null move (zugzwang), so the node was searched again to the " +
        "full depth.",
    );
  if (evidence.zugzwang === false)
    said.push("The null move failed high, and a shallower search verified that.");
  for (const [left, times] of evidence.skipped || [])
    said.push(`${data.reasons[left].name}: ${times}×.`);
  if (evidence.audit_nodes)
    said.push(`Without the cut the search took ${counted(evidence.audit_nodes)} nodes.`);
  return said.join(" ");
}

function show(search, index) {
  const row = search.rows[index],
    reason = search.reason(index),
    path = search.path(index);
  Board.draw(
    byId("board"),
    search.board(index),
    search.lastMove(index),
    data.fen.split(" ")[1] === "b",
  );
  const facts = make("dl"),
    fact = (name, value) => facts.append(make("dt", {}, name), make("dd", { class: "num" }, value));
  const text = score => search.score(index, score),
    window = [text(row[column.alpha]), text(row[column.beta])];
  if (isWhiteView && !search.isWhiteToMove(index)) window.reverse();
  fact("Score", text(row[column.score]));
  fact("Window", window.join(" … "));
  const off = row[column.reduction];
  fact(
    "Depth left",
    row[column.depth] + (off > 0 ? `, reduced by ${off}` : off < 0 ? `, extended by ${-off}` : ""),
  );
  if (row[column.expected])
    fact("Expected, found", `${TYPES[row[column.expected]]}, ${TYPES[row[column.found]] || "–"}`);
  if (row[column.static_eval] !== null) fact("Evaluation", text(row[column.static_eval]));
  fact("Nodes", counted(row[column.nodes]));
  if (row[column.within] !== null) fact("Searched by", data.reasons[row[column.within]].name);
  const why = make(
    "p",
    { class: "why", "--reason": reason.colour },
    make("strong", {}, `${reason.name}. `),
    because(search, index),
  );
  const line =
    path
      .slice(1)
      .map(step => nameOf(search, step))
      .join(" ") || "The root";
  const link = make("a", { id: "link" }, "link to this row");
  byId("node").replaceChildren(make("p", { class: "path" }, line), why, facts, link);
  byId("node").dataset.row = index;
  byId("node").dataset.search = search.number;
  byId("link").href = `#${search.number}:${index}`;
}
