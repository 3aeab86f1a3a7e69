// The techniques for the filter: those that ended or searched a row.
function roomsOfRows() {
  const found = new Set();
  for (const row of searches.flatMap(search => search.rows)) {
    found.add(row[column.end]).add(row[column.within]);
    if (row[column.evidence] && row[column.evidence].zugzwang) found.add(ZUGZWANG);
  }
  return found;
}

// The buttons above the tree, with the nodes that each technique ended, and the figures below it.
function legend() {
  const found = roomsOfRows();
  const isPriced = data.searches.some(search =>
    search.totals.some(total => total.saved !== undefined),
  );
  byId("price-note").hidden = !isPriced;
  data.reasons.forEach((room, index) => {
    const totals = data.searches.map(search => search.totals.find(total => total.reason === index));
    if (!totals.some(Boolean)) return;
    if (found.has(index)) byId("rooms").append(roomButton(room, index, totals));
    byId("figures").append(roomFigures(room, totals, isPriced));
  });
}

function roomButton(room, index, totals) {
  const press = make("button", {
    type: "button",
    class: room.cuts ? "chip cut" : "chip",
    "aria-pressed": "false",
    "data-room": room.key,
    "--room": room.colour,
    title: room.what,
  });
  if (room.cuts) press.append(shears());
  press.append(room.name);
  if (totals.some(total => total && total.ended))
    press.append(
      make(
        "span",
        { class: "num" },
        totals.map(total => counted(total ? total.ended : 0)).join(" / "),
      ),
    );
  press.addEventListener("click", () => {
    const isOn = !filter.delete(index);
    if (isOn) filter.add(index);
    press.setAttribute("aria-pressed", isOn);
    searches.forEach(search => search.refilter());
    build();
  });
  return press;
}

function roomFigures(room, totals, isPriced) {
  const heads = ["", "tried", "won", "ended", "spent"].concat(isPriced ? ["saved"] : []);
  const table = make(
    "table",
    {},
    make("tr", {}, ...heads.map(head => make("th", { scope: "col" }, head))),
  );
  totals.forEach((total, number) => {
    if (!total) return;
    const cells = [
      data.searches.length > 1 ? data.searches[number].name : "",
      ...[total.tried, total.won, total.ended, total.spent].map(number =>
        number ? counted(number) : "–",
      ),
    ];
    if (isPriced) cells.push(total.saved === undefined ? "–" : counted(total.saved));
    table.append(
      make("tr", {}, ...cells.map((cell, at) => make("td", at ? { class: "num" } : {}, cell))),
    );
  });
  const paper = room.link
    ? make("a", { href: room.link, rel: "noreferrer" }, room.paper)
    : room.paper;
  const card = make(
    "div",
    { class: "room", "--room": room.colour },
    make("strong", {}, room.name),
    make("p", { class: "what" }, room.what),
    table,
  );
  if (room.paper) card.append(make("p", { class: "paper" }, paper));
  return card;
}
