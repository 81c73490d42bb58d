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
// The overview shows what is searched for: all words of it, wherever they stand in a battle's rows.
const find = document.querySelector(".find");
if (find) {
  find.hidden = false;
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const battles = [...document.querySelectorAll(".listed tbody")].map((body) => [body, plain(body.closest("section").querySelector("h2").textContent + " " + body.textContent)]);
  const input = find.querySelector("input");
  input.addEventListener("input", () => {
    const words = plain(input.value).split(/\s+/);
    battles.forEach(([body, text]) => (body.hidden = !words.every((word) => text.includes(word))));
    document.querySelectorAll(".listed").forEach((group) => (group.hidden = !group.querySelector("tbody:not([hidden])")));
  });
}
