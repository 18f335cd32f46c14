import type { Colors } from 'picocolors/types.js';
import { pairKey } from '../../model/entries/language-pair.ts';
import type {
  BeforeAfter,
  DeveloperKeyLedgerChange,
  GlossaryLedgerChange,
  LedgerChange,
  LedgerInstructionChange,
  StyleListLedgerChange,
} from '../../plan/diff/diff-ledgers.ts';
import type { DictionaryChange, InstructionChange } from '../../plan/plan.ts';
import { inPlace, visible } from '../format/escape.ts';
import { groupedDigits } from '../format/plural.ts';
import { cut } from '../format/truncate.ts';
import { entryLine, instructionLines, ruleLine } from '../plan/change-lines.ts';
import { limitSidesText } from '../plan/limit-text.ts';
import { tallyText } from '../plan/tally-text.ts';
import { nature, wordChange } from '../plan/word-change.ts';

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

/** A value that stands on both sides and differs there. */
function changed<Value>(
  { before, after }: BeforeAfter<Value>,
  line: (from: Value, to: Value) => string,
): readonly string[] {
  return before === undefined || after === undefined || before === after ? [] : [`    ${line(before, after)}`];
}

function headingLines(change: LedgerChange, { colors, ids }: LedgerStyle): readonly string[] {
  const { action, address, movedFrom, id, protect } = change;
  const paint = { added: colors.green, changed: colors.yellow, moved: colors.yellow, removed: colors.red }[action];
  const [named, noun] = change.kind === 'developer-key' ? [change.label, 'label'] : [change.name, 'name'];
  const name = named.after ?? named.before;
  const shownName = name === undefined ? '' : `  "${inPlace(visible(name))}"`;
  const from = movedFrom === undefined ? '' : `  (was ${visible(movedFrom)})`;
  return [
    `${paint(`${MARKS[action]} ${action} ${visible(address)}`)}${shownName}${colors.dim(from)}`,
    ...(action === 'added' || action === 'removed'
      ? ids
        ? [colors.dim(`    id: ${visible(id.after ?? id.before ?? '')}`)]
        : []
      : changed(id, (before, after) => `id: ${visible(before)} → ${visible(after)}`)),
    ...changed(protect, (_, after) => (after ? 'protected from now on' : 'no longer protected')),
    ...changed(named, (before, after) => `${noun}: ${wordChange(before, after, colors)}${nature(before, after)}`),
  ];
}

function dictionaryLines(change: DictionaryChange, style: LedgerStyle): readonly string[] {
  const { colors, max } = style;
  const word = {
    create: 'new dictionary',
    delete: 'dictionary deleted',
    update: `${groupedDigits(change.before)} → ${groupedDigits(change.after)}`,
  }[change.action];
  const shown = cut(change.entries, max);
  return [
    `  ${colors.bold(visible(pairKey(change.pair)))}  ${tallyText(change.entries)}  (${word})`,
    ...shown.map((entry) => `    ${entryLine(entry, colors)}`),
    ...hiddenLine(change.entries.length - shown.length, style),
  ];
}

const glossaryLines = (change: GlossaryLedgerChange, style: LedgerStyle): readonly string[] =>
  change.dictionaries.flatMap((each) => dictionaryLines(each, style));

/** The ledger has no ids of instructions, and no line shows one. */
const withId = (change: LedgerInstructionChange): InstructionChange => ({ ...change, id: '' }) as InstructionChange;

function styleListLines(change: StyleListLedgerChange, style: LedgerStyle): readonly string[] {
  const { colors, max } = style;
  const rules = cut(change.rules, max);
  const instructions = cut(change.instructions, max);
  return [
    ...changed(change.language, (before, after) => `language: ${visible(before)} → ${visible(after)}`),
    ...rules.map((rule) => `    ${ruleLine(rule, colors)}`),
    ...instructions.flatMap((each) => instructionLines(withId(each), colors)).map((line) => `    ${line}`),
    ...hiddenLine(change.rules.length - rules.length + change.instructions.length - instructions.length, style),
  ];
}

const keyLines = (
  { action, deactivated, limits }: DeveloperKeyLedgerChange,
  { colors }: LedgerStyle,
): readonly string[] => [
  ...(deactivated.after === true && deactivated.before !== true ? [`    ${colors.red('deactivated for good')}`] : []),
  ...(action === 'removed' ? [] : limits.map((limit) => `    ${limitSidesText(limit)}`)),
];

/**
 * What changed of one resource between two entries of the ledger: the resource, then its terms, rules and instructions
 * as a plan shows them.
 */
export function ledgerChangeLines(change: LedgerChange, style: LedgerStyle): readonly string[] {
  const heading = headingLines(change, style);
  switch (change.kind) {
    case 'glossary':
      return [...heading, ...glossaryLines(change, style)];
    case 'style-list':
      return [...heading, ...styleListLines(change, style)];
    case 'developer-key':
      return [...heading, ...keyLines(change, style)];
    default:
      return change satisfies never;
  }
}
