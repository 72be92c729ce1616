
"use strict";
// Text from cases and engines goes into the page as text nodes only; nothing here builds markup from it.
const PAGE = 100;
const { cases, texts } = JSON.parse(document.getElementById("data").textContent);
const get = id => document.getElementById(id);
const fields = { topic: get("topic"), rule: get("rule"), words: get("words") };
const buttons = [...document.querySelectorAll("button.outcome")];
const hay = cases.map(one => [
  one.id, texts[one.title || 0], texts[one.why || 0], texts[one.reason || 0], one.carrier || "", one.outcome,
  ...(one.rules || []), ...(one.tags || []),
].join("\n").toLowerCase());
const places = new Map(cases.map((one, place) => [one.id, place]));
let outcome = "", found = [], page = 0, openId = "";

function element(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

// What could move the cursor, turn the direction of writing, or be taken for nothing, is shown by its number.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff\ud800-\udfff]/u;
function visible(text) {
  const parts = document.createDocumentFragment();
  let plain = "";
  for (const character of text) {
    if (!UNPRINTABLE.test(character)) { plain += character; continue; }
    if (plain) parts.append(plain);
    plain = character === "\n" ? "\n" : "";
    const code = character.codePointAt(0);
    const shown = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character]
      || (code < 256 ? "\\x" + code.toString(16).padStart(2, "0") : "\\u" + code.toString(16).padStart(4, "0"));
    parts.append(element("span", "esc", shown));
  }
  if (plain) parts.append(plain);
  return parts;
}

// Lists that we make ourselves are broken into lines without showing the line ends.
function block(text, isLines, from = 0, to = 0) {
  const pre = element("pre", isLines ? "" : "raw");
  const piece = part => {
    if (!isLines) return [visible(part)];
    return part.split("\n").flatMap((line, place) => place ? ["\n", visible(line)] : [visible(line)]);
  };
  if (to > from) pre.append(...piece(text.slice(0, from)), element("mark", "", ...piece(text.slice(from, to))), ...piece(text.slice(to)));
  else pre.append(...piece(text));
  if (pre.textContent.length > 600) pre.tabIndex = 0;
  return pre;
}

// The part between what both texts begin with and what both end with, never through the middle of a character.
function middle(want, got) {
  const least = Math.min(want.length, got.length);
  let start = 0, end = 0;
  while (start < least && want[start] === got[start]) start++;
  if (start && /[\ud800-\udbff]/.test(want[start - 1])) start--;
  while (end < least - start && want[want.length - 1 - end] === got[got.length - 1 - end]) end++;
  if (end && /[\udc00-\udfff]/.test(want[want.length - end])) end--;
  return [start, want.length - end, got.length - end];
}

function fact(list, name, ...values) {
  if (values.some(value => value !== "")) list.append(element("div", "", element("dt", "", name), element("dd", "", ...values)));
}

function link(id) {
  const anchor = element("a", "", visible(id));
  anchor.href = "#" + encodeURIComponent(id.toWellFormed ? id.toWellFormed() : id);
  return anchor;
}

function causeOf(one) {
  if (!one.base) return [""];
  const other = `${one.base}:${one.op}:${one.level}`;
  const base = places.has(other) ? link(other) : visible(one.base);
  return one.change ? [base, ", then ", visible(texts[one.change])] : [base];
}

function figure(title, text, isLines, from, to) {
  const shown = text === "" ? element("p", "none", "nothing") : block(text, isLines, from, to);
  return element("figure", "", element("figcaption", "", title), shown);
}

function body(one) {
  const parts = element("div", "body"), list = element("dl");
  if (one.title) fact(list, "Title", visible(texts[one.title]));
  if (one.reason) fact(list, "Reason", visible(texts[one.reason]));
  fact(list, "Cause", ...causeOf(one));
  fact(list, "Asked", visible(`${one.op} as ${one.level}${one.carrier ? `, of a ${one.carrier}` : ""}`));
  if (one.rules) fact(list, "Rules", visible(one.rules.join(", ")));
  if (one.tags) fact(list, "Tags", visible(one.tags.join(", ")));
  fact(list, "Time", `${one.ms || 0} ms`);
  fact(list, "Link", link(one.id));
  parts.append(list, element("h3", "", "Input"), block(texts[one.input || 0], false));
  if (one.hex) parts.append(element("h3", "", "Input, byte by byte"), block(texts[one.hex], true));
  if (!one.answered) parts.append(element("h3", "", "Answer"), element("p", "none", "none"));
  for (const [name, wanted, gotten, written] of one.rows || []) {
    const want = texts[wanted], got = texts[gotten], differs = one.outcome !== "pass" && want !== got;
    const isLines = name === "findings" || name === "error";
    const isLong = differs && name === "output" && want && got;
    const [start, wantEnd, gotEnd] = isLong ? middle(want, got) : [0, 0, 0];
    parts.append(element("h3", "", visible(name)), element("div", differs ? "compared differs" : "compared",
      figure("want", want, isLines, start, wantEnd), figure(written ? "got, in canonical form" : "got", got, isLines, start, gotEnd)));
    if (written) parts.append(element("h3", "", visible(name), " as written"), block(texts[written], false));
  }
  if (one.differences) {
    const items = one.differences.map(([path, want, got]) => element("li", "", element("code", "", visible(path || "the root")), ": want ",
      want ? element("code", "", visible(texts[want])) : "nothing", ", got ", got ? element("code", "", visible(texts[got])) : "nothing"));
    parts.append(element("h3", "", "Differences"), element("ul", "differences", ...items));
  }
  if (one.stderr) parts.append(element("h3", "", "Standard error"), block(texts[one.stderr], true));
  return parts;
}

function row(place) {
  const one = cases[place], details = element("details", "case");
  const summary = element("summary", "", element("span", "badge " + one.outcome, one.outcome), element("span", "name", visible(one.id)),
    element("span", one.why ? "line why" : "line", visible(texts[one.why || one.title || 0])));
  details.append(summary);
  const fill = () => { if (details.childElementCount === 1) details.append(body(one)); };
  details.addEventListener("toggle", () => { if (details.open) fill(); });
  if (one.id === openId) { fill(); details.open = true; }
  return element("li", "", details);
}

function show() {
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  page = Math.min(Math.max(0, page), pages - 1);
  const here = found.slice(page * PAGE, (page + 1) * PAGE);
  get("list").replaceChildren(...here.map(row));
  const range = here.length ? `${(page * PAGE + 1).toLocaleString("en")} to ${(page * PAGE + here.length).toLocaleString("en")} of ` : "";
  get("shown").textContent = found.length ? `Cases ${range}${found.length.toLocaleString("en")}` : "No case matches.";
  get("place").textContent = `page ${page + 1} of ${pages}`;
  get("pager").hidden = pages === 1;
  get("previous").disabled = page === 0;
  get("next").disabled = page === pages - 1;
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.outcome === outcome));
}

function filter() {
  const wanted = fields.words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const { topic, rule } = { topic: fields.topic.value, rule: fields.rule.value };
  found = [];
  cases.forEach((one, place) => {
    const fits = !outcome || (outcome === "unexpected" ? one.bad : one.outcome === outcome);
    if (fits && (!topic || one.topic === topic) && (!rule || (one.rules || []).includes(rule))
      && wanted.every(word => hay[place].includes(word))) found.push(place);
  });
}

function remember() {
  const state = new URLSearchParams({ outcome, topic: fields.topic.value, rule: fields.rule.value, words: fields.words.value });
  if (page) state.set("page", page + 1);
  for (const [name, value] of [...state]) if (!value && name !== "outcome") state.delete(name);
  history.replaceState(null, "", "#?" + state);
}

function update(toPage = 0) {
  openId = "";
  page = toPage;
  filter();
  show();
  remember();
}

function choose(select, value) {
  select.value = value;
  if (select.value !== value) select.value = "";
}

function restore(state) {
  outcome = buttons.some(button => button.dataset.outcome === state.get("outcome")) ? state.get("outcome") : "";
  choose(fields.topic, state.get("topic") || "");
  choose(fields.rule, state.get("rule") || "");
  fields.words.value = state.get("words") || "";
  page = (Number.parseInt(state.get("page"), 10) || 1) - 1;
  openId = "";
  filter();
  show();
}

function follow() {
  const hash = location.hash.slice(1);
  if (!hash || hash.startsWith("?")) {
    const first = cases.some(one => one.bad) ? "unexpected" : "";
    restore(hash ? new URLSearchParams(hash.slice(1)) : new URLSearchParams({ outcome: first }));
    return;
  }
  let id = hash;
  try { id = decodeURIComponent(hash); } catch { /* It is not escaped: take it as it is. */ }
  const place = places.get(id);
  if (place === undefined) {
    restore(new URLSearchParams());
    get("shown").textContent = "There is no such case in this run; all cases are shown.";
    return;
  }
  if (!found.includes(place)) restore(new URLSearchParams());
  openId = id;
  page = Math.floor(found.indexOf(place) / PAGE);
  show();
  const summary = document.querySelector("#list details[open] > summary");
  summary.focus({ preventScroll: true });
  summary.scrollIntoView({ block: "start" });
}

function fillSelect(select, values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
  for (const [value, count] of [...counts].sort(([a], [b]) => a < b ? -1 : 1)) {
    const option = element("option", "", `${value} (${count.toLocaleString("en")})`);
    option.value = value;
    select.append(option);
  }
}

function turn(step) {
  update(page + step);
  get("cases-title").focus({ preventScroll: true });
  get("shown").scrollIntoView({ block: "start" });
}

// On a phone, all that is not a case is folded away, so that the first failure is in sight.
if (innerWidth > 640) for (const one of document.querySelectorAll("details.box.trouble, form details")) one.open = true;
fillSelect(fields.topic, cases.map(one => one.topic));
fillSelect(fields.rule, cases.flatMap(one => [...new Set(one.rules || [])]));
let waiting = 0;
fields.words.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(update, 120); });
fields.topic.addEventListener("change", () => update());
fields.rule.addEventListener("change", () => update());
for (const button of buttons) button.addEventListener("click", () => { outcome = button.dataset.outcome; update(); });
get("previous").addEventListener("click", () => turn(-1));
get("next").addEventListener("click", () => turn(1));
document.querySelector("form").addEventListener("submit", event => event.preventDefault());
addEventListener("hashchange", follow);
follow();
