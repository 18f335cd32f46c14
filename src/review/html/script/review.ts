/**
 * Part of the script of the page: the rows that the reader has marked as reviewed, and the keys. The browser stores the
 * marks under the digest of the changes, as ranges of numbers: the terms in their order, then the rows of the other
 * tables.
 */
export const REVIEW_SCRIPT = String.raw`
const data = byId('data') && JSON.parse(byId('data').textContent);
const termCount = data ? data.kindOf.length : 0;
const grouped = (count) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
const counted = (count, noun) => grouped(count) + ' ' + noun + (count === 1 ? '' : 's');
const partBoxes = [...document.querySelectorAll('.parts .tick')];
const partRows = partBoxes.map((box) => box.closest('tr'));
const { changes } = document.body.dataset;
/** The number of rows that can be marked. */
const total = changes ? termCount + partRows.length : 0;
const ticked = new Set();

let isKept = true;
/** Some browsers refuse to store anything for a page from a disk. */
function inStore(work) {
  try {
    return work(localStorage);
  } catch {
    isKept = false;
    return undefined;
  }
}

const storeName = 'lexform reviewed ' + changes;

function readTicks() {
  const text = inStore((store) => store.getItem(storeName)) || '';
  let next = 0;
  for (const [, from, to = from] of text.matchAll(/(\d+)(?:-(\d+))?/g))
    for (next = Math.max(next, Number(from)); next <= Math.min(Number(to), total - 1); next += 1) ticked.add(next);
}

function writeTicks() {
  const ranges = [];
  for (const row of [...ticked].sort((one, other) => one - other)) {
    const last = ranges[ranges.length - 1];
    if (last && last[1] === row - 1) last[1] = row;
    else ranges.push([row, row]);
  }
  const text = ranges.map(([from, to]) => (from === to ? String(from) : from + '-' + to)).join(',');
  inStore((store) => (text === '' ? store.removeItem(storeName) : store.setItem(storeName, text)));
}

/** The table of terms, if the page has one: its rows, the one with the focus or -1, the one to begin with. */
let terms = {
  count: () => 0,
  focused: () => -1,
  current: () => 0,
  focus: () => undefined,
  marksChanged: () => undefined,
};

function showProgress() {
  if (total === 0) return;
  const kept = isKept ? '' : ', until the page is closed: the browser stores nothing for it';
  byId('progress').textContent = grouped(ticked.size) + ' of ' + counted(total, 'change') + ' reviewed' + kept;
  terms.marksChanged();
}

function setTick(number, box) {
  if (box.checked) ticked.add(number);
  else ticked.delete(number);
  box.closest('tr').classList.toggle('ticked', box.checked);
  writeTicks();
  showProgress();
}

if (total > 0) readTicks();
for (const [index, box] of partBoxes.entries()) {
  const number = termCount + index;
  box.hidden = false;
  box.setAttribute('aria-label', 'Reviewed: ' + partRows[index].querySelector('th').textContent);
  box.checked = ticked.has(number);
  partRows[index].classList.toggle('ticked', box.checked);
  partRows[index].tabIndex = -1;
  box.addEventListener('change', () => {
    setTick(number, box);
    partRows[index].focus();
  });
}
showProgress();

/** Moves the focus to another row: through the terms, then through the rows of the other tables. */
function step(by) {
  const last = terms.count() + partRows.length - 1;
  const part = partRows.findIndex((row) => row.contains(document.activeElement));
  const at = part < 0 ? terms.focused() : terms.count() + part;
  const to = Math.max(0, Math.min(last, at < 0 ? terms.current() : at + by));
  if (to < terms.count()) terms.focus(to);
  else if (partRows[to - terms.count()]) partRows[to - terms.count()].focus();
}

function tickFocused() {
  // After a click on a filter, the first key goes to the current term.
  if (document.activeElement.closest('#bar')) step(0);
  const row = document.activeElement.closest('tr');
  const box = row && row.querySelector('.tick');
  if (box) box.click();
}

const help = byId('help');
const KEYS = { j: () => step(1), k: () => step(-1), x: tickFocused, '?': () => help.showModal() };
const single = byId('single');
const SINGLE_NAME = 'lexform single keys';
if (help) {
  single.checked = inStore((store) => store.getItem(SINGLE_NAME)) !== 'off';
  single.addEventListener('change', () =>
    inStore((store) => store.setItem(SINGLE_NAME, single.checked ? 'on' : 'off')));
  byId('open-help').hidden = false;
  byId('open-help').addEventListener('click', () => help.showModal());
  byId('close-help').addEventListener('click', () => help.close());
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !single.checked) return;
    const isTyped = event.target.closest('input:not([type=checkbox]), select, textarea, dialog');
    if (!Object.hasOwn(KEYS, event.key) || isTyped) return;
    event.preventDefault();
    KEYS[event.key]();
  });
}
`;
