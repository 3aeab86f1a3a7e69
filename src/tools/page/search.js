const data = JSON.parse(byId("data").textContent);
const column = Object.fromEntries(data.searches[0].columns.map((name, index) => [name, index]));
const ZUGZWANG = data.reasons.findIndex(reason => reason.key === "zugzwang");
const WORTH = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };
let order = "wide",
  filter = new Set(),
  isWhiteView = true;

// A search, with the children of each row by its index.
class Search {
  constructor(source, number) {
    this.source = source;
    this.number = number;
    this.rows = source.rows;
    this.children = source.rows.map(() => null);
    this.roots = [];
    source.rows.forEach((row, index) => {
      const parent = row[column.parent];
      if (parent < 0) this.roots.push(index);
      else (this.children[parent] ||= []).push(index);
    });
    this.items = new Map();
    this.refilter();
  }
  get(index, name) {
    return this.rows[index][column[name]];
  }
  reason(index) {
    return data.reasons[this.get(index, "end")];
  }
  // The visible rows: all, or those that a selected technique ended or searched, with ancestors.
  refilter() {
    this.matching = 0;
    if (filter.size === 0) {
      this.shown = null;
      return;
    }
    this.shown = new Uint8Array(this.rows.length);
    for (let index = this.rows.length - 1; index >= 0; index--) {
      const row = this.rows[index];
      const isVerified = row[column.evidence] && row[column.evidence].zugzwang;
      if (
        filter.has(row[column.end]) ||
        filter.has(row[column.within]) ||
        (isVerified && filter.has(ZUGZWANG))
      ) {
        this.matching++;
        this.shown[index] = 2;
      }
      if (this.shown[index] && row[column.parent] >= 0) this.shown[row[column.parent]] ||= 1;
    }
  }
  of(index) {
    const list = (index < 0 ? this.roots : this.children[index] || []).filter(
      child => !this.shown || this.shown[child],
    );
    if (order === "wide" && index >= 0)
      list.sort((a, b) => this.get(b, "nodes") - this.get(a, "nodes") || a - b);
    return list;
  }
  path(index) {
    const path = [];
    for (; index >= 0; index = this.get(index, "parent")) path.unshift(index);
    return path;
  }
  board(index) {
    return this.path(index).reduce(
      (board, row) => Board.after(board, this.get(row, "move")),
      Board.ofFen(data.fen),
    );
  }
  lastMove(index) {
    const moves = this.path(index)
      .map(row => this.get(row, "move"))
      .filter(move => move !== "");
    return moves[moves.length - 1] || "";
  }
  isWhiteToMove(index) {
    const plies = this.path(index).filter(row => this.get(row, "move") !== "").length;
    return (data.fen.split(" ")[1] === "w") === (plies % 2 === 0);
  }
  // A score at a row: for White in pawns, or for the side to move in internal units.
  score(index, score) {
    if (!isWhiteView || score === null) return scoreText(score, String);
    const material = this.board(index).reduce(
      (sum, piece) => sum + (WORTH[piece.toLowerCase()] || 0),
      0,
    );
    const pawn = data.pawn[Math.min(material, data.pawn.length - 1)];
    return scoreText(this.isWhiteToMove(index) ? score : -score, size => (size / pawn).toFixed(2));
  }
}

const searches = data.searches.map((source, number) => new Search(source, number));

// `number` formats a score that is not a mate, without its sign.
function scoreText(score, number) {
  if (score === null) return "–";
  if (Math.abs(score) >= data.infinite) return score > 0 ? "+∞" : "−∞";
  const size = Math.abs(score),
    sign = score < 0 ? "−" : "+";
  if (size >= data.mate_bound) return `${sign}#${Math.ceil((data.mate - size) / 2)}`;
  if (size >= data.decisive_bound) return `${sign}TB`;
  const text = number(size);
  return Number(text) === 0 ? text : sign + text;
}

function nameOf(search, index) {
  const row = search.rows[index];
  if (row[column.parent] < 0) return `Depth ${row[column.depth]}`;
  return row[column.san] || "same position";
}
