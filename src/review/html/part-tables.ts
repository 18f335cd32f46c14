import { isInstruction } from '../../kinds/style-list/style-list.ts';
import { shownName, valuesIn } from '../../model/plan/change-values.ts';
import type { Change, Plan } from '../../model/plan/plan.ts';
import { changeKind, type Value, type ValueChange, type ValueKey } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { revealed } from '../format/escape.ts';
import { valuesBelow } from '../plan/change-words.ts';
import { blocks, changedFields, rawName, rawValue } from '../plan/value-words.ts';
import { type Markup, markup, NO_MARKUP, section, tableHead } from './markup.ts';
import { piecesMarkup, sidePieces, textMarkup } from './pieces.ts';
import { actionMarkup, tallyMarkup } from './resource-table.ts';

/** `file:line`, as editors take it. */
export function place(at: SourceRef | undefined): Markup {
  if (at === undefined) return NO_MARKUP;
  const steps = `${revealed(at.file)}:${at.line}`.split(/(?<=\/)/);
  return markup`<bdi>${steps.map((step) => markup`<span class="step">${step}</span>`)}</bdi>`;
}

interface PartRow {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly name: Markup;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** What stands behind the new value. */
  readonly note?: string;
  readonly at?: SourceRef | undefined;
}

const KIND_STYLES = { added: 'new', changed: 'edit', removed: 'gone' } as const;

function partRow({ kind, name, from, to, note = '', at }: PartRow): Markup {
  const pieces = sidePieces(from, to);
  const before = from === undefined ? NO_MARKUP : piecesMarkup(pieces.from, 'del');
  const after = to === undefined ? NO_MARKUP : piecesMarkup(pieces.to, 'ins');
  return markup`<tr><td><span class="badge ${KIND_STYLES[kind]}">${kind}</span></td>
<th scope="row">${name}</th><td class="before">${before}</td><td class="after">${after}${note}</td>
<td class="place">${place(at)}</td></tr>`;
}

/** What a row is about. `field`: the one field of an instruction that it shows. */
function nameMarkup(key: ValueKey, value: Value, field = ''): Markup {
  const name = textMarkup(rawName(key, value));
  if (key[0] === 'rule') return markup`<code>${name}</code>`;
  const quiet = field !== '' && markup` <span class="quiet">${field}</span>`;
  return markup`${key[0] === 'instruction' && markup`<span class="sr">instruction </span>`}${name}${quiet}`;
}

/** The prompt of an instruction is a row under its label. Each other field that changes has its own row. */
function valueRows(value: ValueChange): readonly Markup[] {
  const { key, from, to, at } = value;
  if (isInstruction(from) && isInstruction(to))
    return changedFields(from, to).map(([field, before, after]) => {
      const name = nameMarkup(key, from, field === 'prompt' ? '' : field);
      return partRow({ kind: 'changed', name, from: before, to: after, at });
    });
  const text = (side: Value | undefined) => (side === undefined ? undefined : rawValue(key, side));
  const name = nameMarkup(key, to ?? from ?? '');
  return [partRow({ kind: changeKind(value), name, from: text(from), to: text(to), note: blocks(key, to), at })];
}

function changeTable(change: Change, column: string): Markup {
  const rows = valuesBelow(change).flatMap(valueRows);
  const head = markup`<h3>${textMarkup(shownName(change))} <code>${textMarkup(change.address)}</code>
${actionMarkup(change.action)} ${tallyMarkup(valuesIn(change, 'rule', 'instruction'))}</h3>`;
  if (rows.length === 0) return head;
  return markup`${head}
<table class="parts">${tableHead('Change', column, 'Before', 'After', 'Where')}<tbody>
${rows}
</tbody></table>`;
}

/** The sections of the page for what is no dictionary. */
export const PART_SECTIONS = [
  { kind: 'style-list', id: 'lists-title', title: 'Style lists', column: 'Rule or instruction' },
  { kind: 'developer-key', id: 'keys-title', title: 'Developer keys', column: 'Limit' },
] as const;

/** The rules, instructions and limits that a plan adds, changes and removes, resource by resource. */
export const partTables = ({ changes }: Plan): readonly Markup[] =>
  PART_SECTIONS.map(({ kind, id, title, column }) => {
    const tables = changes.filter((change) => change.kind === kind).map((change) => changeTable(change, column));
    return tables.length === 0 ? NO_MARKUP : section(id, title, tables);
  });
