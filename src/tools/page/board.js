"use strict";
// A board and its SVG. The board is an array of 64 letters from a1 to h8; empty squares are "".
const Board = {
  ofFen(fen) {
    const squares = new Array(64).fill("");
    fen
      .split(" ")[0]
      .split("/")
      .forEach((rank, index) => {
        let file = 0;
        for (const letter of rank) {
          if (letter >= "1" && letter <= "8") file += Number(letter);
          else squares[(7 - index) * 8 + file++] = letter;
        }
      });
    return squares;
  },
  square: name => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49),
  name: square => "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1),
  isWhite: letter => letter !== "" && letter === letter.toUpperCase(),
  // The board after a move in UCI notation. Castling is a two-square king move or king takes rook.
  after(squares, uci) {
    if (uci === "" || uci === "0000") return squares;
    const next = squares.slice(),
      from = Board.square(uci),
      to = Board.square(uci.slice(2));
    const piece = squares[from],
      kind = piece.toLowerCase(),
      target = squares[to];
    next[from] = "";
    const takesOwn = target !== "" && Board.isWhite(target) === Board.isWhite(piece);
    if (kind === "k" && (takesOwn || Math.abs(to - from) === 2)) {
      const rank = from - (from % 8),
        right = to > from;
      const rook = takesOwn ? to : rank + (right ? 7 : 0);
      const letter = squares[rook];
      next[rook] = "";
      next[rank + (right ? 6 : 2)] = piece;
      next[rank + (right ? 5 : 3)] = letter;
      return next;
    }
    if (kind === "p" && from % 8 !== to % 8 && target === "")
      next[to + (Board.isWhite(piece) ? -8 : 8)] = "";
    const promoted = uci[4];
    next[to] = promoted ? (Board.isWhite(piece) ? promoted.toUpperCase() : promoted) : piece;
    return next;
  },
  // The square of the rook for a letter of the castling field of FEN.
  rookOf(squares, letter) {
    const isWhite = Board.isWhite(letter),
      rank = isWhite ? 0 : 56,
      side = letter.toLowerCase();
    if (side !== "k" && side !== "q") return rank + side.charCodeAt(0) - 97;
    const files = side === "k" ? [7, 6, 5, 4, 3, 2, 1, 0] : [0, 1, 2, 3, 4, 5, 6, 7];
    return rank + files.find(file => squares[rank + file] === (isWhite ? "R" : "r"));
  },
  // The FEN after a move in UCI notation, `0000` for a null move.
  play(fen, uci) {
    const [, side, rights, , halfmoves, fullmoves] = fen.split(" ");
    const squares = Board.ofFen(fen),
      next = Board.after(squares, uci),
      isPass = uci === "0000";
    const from = isPass ? -1 : Board.square(uci),
      to = isPass ? -1 : Board.square(uci.slice(2));
    const isWhite = side === "w",
      isPawn = !isPass && squares[from].toLowerCase() === "p";
    const isCapture = !isPass && squares[to] !== "" && Board.isWhite(squares[to]) !== isWhite;
    const kept = [...rights].filter(letter => {
      if (letter === "-") return false;
      const king = squares.indexOf(Board.isWhite(letter) ? "K" : "k");
      return ![king, Board.rookOf(squares, letter)].some(
        square => square === from || square === to,
      );
    });
    const enemy = isWhite ? "p" : "P",
      file = to % 8;
    const isBeside = (file > 0 && next[to - 1] === enemy) || (file < 7 && next[to + 1] === enemy);
    const passed =
      isPawn && Math.abs(to - from) === 16 && isBeside ? Board.name((from + to) / 2) : "-";
    const clock = isPawn || isCapture ? 0 : Number(halfmoves) + 1;
    return [
      Board.placement(next),
      isWhite ? "b" : "w",
      kept.join("") || "-",
      passed,
      clock,
      Number(fullmoves) + (isWhite ? 0 : 1),
    ].join(" ");
  },
  // The piece placement field of FEN.
  placement(squares) {
    const ranks = [];
    for (let rank = 7; rank >= 0; rank--) {
      let text = "",
        empty = 0;
      for (let file = 0; file < 8; file++) {
        const letter = squares[rank * 8 + file];
        if (letter === "") {
          empty++;
          continue;
        }
        text += (empty || "") + letter;
        empty = 0;
      }
      ranks.push(text + (empty || ""));
    }
    return ranks.join("/");
  },
  // `arrows`: moves in UCI notation, each with the class of its arrow.
  draw(place, squares, uci, flipped, arrows = []) {
    const moved = uci && uci !== "0000" ? [Board.square(uci), Board.square(uci.slice(2))] : [];
    const picture = svg("svg", {
      viewBox: "0 0 360 360",
      role: "img",
      "aria-label": "Board " + Board.placement(squares),
    });
    for (let square = 0; square < 64; square++) {
      const file = square % 8,
        rank = (square - file) / 8;
      const x = 45 * (flipped ? 7 - file : file),
        y = 45 * (flipped ? rank : 7 - rank);
      const shade = moved.includes(square) ? "m" : (file + rank) % 2 ? "l" : "d";
      svg("rect", { x, y, width: 45, height: 45, class: shade }, picture);
      if (x === 0) svg("text", { x: 2, y: y + 9 }, picture).textContent = rank + 1;
      if (y === 315) svg("text", { x: x + 38, y: 357 }, picture).textContent = "abcdefgh"[file];
      const piece = squares[square];
      if (piece)
        svg(
          "use",
          { href: "#" + piece.toLowerCase(), x, y, class: Board.isWhite(piece) ? "wp" : "bp" },
          picture,
        );
    }
    for (const [move, kind] of arrows) Board.arrow(picture, move, flipped, kind);
    place.className = "board";
    place.dataset.placement = Board.placement(squares);
    place.replaceChildren(picture);
  },
  arrow(picture, uci, flipped, kind) {
    const middle = name => {
      const square = Board.square(name),
        file = square % 8,
        rank = (square - file) / 8;
      return [45 * (flipped ? 7 - file : file) + 22.5, 45 * (flipped ? rank : 7 - rank) + 22.5];
    };
    const [x, y] = middle(uci),
      [toX, toY] = middle(uci.slice(2));
    const length = Math.hypot(toX - x, toY - y),
      turn = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
    const neck = length - 17,
      end = length - 3; // drawn to the right, then turned
    svg(
      "path",
      {
        d: `M10 -3.5H${neck}V-10L${end} 0L${neck} 10V3.5H10Z`,
        class: "arrow " + kind,
        transform: `translate(${x} ${y}) rotate(${turn})`,
        "data-move": uci,
      },
      picture,
    );
  },
};
// An HTML element with attributes and children. Strings become text nodes.
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
// An SVG element, appended to its parent if there is one.
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
const signed = number => (number < 0 ? "−" : "+") + Math.abs(number).toFixed(2);
// A button that copies the result of `text` to the clipboard.
function copyButton(name, text) {
  const button = make("button", { type: "button" }, name);
  button.addEventListener("click", () => {
    const done = isDone => {
      button.textContent = isDone ? "Copied" : "Not copied";
      setTimeout(() => {
        button.textContent = name;
      }, 1500);
    };
    const write = navigator.clipboard ? navigator.clipboard.writeText(text()) : Promise.reject();
    write.then(
      () => done(true),
      () => done(copyBySelection(text())),
    );
  });
  return button;
}
// A fallback for browsers that deny clipboard access to local files.
function copyBySelection(text) {
  const area = make("textarea", { readonly: "" }, text);
  document.body.append(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  return isDone;
}
const plural = (count, one, many = one + "s") => `${counted(count)} ${count === 1 ? one : many}`;
const byId = id => document.getElementById(id);
