// Rows of a table sort by the column whose head is pressed: by its numbers, if it has any.
for (const table of document.querySelectorAll("table.sorts")) {
  const body = table.tBodies[0];
  const value = (row, column) => {
    const cell = row.cells[column];
    const text = cell.textContent.trim();
    if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
    // A number with its sign, its interval or its unit behind it.
    const number = /^[+\u2212-]?\d/.test(text) ? parseFloat(text.replace("\u2212", "-").replace(",", ".")) : NaN;
    return Number.isNaN(number) ? text : number;
  };
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    if (!head.textContent.trim()) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const rows = [...body.rows];
      const numeric = rows.some((row) => typeof value(row, column) === "number");
      const rising = head.getAttribute("aria-sort") ? head.getAttribute("aria-sort") !== "ascending" : !numeric;
      const order = (one, other) => {
        const [a, b] = [value(one, column), value(other, column)];
        return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
      };
      rows.sort((one, other) => (rising ? order(one, other) : order(other, one)));
      table.querySelectorAll("th[aria-sort]").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", rising ? "ascending" : "descending");
      body.append(...rows);
    });
  });
}
// A page that is printed is read without pressing anything.
addEventListener("beforeprint", () => document.querySelectorAll("details.prints").forEach((one) => (one.open = true)));
