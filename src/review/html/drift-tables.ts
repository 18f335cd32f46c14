import { kindAt, kindNamed } from '../../kinds/registry.ts';
import { type Change, type ChildChange, isRenamed, nameOf, shownName } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import type { TermChanges } from '../../plan/term-pairs.ts';
import { type Conflict, conflictCount, conflictSides, driftConflicts, placesCount } from '../drift/conflicts.ts';
import { driftChanges } from '../drift/drift-changes.ts';
import { driftLine, sameText } from '../drift/drift-text.ts';
import type { FileLinks } from '../format/file-links.ts';
import { type LanguageOfText, languageOfText, languagesIn } from '../format/language.ts';
import { counted } from '../format/text.ts';
import type { ChangeView, ViewedChanges } from '../values/change-view.ts';
import { elsewhereLines, nameWord, sharingOnly, sharingText, valuesBelow } from '../values/change-words.ts';
import { planTerms, type TermChange, type TermsOf } from '../values/term-kinds.ts';
import { pairMarkup } from './languages.ts';
import { bulletList, folded, type Markup, markup, NO_MARKUP, section, tableHead } from './markup.ts';
import { LINES_OPEN, notice } from './notices.ts';
import type { RowOptions } from './page-data.ts';
import { nameMarkup, partRow, place, valueRows } from './part-tables.ts';
import { changedPieces, changeMarkup, languageAttributes, piecesMarkup, textMarkup } from './pieces.ts';
import { actionMarkup, badge } from './resource-table.ts';

/** Maximum number of rows of drift on the page of a plan. The page of drift has all of them. */
const ROWS_MAX = 500;

/** One side of a conflict, with its differences from the base if one is given. */
function conflictSide(text: string | undefined, language: LanguageOfText, base = ''): Markup {
  if (text === undefined) return markup`<td><span class="quiet">not there</span></td>`;
  const { to } = changedPieces(base, text);
  // A side that has nothing in common with the base is marked as a whole.
  const pieces = to.length === 1 && base !== text ? ['', ...to] : to;
  const inside = base === '' ? textMarkup(text, language) : piecesMarkup(pieces, 'ins', language);
  return markup`<td${languageAttributes(language)}>${inside}</td>`;
}

function conflictRow(conflict: Conflict, links: FileLinks | undefined): Markup {
  const { address, name: resource, value, places } = conflict;
  const { base, ours, theirs } = conflictSides(conflict);
  const name = nameMarkup(kindAt(address), value.key, value.base ?? value.ours ?? value.theirs ?? '');
  const [from = {}, to = {}] = languagesIn(address.slice(address.indexOf('/') + 1)).map(languageOfText);
  const codes = places.map((each) => markup`<code>${textMarkup(each)}</code>`);
  const where =
    places.length > 1 ? folded(placesCount(conflict), bulletList(codes)) : markup`${textMarkup(resource)} ${codes}`;
  return markup`<tr><th scope="row"><div${languageAttributes(from)}>${name}</div>
${where}</th>
${conflictSide(base === '' ? undefined : base, to)}${conflictSide(ours, to, base)}${conflictSide(theirs, to, base)}
<td class="place">${place(value.at, links)}</td></tr>`;
}

/** Values that were changed both in the files and outside git, with all sides. */
export function conflictTable(drift: Drift, links: FileLinks | undefined): Markup {
  const conflicts = driftConflicts(drift);
  if (conflicts.length === 0) return NO_MARKUP;
  const head = tableHead('Value', 'After the last apply', 'In the files', 'On the service', 'Where');
  return section(
    'conflicts-title',
    `${counted(conflictCount(conflicts), 'conflict')}: changed in the files and outside git`,
    markup`<table class="parts conflicts">${head}<tbody>
${conflicts.map((conflict) => conflictRow(conflict, links))}
</tbody></table>`,
  );
}

/** A term that was changed outside git. */
function termRow(term: TermChange, [from = {}, to = {}]: readonly LanguageOfText[], options: RowOptions): Markup {
  const { kind, before, after, at } = term;
  const [old = '', now = ''] = [before?.source ?? after?.source, after?.source ?? before?.source];
  const source = old === now ? textMarkup(now, from) : changeMarkup(old, now);
  const name = markup`<div${languageAttributes(from)}>${source}</div>`;
  return partRow({ kind, name, from: before?.target, to: after?.target, at, language: to }, options);
}

/** The rows of a change, and those of each of its children, with a heading for each list. A row is made on demand. */
function listsOf(changes: TermChanges, change: Change, terms: TermsOf, view: ChangeView, options: RowOptions) {
  const kind = kindNamed(change.kind);
  const { from, to } = nameOf(change);
  const name = markup`${nameWord(change.kind)}`;
  const renamed = isRenamed(change) ? [() => partRow({ kind: 'changed', name, from, to }, options)] : [];
  const values = valuesBelow(change).map((value) => () => markup`${valueRows(kind, value, options, false)}`);
  const whole = view.wholes.get(change) !== undefined && actionMarkup(change, view);
  const child = (each: ChildChange) => {
    const words = view.wholes.get(each);
    const languages = languagesIn(childName(each.address)).map(languageOfText);
    return {
      head: markup`${pairMarkup(childName(each.address))} <code>${textMarkup(each.address)}</code> ${
        words !== undefined && badge(each.action, words)
      }`,
      rows: terms(each).map((term) => () => termRow(term, languages, options)),
      notes: elsewhereLines(changes, each),
    };
  };
  const head = markup`${textMarkup(shownName(change))} <code>${textMarkup(change.address)}</code> ${whole}`;
  return [{ head, rows: [...renamed, ...values], notes: [] }, ...change.children.map(child)];
}

/** Tables of the changes outside git, except conflicts. */
function changeTables({ changes, view }: ViewedChanges, links: FileLinks | undefined) {
  const [before, after] = view.sides;
  const columns = tableHead('Change', 'Value', before.words, after.words, 'Where');
  const terms = planTerms({ changes });
  const sharing = sharingOnly({ changes });
  const others = sharingText(sharing);
  const lists = changes
    .filter((change) => !sharing.includes(change))
    .flatMap((change) => listsOf({ changes }, change, terms, view, { view, links }));
  const count = lists.reduce((sum, { rows }) => sum + rows.length, 0);
  let left = count > ROWS_MAX + 1 ? ROWS_MAX : count;
  const tables = lists.map(({ head, rows, notes }) => {
    const shown = rows.slice(0, left);
    left -= shown.length;
    const table = markup`<table class="parts">${columns}<tbody>
${shown.map((row) => row())}
</tbody></table>`;
    return markup`<h3>${head}</h3>
${shown.length > 0 && table}${notes.map((note) => markup`<p class="meta">${note}.</p>`)}`;
  });
  const shared = others !== undefined && markup`<p>${others}.</p>`;
  return { tables: markup`${tables}${shared}`, count };
}

/**
 * The drift on the page of a plan, in a box: tables in neutral colours, open if the plan overwrites some of it. Without
 * drift, a line in small print.
 */
export function driftNotice(
  drift: Drift | undefined,
  { links, isUndone }: { readonly links: FileLinks | undefined; readonly isUndone: boolean },
): Markup {
  if (drift === undefined) return NO_MARKUP;
  if (drift.resources.length === 0) return markup`<p class="meta">${driftLine(drift)}</p>`;
  const { tables, count } = changeTables(driftChanges(drift), links);
  const same = sameText(drift);
  const more = count - ROWS_MAX;
  const rest =
    more > 1 && markup`<p>… and ${counted(more, 'more row')}; lexform drift --report html=drift.html shows all.</p>`;
  const shown = markup`<div class="neutral">${conflictTable(drift, links)}
${tables}${rest}${same !== '' && markup`<p class="meta">${same}</p>`}</div>`;
  const details = folded('Show what was changed outside git', shown, isUndone || count <= LINES_OPEN);
  return notice('drift-title', false, driftLine(drift), details);
}
