import { pairKey } from '../../model/entries/language-pair.ts';
import { tally } from '../../plan/counts.ts';
import type { Change, DictionaryChange, Plan, StyleListChange } from '../../plan/plan.ts';
import { counted, groupedDigits } from '../format/plural.ts';
import { bulletList, folded, type Markup, markup, NO_MARKUP } from './markup.ts';
import { dictionariesOf } from './page-data.ts';
import { changeMarkup, textMarkup } from './pieces.ts';

export const ACTION_WORDS = {
  create: 'create',
  update: 'change',
  delete: 'delete',
  replace: 'replace',
  deactivate: 'deactivate',
} as const;

/** More rows than these are folded away, so that the terms stay in sight. */
const ROWS_OPEN = 30;

type Countable = readonly { readonly kind: 'added' | 'changed' | 'removed' }[];

/** `−1 ~2 +3`, in words for whoever listens. */
export function tallyMarkup(changes: Countable): Markup {
  const { added, changed, removed } = tally(changes);
  const parts = [
    ['gone', '−', removed, 'removed'],
    ['edit', '~', changed, 'changed'],
    ['new', '+', added, 'added'],
  ] as const;
  return markup`${parts
    .filter(([, , count]) => count > 0)
    .map(([style, mark, count, word]) => {
      const number = markup`<span aria-hidden="true">${mark}</span>${groupedDigits(count)}`;
      return markup`<span class="tally ${style}">${number}<span class="sr"> ${word} </span></span>`;
    })}`;
}

export const actionMarkup = (action: keyof typeof ACTION_WORDS): Markup =>
  markup`<span class="badge ${action}">${ACTION_WORDS[action]}</span>`;

/** What a reader must know of a change beside its counts. */
function notesOf(change: Change): readonly Markup[] {
  const { action, adopted, nameBefore, nameAfter } = change;
  const noun = change.kind === 'developer-key' ? 'label' : 'name';
  const isRenamed = nameBefore !== undefined && nameAfter !== undefined && nameBefore !== nameAfter;
  return [
    ...(isRenamed ? [markup`${noun}: ${changeMarkup(nameBefore, nameAfter)}`] : []),
    ...(adopted && (action === 'update' || action === 'deactivate') ? [markup`matched by its ${noun}`] : []),
    ...(change.kind === 'style-list' && change.leftOf !== undefined
      ? [markup`left over from the replacement of ${change.leftOf}`]
      : []),
    ...(action === 'delete' ? [markup`cannot be undone`] : []),
    ...(action === 'deactivate' ? [markup`cannot be undone; whatever uses the key stops working at once`] : []),
    ...(action === 'replace' ? [replaceNote(change)] : []),
  ];
}

const replaceNote = ({ languageBefore = '', languageAfter = '' }: StyleListChange): Markup =>
  markup`language: ${changeMarkup(languageBefore, languageAfter)}. The language of a style list cannot be changed:
a new list with a NEW id replaces it. Update every use of the old id.`;

const sizeText = (before: number, after: number): string =>
  before === after ? groupedDigits(after) : `${groupedDigits(before)} → ${groupedDigits(after)}`;

const DICTIONARY_WORDS = { create: 'new dictionary', update: 'change', delete: 'dictionary deleted' } as const;

function dictionaryRow({ action, pair, entries, before, after }: DictionaryChange, group: number): Markup {
  const name = pairKey(pair);
  return markup`<tr class="part"><th scope="row">${textMarkup(name.replace('->', ' → '))}</th>
<td><span class="badge ${action}">${DICTIONARY_WORDS[action]}</span></td><td>${tallyMarkup(entries)}</td>
<td class="number">${sizeText(before, after)}</td>
<td><button type="button" data-group="${group}" hidden>Show terms<span class="sr"> of ${textMarkup(
    name,
  )}</span></button></td></tr>`;
}

const KIND_NOUNS = { glossary: 'glossary', 'style-list': 'style list', 'developer-key': 'developer key' } as const;

function resourceRow(change: Change): Markup {
  const name = change.nameAfter ?? change.nameBefore ?? '';
  const parts: Countable = change.kind === 'style-list' ? [...change.rules, ...change.instructions] : [];
  const notes = notesOf(change);
  const details = notes.length > 0 && bulletList(notes, 'notes');
  return markup`<tr class="resource"><th scope="row"><span class="name">${textMarkup(name)}</span>
<code>${textMarkup(change.address)}</code>${details}</th>
<td>${actionMarkup(change.action)}<span class="sr"> ${KIND_NOUNS[change.kind]}</span></td><td>${tallyMarkup(parts)}</td>
<td class="number"></td><td class="calls">${counted(change.operations.length, 'call')}</td></tr>`;
}

/**
 * Every resource of a plan in its order, and the dictionaries of each glossary. A button shows the terms of one
 * dictionary.
 */
export function resourceTable(plan: Plan): Markup {
  if (plan.changes.length === 0) return NO_MARKUP;
  const ofGlossary = new Map<Change, Markup[]>(plan.changes.map((change) => [change, []]));
  for (const [group, { glossary, dictionary }] of dictionariesOf(plan).entries())
    ofGlossary.get(glossary)?.push(dictionaryRow(dictionary, group));
  const rows = plan.changes.flatMap((change) => [resourceRow(change), ...(ofGlossary.get(change) ?? [])]);
  const count = markup`<span class="count">${groupedDigits(plan.changes.length)}</span>`;
  const head = markup`<thead><tr><th scope="col">Resource</th><th scope="col">What happens</th>
<th scope="col">Changes</th><th scope="col" class="number">Terms</th>
<th scope="col"><span class="sr">More</span></th></tr></thead>`;
  const table = markup`
<div class="scroll" role="region" aria-labelledby="resources-title" tabindex="0"><table class="resources">${head}<tbody>
${rows}
</tbody></table></div>`;
  const title = markup`<h2 id="resources-title">Resources ${count}</h2>`;
  return markup`<section aria-labelledby="resources-title">${folded(title, table, rows.length <= ROWS_OPEN)}</section>`;
}
