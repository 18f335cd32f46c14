import { anyChildNoun } from '../../kinds/words.ts';
import type { Tally } from '../../plan/counts.ts';
import { capitalised } from '../format/text.ts';
import type { ChangeView } from '../values/change-view.ts';
import { UNDOES } from '../values/undone.ts';
import { type Markup, markup, NO_MARKUP } from './markup.ts';
import type { PageData } from './page-data.ts';
import { namedMarkup } from './pieces.ts';
import { REVIEW_CONTROLS, STORED_NOTE, TICK_ALL } from './review-controls.ts';

const select = (id: string, label: string, options: Markup): Markup =>
  markup`<div><label for="${id}">${label}</label><select id="${id}">${options}</select></div>`;

const all = (words: string): Markup => markup`<option value="-1">${words}</option>`;

const ORDERS = markup`<option value="plan">Losses first</option>
<option value="source">By source term</option>`;

/** Checkboxes for properties that some rows have; hidden if no row has one. */
function boxes(id: string, legend: string, words: readonly string[], present: ReadonlySet<number | null>): Markup {
  const found = words.flatMap((each, index) =>
    present.has(index)
      ? markup`<label><input type="checkbox" value="${index}">${each} <span class="count"></span></label>`
      : [],
  );
  const all = markup`<legend class="sr">${legend}; none checked shows all</legend>`;
  return markup`<fieldset id="${id}"${found.length === 0 && markup` hidden`}>${all}${found}</fieldset>`;
}

function kindBoxes({ kinds, natures, rows }: PageData, isReviewed: boolean): Markup {
  const words = (list: PageData['kinds']): readonly string[] => list.map((each) => each.words);
  const kindChoices = boxes('kinds', 'Kinds of change', words(kinds), new Set(rows.kindOf));
  const present = new Set(rows.natureOf.map(([, nature]) => nature));
  const natureChoices = boxes('natures', 'Differences that are easily overlooked', words(natures), present);
  const box = markup`<label><input type="checkbox" id="undoing">${UNDOES} <span class="count"></span></label>`;
  const undoing =
    rows.undoing.length > 0 &&
    markup`<fieldset id="drift"><legend class="sr">Changes on the service</legend>${box}</fieldset>`;
  const left = markup`<label><input type="checkbox" id="left">not reviewed</label>`;
  const review = markup`<fieldset id="review"><legend class="sr">Review</legend>${isReviewed && left}${
    REVIEW_CONTROLS
  }</fieldset>`;
  return markup`<div class="chips">${kindChoices}${undoing}${review}${natureChoices}</div>`;
}

const UNCHANGED = markup`autocomplete="off" spellcheck="false"`;
const SEARCH = markup`<input id="search" type="search" placeholder="Search terms" ${UNCHANGED} aria-keyshortcuts="/">`;

function filters(data: PageData, isReviewed: boolean): Markup {
  const [child, children] = anyChildNoun();
  return markup`<div id="bar" role="search" aria-label="Changed terms"><div class="controls">
<div class="find"><label for="search">Search in source and translation</label>
${SEARCH}</div>
<button type="button" id="filters" aria-expanded="false" aria-controls="selects">Filters</button>
<div id="selects">${select('pair', 'Languages', all('All languages'))}${select(
    'group',
    capitalised(child),
    all(`All ${children}`),
  )}${select('order', 'Order', ORDERS)}</div>
<button type="button" id="clear" hidden>Clear filters</button>
<p id="status" role="status"></p></div>${kindBoxes(data, isReviewed)}</div>`;
}

const sharedRows = (): string => `A term that several ${anyChildNoun()[1]} inherit is one row here.`;

/** Why the table has fewer rows than the number of changed entries on the service. */
const twice = ({ moved = 0, renamed = 0 }: Partial<Tally>, { alsoIn }: PageData['rows']): Markup =>
  markup`${
    moved + renamed > 0 &&
    markup`<p class="meta">A term that is renamed or moved is one row here.
For the service, it is one entry removed and one added.</p>`
  }${alsoIn.length > 0 && markup`<p class="meta">${sharedRows()}</p>`}`;

const column = (style: string, words: string | Markup): Markup =>
  markup`<th scope="col" role="columnheader" class="${style}">${words}</th>`;

/** The titles of the two sides of a plan's terms. */
const PLAN_SIDES = [{ words: 'Translation before' }, { words: 'Translation after' }] as const;

function columns(sides: ChangeView['sides'] | undefined): readonly Markup[] {
  const [before, after] = sides ?? PLAN_SIDES;
  return [
    column('kind', markup`${sides === undefined && TICK_ALL}Change`),
    column('dictionary', 'Languages'),
    column('source', 'Source term'),
    column('before', namedMarkup(before)),
    column('after', namedMarkup(after)),
    column('place', 'Where'),
  ];
}

/** A spacer with the height of the rows that are not in the document. */
const spacer = (id: string): Markup =>
  markup`<tbody id="${id}" class="spacer" aria-hidden="true" hidden><tr><td colspan="6"></td></tr></tbody>`;

/** The table that the script fills, with its filters. `counts`: numbers of terms in a plan. */
export function termSection(data: PageData, counts: Partial<Tally> = {}, sides?: ChangeView['sides']): Markup {
  if (data.rows.length === 0) return NO_MARKUP;
  return markup`<section id="terms" aria-labelledby="terms-title" tabindex="-1">
<h2 id="terms-title">Changed terms</h2>
<p class="scriptless">A script in this file shows the terms, but scripts are switched off.</p>
${filters(data, sides === undefined)}
<p id="stray" role="status" hidden></p>
<p id="print-note"></p>
<table id="table" role="table" aria-labelledby="terms-title" aria-rowcount="${data.rows.length + 1}" tabindex="-1">
<thead role="rowgroup"><tr role="row" aria-rowindex="1">${columns(sides)}</tr></thead>
${spacer('above')}${spacer('below')}
</table><p id="none" hidden>No term matches these filters.</p>
${twice(counts, data.rows)}${sides === undefined && STORED_NOTE}</section>`;
}
