import type { Colors } from 'picocolors/types.js';
import { changeKind, type Value, type ValueChange } from '../../model/resources/value.ts';
import type { LedgerChange, LedgerChildChange } from '../../plan/diff/diff-ledgers.ts';
import { inPlace, visible } from '../format/escape.ts';
import { groupedDigits } from '../format/plural.ts';
import { cut } from '../format/truncate.ts';
import { editText, valueLines } from '../plan/change-lines.ts';
import { tallyText } from '../plan/tally-text.ts';
import { partsOf, valueName, valueText } from '../plan/value-words.ts';

export interface LedgerStyle {
  readonly colors: Colors;
  /** Most lines of one dictionary, or of one list. Removed ones are never cut. */
  readonly max: number;
  /** What shows all of them. */
  readonly more: string;
  /** Show the ids of what came and went. */
  readonly ids: boolean;
}

const MARKS = { added: '+', changed: '~', moved: '~', removed: '-' } as const;

const hiddenLine = (count: number, { more }: LedgerStyle): readonly string[] =>
  count === 0 ? [] : [`    … and ${groupedDigits(count)} more; ${more} shows all`];

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

const withKind = (change: ValueChange) => ({ ...change, kind: changeKind(change) });

function childLines({ address, action, before, after, values }: LedgerChildChange, style: LedgerStyle) {
  const { colors, max } = style;
  const word = {
    added: 'new dictionary',
    removed: 'dictionary deleted',
    changed: `${groupedDigits(before)} → ${groupedDigits(after)}`,
  }[action];
  const changes = values.map(withKind);
  const shown = cut(changes, max);
  return [
    `  ${colors.bold(visible(address.slice(address.indexOf('/') + 1)))}  ${tallyText(changes)}  (${word})`,
    ...shown.flatMap((each) => valueLines(each, colors)).map((line) => `    ${line}`),
    ...hiddenLine(values.length - shown.length, style),
  ];
}

/**
 * What changed of one resource between two entries of the ledger: the resource, then its values and dictionaries as a
 * plan shows them.
 */
export function ledgerChangeLines(change: LedgerChange, style: LedgerStyle): readonly string[] {
  const { colors, max } = style;
  const { action, address, movedFrom, name, values, children } = change;
  const paint = { added: colors.green, changed: colors.yellow, moved: colors.yellow, removed: colors.red }[action];
  const shownName = name === undefined ? '' : `  "${inPlace(visible(name))}"`;
  const from = movedFrom === undefined ? '' : `  (was ${visible(movedFrom)})`;
  const shown = partsOf(values.map(withKind)).flatMap(([, part]) => cut(part, max));
  return [
    `${paint(`${MARKS[action]} ${action} ${visible(address)}`)}${shownName}${colors.dim(from)}`,
    ...shown.flatMap((each) => changeLines(each, change, style)).map((line) => `    ${line}`),
    ...hiddenLine(values.length - shown.length, style),
    ...children.flatMap((each) => childLines(each, style)),
  ];
}
