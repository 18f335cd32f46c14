/**
 * Part of the page's script: the terms in blocks. Only blocks near the visible part are in the document, between two
 * spacers with the height of the others. So 100,000 terms scroll like a hundred, and each row is as high as its text
 * needs.
 */
export const WINDOW_SCRIPT = `
const BLOCK_ROWS = 40;
const NEAR_PX = 800;
/** So few terms are all in the document, so that the search of the browser finds them too. */
const WHOLE_BLOCKS = 10;
/** A sheet of paper takes fifteen to thirty. */
const PRINT_MAX_ROWS = 2000;
/** Above this height browsers stop to lay out. */
const MAX_HEIGHT_PX = 15000000;

/** Numbers of rows in the order in which they are shown. */
let items = [];
/** The row that a step of the keyboard starts from. */
let current = 0;
/** The number of the row that had the focus last; undefined: none since the filters changed. */
let chosen;
let heights = new Float64Array(0);
let rowHeight = 44;
/** The blocks in the document: first, and behind the last. */
let first = 0;
let end = 0;
let bodies = [];
let isPrinting = false;

/** Lets Tab stop at a row and its controls, or keeps it from them: it stops at one row of the table. */
function reachable(isOn, ...rows) {
  for (const row of rows)
    for (const each of [row, ...row.querySelectorAll('a, summary, .tick')])
      if (each.localName !== 'tr' || each.dataset.at) each.tabIndex = isOn ? 0 : -1;
  return rows;
}

/** The rows of a term: itself, and the lines below it. */
const rowsOf = (row) => {
  const about = row.nextElementSibling;
  return about && !about.dataset.at ? [row, about] : [row];
};

function blockElement(block) {
  const body = cell('tbody', 'rowgroup', 'block');
  const stop = Math.min(items.length, (block + 1) * BLOCK_ROWS);
  for (let position = block * BLOCK_ROWS; position < stop; position += 1)
    body.append(...reachable(position === current, rowElement(position), ...aboutElements(position)));
  return body;
}

const sum = (from, to) => {
  let total = 0;
  for (let block = from; block < to; block += 1) total += heights[block];
  return total;
};

function spacer(body, height) {
  body.hidden = height < 1;
  body.firstElementChild.firstElementChild.style.height = height + 'px';
}

/** The blocks that are near the window: from, and behind the last. */
function wanted() {
  if (isPrinting) return [0, Math.min(heights.length, PRINT_MAX_ROWS / BLOCK_ROWS)];
  if (heights.length <= WHOLE_BLOCKS) return [0, heights.length];
  const start = -table.getBoundingClientRect().top - NEAR_PX;
  const stop = start + innerHeight + 2 * NEAR_PX;
  let [from, at] = [0, 0];
  while (from < heights.length - 1 && at + heights[from] < start) at += heights[from++];
  let to = from;
  while (to < heights.length && (at < stop || to === from)) at += heights[to++];
  return [from, to];
}

/** Puts the blocks near the window into the document, and keeps what is in sight where it is. */
function update() {
  const [from, to] = wanted();
  if (from === first && to === end) return;
  const anchor = bodies.find((body) => body.getBoundingClientRect().bottom > 0);
  const anchorAt = anchor ? anchor.getBoundingClientRect().top : 0;
  const active = document.activeElement;
  const kept = new Map(bodies.map((body, index) => [first + index, body]));
  for (const [block, body] of kept) if (block < from || block >= to) body.remove();
  bodies = [];
  for (let block = from; block < to; block += 1) {
    const body = kept.get(block) || blockElement(block);
    const before = bodies.length > 0 ? bodies[bodies.length - 1] : top;
    if (before.nextElementSibling !== body) before.after(body);
    bodies.push(body);
  }
  [first, end] = [from, to];
  for (const [index, body] of bodies.entries()) heights[from + index] = body.getBoundingClientRect().height;
  spacer(top, isPrinting ? 0 : sum(0, from));
  spacer(bottom, isPrinting ? 0 : sum(to, heights.length));
  if (anchor && anchor.isConnected && !isPrinting) {
    const moved = anchor.getBoundingClientRect().top - anchorAt;
    if (Math.abs(moved) > 1) scrollBy(0, moved);
  }
  if (active && active !== document.body && !active.isConnected) table.focus({ preventScroll: true });
  if (items.length > 0 && !rowAt(current)) reachable(true, ...rowsOf(rowAt(first * BLOCK_ROWS)));
}

const rowAt = (position) => table.querySelector('tr[data-at="' + position + '"]');

/** Shows rows, which are about a number of terms. */
function show(found, count) {
  const limit = Math.floor(MAX_HEIGHT_PX / rowHeight);
  items = found.length > limit ? found.slice(0, limit) : found;
  current = 0;
  chosen = undefined;
  for (const body of bodies) body.remove();
  [bodies, first, end] = [[], 0, 0];
  heights = new Float64Array(Math.ceil(items.length / BLOCK_ROWS)).fill(BLOCK_ROWS * rowHeight);
  if (heights.length > 0) heights[heights.length - 1] = (((items.length - 1) % BLOCK_ROWS) + 1) * rowHeight;
  table.setAttribute('aria-rowcount', items.length + 1);
  update();
  if (bodies.length > 0) rowHeight = Math.max(20, heights[0] / Math.min(BLOCK_ROWS, items.length));
  else spacer(bottom, 0);
  byId('none').hidden = items.length > 0;
  const cut = items.length < found.length ? '; the first ' + grouped(items.length) + ' are shown' : '';
  const share = count === allTerms ? '' : grouped(count) + ' of ';
  const rows = count > found.length ? ' in ' + counted(found.length, 'row') : '';
  byId('status').textContent = share + counted(allTerms, 'term') + rows + cut;
  const printed = 'Only the first ' + grouped(PRINT_MAX_ROWS) + ' of ' + grouped(found.length) + ' rows are printed. ';
  byId('print-note').textContent = found.length > PRINT_MAX_ROWS ? printed + 'Filter the page to print others.' : '';
}
`;
