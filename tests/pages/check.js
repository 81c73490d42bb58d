// Stands in a copy of a page: looks at it as a reader does, and tells the frame around it what is wrong.
const found = { wrong: [], lang: "", rows: [], big: [], numbers: [], texts: [], heads: [], dark: matchMedia("(prefers-color-scheme: dark)").matches };
const wrong = (text) => found.wrong.push(text);
addEventListener("error", (event) => wrong(`error: ${event.message}`));
addEventListener("securitypolicyviolation", (event) => wrong(`asked for ${event.blockedURI} (${event.violatedDirective})`));

const channels = (color) => {
  const numbers = color.match(/[\d.]+/g).map(Number);
  return { rgb: numbers.slice(0, 3), alpha: numbers.length > 3 ? numbers[3] : 1 };
};
const luminance = ({ rgb }) => {
  const [r, g, b] = rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one, other) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const inside = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

// What a text lies on: in a picture the last shape painted before it below its middle, else the ancestors' background.
const ground = (element) => {
  const svg = element.closest("svg");
  if (svg) {
    const box = element.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const before = (shape) => shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
    const shapes = [...svg.querySelectorAll("rect, circle")].filter((shape) => before(shape) && inside(shape.getBoundingClientRect(), x, y));
    const fills = shapes.map((shape) => getComputedStyle(shape).fill).filter((fill) => fill !== "none");
    const solid = fills.map(channels).filter((fill) => fill.alpha === 1);
    if (solid.length) return solid.at(-1);
  }
  for (let above = svg ?? element; above; above = above.parentElement) {
    const color = channels(getComputedStyle(above).backgroundColor);
    if (color.alpha > 0) return color;
  }
  return { rgb: [255, 255, 255], alpha: 1 };
};

// Whether a figure, written as the language of the page does, is this number, or this share in per cent, rounded.
const says = (text, value) => {
  const comma = document.documentElement.lang === "fr" ? "," : ".";
  const digits = text.trim().match(/^([+−]?)(\d+)(?:([.,])(\d+))?/);
  if (!digits) return /^[<>]/.test(text.trim());
  const [, sign, whole, point, decimals = ""] = digits;
  if (point && point !== comma) return false;
  const number = Number(`${sign === "−" ? "-" : ""}${whole}.${decimals || 0}`);
  return [1, 100].some((times) => Math.abs(number - times * value) <= 0.5001 * 10 ** -decimals.length);
};

// What is on screen: not in something folded, hidden or cut off.
const shows = (element) => element.checkVisibility({ checkVisibilityCSS: true }) && element.textContent.trim();
const named = (element) => `${element.localName}.${element.getAttribute("class")} “${element.textContent.trim().slice(0, 40)}”`;
const least = 0.75;

// Texts of a picture that lie on one another or beside it, and texts wider than their boxes.
const crowded = () => {
  for (const svg of document.querySelectorAll("main svg")) {
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")].filter(shows).map((text) => [text, text.getBoundingClientRect()]);
    texts.forEach(([text, box], place) => {
      if (box.left < frame.left - least || box.right > frame.right + least || box.top < frame.top - 2 || box.bottom > frame.bottom + 2) wrong(`out of its picture: ${named(text)}`);
      for (const [other, of] of texts.slice(place + 1)) {
        const [wide, high] = [Math.min(box.right, of.right) - Math.max(box.left, of.left), Math.min(box.bottom, of.bottom) - Math.max(box.top, of.top)];
        if (wide > least && high > 3) wrong(`on one another: ${named(text)} and ${named(other)}`);
      }
    });
  }
  for (const box of document.querySelectorAll(".force, .who, .arrow, .answer, .said, h1, h2, h3, h4, p, li, summary, td, th, dd, figcaption")) {
    if (shows(box) && box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== "inline") wrong(`wider than its box: ${named(box)}`);
  }
  for (const [place, ends] of [...document.querySelectorAll(".act")].entries()) {
    const boxes = [...ends.children].map((end) => end.getBoundingClientRect());
    if (boxes.slice(1).some((box, of) => box.left < boxes[of].right - least)) wrong(`action ${place}: its ends lie on its arrow`);
  }
  // Where a table scrolls the names stay, and a shadow says that there is more.
  for (const wide of document.querySelectorAll(".wide")) {
    const names = wide.querySelector("tbody td:first-child");
    if (!names || !shows(wide) || wide.scrollWidth <= wide.clientWidth + 1) continue;
    const before = names.getBoundingClientRect().left;
    wide.scrollLeft = 60;
    if (Math.abs(names.getBoundingClientRect().left - before) > 2) wrong(`names scroll away: ${named(names)}`);
    wide.scrollLeft = 0;
    if (!getComputedStyle(wide).backgroundImage.includes("gradient")) wrong("nothing says that a table scrolls");
  }
};

const look = () => {
  found.lang = document.documentElement.lang;
  document.querySelectorAll("details").forEach((details) => (details.open = true));
  if (document.documentElement.scrollWidth > innerWidth) wrong(`${document.documentElement.scrollWidth} wide on ${innerWidth}`);
  crowded();
  for (const element of document.querySelectorAll("main *")) {
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent).join(" ");
    for (const name of ["aria-label", "title"]) if (element.hasAttribute(name)) found.texts.push(element.getAttribute(name));
    if (!own.trim() || ["title", "style", "script"].includes(element.localName)) continue;
    const style = getComputedStyle(element);
    const color = channels(element instanceof SVGElement ? style.fill : style.color);
    const ratio = contrast(color, ground(element));
    // A scenario to copy is the player's own text.
    if (!element.closest("pre")) found.texts.push(own.trim());
    if (element.matches("h3, h4, th, th *, dt, summary, figcaption, footer p, .hint")) found.heads.push(own.trim());
    if (ratio < 4.5) wrong(`contrast ${ratio.toFixed(2)}: ${element.localName}.${element.getAttribute("class")} ${element.textContent.slice(0, 40)}`);
  }
  if (performance.getEntriesByType("resource").length) wrong("something was asked of the network");

  // Numbers before anything is sorted.
  // The answer is large, and first among those of the variants.
  const answers = (where) => [...document.querySelectorAll(where)].map((answer) => Number(answer.dataset.value));
  const [big, beside] = [answers(".big[data-value]"), answers(".variants td.number[data-value]")];
  if (beside.length && beside[0] !== big[0]) wrong(`${big[0]} is not ${beside[0]}`);
  found.big = beside.length ? beside : big;
  document.querySelectorAll("section.result table.expected tbody tr[data-step]").forEach((row) =>
    row.querySelectorAll("td[data-value]").forEach((cell) =>
      found.rows.push([row.dataset.step, row.dataset.subject, row.dataset.metric, Number(cell.dataset.value)])));
  for (const cell of document.querySelectorAll("section.result table:not(.expected) td[data-value]")) {
    const value = Number(cell.dataset.value);
    if (cell.textContent.trim()) found.numbers.push(value);
    if (!says(cell.textContent, value)) wrong(`${cell.textContent} stands for ${value}`);
  }
  document.querySelectorAll(".big[data-value], table.expected td[data-value]").forEach((cell) => {
    if (!says(cell.textContent, Number(cell.dataset.value))) wrong(`${cell.textContent} stands for ${cell.dataset.value}`);
  });

  const tips = document.querySelectorAll(".bar");
  for (const chart of document.querySelectorAll(".charts figure")) if (!chart.querySelector(".bar, polyline")) wrong("a picture without anything");
  for (const bar of [...tips].slice(0, 3)) {
    const tip = bar.querySelector(".tip");
    if (getComputedStyle(tip).visibility !== "hidden") wrong("a tip shows before anybody points at its bar");
    bar.focus();
    if (getComputedStyle(tip).visibility !== "visible") wrong("a tip does not show");
    if (!/(or more:|ou plus\u202f:) .*%/.test(tip.textContent)) wrong(`a tip says ${tip.textContent}`);
    bar.blur();
  }
  for (const table of document.querySelectorAll("table.sorts")) {
    const column = [...table.tHead.rows[0].cells].findIndex((_, place) => table.tBodies[0].rows[0]?.cells[place]?.dataset.value !== undefined);
    if (column < 0) { wrong("a table without a column of numbers"); continue; }
    // A battle that is not fought has an empty cell.
    const values = () => [...table.tBodies[0].rows].map((row) => row.cells[column].dataset.value);
    const numbers = () => values().filter((value) => value !== undefined).map(Number);
    const rising = (list) => list.every((number, place) => place === 0 || list[place - 1] <= number);
    const button = table.tHead.rows[0].cells[column].querySelector("button");
    if (!button) { wrong("a head of a table is no button"); continue; }
    button.click();
    if (!rising(numbers().reverse())) wrong(`not falling: ${numbers()}`);
    button.click();
    if (!rising(numbers())) wrong(`not rising: ${numbers()}`);
  }
  const frames = [...parent.document.querySelectorAll("iframe")];
  parent.answers[frames.findIndex((frame) => frame.contentWindow === window)] = JSON.stringify(found);
};
addEventListener("load", look);
