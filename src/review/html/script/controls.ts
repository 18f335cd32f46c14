/** Part of the page's script: search, filters, the keyboard and printing. */
export const CONTROLS_SCRIPT = String.raw`
/** What a search looks in. */
const searchedIn = ([oldSource, oldTarget, newSource, newTarget, , , , , pieces]) =>
  [oldSource, oldTarget, newSource !== oldSource && newSource, newTarget]
    .concat((pieces || []).map((each) => each && each.flat().join('')))
    .map((text) => text || '')
    .join('\n');

/**
 * Texts of which a search finds the same. All in one, which takes a third of the time, unless one of them holds what
 * stands between them.
 */
function foldedAll(texts) {
  const parts = folded(texts.join('\0')).split('\0');
  return parts.length === texts.length ? parts : texts.map(folded);
}

const searched = [];
const searchedOf = (block) => searched[block] || (searched[block] = foldedAll(blockOf(block).map(searchedIn)));
const blockCount = Math.ceil(kindOf.length / blockTerms);
const AHEAD_MS = 30;
const inFrame = (then) =>
  requestAnimationFrame((start) => then({ timeRemaining: () => start + AHEAD_MS - performance.now() }));
const idle = self.requestIdleCallback || inFrame;

const keys = new Array(kindOf.length);
const bySource = (one, other) => (keys[one] < keys[other] ? -1 : keys[one] > keys[other] ? 1 : one - other);
const runs = [];
/**
 * The terms of a block in the order of their sources. To sort what is made of runs in order takes a third of the time.
 */
function runOf(block) {
  if (runs[block]) return runs[block];
  const start = block * blockTerms;
  const found = foldedAll(blockOf(block).map((term) => (term[2] === null ? term[0] : term[2])));
  for (const [index, key] of found.entries()) keys[start + index] = key;
  return (runs[block] = found.map((_, index) => start + index).sort(bySource));
}

/** Reads the blocks ahead of the first search, a few at a time, so that nobody waits for it. */
function readAhead(block) {
  if (block === blockCount) return;
  idle((deadline) => {
    let next = block;
    do {
      searchedOf(next);
      runOf(next);
      next += 1;
    } while (next < blockCount && deadline.timeRemaining() > 5);
    readAhead(next);
  });
}

const orders = { plan: kindOf.map((_, index) => index) };
const inSourceOrder = () => Array.from({ length: blockCount }, (_, block) => runOf(block)).flat().sort(bySource);
const order = () => (orderSelect.value === 'plan' ? orders.plan : orders.source || (orders.source = inSourceOrder()));

const checkedOf = (list) => new Set(list.filter((box) => box.checked).map((box) => Number(box.value)));
const isAmong = (checked, number) => checked.size === 0 || checked.has(number);

const left = byId('left');
const isLeft = () => Boolean(left && left.checked);
const undoingBox = byId('undoing');
const isUndoing = () => Boolean(undoingBox && undoingBox.checked);
const others = [left, undoingBox].filter(Boolean);

function filter() {
  const query = folded(search.value);
  const [pair, group] = [Number(pairSelect.value), Number(groupSelect.value)];
  const [ofKinds, ofNatures] = [checkedOf(kindBoxes), checkedOf(natureBoxes)];
  const isIn = (index) => searchedOf(Math.floor(index / blockTerms))[index % blockTerms].includes(query);
  const counts = new Map(boxes.map((box) => [box, 0]));
  /** The number of terms of a row in the chosen dictionaries. */
  const termsOf = (index) =>
    alsoIn.has(index)
      ? [groupOf[index], ...alsoIn.get(index)].filter((each) => isChosen(each, group, pair)).length
      : 1;
  const countBox = (list, value, terms) => {
    const box = list.find((each) => Number(each.value) === value);
    if (box) counts.set(box, counts.get(box) + terms);
  };
  const found = [];
  let [undone, count] = [0, 0];
  for (const index of order()) {
    if (group >= 0 && !groupsOf(index).includes(group)) continue;
    if (pair >= 0 && !groupsOf(index).some((each) => groups[each].pair === pair)) continue;
    if (query !== '' && !isIn(index)) continue;
    if (isLeft() && ticked.has(index)) continue;
    const terms = termsOf(index);
    const [isOfKind, isOfNature] = [isAmong(ofKinds, kindOf[index]), isAmong(ofNatures, natureOf.get(index))];
    if (isOfKind && isOfNature && undoing.has(index)) undone += terms;
    if (isUndoing() && !undoing.has(index)) continue;
    if (isOfNature) countBox(kindBoxes, kindOf[index], terms);
    if (isOfKind) countBox(natureBoxes, natureOf.get(index), terms);
    if (!isOfKind || !isOfNature) continue;
    found.push(index);
    count += terms;
  }
  if (undoingBox) counts.set(undoingBox, undone);
  for (const [box, terms] of counts) box.parentElement.querySelector('.count').textContent = grouped(terms);
  byId('clear').hidden = query === '' && pair < 0 && group < 0 && ofKinds.size + ofNatures.size === 0 &&
    !others.some((box) => box.checked);
  show(found, count);
  showTickShown();
}

/** Filters again, and goes back to the first term where the window is further down. */
function refilter() {
  const start = byId('terms').getBoundingClientRect().top;
  filter();
  byId('stray').hidden = true;
  if (start < 0) byId('terms').scrollIntoView();
  update();
  writeAddress();
}

function clear() {
  search.value = '';
  pairSelect.value = groupSelect.value = '-1';
  for (const box of boxes) box.checked = false;
  for (const box of others) box.checked = false;
}

function focusRow(wanted) {
  if (items.length === 0) return;
  const old = rowAt(current) || table.querySelector('tr[tabindex="0"]');
  if (old) reachable(false, ...rowsOf(old));
  current = Math.max(0, Math.min(items.length - 1, wanted));
  if (!rowAt(current)) {
    const block = Math.floor(current / BLOCK_ROWS);
    const within = (heights[block] * (current % BLOCK_ROWS)) / BLOCK_ROWS;
    scrollTo(0, scrollY + table.getBoundingClientRect().top + sum(0, block) + within - innerHeight / 2);
    update();
  }
  const row = rowAt(current);
  reachable(true, ...rowsOf(row));
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

const page = () => Math.max(1, Math.floor((innerHeight - 200) / rowHeight));
const STEPS = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: page,
  PageUp: () => -page(),
  Home: () => -Infinity,
  End: () => Infinity,
};

table.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.target.dataset.at) {
    const about = event.target.nextElementSibling;
    const fold = about && about.querySelector('details');
    if (fold) fold.open = !fold.open;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(STEPS, event.key)) return;
  event.preventDefault();
  focusRow(current + STEPS[event.key]());
});
table.addEventListener('change', ({ target }) => {
  if (!target.classList.contains('tick')) return;
  const at = Number(target.closest('tr').dataset.at);
  setTick(items[at], target);
  focusRow(at);
});
table.addEventListener('focusin', (event) => {
  const row = event.target.closest('tr[data-at]');
  if (!row) return;
  current = Number(row.dataset.at);
  chosen = items[current];
  writeAddress();
});
KEYS['/'] = () => {
  search.focus();
  search.select();
};
const tickShown = byId('tick-shown');
const areTicked = () => items.every((index) => ticked.has(index));
function showTickShown() {
  if (!tickShown) return;
  tickShown.hidden = total === 0 || items.length === 0;
  tickShown.checked = areTicked();
}
if (tickShown)
  tickShown.addEventListener('change', () => {
    for (const index of items) tickShown.checked ? ticked.add(index) : ticked.delete(index);
    writeTicks();
    showProgress();
    refilter();
  });
terms = {
  marksChanged: showTickShown,
  count: () => items.length,
  focused: () => {
    const row = document.activeElement.closest('#table tr[data-at]');
    return row ? Number(row.dataset.at) : -1;
  },
  current: () => current,
  focus: focusRow,
};
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
const [perGroup, perPair] = [groups.map(() => 0), pairs.map(() => 0)];
for (const [index, group] of groupOf.entries()) {
  // Almost all rows are in one dictionary.
  if (!movedTo.has(index) && !alsoIn.has(index)) {
    perGroup[group] += 1;
    perPair[groups[group].pair] += 1;
    continue;
  }
  for (const each of groupsOf(index)) perGroup[each] += 1;
  const pairsOf = groupsOf(index).map((each) => groups[each].pair);
  for (const pair of movedTo.has(index) ? new Set(pairsOf) : pairsOf) perPair[pair] += 1;
}
options(pairSelect, pairs.map((pair, index) => pairWords(pair) + ' (' + grouped(perPair[index]) + ')'));
/** A box that is too narrow cuts off the end, so a long name stands there. */
const groupWords = ({ name, pair }, index) =>
  pairWords(pairs[pair], true) + ' (' + grouped(perGroup[index]) + ') · \u2068' + name + '\u2069';
options(groupSelect, groups.map(groupWords));

search.addEventListener('input', refilter);
for (const control of [pairSelect, groupSelect, orderSelect, ...boxes, ...others])
  control.addEventListener('change', refilter);
byId('filters').addEventListener('click', ({ currentTarget }) => {
  currentTarget.setAttribute('aria-expanded', String(byId('bar').classList.toggle('open')));
});
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
let isPaper = false;
/** On paper is all there is, or the summary with the first resources where the box says so. */
function print(isOn) {
  if (isOn === isPaper) return;
  isPaper = isOn;
  const isWhole = isOn && !byId('paper').checked;
  if (!isOn) for (const fold of folds) fold.open = false;
  isPrinting = isWhole;
  update();
  folds = isWhole ? [...document.querySelectorAll('details:not([open])')] : [];
  for (const fold of folds) fold.open = true;
}
addEventListener('beforeprint', () => print(true));
addEventListener('afterprint', () => print(false));
matchMedia('print').addEventListener('change', ({ matches }) => print(matches));

const root = document.documentElement;
new ResizeObserver(([{ target }]) => root.style.setProperty('--bar', target.offsetHeight + 'px')).observe(byId('bar'));
root.classList.add('live');
table.classList.toggle('single', !isMany);
readFilters(addressed());
filter();
openTerm(addressed().get('term'));
addEventListener('hashchange', ({ newURL }) => {
  // By now the page itself may have written the address that it had before.
  const { hash } = new URL(newURL);
  const wanted = addressed(hash);
  if (!isOurs(hash)) return;
  readFilters(wanted);
  filter();
  openTerm(wanted.get('term'));
  update();
});
readAhead(0);
`;
