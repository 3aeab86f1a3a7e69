"use strict";
// A board as an array of 64 letters from a1 to h8, empty squares as "", and its picture.
const Board = {
  ofFen(fen) {
    const squares = new Array(64).fill("");
    fen.split(" ")[0].split("/").forEach((rank, index) => {
      let file = 0;
      for (const letter of rank) {
        if (letter >= "1" && letter <= "8") file += Number(letter);
        else squares[(7 - index) * 8 + file++] = letter;
      }
    });
    return squares;
  },
  square: name => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49),
  isWhite: letter => letter !== "" && letter === letter.toUpperCase(),
  // The board after a move in UCI notation; castling either as the king's two steps or as king takes rook.
  after(squares, uci) {
    if (uci === "" || uci === "0000") return squares;
    const next = squares.slice(), from = Board.square(uci), to = Board.square(uci.slice(2));
    const piece = squares[from], kind = piece.toLowerCase(), target = squares[to];
    next[from] = "";
    const takesOwn = target !== "" && Board.isWhite(target) === Board.isWhite(piece);
    if (kind === "k" && (takesOwn || Math.abs(to - from) === 2)) {
      const rank = from - from % 8, right = to > from;
      const rook = takesOwn ? to : rank + (right ? 7 : 0);
      const letter = squares[rook];
      next[rook] = "";
      next[rank + (right ? 6 : 2)] = piece;
      next[rank + (right ? 5 : 3)] = letter;
      return next;
    }
    if (kind === "p" && from % 8 !== to % 8 && target === "") next[to + (Board.isWhite(piece) ? -8 : 8)] = "";
    const promoted = uci[4];
    next[to] = promoted ? (Board.isWhite(piece) ? promoted.toUpperCase() : promoted) : piece;
    return next;
  },
  // The placement as FEN writes it.
  placement(squares) {
    const ranks = [];
    for (let rank = 7; rank >= 0; rank--) {
      let text = "", empty = 0;
      for (let file = 0; file < 8; file++) {
        const letter = squares[rank * 8 + file];
        if (letter === "") { empty++; continue; }
        text += (empty || "") + letter;
        empty = 0;
      }
      ranks.push(text + (empty || ""));
    }
    return ranks.join("/");
  },
  draw(place, squares, uci, flipped) {
    const moved = uci && uci !== "0000" ? [Board.square(uci), Board.square(uci.slice(2))] : [];
    const picture = svg("svg", { viewBox: "0 0 360 360", role: "img", "aria-label": "Board " + Board.placement(squares) });
    for (let square = 0; square < 64; square++) {
      const file = square % 8, rank = (square - file) / 8;
      const x = 45 * (flipped ? 7 - file : file), y = 45 * (flipped ? rank : 7 - rank);
      const shade = moved.includes(square) ? "m" : (file + rank) % 2 ? "l" : "d";
      svg("rect", { x, y, width: 45, height: 45, class: shade }, picture);
      if (x === 0) svg("text", { x: 2, y: y + 9 }, picture).textContent = rank + 1;
      if (y === 315) svg("text", { x: x + 38, y: 357 }, picture).textContent = "abcdefgh"[file];
      const piece = squares[square];
      if (piece) svg("use", { href: "#" + piece.toLowerCase(), x, y, class: Board.isWhite(piece) ? "wp" : "bp" }, picture);
    }
    place.className = "board";
    place.dataset.placement = Board.placement(squares);
    place.replaceChildren(picture);
  },
};
// An element with attributes and children; text is text.
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const key in attributes || {}) {
    if (key === "class") element.className = attributes[key];
    else if (key.startsWith("--")) element.style.setProperty(key, attributes[key]);
    else element.setAttribute(key, attributes[key]);
  }
  element.append(...children);
  return element;
}
// A part of a picture, at the end of its parent if there is one.
function svg(name, attributes, parent) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (parent) parent.append(element);
  return element;
}
function shears() {
  const picture = svg("svg", { "aria-hidden": "true" });
  svg("use", { href: "#shears" }, picture);
  return picture;
}
const counted = number => number.toLocaleString("en").replaceAll(",", "\u202f");
const byId = id => document.getElementById(id);
