/** The style sheet of the page. A colour never has a meaning that is not also expressed by a word or a line. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #fff; --raised: #f6f8fa; --line: #d1d9e0; --text: #1f2328; --quiet: #59636e; --accent: #0550ae;
  --focus: #0969da;
  --gone: #fff0ee; --gone-word: #ffdfdc; --gone-mark: #ffb8b3; --gone-text: #a40e26;
  --new: #eafbee; --new-word: #cdf5d7; --new-mark: #93e2a7; --new-text: #0a5c26;
  --edit: #fff8e1; --edit-text: #7a4b00; --warn: #fff8e1; --bad: #fff0ee; --unseen: #e4dcfb; --unseen-text: #512a97;
  --side: #eef2f8; --side-word: #dbe4f1; --side-mark: #b9cae4; --side-text: #34496b;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #0d1117; --raised: #161b22; --line: #3d444d; --text: #e6edf3; --quiet: #9ea9b5; --accent: #79b8ff;
    --focus: #4493f8;
    --gone: #2d1517; --gone-word: #4b2022; --gone-mark: #84302f; --gone-text: #ff9d96;
    --new: #10261a; --new-word: #163f22; --new-mark: #1d6433; --new-text: #6fdd8b;
    --edit: #2b2310; --edit-text: #e8bd5b; --warn: #2b2310; --bad: #2d1517; --unseen: #3c2a66; --unseen-text: #d9c8ff;
    --side: #161e2b; --side-word: #22304a; --side-mark: #3a5078; --side-text: #b4c7e8;
  }
}
/* Each side is the work of a person, so none has the colour of a loss. */
.neutral {
  --gone: var(--side); --gone-word: var(--side-word); --gone-mark: var(--side-mark); --gone-text: var(--side-text);
  --new: var(--side); --new-word: var(--side-word); --new-mark: var(--side-mark); --new-text: var(--side-text);
  --edit: var(--side); --edit-text: var(--side-text); --warn: var(--side);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: var(--bar, 0px); }
body { margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
header, main, footer { max-width: 1500px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 14px; }
h1 { font-size: 1.3rem; line-height: 1.35; margin: 2px 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 0; display: inline; }
h3 { font-size: 1rem; margin: 20px 0 8px; overflow-wrap: anywhere; }
section { margin: 28px 0; }
header > section, #terms { margin: 10px 0; }
header > p, .lines { margin: 4px 0; }
.lines { padding-left: 18px; overflow-wrap: anywhere; }
.live .verdict { display: none; }
.open-list { max-height: 8.2em; overflow-y: auto; position: relative; }
.open-list > ul { margin: 0; }
.facts { display: flex; flex-wrap: wrap; gap: 2px 24px; margin: 8px 0; font-size: 0.87rem; }
.facts div { display: flex; gap: 6px; min-width: 0; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
.facts code { color: inherit; }
.flags code { color: inherit; user-select: all; }
.reasons { margin: 0; overflow-wrap: anywhere; }
.paper { display: none; }
.paper-choice { margin: 8px 0 0; font-size: 0.87rem; color: var(--quiet); }
code, pre, td.place, span.place { font-family: ui-monospace, SFMono-Regular, Consolas, "Noto Sans Mono", monospace;
  font-size: 0.85em; }
code { color: var(--quiet); overflow-wrap: anywhere; }
.quiet, .meta, .brand, .place, .of, .other, .count, .notes, .calls { color: var(--quiet); }
.brand, .meta { margin: 0; font-size: 0.87rem; overflow-wrap: anywhere; }
.count { font-weight: normal; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 8px; top: -100px; background: var(--page); padding: 8px 12px; z-index: 9; }
.skip:focus { top: 8px; }
a { color: var(--accent); }
nav ul { display: flex; flex-wrap: wrap; gap: 2px 20px; list-style: none; margin: 10px 0 0; padding: 0;
  font-size: 0.93rem; }
header nav ul { margin: 6px 0 0; }
h2 { scroll-margin-top: 12px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.notice { border: 1px solid var(--line); border-left: 4px solid var(--edit-text); border-radius: 6px;
  padding: 8px 16px; background: var(--warn); }
.notice.bad { border-left-color: var(--gone-text); background: var(--bad); }
.notice h2 { display: block; }
.notice h2::first-letter { text-transform: uppercase; }
.notice ul { margin: 6px 0 0; padding-left: 20px; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 8px 0 0; line-height: 1.5; }
summary { cursor: pointer; padding: 2px 0; }
.scroll { overflow-x: auto; position: relative; margin-top: 8px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: start; vertical-align: top; padding: 6px 10px; font-weight: normal;
  border-bottom: 1px solid var(--line); }
thead th { font-weight: 600; font-size: 0.82rem; color: var(--quiet); background: var(--raised); white-space: nowrap; }
.resource > th { padding-top: 10px; }
.resources tbody th { min-width: 220px; }
.resource .name { font-weight: 600; }
.part > th { padding-left: 32px; }
.notes { margin: 0; padding-left: 18px; font-size: 0.9em; }
.number, .calls { white-space: nowrap; }
.tally { white-space: nowrap; font-weight: 600; }
.tally.gone { color: var(--gone-text); } .tally.edit { color: var(--edit-text); } .tally.new { color: var(--new-text); }
.badge { display: inline-block; border-radius: 4px; padding: 0 7px; font-size: 0.82rem; line-height: 1.6;
  white-space: nowrap; background: var(--edit); color: var(--edit-text); border: 1px solid currentColor; }
.badge.create, .badge.new, .badge.added { background: var(--new); color: var(--new-text); }
.badge.undoes { background: var(--warn); }
.badge.delete, .badge.replace, .badge.deactivate, .badge.gone,
  .badge.removed { background: var(--gone); color: var(--gone-text); }
button, select, input { font: inherit; color: inherit; }
button { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: 2px 10px;
  cursor: pointer; white-space: nowrap; }
button:hover { border-color: var(--quiet); }
#bar { position: sticky; top: 0; z-index: 3; background: var(--page); padding: 10px 0 8px;
  border-bottom: 1px solid var(--line); display: none; }
.live #bar { display: block; }
.live .scriptless { display: none; }
.controls { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: end; }
.controls label { font-size: 0.82rem; color: var(--quiet); min-width: 0; }
.controls input, .controls select { display: block; color: var(--text); background: var(--page);
  border: 1px solid var(--line); border-radius: 6px; padding: 5px 9px; font-size: 0.95rem;
  max-width: min(100%, 480px); }
#selects { display: contents; }
#selects div { min-width: 0; max-width: min(100%, 300px); }
#selects div:has(#pair) { max-width: min(100%, 230px); }
#selects select { width: 100%; }
.language { display: inline-block; }
.chips { display: flex; flex-wrap: wrap; gap: 0 24px; }
#filters { display: none; }
#search { width: 250px; max-width: 100%; }
.find { flex-shrink: 0; }
fieldset { border: 0; margin: 8px 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 6px 8px; align-items: center; }
fieldset label { border: 1px solid var(--line); border-radius: 16px; padding: 1px 12px 1px 8px; cursor: pointer;
  font-size: 0.87rem; display: inline-flex; gap: 6px; align-items: center; }
fieldset label:has(:checked) { background: var(--raised); border-color: var(--focus);
  box-shadow: inset 0 0 0 1px var(--focus); }
fieldset label:has(:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; }
#review { margin-left: auto; }
#status { margin: 0 0 0 auto; white-space: nowrap; }
#status, #progress { font-size: 0.9rem; font-weight: 600; }
#progress { margin: 0; }
#progress:empty { display: none; }
.tick, #tick-shown { width: 20px; height: 20px; margin: 0 8px 0 0; vertical-align: text-bottom;
  accent-color: var(--focus); }
.ticked > :first-child { box-shadow: inset 4px 0 var(--new-text); }
dialog { color: var(--text); background: var(--page); border: 1px solid var(--line); border-radius: 8px;
  max-width: min(560px, 100vw - 24px); padding: 16px 20px; }
dialog::backdrop { background: #0008; }
dialog p { margin: 10px 0; }
kbd { font: 0.85em ui-monospace, monospace; border: 1px solid var(--line); border-bottom-width: 2px;
  border-radius: 4px; padding: 0 5px; background: var(--raised); }
#table { table-layout: fixed; overflow-anchor: none; }
#table:focus { outline: none; }
#table thead th { position: sticky; top: var(--bar, 0px); z-index: 2; box-shadow: inset 0 -1px 0 var(--line);
  border-bottom: 0; }
#table tr { scroll-margin: calc(var(--bar, 0px) + 48px) 0 8px; }
#table .kind { width: 140px; } #table .dictionary { width: 205px; } #table .place { width: 200px; }
td.dictionary { font-size: 0.87rem; }
.parts { table-layout: fixed; }
.parts th:nth-child(1) { width: 110px; } .parts th:nth-child(2) { width: 23%; } .parts th:nth-child(5) { width: 230px; }
.conflicts th:nth-child(1) { width: 22%; } .conflicts th:nth-child(2) { width: auto; }
section p, .notes, .parts td, .parts th, .samples td, .samples th { overflow-wrap: anywhere; }
.samples { table-layout: fixed; }
.samples .place { font-size: 0.78rem; }
.samples .same td.before, .samples .same td.after { background: none; }
.verdicts { list-style: none; margin: 4px 0 0; padding: 0; font-size: 0.93em; }
#table td, #table tbody th { overflow-wrap: anywhere; }
#table tbody tr:focus { outline: 2px solid var(--focus); outline-offset: -2px; }
#table tbody tr:hover { background: var(--raised); }
.spacer td { padding: 0; border: 0; }
.of, .other { display: block; font-size: 0.82rem; overflow-wrap: anywhere; }
.of { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.said { display: block; font-size: 0.82rem; font-weight: normal; overflow-wrap: anywhere; }
.about td { padding: 0 10px 6px 150px; font-size: 0.87rem; }
.about p { margin: 0; }
.about summary { color: var(--quiet); }
.about summary::first-letter { text-transform: uppercase; }
.about dl { margin: 0 0 4px; }
.about dl div { display: flex; gap: 8px; }
.about dt { color: var(--quiet); min-width: 7em; }
.about dd { margin: 0; overflow-wrap: anywhere; min-width: 0; white-space: pre-wrap; }
#table tr:has(+ .about) > * { border-bottom: 0; }
.lint.error { color: var(--gone-text); } .lint.warning { color: var(--edit-text); }
.source { font-weight: 600; }
.source .was, .source .now { display: block; }
.source .was { font-weight: normal; }
bdi { white-space: break-spaces; }
td.before:not(:empty) { background: var(--gone); }
td.after:not(:empty) { background: var(--new); }
#table .same td { background: none; }
#table .same td.before { color: var(--quiet); }
.source .was bdi { background: var(--gone); }
.source .now bdi { background: var(--new); }
td.place { font-size: 0.78rem; }
.parts tr:focus { outline: 2px solid var(--focus); outline-offset: -2px; }
.step { display: inline-block; max-width: 100%; }
del { background: var(--gone-mark); text-decoration: line-through 1px; border-radius: 3px; }
ins { background: var(--new-mark); text-decoration: underline 1px; text-underline-offset: 3px; border-radius: 3px; }
del.word { background: var(--gone-word); text-decoration: none; }
ins.word { background: var(--new-word); text-decoration: none; }
.neutral del:not(.word), .neutral .word mark { text-decoration: underline 1px; }
/* No space around the letters, and the font of the word: so letters that are joined stay joined. */
.word mark { background: var(--gone-mark); color: inherit; text-decoration: line-through 1px; }
ins.word mark { background: var(--new-mark); text-decoration: underline 1px; text-underline-offset: 3px; }
.unseen { background: var(--unseen); color: var(--unseen-text); border-radius: 3px; padding: 0 3px; margin: 0 1px;
  font: 0.9em ui-monospace, monospace; unicode-bidi: isolate; direction: ltr; cursor: help; }
.space, .tab, .line-end { background: none; font: inherit; padding: 0 0.12em; border: solid var(--unseen-text);
  border-width: 0 1px 2px; border-radius: 0; tab-size: 4; }
.tab { border-width: 0 3px 2px 1px; }
.line-end::before { content: ""; display: inline-block; width: 0.6em; height: 0.6em; border: solid var(--unseen-text);
  border-width: 0 2px 2px 0; }
.line-end { border: 0; }
.wide { border-bottom: 1px dotted var(--unseen-text); cursor: help; }
#none { padding: 24px 0; color: var(--quiet); display: block; }
#print-note { display: none; }
footer { padding-top: 8px; padding-bottom: 32px; }
@media screen and (min-width: 1200px) {
  .controls { flex-wrap: nowrap; }
  .controls > div { flex-shrink: 1; min-width: 0; }
}
@media screen and (max-width: 760px) {
  header, main, footer { padding-left: 12px; padding-right: 12px; }
  header { padding-top: 8px; }
  h1 { font-size: 1.1rem; }
  .notice { padding: 6px 10px; }
  .open-list { max-height: 11.2em; }
  #open-help { display: none; }
  #terms > h2 { position: absolute; clip-path: inset(50%); }
  .controls .find { flex: 1 0 8.5em; }
  .find label { position: absolute; clip-path: inset(50%); }
  #filters { display: inline-block; padding: 5px 10px; }
  #bar:not(.open) :is(#selects, #natures) { display: none; }
  #selects { display: flex; flex-wrap: wrap; gap: 8px; width: 100%; }
  #bar { position: static; }
  html { --bar: 0px !important; }
  #table, #table tbody, #table tr, #table td, #table tbody th { display: block; width: auto !important; }
  #table thead th { position: static; }
  #table thead, .parts thead { display: block; position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip-path: inset(50%); }
  #table tbody tr { padding: 8px 0; border-bottom: 1px solid var(--line); }
  #table td, #table tbody th { border: 0; padding: 2px 8px; }
  #table td:empty { display: none; }
  #table tbody tr:has(+ .about) { border-bottom: 0; padding-bottom: 0; }
  #table tbody .about { padding-top: 0; }
  #table td.kind, #table td.dictionary { display: inline-block; }
  .of, .other { display: inline-block; margin-left: 8px; vertical-align: bottom; max-width: 100%; }
  .samples thead { display: block; position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip-path: inset(50%); }
  .resources thead { display: block; position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip-path: inset(50%); }
  .resources, .resources tbody, .resources tr { display: block; }
  .resources tr { border-bottom: 1px solid var(--line); padding: 6px 0; }
  .resources .part { padding-left: 16px; }
  .resources td, .resources tbody th { display: inline-block; border: 0; padding: 2px 8px; max-width: 100%; }
  .resources tbody th { display: block; min-width: 0; overflow-wrap: anywhere; }
  .resources td:empty { display: none; }
  .part .number::before { content: "Terms: "; color: var(--quiet); }
  #selects div, #selects select, #search { width: 100%; max-width: 100%; }
  #review { margin-left: 0; }
  .parts, .parts tbody, .parts tr, .parts td, .parts th, .samples, .samples tbody, .samples tr, .samples td,
    .samples th { display: block; }
  .parts tr, .samples tr { border-bottom: 1px solid var(--line); padding: 6px 0; }
  .parts td, .parts tbody th, .samples td, .samples tbody th { border: 0; padding: 2px 8px; width: auto !important; }
  #table td.before::before { content: "− "; }
  #table td.after::before { content: "+ "; }
  .neutral #table td::before { content: none; }
  .parts td[data-side]:not(:empty)::before { content: attr(data-side); }
  .parts td[data-side]::before, .conflicts td:nth-child(-n + 4)::before {
    display: block; direction: ltr; text-align: left; color: var(--quiet);
    font-size: 0.82rem; }
  .conflicts td:nth-child(2)::before { content: "After the last apply"; }
  .conflicts td:nth-child(3)::before { content: "In the files"; }
  .conflicts td:nth-child(4)::before { content: "On the service"; }
}
@media print {
  :root { color-scheme: light; --bar: 0px; }
  body { font-size: 10pt; }
  #bar, .skip, button, .paper-choice, .scriptless { display: none !important; }
  header { padding-top: 0; }
  .live .verdict { display: block; }
  .open-list { max-height: none; overflow: visible; }
  section { margin: 14px 0; }
  nav ul { margin: 4px 0 0; }
  a { color: inherit; text-decoration: none; }
  .resources tbody th { min-width: 0; }
  :root:has(#paper:checked) { font-size: 11px; }
  body:has(#paper:checked) {
    .paper { display: block; font-weight: 600; margin: 6px 0; }
    section:not(.overview, .notice), footer, .meta details { display: none; }
    .notice details, .flags, .reasons li:nth-child(n + 7):not(:nth-child(7):last-child),
    .resources tbody tr:nth-child(n + 17):not(:nth-child(17):last-child) { display: none; }
    font-size: 8.5pt; line-height: 1.4;
    h1 { font-size: 12pt; max-height: 5.4em; overflow: hidden; }
    .notice { padding: 4px 10px; }
    .notice ul { margin: 0; padding: 0; list-style-position: inside; }
    .reasons li { max-height: 2.8em; overflow: hidden; }
    .notice pre { max-height: 12em; line-height: 1.5; overflow: hidden; }
    .resources th, .resources td { padding: 1px 6px; }
  }
  #table thead th { position: static; }
  #table .kind { width: 17%; } #table .dictionary { width: 14%; } #table .place { width: 16%; }
  .parts th:nth-child(1) { width: 15%; } .parts th:nth-child(5) { width: 18%; }
  .conflicts th:nth-child(1) { width: 24%; }
  th, td { padding: 3px 6px; }
  thead th, .of { white-space: normal; }
  td.place { font-size: 7pt; }
  .badge { padding: 0 3px; white-space: normal; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  #print-note:not(:empty) { display: block; font-weight: 600; }
}
`;
