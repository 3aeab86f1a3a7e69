const MARKS = { inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" };
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
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

// A position of the game or of a variation. `mark` is the engine's judgement of a move of the game.
// `value` is the value for White, in the game and in the engine's lines.
function node(parent, move, more) {
  const before = move.from || parent.fen,
    isWhite = before.split(" ")[1] === "w",
    number = before.split(" ")[5];
  return {
    parent,
    next: null,
    lines: [],
    uci: move.move,
    san: move.san,
    fen: Board.play(before, move.move),
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
function betterLine(parent, step) {
  const words = step.l.split(" ");
  const moves = step.b.split(" ").map((move, index) => ({ move, san: words[index] }));
  moves[0].from = step.f;
  const value = step.p ? toValue(step.p) : parent.value;
  return grow(parent, moves, () => ({ value, isEngine: true }));
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
  root.value = which.moves.length ? toValue(which.moves[0].p) : null;
  // A move `m` in UCI notation and `s` in SAN, with glyphs, comments and variations of the PGN, and
  // the position `f` before it if that is not the one after the last move.
  const moves = which.moves.map(({ m, s, g, c, w, f }) => ({
    move: m,
    san: s,
    glyphs: g,
    comments: c,
    variations: w,
    from: f,
  }));
  // The value `v` after the move, the mark `k`, depth `d` and seconds `t` of the search.
  root.next = grow(root, moves, (move, index) => {
    const { v, k, d, t } = which.moves[index];
    return { ply: index + 1, value: toValue(v), mark: k, depth: d, seconds: t };
  });
  // The better line: `b` in UCI notation and `l` in SAN.
  for (const move of mainLine()) {
    const step = which.moves[move.ply - 1];
    if (step.b) move.better = betterLine(move.parent, step);
  }
}

function mainLine() {
  const moves = [];
  for (let at = root.next; at; at = at.next) moves.push(at);
  return moves;
}

// A value for White: centipawns, or moves to mate as text, then wins and draws in permille.
const toValue = ([score, win, draw]) => ({
  score: typeof score === "string" ? { mate: Number(score) } : { cp: score },
  wdl: [win, draw, 1000 - win - draw],
});

const pawns = score =>
  score.mate !== undefined ? `#${score.mate}`.replace("-", "−") : signed(score.cp / 100);
const share = value => (value.wdl[0] + value.wdl[1] / 2) / 1000;
const symbols = move => move.glyphs.map(glyph => GLYPHS[glyph] || ` $${glyph}`);
// The judgement of the input comes before the engine's mark.
const signOf = move =>
  (move.mark && !move.glyphs.some(glyph => glyph >= 1 && glyph <= 6) ? SIGNS[move.mark] : "") +
  symbols(move).join("");
const numbered = move => `${move.number}${move.isWhite ? "." : "…"} ${move.san}${signOf(move)}`;
const markOf = move => move.mark || "";
