import type { Value, ValueChange } from '../../model/resources/value.ts';
import type { LedgerChange, LedgerChildChange } from '../../plan/diff/diff-ledgers.ts';
import { shown, visible } from '../format/escape.ts';
import { groupedDigits } from '../format/text.ts';
import { dictionaryLines, editText, type ListStyle, partLines, valueLines } from '../plan/change-lines.ts';
import { DICTIONARY_ACTIONS } from '../plan/change-words.ts';
import { valueName, valueText } from '../plan/value-words.ts';

export interface LedgerStyle extends ListStyle {
  /** Show the ids of what came and went. */
  readonly ids: boolean;
}

const MARKS = { added: '+', changed: '~', moved: '~', removed: '-' } as const;

/** A single value is shown where it stands on both sides: what came or went has its name in the heading. */
function changeLines(change: ValueChange, { action }: LedgerChange, { colors, ids }: LedgerStyle): readonly string[] {
  const { key, from, to } = change;
  const isEdit = from !== undefined && to !== undefined;
  const side = (value: Value | undefined): string => (value === undefined ? 'not managed' : valueText(key, value));
  switch (key[0]) {
    case 'id':
      if (isEdit) return [`id: ${side(from)} → ${side(to)}`];
      return ids ? [colors.dim(`id: ${side(to ?? from)}`)] : [];
    case 'protect':
      return isEdit ? [to ? 'protected from now on' : 'no longer protected'] : [];
    case 'deactivated':
      return to === true ? [colors.red('deactivated for good')] : [];
    case 'limit':
      if (action === 'removed') return [];
      return [`${valueName(key, to)}: ${from === undefined ? '' : `${side(from)} → `}${side(to)}`];
    case 'rule':
    case 'instruction':
      return valueLines(change, colors);
    default:
      return isEdit ? [`${key[0]}: ${editText(String(from), String(to), colors)}`] : [];
  }
}

const dictionaryWords = ({ action, before, after }: LedgerChildChange): string =>
  ({
    added: DICTIONARY_ACTIONS.create,
    removed: DICTIONARY_ACTIONS.delete,
    changed: `${groupedDigits(before)} → ${groupedDigits(after)}`,
  })[action];

/**
 * What changed of one resource between two entries of the ledger: the resource, then its values and dictionaries as a
 * plan shows them.
 */
export function ledgerChangeLines(change: LedgerChange, style: LedgerStyle): readonly string[] {
  const { colors } = style;
  const { action, address, movedFrom, name, values, children } = change;
  const paint = { added: colors.green, changed: colors.yellow, moved: colors.yellow, removed: colors.red }[action];
  const shownName = name === undefined ? '' : `  "${shown(name)}"`;
  const from = movedFrom === undefined ? '' : `  (was ${visible(movedFrom)})`;
  return [
    `${paint(`${MARKS[action]} ${action} ${visible(address)}`)}${shownName}${colors.dim(from)}`,
    ...partLines(values, style, (value) => changeLines(value, change, style)),
    ...children.flatMap((child) =>
      dictionaryLines(child.address.slice(child.address.indexOf('/') + 1), dictionaryWords(child), child.values, style),
    ),
  ];
}
