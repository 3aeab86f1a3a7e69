const HEIGHT = 160,
  LEFT = 42,
  RIGHT = 34,
  TOP = 8,
  BOTTOM = 20;

function graph() {
  const place = byId("graph"),
    moves = mainLine();
  place.replaceChildren();
  byId("key").hidden = moves.length === 0;
  if (moves.length === 0) return;
  const width = Math.max(place.clientWidth, 200),
    inner = width - LEFT - RIGHT,
    high = HEIGHT - TOP - BOTTOM;
  const step = inner / moves.length,
    values = [root.value].concat(moves.map(move => move.value));
  const x = at => LEFT + at * step,
    y = part => TOP + high * (1 - part); // `part`: 0 at the bottom, 1 at the top
  const picture = svg("svg", {
    width,
    height: HEIGHT,
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: "img",
    "aria-label": "Expected score and evaluation for White after each move",
  });
  svg("rect", { x: LEFT, y: TOP, width: inner, height: high, class: "black" }, picture);
  const chances = values.map((value, at) => `${x(at)},${y(share(value))}`);
  svg(
    "polygon",
    { points: `${LEFT},${y(0)} ${chances.join(" ")} ${x(moves.length)},${y(0)}`, class: "white" },
    picture,
  );
  const label = (text, at, height, anchor) => {
    svg("text", { x: at, y: height, "text-anchor": anchor, class: "tick" }, picture).textContent =
      text;
  };
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    svg(
      "line",
      {
        x1: LEFT,
        x2: width - RIGHT,
        y1: y(part),
        y2: y(part),
        class: part === 0.5 ? "even" : "grid",
      },
      picture,
    );
    label(`${100 * part} %`, LEFT - 5, y(part) + 4, "end");
    label(
      part === 0.5 ? "0" : `${part < 0.5 ? "−" : "+"}${Math.abs(20 * part - 10)}`,
      width - RIGHT + 5,
      y(part) + 4,
      "start",
    );
  }
  const every =
    [1, 2, 5, 10, 20, 50, 100].find(count => inner / (moves.length / 2 / count) > 40) || 100;
  for (const move of moves) {
    if (move.isWhite && move.number % every === 0)
      label(move.number, x(move.ply), HEIGHT - 5, "middle");
  }
  const pawnsPart = value => {
    if (value.score.mate !== undefined) return share(value) > 0.5 ? 1 : 0;
    return 0.5 + Math.max(-10, Math.min(10, value.score.cp / 100)) / 20;
  };
  svg(
    "polyline",
    {
      points: values.map((value, at) => `${x(at)},${y(pawnsPart(value))}`).join(" "),
      class: "eval",
    },
    picture,
  );
  for (const move of moves) {
    if (markOf(move))
      svg(
        "circle",
        { cx: x(move.ply), cy: y(pawnsPart(move.value)), r: 4.5, class: "mark " + markOf(move) },
        picture,
      );
  }
  svg(
    "line",
    {
      y1: TOP,
      y2: TOP + high,
      x1: x(mainPly(here || root)),
      x2: x(mainPly(here || root)),
      class: "here",
      "data-step": step,
      "data-from": LEFT,
    },
    picture,
  );
  picture.addEventListener("click", event => {
    const ply = Math.round((event.clientX - picture.getBoundingClientRect().left - LEFT) / step);
    go(ply <= 0 ? root : moves[Math.min(ply, moves.length) - 1]);
  });
  place.append(picture);
}
