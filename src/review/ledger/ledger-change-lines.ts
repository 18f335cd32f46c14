import { kindNamed } from '../../kinds/registry.ts';
import { partsBelow, partWords } from '../../kinds/words.ts';
import { childName } from '../../model/resources/address.ts';
import type { Value, ValueChange } from '../../model/resources/value.ts';
import { termTally } from '../../plan/counts.ts';
import type { LedgerChange, LedgerChildChange } from '../../plan/diff/diff-ledgers.ts';
import { shown, visible } from '../format/escape.ts';
import { groupedDigits } from '../format/text.ts';
import { childLines, editText, type ListStyle, linesOfTerms, partLines, valueLines } from '../plan/change-lines.ts';
import { movedHereLines, wholeWords } from '../plan/change-words.ts';
import { planTerms } from '../plan/term-kinds.ts';
import { valueName, valueText } from '../plan/value-words.ts';

export interface LedgerStyle extends ListStyle {
  /** All changes of the entry, since a term may move from one resource to another one. */
  readonly all: { readonly changes: readonly LedgerChange[] };
  /** Show the ids of what came and went. */
  readonly ids: boolean;
}

const MARKS = { added: '+', changed: '~', moved: '~', removed: '-' } as const;

/** A single value is shown where it stands on both sides: what came or went has its name in the heading. */
function changeLines(
  change: ValueChange,
  { kind, action }: LedgerChange,
  { colors, ids }: LedgerStyle,
): readonly string[] {
  const { key, from, to } = change;
  const isEdit = from !== undefined && to !== undefined;
  const side = (value: Value | undefined): string =>
    value === undefined ? (partWords(key[0]).absent ?? '') : valueText(key, value);
  if (key[0] === 'id') {
    if (isEdit) return [`id: ${side(from)} → ${side(to)}`];
    return ids ? [colors.dim(`id: ${side(to ?? from)}`)] : [];
  }
  if (key[0] === 'protect') return isEdit ? [to ? 'protected from now on' : 'no longer protected'] : [];
  const { inHeading, absent } = partWords(key[0]);
  if (inHeading === true) return to === true ? [colors.red(`${side(to)} for good`)] : [];
  if (absent !== undefined) {
    if (action === 'removed') return [];
    return [`${valueName(key, to)}: ${from === undefined ? '' : `${side(from)} → `}${side(to)}`];
  }
  if (partsBelow(kindNamed(kind)).includes(key[0])) return valueLines(change, colors);
  return isEdit ? [`${valueName(key, to)}: ${editText(String(from), String(to), colors)}`] : [];
}

const childWordsOf = (kind: LedgerChange['kind'], { action, before, after }: LedgerChildChange): string =>
  action === 'changed'
    ? `${groupedDigits(before)} → ${groupedDigits(after)}`
    : wholeWords(kind, action === 'added' ? 'create' : 'delete');

/**
 * What changed of one resource between two entries of the ledger: the resource, then its values and children as a
 * plan shows them.
 */
export function ledgerChangeLines(change: LedgerChange, style: LedgerStyle): readonly string[] {
  const { colors } = style;
  const { kind, action, address, movedFrom, name, values, children } = change;
  const paint = { added: colors.green, changed: colors.yellow, moved: colors.yellow, removed: colors.red }[action];
  const shownName = name === undefined ? '' : `  "${shown(name)}"`;
  const from = movedFrom === undefined ? '' : `  (was ${visible(movedFrom)})`;
  return [
    `${paint(`${MARKS[action]} ${action} ${visible(address)}`)}${shownName}${colors.dim(from)}`,
    ...partLines(values, style, (value) => changeLines(value, change, style)),
    ...children.flatMap((child) =>
      childLines(
        {
          name: childName(child.address),
          words: childWordsOf(kind, child),
          counts: termTally(style.all, [child]),
          rows: linesOfTerms(planTerms(style.all)(child), childName(child.address)),
          notes: movedHereLines(style.all, child),
        },
        style,
      ),
    ),
  ];
}
