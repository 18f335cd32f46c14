/** Of the script of the page: search, filters, the keyboard and printing. */
export const CONTROLS_SCRIPT = String.raw`
let texts;
/** What a search looks in, row by row. */
const searchedIn = ([, , oldSource, oldTarget, newSource, newTarget, , , , pieces]) =>
  folded((oldSource || '') + '\n' + (oldTarget || '') + '\n' + (newSource === oldSource ? '' : newSource || '') + '\n' + (newTarget || '') + (pieces ? '\n' + pieces.map((each) => (each || []).join('')).join('\n') : ''));
const searched = () => texts || (texts = rows.map(searchedIn));

const orders = { plan: rows.map((_, index) => index) };
function order() {
  if (orderSelect.value === 'plan') return orders.plan;
  const keys = () => rows.map((row) => folded(row[4] === null ? row[2] : row[4]));
  const sorted = () => ((key) => orders.plan.slice().sort((one, other) => (key[one] < key[other] ? -1 : key[one] > key[other] ? 1 : one - other)))(keys());
  return orders.source || (orders.source = sorted());
}

const boxes = [...document.querySelectorAll('#kinds input')];
function filter() {
  const query = folded(search.value);
  const [pair, group] = [Number(pairSelect.value), Number(groupSelect.value)];
  const checked = new Set(boxes.filter((box) => box.checked).map((box) => Number(box.value)));
  const inText = query === '' ? undefined : searched();
  const counts = kinds.map(() => 0);
  const found = [];
  for (const index of order()) {
    const row = rows[index];
    if (group >= 0 && row[1] !== group) continue;
    if (pair >= 0 && groups[row[1]].pair !== pair) continue;
    if (inText && !inText[index].includes(query)) continue;
    counts[row[0]] += 1;
    if (checked.size === 0 || checked.has(row[0])) found.push(index);
  }
  for (const box of boxes) box.parentElement.querySelector('.count').textContent = grouped(counts[box.value]);
  byId('clear').hidden = query === '' && pair < 0 && group < 0 && checked.size === 0;
  show(found);
}

/** Filters again, and goes back to the first term where the window is further down. */
function refilter() {
  const start = byId('terms').getBoundingClientRect().top;
  filter();
  if (start < 0) byId('terms').scrollIntoView();
  update();
}

function clear() {
  search.value = '';
  pairSelect.value = groupSelect.value = '-1';
  for (const box of boxes) box.checked = false;
}

function focusRow(wish) {
  if (items.length === 0) return;
  const old = rowAt(current) || table.querySelector('tr[tabindex="0"]');
  if (old) old.tabIndex = -1;
  current = Math.max(0, Math.min(items.length - 1, wish));
  if (!rowAt(current)) {
    const block = Math.floor(current / BLOCK_ROWS);
    const within = (heights[block] * (current % BLOCK_ROWS)) / BLOCK_ROWS;
    scrollTo(0, scrollY + table.getBoundingClientRect().top + sum(0, block) + within - innerHeight / 2);
    update();
  }
  const row = rowAt(current);
  row.tabIndex = 0;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

const page = () => Math.max(1, Math.floor((innerHeight - 200) / rowHeight));
const STEPS = { ArrowDown: () => 1, ArrowUp: () => -1, PageDown: page, PageUp: () => -page(), Home: () => -Infinity, End: () => Infinity };

table.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(STEPS, event.key)) return;
  event.preventDefault();
  focusRow(current + STEPS[event.key]());
});
table.addEventListener('focusin', (event) => {
  const row = event.target.closest('tr[data-at]');
  if (row) current = Number(row.dataset.at);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input[type=search], select')) return;
  event.preventDefault();
  search.focus();
  search.select();
});
search.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') {
    event.preventDefault();
    focusRow(current);
  } else if (event.key === 'Escape' && search.value !== '') {
    event.preventDefault();
    search.value = '';
    refilter();
  }
});

function options(select, words) {
  for (const [index, text] of words.entries()) {
    const option = element('option', '', text);
    option.value = String(index);
    select.append(option);
  }
  select.parentElement.hidden = words.length < 2;
}
const perGroup = groups.map(() => 0);
for (const row of rows) perGroup[row[1]] += 1;
const perPair = pairs.map(() => 0);
for (const [index, group] of groups.entries()) perPair[group.pair] += perGroup[index];
options(pairSelect, pairs.map(([from, to], index) => from + ' → ' + to + ' (' + grouped(perPair[index]) + ')'));
options(groupSelect, groups.map(({ name, pair }, index) => '\u2068' + name + '\u2069 · ' + pairs[pair].join(' → ') + ' (' + grouped(perGroup[index]) + ')'));

search.addEventListener('input', refilter);
for (const control of [pairSelect, groupSelect, orderSelect, ...boxes]) control.addEventListener('change', refilter);
byId('clear').addEventListener('click', () => { clear(); refilter(); search.focus(); });
for (const button of document.querySelectorAll('button[data-group]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    clear();
    groupSelect.value = button.dataset.group;
    refilter();
    byId('terms').scrollIntoView();
    update();
    focusRow(0);
  });
}

let isAsked = false;
const soon = () => {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => { isAsked = false; update(); });
};
addEventListener('scroll', soon, { passive: true });
addEventListener('resize', soon);

let folds = [];
function print(isOn) {
  if (isOn === isPrinting) return;
  isPrinting = isOn;
  if (isOn) {
    folds = [...document.querySelectorAll('details:not([open])')];
    for (const fold of folds) fold.open = true;
  } else for (const fold of folds) fold.open = false;
  update();
}
addEventListener('beforeprint', () => print(true));
addEventListener('afterprint', () => print(false));
matchMedia('print').addEventListener('change', ({ matches }) => print(matches));

new ResizeObserver(([bar]) => document.documentElement.style.setProperty('--bar', bar.target.offsetHeight + 'px')).observe(byId('bar'));
document.documentElement.classList.add('live');
table.classList.toggle('single', !isMany);
filter();
(self.requestIdleCallback || requestAnimationFrame)(() => searched());
`;
