import { anyChildNoun } from '../../kinds/words.ts';
import { capitalised } from '../format/text.ts';
import type { ChangeView } from '../plan/change-view.ts';
import { TERM_KINDS } from '../plan/term-kinds.ts';
import { type Markup, markup, NO_MARKUP } from './markup.ts';
import type { PageData } from './page-data.ts';
import { namedMarkup } from './pieces.ts';

const select = (id: string, label: string, options: Markup): Markup =>
  markup`<div><label for="${id}">${label}</label><select id="${id}">${options}</select></div>`;

const all = (words: string): Markup => markup`<option value="-1">${words}</option>`;

const orders = (child: string): Markup => markup`<option value="plan">By ${child}, losses first</option>
<option value="source">By source term</option>`;

function kindBoxes(data: PageData): Markup {
  const present = new Set(data.rows.map(([kind]) => kind));
  const boxes = TERM_KINDS.flatMap((kind, index) => {
    if (!present.has(index)) return [];
    const words = data.kinds[index]?.words ?? kind;
    return markup`<label><input type="checkbox" value="${index}">${words} <span class="count"></span></label>`;
  });
  const legend = markup`<legend class="sr">Kinds of change; none checked shows all</legend>`;
  return markup`<fieldset id="kinds">${legend}${boxes}</fieldset>`;
}

function filters(data: PageData): Markup {
  const [child, children] = anyChildNoun();
  return markup`<div id="bar" role="search" aria-label="Changed terms"><div class="controls">
<div><label for="search">Search in source and translation</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"></div>
${select('pair', 'Languages', all('All languages'))}${select('group', capitalised(child), all(`All ${children}`))}
${select('order', 'Order', orders(child))}<button type="button" id="clear" hidden>Clear filters</button>
<p id="status" role="status"></p></div>${kindBoxes(data)}</div>`;
}

/** Why there are fewer rows than entries of the service that change. */
const twice = (renamed: number): Markup =>
  renamed === 0
    ? NO_MARKUP
    : markup`<p class="meta">A term whose source phrase changes is one row here.
For the service, it is one entry removed and one added.</p>`;

const column = (style: string, words: string | Markup): Markup =>
  markup`<th scope="col" role="columnheader" class="${style}">${words}</th>`;

/** What the sides of a term of a plan are called. */
const PLAN_SIDES = [{ words: 'Translation before' }, { words: 'Translation after' }] as const;

const columns = ([before, after]: ChangeView['sides']): readonly Markup[] => [
  column('kind', 'Change'),
  column('dictionary', 'Languages'),
  column('source', 'Source term'),
  column('before', namedMarkup(before)),
  column('after', namedMarkup(after)),
  column('place', 'Where'),
];

/** As high as the rows that are not in the document. */
const spacer = (id: string): Markup =>
  markup`<tbody id="${id}" class="spacer" aria-hidden="true" hidden><tr><td colspan="6"></td></tr></tbody>`;

/**
 * The table that the script fills, and what filters it. `renamed`: how many terms of a plan have another source
 * phrase.
 */
export function termSection(data: PageData, renamed = 0, sides: ChangeView['sides'] = PLAN_SIDES): Markup {
  if (data.rows.length === 0) return NO_MARKUP;
  const steps = ['↓', '↑', 'PageDown', 'PageUp'].map((key) => markup`<kbd>${key}</kbd> `);
  return markup`<section id="terms" aria-labelledby="terms-title" tabindex="-1">
<h2 id="terms-title">Changed terms</h2>
<span class="quiet" id="keys">Keys: <kbd>/</kbd> search, ${steps}step through the terms</span>
${twice(renamed)}
<p class="scriptless">A script in this file shows the terms, but scripts are switched off.</p>
${filters(data)}
<p id="print-note"></p>
<table id="table" role="table" aria-labelledby="terms-title" aria-rowcount="${data.rows.length + 1}" tabindex="-1">
<thead role="rowgroup"><tr role="row" aria-rowindex="1">${columns(sides)}</tr></thead>
${spacer('above')}${spacer('below')}
</table><p id="none" hidden>No term matches these filters.</p></section>`;
}
