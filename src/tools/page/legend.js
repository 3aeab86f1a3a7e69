// The techniques for the filter: those that ended or searched a row.
function reasonsOfRows() {
  const found = new Set();
  for (const row of searches.flatMap(search => search.rows)) {
    found.add(row[column.end]).add(row[column.within]);
    if (row[column.evidence] && row[column.evidence].zugzwang) found.add(ZUGZWANG);
  }
  return found;
}

// The buttons above the tree, with the nodes that each technique ended, and the figures below it.
function legend() {
  const found = reasonsOfRows();
  const isAudited = data.searches.some(search =>
    search.totals.some(total => total.saved !== undefined),
  );
  byId("audit-note").hidden = !isAudited;
  data.reasons.forEach((reason, index) => {
    const totals = data.searches.map(search => search.totals.find(total => total.reason === index));
    if (!totals.some(Boolean)) return;
    if (found.has(index)) byId("reasons").append(reasonButton(reason, index, totals));
    byId("figures").append(reasonFigures(reason, totals, isAudited));
  });
}

function reasonButton(reason, index, totals) {
  const press = make("button", {
    type: "button",
    class: reason.cuts ? "chip cut" : "chip",
    "aria-pressed": "false",
    "data-reason": reason.key,
    "--reason": reason.colour,
    title: reason.what,
  });
  if (reason.cuts) press.append(shears());
  press.append(reason.name);
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

function reasonFigures(reason, totals, isAudited) {
  const heads = ["", "tried", "won", "ended", "spent"].concat(isAudited ? ["saved"] : []);
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
    if (isAudited) cells.push(total.saved === undefined ? "–" : counted(total.saved));
    table.append(
      make("tr", {}, ...cells.map((cell, at) => make("td", at ? { class: "num" } : {}, cell))),
    );
  });
  const paper = reason.link
    ? make("a", { href: reason.link, rel: "noreferrer" }, reason.paper)
    : reason.paper;
  const card = make(
    "div",
    { class: "reason", "--reason": reason.colour },
    make("strong", {}, reason.name),
    make("p", { class: "what" }, reason.what),
    table,
  );
  if (reason.paper) card.append(make("p", { class: "paper" }, paper));
  return card;
}
