// The maximum length of a better line, plies.
const LONGEST = 12;
const MARKS = { inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" };
// The symbols of the PGN glyphs (NAGs).
const GLYPHS = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
  22: "⨀",
  23: "⨀",
  32: "⟳",
  33: "⟳",
  36: "↑",
  37: "↑",
  40: "→",
  41: "→",
  132: "⇆",
  133: "⇆",
  146: "N",
};

// A position of the game or of a variation. `judged` is the engine's analysis of a move of the
// game. `worth` is the value for White, in the game and in the engine's lines.
function node(parent, move, more) {
  const isWhite = parent.fen.split(" ")[1] === "w",
    number = parent.fen.split(" ")[5];
  return {
    parent,
    next: null,
    lines: [],
    uci: move.move,
    san: move.san,
    fen: Board.play(parent.fen, move.move),
    isWhite,
    number,
    glyphs: move.glyphs || [],
    comments: texts(move.comments),
    ...more,
  };
}

// The comments without PGN commands such as `[%eval]`.
const texts = comments =>
  (comments || [])
    .map(text =>
      text
        .replace(/\[%[^\]]*\]/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter(Boolean);

// Appends moves to a position and returns the first.
function grow(parent, moves, more = () => ({})) {
  let last = parent;
  const nodes = moves.map((move, index) => {
    const child = node(last, move, more(move, index));
    child.lines = (move.variations || []).map(line => ({
      lead: texts(line.lead),
      first: grow(child.parent, line.moves),
    }));
    if (index > 0) last.next = child;
    return (last = child);
  });
  return nodes[0] || null;
}

// The engine's line as an alternative to a move.
function betterLine(parent, judged) {
  const words = judged.best_san.split(" ").filter(word => !/^\d+\.+$/.test(word));
  const moves = judged.best.slice(0, LONGEST).map((move, index) => ({ move, san: words[index] }));
  const worth = forWhite(judged.before, parent.fen.split(" ")[1] === "w");
  return grow(parent, moves, () => ({ worth, isEngine: true }));
}

function read(which) {
  root = {
    parent: null,
    lines: [],
    fen: which.start,
    uci: "",
    san: "",
    comments: texts(which.lead),
    ply: 0,
  };
  root.worth = which.moves.length
    ? forWhite(which.moves[0].before, which.start.split(" ")[1] === "w")
    : null;
  root.next = grow(root, which.moves, (judged, index) => {
    const isWhite = judged.fen.split(" ")[1] === "w";
    return { judged, ply: index + 1, worth: forWhite(judged.after, isWhite) };
  });
  for (const move of mainLine())
    if (!move.judged.is_best && move.judged.best.length)
      move.better = betterLine(move.parent, move.judged);
}

function mainLine() {
  const moves = [];
  for (let at = root.next; at; at = at.next) moves.push(at);
  return moves;
}

function forWhite(worth, isWhite) {
  if (isWhite) return worth;
  const score = {};
  for (const kind in worth.score) score[kind] = -worth.score[kind];
  return { score, wdl: worth.wdl.slice().reverse() };
}

const pawns = score =>
  score.mate !== undefined ? `#${score.mate}`.replace("-", "−") : signed(score.cp / 100);
const share = worth => (worth.wdl[0] + worth.wdl[1] / 2) / 1000;
const symbols = move => move.glyphs.map(glyph => GLYPHS[glyph] || ` $${glyph}`);
// The judgement of the input comes before the engine's mark.
const signOf = move =>
  (move.judged && !move.glyphs.some(glyph => glyph >= 1 && glyph <= 6)
    ? move.judged.sign || ""
    : "") + symbols(move).join("");
const numbered = move => `${move.number}${move.isWhite ? "." : "…"} ${move.san}${signOf(move)}`;
const markOf = move => (move.judged && move.judged.mark) || "";
