// The glue of the workbench: what the player does becomes a question, and the answer takes its place on the page.
"use strict";

const $ = id => document.getElementById(id);
const begin = JSON.parse($("begin").textContent);
const language = navigator.language.startsWith("fr") ? "fr" : "en";
document.documentElement.lang = language;
const state = { text: "", undo: [], redo: [], lists: [], kept: [], curve: null, tale: 0 };

// What stays on this device; some browsers keep nothing for a file.
const store = {
  get(key, none) { try { return JSON.parse(localStorage.getItem("battle-odds " + key)) ?? none; } catch { return none; } },
  set(key, value) { try { localStorage.setItem("battle-odds " + key, JSON.stringify(value)); } catch { /* full, or not allowed */ } },
  forget() { try { Object.keys(localStorage).filter(key => key.startsWith("battle-odds ")).forEach(key => localStorage.removeItem(key)); } catch { /* nothing was kept */ } },
};
state.lists = store.get("lists", []);

// Two ways to ask: a server on this computer, or the program in this page. A lane of a page has one question at a time.
class Server {
  constructor(lane) { this.lane = lane; this.asked = null; this.turn = 0; }
  async ask(question) {
    this.stop();
    const asked = this.asked = new AbortController();
    try {
      const headers = { "X-Battle-Odds": begin.token, "X-Lane": this.lane, "X-Turn": ++this.turn, "Content-Type": "application/json" };
      const answer = await fetch("ask", { method: "POST", headers, body: question, signal: asked.signal });
      return answer.ok ? await answer.text() : null;
    } catch (error) {
      if (error.name !== "AbortError") say(error.message);
      return null;
    } finally {
      if (this.asked === asked) this.asked = null;
    }
  }
  stop() { this.asked?.abort(); this.asked = null; }
}

class Program {
  static async unpack() {
    const text = atob($("program").textContent), bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    Program.module = await WebAssembly.compile(await new Response(unzipped).arrayBuffer());
    Program.source = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
  }
  constructor() { this.start(); }
  start() {
    this.worker = new Worker(Program.source);
    this.worker.postMessage({ module: Program.module });
    this.worker.onmessage = ({ data }) => {
      if (data.error) { console.error(data.error); say(data.error); this.stop(); return; }
      const done = this.done;
      this.done = null;
      done?.(data.answer);
    };
  }
  ask(question) {
    this.stop();
    return new Promise(done => { this.done = done; this.worker.postMessage({ question }); });
  }
  stop() {
    if (!this.done) return;
    const done = this.done;
    this.done = null;
    this.worker.terminate();
    this.start();
    done(null);
  }
}

let quick, slow;

// Questions in the slow lane overtake each other; those in the quick one wait for the one before.
let before = Promise.resolve();
async function ask(lane, what, text = state.text) {
  const put = () => lane.ask(JSON.stringify({ language, text, lists: needsLists.has(what.ask) ? state.lists : [], ...what }));
  const answer = await (lane === quick ? before = before.then(put, put) : put());
  return answer === null ? null : JSON.parse(answer);
}
const needsLists = new Set(["open", "change", "find", "trying", "rank", "upgrades"]);

// Parts of the page are replaced; what was unfolded stays so, and the keyboard stays where it was.
function show(parts) {
  const at = document.activeElement, id = at?.id;
  const step = at?.dataset?.step, input = step && at.parentElement.querySelector("input")?.id;
  const key = at?.dataset?.do && JSON.stringify(at.dataset);
  for (const [name, html] of Object.entries(parts)) {
    const place = $(name) || document.querySelector(`[data-slot="${CSS.escape(state.finding ?? "")}"] .${name}`);
    if (!place) continue;
    const open = [...place.querySelectorAll("details[open][data-more]")].map(one => one.dataset.more);
    const kept = [...place.querySelectorAll("[data-keep]")];
    place.innerHTML = html;
    kept.forEach(keep);
    for (const one of place.querySelectorAll("details[data-more]")) if (open.includes(one.dataset.more)) one.open = true;
  }
  if (at && !at.isConnected) {
    const again = id ? $(id)
      : input ? $(input)?.parentElement.querySelector(`[data-step="${step}"]`)
      : key && [...document.querySelectorAll("[data-do]")].find(one => JSON.stringify(one.dataset) === key);
    again?.focus({ preventScroll: true });
  }
}

// What the player chose beside the battle stays chosen, if it still can be.
function keep(old) {
  const now = $(old.id);
  if (!now) return;
  if (now.tagName !== "SELECT" || [...now.options].some(option => option.value === old.value)) now.value = old.value;
  now.checked = old.checked;
}

let silence;
function say(words) {
  $("said").textContent = words;
  $("said").hidden = false;
  clearTimeout(silence);
  silence = setTimeout(() => { $("said").hidden = true; }, 5000);
}

// A new text of the battle, from any control.
function take(answer, remember = true) {
  if (!answer) return;
  if (answer.problem) say(answer.problem);
  if (answer.text === undefined) return;
  if (remember && state.text && answer.text !== state.text) { state.undo.push(state.text); state.redo = []; }
  const isOther = answer.text !== state.drawn;
  state.text = state.drawn = answer.text;
  $("start").hidden = true;
  $("bench").hidden = false;
  show(answer.parts);
  if (isOther) again();
  if ($("file") !== document.activeElement) $("file").value = state.text;
  document.querySelector("[data-do=undo]").disabled = !state.undo.length;
  document.querySelector("[data-do=redo]").disabled = !state.redo.length;
  if (isOther) remembered();
  work();
}

// A battle that is opened brings the settings to compare along.
function opened(answer) {
  if (answer?.text !== undefined) { state.kept = answer.along ?? []; state.curve = null; state.since = Date.now(); show({ curve: "", compare: "" }); }
  take(answer);
}

function remembered() {
  const title = $("at-title")?.value || "…";
  const { since, text } = state, last = store.get("last", []).filter(one => one.since !== since);
  store.set("last", [{ title, text, since }, ...last].slice(0, 5));
}

let changing = Promise.resolve();
function change(what) {
  stop();
  // One after the other: each begins with the text of the one before.
  changing = changing.then(async () => take(await ask(quick, { ask: "change", change: what })));
  return changing;
}

// What is worked out after a change: the chance, the open curve, what was kept, and what was not said. A new change overtakes it.
let turn = 0;
function stop() { turn++; slow.stop(); }

// Exactly where that is quick; else a sample while a longer exact answer is tried, and then a larger one.
const efforts = [{ plays: 60000, trials: 20000 }, { plays: 3000000, trials: 200000 }, { plays: 1, trials: 1000000 }];
const small = { plays: 200000, trials: 20000 };

async function work() {
  stop();
  const mine = turn, text = state.text, isMine = () => mine === turn;
  const next = async what => { const answer = await ask(slow, what, text); return isMine() ? answer : null; };
  let mean = null;
  for (const effort of efforts) {
    const answer = await next({ ask: "odds", effort });
    if (!answer) return;
    if (answer.problem) { show({ trouble: "" }); say(answer.problem); return; }
    document.body.classList.toggle("unplayable", !answer.parts.head);
    show(answer.parts);
    mean = answer.along ?? mean;
    if (effort === efforts[0] && (state.curve && !await drawCurve(next) || !await wasItLuck(next))) return;
    if (!answer.more) break;
  }
  if (state.kept.length) { const answer = await next({ ask: "compare", kept: state.kept, effort: small }); if (!answer) return; show(answer.parts); }
  if (mean === null) return;
  let effects = [];
  for (let from = 0; ; from++) {
    const answer = await next({ ask: "weigh", from, effects, mean, effort: small });
    if (!answer) return;
    // Not while the player has one of them in hand.
    if (!$("unsaid").contains(document.activeElement)) show(answer.parts);
    effects = answer.along ?? [];
    if (!answer.more) break;
  }
  document.body.dataset.settled = text.length;
}

// How likely what the player saw is, if he has said something.
async function wasItLuck(next) {
  const what = $("seen-what"), count = $("seen-count");
  if (!what) return true;
  const isEvent = count.hidden = what.selectedOptions[0]?.dataset.event !== undefined;
  if (!isEvent && count.value === "") { show({ "luck-said": "" }); return true; }
  const answer = await next({ ask: "luck", saw: isEvent ? what.value : `${what.value}=${count.value}`, effort: small });
  if (answer?.problem) { say(answer.problem); show({ "luck-said": "" }); }
  if (answer) show(answer.parts);
  return Boolean(answer);
}

async function drawCurve(next) {
  const curve = state.curve;
  for (;;) {
    const answer = await next({ ask: "curve", at: curve.at, points: curve.points, effort: small });
    if (!answer || state.curve !== curve) return Boolean(answer);
    curve.points = answer.along ?? [];
    show(answer.parts);
    if (!answer.more) return true;
  }
}

// The curve is of everything else as it is: another change begins it anew.
function putAt(at, value) {
  if (state.curve && JSON.stringify(state.curve.at) !== JSON.stringify(at)) state.curve.points = [];
  return change({ do: "put", at, value });
}

// What takes its time and is of one battle: it goes with that, and is there again if that comes back.
const studied = new Map();
async function study(place, what) {
  stop();
  const { text } = state;
  if (!$(place).childElementCount) show({ [place]: "<p class=soft>…</p>" });
  const answer = await ask(slow, what, text);
  // Overtaken: by a change, or by another such question.
  if (!answer) { if (state.text === text) again(); return; }
  if (answer.problem) say(answer.problem);
  const parts = answer.problem ? { [place]: "" } : answer.parts;
  studied.set(place, { text, parts, along: answer.along ?? studied.get(place)?.along });
  // Not while a price is being slid.
  if (!$(place).querySelector("input:active")) show(parts);
  work();
}
function again() {
  if ($("rank").closest("details").open) draw("trying");
  for (const place of ["ranked", "best-said", "field"]) {
    if (place === "field" && state.isPriced) continue;
    const { text, parts } = studied.get(place) ?? {};
    show(text === state.text ? parts : { [place]: "" });
  }
}

const per = share => (100 * share).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) + (language === "fr" ? "\u202f%" : " %");

// Values of controls.
function put(control) {
  const at = JSON.parse(control.dataset.put), value = control.value;
  switch (control.dataset.is) {
    case "yes": return putAt(at, control.checked);
    case "number": return putAt(at, value === "" ? null : Number(value));
    case "inches": return putAt(at, value === "" ? null : value + "in");
    case "json": return value === "" ? null : putAt(at, JSON.parse(value));
    case "toml": return change({ do: "put", at, toml: value });
    case "several": return putAt(at, [...control.querySelectorAll("input:checked")].map(one => one.value));
    default: return putAt(at, value === "" ? null : value);
  }
}

function goal() {
  const conditions = [...document.querySelectorAll("[data-goal] .condition")].map(one => {
    if (one.dataset.raw) return one.dataset.raw;
    const measure = one.querySelector(".measure"), sign = one.querySelector(".sign")?.value ?? "";
    const isEvent = measure.selectedOptions[0]?.dataset.event !== undefined, number = one.querySelector(".number")?.value || "1";
    if (isEvent) return sign === "= 0" ? measure.value + " = 0" : measure.value;
    return `${measure.value} ${sign === "" || sign === "= 0" ? ">=" : sign} ${number}`;
  });
  return change({ do: "goal", conditions });
}

// Links hold the whole battle after the sign #, which no browser sends anywhere.
const base64 = bytes => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
async function zipped(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
async function unzipped(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function drop(files) {
  for (const file of files) {
    const bytes = base64(new Uint8Array(await file.arrayBuffer()));
    const dropped = { name: file.name, bytes };
    const answer = await ask(quick, { ask: "read", file: dropped });
    if (!answer) continue;
    if (answer.problem) { say(answer.problem); continue; }
    if (answer.text !== undefined) { opened(await ask(quick, { ask: "open" }, answer.text)); continue; }
    state.lists = [dropped, ...state.lists.filter(list => list.name !== file.name)].slice(0, 8);
    store.set("lists", state.lists);
    listed();
    if ($("bench").hidden && answer.along) await deeds.begin({ system: answer.along });
    show(answer.parts);
    const finder = document.querySelector(".mine .formation .finder:not([data-slot^='units:'])");
    if (finder) finder.open = true;
  }
}

function listed() {
  const lists = $("lists");
  lists.replaceChildren(...state.lists.map(list => Object.assign(document.createElement("p"), { textContent: list.name })));
  const made = (kind, what, ...within) => { const one = Object.assign(document.createElement(kind), what); one.append(...within); return one; };
  const battle = ({ title, text }) => {
    const onclick = async () => opened(await ask(quick, { ask: "open" }, text));
    return made("p", {}, made("button", { type: "button", className: "link", textContent: title, onclick }));
  };
  const last = store.get("last", []), folders = {};
  for (const [folder, title, text] of begin.battles ?? []) (folders[folder] ??= []).push({ title, text });
  if ($("lately")) $("lately").hidden = !last.length && !Object.keys(folders).length;
  const several = Object.keys(folders).length > 1;
  $("last")?.replaceChildren(...last.map(battle), ...Object.entries(folders).flatMap(([folder, battles]) =>
    several ? made("details", { className: "more" }, made("summary", { textContent: folder }), ...battles.map(battle)) : battles.map(battle)));
}

const names = ["A", "B", "C", "D", "E", "F"];

// To a text of before; it is the battle's at once, as one may press faster than it is drawn.
function back(from, to) {
  const text = from.pop();
  if (text === undefined) return;
  to.push(state.text);
  state.text = text;
  fresh();
  changing = changing.then(async () => {
    const answer = state.text === text && await ask(quick, { ask: "draw" }, text);
    if (state.text === text) take(answer, false);
  });
}

// A setting that is compared with others.
function kept(name) {
  if (state.kept.length >= names.length) return;
  state.kept.push({ name: name ?? names.find(name => !state.kept.some(kept => kept.name === name)), text: state.text });
}

// What buttons do.
const deeds = {
  begin: async ({ system }) => opened(await ask(quick, { ask: "begin", system })),
  example: async ({ system, name }) => opened(await ask(quick, { ask: "example", system, name })),
  home: () => { stop(); $("start").hidden = false; $("bench").hidden = true; history.replaceState(null, "", "#"); listed(); },
  undo: () => back(state.undo, state.redo),
  redo: () => back(state.redo, state.undo),
  "add-step": ({ action }) => { fresh(); return change({ do: "add-step", action }); },
  "move-step": ({ from, to }) => { fresh(); return change({ do: "move-step", from: Number(from), to: Number(to) }); },
  "remove-formation": ({ name }) => { fresh(); return change({ do: "remove-formation", name }); },
  choose: ({ slot, found }) => { fresh(); return change({ do: "choose", slot, found: JSON.parse(found) }); },
  "drop-condition": (_, button) => { button.closest(".condition").remove(); fresh(); return goal(); },
  "close-curve": () => { state.curve = null; show({ curve: "" }); },
  keep: () => { kept(); work(); },
  both: async ({ name, other, at, value }) => { kept(name); await putAt(JSON.parse(at), JSON.parse(value)); kept(other); work(); },
  "take-kept": async ({ kept }) => { fresh(); take(await ask(quick, { ask: "draw" }, state.kept[kept].text)); },
  "drop-kept": ({ kept }) => { state.kept.splice(kept, 1); if (!state.kept.length) show({ compare: "" }); work(); },
  link: async () => {
    const link = location.href.split("#")[0] + "#b=" + await zipped(state.text);
    history.replaceState(null, "", link);
    try { await navigator.clipboard.writeText(link); } catch { /* it stands in the address */ }
    say(link.slice(0, 60) + "…");
  },
  save: async ({ kind }) => {
    if (kind === "toml") return save("battle.toml", state.text, "application/toml");
    const answer = await ask(quick, { ask: "save", kind, effort: efforts[1] });
    if (answer?.along) save("battle." + kind, answer.along, kind === "csv" ? "text/csv" : "text/html");
  },
  tell: async () => { const answer = await ask(quick, { ask: "tell", number: ++state.tale }); if (answer) show(answer.parts); },
  field: () => study("field", { ask: "field", ...fielded(), battles: studied.get("field")?.along ?? "", effort: small }),
  rank: () => study("ranked", { ask: "rank", place: $("rank-place").value, army: Number($("rank-army").value), effort: small }),
  best: () => study("best-said", { ask: "best", open: [...document.querySelectorAll("[data-open]:checked")].map(one => one.dataset.open), effort: efforts[1] }),
  "open-field": async ({ meeting, one, other }) => { fresh(); take(await ask(quick, { ask: "open-field", meeting, one, other })); },
  forget: () => { store.forget(); state.lists = []; listed(); },
};
function fresh() { if (state.curve) state.curve.points = []; }

document.addEventListener("click", event => {
  const button = event.target.closest("button");
  if (!button) return;
  const { dataset } = button;
  if (dataset.do) deeds[dataset.do](dataset, button);
  else if (dataset.curve) { state.curve = { at: JSON.parse(dataset.curve), points: [] }; show({ curve: "" }); work().then(() => {}); $("curve").scrollIntoView({ block: "nearest" }); }
  else if (dataset.put) putAt(JSON.parse(dataset.put), JSON.parse(dataset.value));
  else if (dataset.step) {
    const input = button.parentElement.querySelector("input");
    if (input.value === "") input.value = input.placeholder || input.min;
    dataset.step > 0 ? input.stepUp() : input.stepDown();
    put(input);
  }
});

document.addEventListener("change", event => {
  const { target } = event;
  if (target.id === "file") { fresh(); stop(); changing = changing.then(async () => take(await ask(quick, { ask: "open" }, target.value))); }
  else if (target.type === "file") drop(target.files);
  else if (target.dataset.price !== undefined) { priced(target); state.isPriced = true; put(target).then(() => { state.isPriced = false; deeds.field(); }); }
  else if (target.matches(".slider")) slid(target, true);
  else if (target.dataset.kept !== undefined) { state.kept[target.dataset.kept].name = target.value; work(); }
  else if (target.dataset.and !== undefined) and(target);
  else if (target.dataset.add) { if (target.value) putAt([...JSON.parse(target.dataset.add), target.value], JSON.parse(target.dataset.first)); }
  else if (target.closest("[data-seen]")) work();
  else if (target.id === "rank-place") $("rank-army").value = target.selectedOptions[0].dataset.army ?? $("rank-army").value;
  else if (target.closest("[data-goal]")) { fresh(); goal(); }
  else { const control = target.closest("[data-put]"); if (control) put(control); }
});

function and(select) {
  const conditions = document.createElement("p");
  conditions.className = "condition";
  conditions.dataset.raw = select.selectedOptions[0].dataset.event !== undefined ? select.value : select.value + " >= 1";
  select.closest(".goal").append(conditions);
  fresh();
  goal();
}

// A slider moves the headline at once: its chances are known already.
function slid(slider, isLast) {
  const curve = slider.closest(".curve"), point = JSON.parse(curve.dataset.points)[slider.value];
  if (!point) return;
  curve.querySelector(".value").textContent = String(point.value).replaceAll("-", " ");
  if (point.chance !== null) {
    curve.querySelector(".here").textContent = per(point.chance);
    const big = document.querySelector("#head .big");
    if (big) { big.textContent = per(point.chance); big.dataset.value = point.chance; }
  }
  curve.querySelectorAll("circle").forEach((circle, at) => circle.setAttribute("r", at === Number(slider.value) ? 5 : 2.5));
  if (isLast) putAt(JSON.parse(curve.dataset.at), point.value);
}

// Who meets how in all against all.
function fielded() {
  const rows = [...document.querySelectorAll("p[data-meeting]")].map(row => ({ kind: row.querySelector("select").value, weight: Number(row.querySelector("input").value) || 1 }));
  const meetings = rows.filter(({ kind }, at) => kind && rows.findIndex(other => other.kind === kind) === at);
  return { meetings, out: [...document.querySelectorAll("[data-meets]:not(:checked)")].map(one => one.dataset.meets) };
}

// A price that is slid shows at once whether it fits: what a formation is worth does not hang on what it costs.
function priced(slider) {
  const row = slider.closest("[data-worth]"), ratio = row.dataset.worth / slider.value;
  const off = Math.max(-1, Math.min(1, Math.log2(ratio)));
  row.querySelector(".cost").textContent = slider.value;
  Object.assign(row.querySelector(".scale span").style, { left: 50 + 50 * Math.min(off, 0) + "%", width: 50 * Math.abs(off) + "%" });
  const { about } = row.parentElement.dataset;
  row.dataset.is = ratio > about ? "cheap" : ratio * about < 1 ? "dear" : "right";
}

// What is drawn only where it is unfolded.
async function draw(what) { show((await ask(quick, { ask: what }))?.parts ?? {}); }

// What may be chosen stands there as soon as one looks; letters narrow it down.
async function find(slot, typed) {
  state.finding = slot;
  show((await ask(quick, { ask: "find", slot, typed }))?.parts ?? {});
}
document.addEventListener("toggle", event => {
  const { target } = event;
  if (target.matches?.("[data-draws][open]")) draw(target.dataset.draws);
  if (target.matches?.("[data-upgrades][open]")) ask(quick, { ask: "upgrades", name: target.dataset.upgrades }).then(answer => { target.lastElementChild.innerHTML = answer?.parts?.upgrades ?? ""; });
  if (target.matches?.(".finder[open]")) { find(target.dataset.slot, "");
    // A telephone would cover what was found with its keyboard.
    if (!matchMedia("(pointer: coarse)").matches) target.querySelector("input").focus({ preventScroll: true });
  }
}, true);

let waiting;
document.addEventListener("input", event => {
  const { target } = event;
  if (target.dataset.price !== undefined) priced(target);
  else if (target.matches(".slider")) slid(target, false);
  if (target.dataset.find !== undefined) {
    clearTimeout(waiting);
    const slot = target.dataset.find, typed = target.value.trim();
    waiting = setTimeout(async () => {
      find(slot, typed);
    }, 120);
  }
});

document.addEventListener("keydown", event => {
  const isTyping = event.target.matches("input:not([type=checkbox],[type=range]), textarea");
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !isTyping && state.undo.length) { event.preventDefault(); deeds.undo(); }
});

// Steps are dragged into another order, files dropped anywhere.
let dragged = null;
document.addEventListener("dragstart", event => { dragged = event.target.closest?.(".step")?.dataset.stepNumber ?? null; });
document.addEventListener("dragover", event => { if (dragged !== null || event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
document.addEventListener("drop", event => {
  event.preventDefault();
  if (event.dataTransfer?.files.length) return drop(event.dataTransfer.files);
  const to = event.target.closest?.(".step")?.dataset.stepNumber;
  if (dragged !== null && to !== undefined && to !== dragged) deeds["move-step"]({ from: dragged, to });
  dragged = null;
});

async function open() {
  if ($("program")) { await Program.unpack(); [quick, slow] = [new Program(), new Program()]; }
  else [quick, slow] = ["q", "s"].map(lane => new Server(lane + Date.now().toString(36)));
  const answer = await ask(quick, { ask: "start" });
  $("shell").innerHTML = answer.parts.shell;
  listed();
  await linked();
  document.body.dataset.ready = "yes";
}

async function linked() {
  const link = location.hash.match(/^#b=(.+)/);
  try {
    const given = begin.battles?.length === 1 ? begin.battles[0][2] : "";
    const text = link ? await unzipped(link[1]) : given;
    if (text) opened(await ask(quick, { ask: "open" }, text));
  } catch { say(location.hash.slice(0, 20)); }
}
addEventListener("hashchange", linked);
open();
