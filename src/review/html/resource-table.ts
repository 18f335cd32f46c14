import { kindNamed } from '../../kinds/registry.ts';
import { kindNoun } from '../../kinds/words.ts';
import { grouped } from '../../model/lists.ts';
import {
  type Change,
  type ChildChange,
  isRenamed,
  nameOf,
  type Plan,
  shownName,
  type TextSides,
} from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import { countedValues, type TermTally, tally, termTally } from '../../plan/counts.ts';
import { counted, groupedDigits } from '../format/text.ts';
import { type ChangeView, type NamedWords, viewWords } from '../values/change-view.ts';
import { actionWord, nameWord, remarksOf, replacementOf, talliesOf, wholeWords } from '../values/change-words.ts';
import { NOTHING_UNDONE, UNDOES, type Undone, undoesName } from '../values/undone.ts';
import { pairMarkup } from './languages.ts';
import { bulletList, type Markup, markup, NO_MARKUP, section } from './markup.ts';
import { changedChildren } from './page-data.ts';
import { changeMarkup, namedMarkup, textMarkup } from './pieces.ts';

/** Maximum number of rows on the printed summary. */
const ROWS_ON_PAPER = 16;

const TALLY_STYLES: Readonly<Record<keyof TermTally, 'gone' | 'edit' | 'new'>> = {
  removed: 'gone',
  moved: 'edit',
  movedAway: 'gone',
  renamed: 'edit',
  changed: 'edit',
  movedHere: 'new',
  added: 'new',
};

/** `1 removed, 2 changed`, each in its colour. */
export const tallyMarkup = (counts: Partial<TermTally>, view?: ChangeView): Markup =>
  markup`${talliesOf(counts).map(([kind, words], index) => {
    const number = markup`<span class="tally ${TALLY_STYLES[kind]}">${viewWords(view, words)}</span>`;
    return index === 0 ? number : markup`, ${number}`;
  })}`;

export const badge = (action: Change['action'], words: NamedWords): Markup =>
  markup`<span class="badge ${action}">${namedMarkup(words)}</span>`;

export const actionMarkup = (change: Change, view: ChangeView | undefined): Markup =>
  badge(change.action, view?.wholes.get(change) ?? { words: viewWords(view, actionWord(change.action)) });

const textRemark = (noun: string, { from = '', to = '' }: TextSides): Markup =>
  markup`${noun}: ${changeMarkup(from, to)}`;

/** Remarks about a change, besides its counts. */
function remarkItems(change: Change, view: ChangeView | undefined, undone: Undone): readonly Markup[] {
  const replacement = view === undefined ? replacementOf(change) : undefined;
  return [
    ...(isRenamed(change)
      ? [markup`${textRemark(nameWord(change.kind), nameOf(change))}${undoesName(undone, change) && `: ${UNDOES}`}`]
      : []),
    ...(undone.hasWhole(change.address) ? [markup`${UNDOES}`] : []),
    ...(view === undefined ? remarksOf(change) : []).map(({ words, address = '' }) => markup`${words}${address}`),
    ...(replacement ? [markup`${textRemark(replacement.noun, replacement)}. ${replacement.words}`] : []),
  ];
}

const sizeText = (before: number, after: number): string =>
  before === after ? groupedDigits(after) : `${groupedDigits(before)} → ${groupedDigits(after)}`;

/** The data of a row. */
interface ChildRow {
  readonly kind: Change['kind'];
  /** The name of its resource. */
  readonly resource: string;
  readonly child: ChildChange;
  readonly group: number;
  readonly counts: TermTally;
  readonly undoes: boolean;
}

/**
 * With an explicit role: on a narrow screen the rows are laid out as blocks, which browsers would not treat as a table.
 */
const cell = (inside: string | Markup, style = ''): Markup =>
  markup`<td role="cell"${style !== '' && markup` class="${style}"`}>${inside}</td>`;

function childRow({ kind, resource, child, group, counts, undoes }: ChildRow, view: ChangeView | undefined): Markup {
  const { action, address, before, after } = child;
  const name = childName(address);
  const words = action === 'update' ? viewWords(view, actionWord(action)) : wholeWords(kind, action);
  const what = markup`${badge(action, view?.wholes.get(child) ?? { words })}${undoes && ` ${UNDOES}`}`;
  const childLabel = markup`<span class="sr"> of ${textMarkup(resource)}: ${textMarkup(address)}</span>`;
  return markup`<tr class="part" role="row"><th scope="row" role="rowheader">${pairMarkup(name)}
<code>${textMarkup(name)}</code></th>
${cell(what)}${cell(tallyMarkup(counts, view))}
${cell(sizeText(before, after), 'number')}
${cell(markup`<button type="button" data-group="${group}" hidden>Show terms${childLabel}</button>`)}</tr>`;
}

function resourceRow(change: Change, view: ChangeView | undefined, undone: Undone): Markup {
  const remarks = remarkItems(change, view, undone);
  const counts = tallyMarkup(tally(countedValues(change)), view);
  const details = remarks.length > 0 && bulletList(remarks, 'notes');
  const what = markup`${actionMarkup(change, view)}<span class="sr"> ${kindNoun(kindNamed(change.kind))[0]}</span>`;
  return markup`<tr class="resource" role="row"><th scope="row" role="rowheader"><span class="name">${textMarkup(
    shownName(change),
  )}</span>
<code>${textMarkup(change.address)}</code>${details}</th>
${cell(what)}${cell(counts)}
${cell('', 'number')}${cell('')}</tr>`;
}

/** All resources of a plan in its order, with their children. A button shows the terms of one child. */
export function resourceTable(plan: Pick<Plan, 'changes'>, view?: ChangeView, undone = NOTHING_UNDONE): Markup {
  if (plan.changes.length === 0) return NO_MARKUP;
  const groups = grouped(changedChildren(plan).entries(), ([, { resource }]) => resource);
  const rows = plan.changes.flatMap((change) => [
    resourceRow(change, view, undone),
    ...(groups.get(change) ?? []).map(([group, { child }]) =>
      childRow(
        {
          kind: change.kind,
          resource: shownName(change),
          child,
          group,
          counts: termTally(plan, [child]),
          undoes: undone.hasWhole(child.address),
        },
        view,
      ),
    ),
  ]);
  const what = view === undefined ? 'What happens' : 'What differs';
  const columns = [
    markup`Resource`,
    markup`${what}`,
    markup`Changes`,
    markup`Terms`,
    markup`<span class="sr">More</span>`,
  ];
  const head = markup`<thead role="rowgroup"><tr role="row">${columns.map(
    (words) => markup`<th scope="col" role="columnheader">${words}</th>`,
  )}</tr></thead>`;
  const table = markup`
<div class="scroll" role="region" aria-label="Table of resources" tabindex="0">
<table class="resources" role="table">${head}<tbody role="rowgroup">
${rows}
</tbody></table></div>`;
  const more = rows.length - ROWS_ON_PAPER;
  const others = more > 1 && markup`<p class="paper">… and ${counted(more, 'more row')} on the page.</p>`;
  return section('resources-title', 'Resources', markup`${table}${others}`, 'overview');
}
