import type { Colors } from 'picocolors/types.js';
import type { AnyKind } from '../../kinds/kind.ts';
import { partNoun } from '../../kinds/words.ts';
import type { TermMark } from '../../model/entries/held-back.ts';
import type { SourceRef } from '../../model/finding.ts';
import { changeKind, isRecord, type Value, type ValueChange, type ValueKey } from '../../model/resources/resource.ts';
import type { TermTally } from '../../plan/counts.ts';
import { shown, visible } from '../format/escape.ts';
import { pairTitle } from '../format/language.ts';
import { indented } from '../format/text.ts';
import { reachOfTerm, tallyText } from './change-words.ts';
import { type Fold, hiddenLine, sumOf } from './fold.ts';
import { markLine } from './held-back-text.ts';
import type { TermChange, TermKind } from './term-kinds.ts';
import { UNDOES } from './undone.ts';
import { blocks, changedFields, partsOf, valueName, valueText } from './value-words.ts';
import { nature, natureWords, phrase, wordChange } from './word-change.ts';

/** The place of a value in the files, after its line. */
export const placeBehind = (at: SourceRef | undefined, colors: Colors): string =>
  at === undefined ? '' : colors.dim(`  ${visible(at.file)}:${at.line}`);

/** The other fields of a term, after its line. */
const markBehind = (mark: TermMark | undefined, colors: Colors): string =>
  mark === undefined ? '' : colors.dim(`  (${shown(markLine(mark))})`);

/** `old → new`, with marked differences, and the nature of the difference if it is hard to see. */
export const editText = (from: string, to: string, colors: Colors): string =>
  `${wordChange(from, to, colors)}${nature(from, to)}`;

/** The noun before the name of a value: `instruction `, for values that contain free text. */
export const lineNoun = (kind: AnyKind | undefined, [part]: ValueKey, value: Value | undefined): string =>
  isRecord(value) ? `${visible(partNoun(kind, part)[0])} ` : '';

/** `dog`, `numbers.format`, `instruction Tone`, `name`: the subject of a line. */
export const lineTitle = (kind: AnyKind | undefined, key: ValueKey, value: Value | undefined): string =>
  `${lineNoun(kind, key, value)}${valueName(kind, key, value)}`;

/** The mark after the line of a change that overwrites drift. */
export const undoneBehind = (undoes: boolean, colors: Colors): string => (undoes ? colors.red(`  (${UNDOES})`) : '');

/**
 * One value of a resource, beginning with its mark. For a value with fields, the differences follow below. `undoes`:
 * the change overwrites drift. `remark`: text after the value.
 */
export function valueLines(
  kind: AnyKind | undefined,
  { key, from, to, at, term }: ValueChange,
  colors: Colors,
  undoes = false,
  remark = '',
): readonly string[] {
  const [part] = key;
  const mark = `${remark}${undoneBehind(undoes, colors)}${markBehind(term, colors)}`;
  const name = lineTitle(kind, key, to ?? from);
  const side = (value: Value): string => `${name}${part === 'entry' ? ' → ' : ': '}${valueText(kind, key, value)}`;
  if (to === undefined)
    return from === undefined ? [] : [`${colors.red(`- ${side(from)}`)}${mark}${placeBehind(at, colors)}`];
  const blocked = blocks(kind, key, to);
  const end = `${mark}${blocked === '' ? '' : colors.red(blocked)}${placeBehind(at, colors)}`;
  if (from === undefined) return [`${colors.green(`+ ${side(to)}`)}${end}`];
  if (!isRecord(from) || !isRecord(to)) {
    const isText = typeof from === 'string' && typeof to === 'string';
    const edit = isText ? editText(from, to, colors) : `${valueText(kind, key, from)} → ${valueText(kind, key, to)}`;
    return [`${colors.yellow('~')} ${name}: ${edit}${end}`];
  }
  const fields = changedFields(kind, key, from, to);
  const renamed = fields.find(({ isName }) => isName);
  const title = renamed ? `${lineNoun(kind, key, to)}${wordChange(renamed.before, renamed.after, colors)}` : name;
  return [
    `${colors.yellow('~')} ${title}${end}`,
    ...fields
      .filter(({ isName }) => !isName)
      .map(({ noun, before, after }) => `    ${noun}: ${editText(before, after, colors)}`),
  ];
}

/** Options for listing values. */
export interface ListStyle {
  readonly colors: Colors;
  readonly fold: Fold;
  /** The text after the number of hidden values, such as `; --full shows all`. */
  readonly hint: string;
}

/** The values of a resource below its heading, each part folded separately. `lines`: makes the lines of one value. */
export function partLines(
  values: readonly ValueChange[],
  { fold, hint }: ListStyle,
  lines: (value: ValueChange) => readonly string[],
): readonly string[] {
  const folded = partsOf(values).map(([, part]) => fold(part, changeKind));
  const hidden = sumOf(folded.map((each) => each.hidden));
  return indented([...folded.flatMap((each) => each.shown).flatMap(lines), ...hiddenLine(hidden, hint)], 4);
}

/** One value of a child below its heading. */
export interface ChildLine {
  readonly kind: TermKind;
  readonly lines: (colors: Colors) => readonly string[];
}

/** A child below the heading of its resource. */
export interface ChildToList {
  readonly name: string;
  /** The words for the change of the whole child. */
  readonly words: string;
  readonly counts: Partial<TermTally>;
  readonly rows: readonly ChildLine[];
  /** Number of additions after the rows. */
  readonly unmade?: number;
  /** Lines about terms that are listed elsewhere. */
  readonly notes?: readonly string[];
}

/** `most`: maximum number of removed values to show. */
export function childLines(
  { name, words, counts, rows, unmade, notes = [] }: ChildToList,
  { colors, fold, hint }: ListStyle,
  most?: number,
): readonly string[] {
  const folded = fold(rows, ({ kind }) => kind, most, unmade);
  const lines = [...folded.shown.flatMap((row) => row.lines(colors)), ...hiddenLine(folded.hidden, hint), ...notes];
  return [`  ${colors.bold(visible(pairTitle(name)))}: ${tallyText(counts)}  (${words})`, ...indented(lines, 4)];
}

/**
 * One term of a dictionary, beginning with its mark: a new source phrase or a move to another dictionary is one line.
 */
function termLines(owner: AnyKind | undefined, term: TermChange, pair: string, colors: Colors, undoes: boolean) {
  const { kind, nature: only, before, after, to, at, mark } = term;
  const reach = reachOfTerm(term);
  const remark = reach && colors.dim(`  (${reach})`);
  const { source = '' } = after ?? before ?? {};
  if (before === undefined || after === undefined || kind === 'changed')
    return valueLines(
      owner,
      {
        key: ['entry', pair, source],
        ...(before && { from: before.target }),
        ...(after && { to: after.target }),
        at,
        term: mark,
      },
      colors,
      undoes,
      remark,
    );
  const sides = (['source', 'target'] as const).map((side) =>
    before[side] === after[side] ? phrase(after[side]) : wordChange(before[side], after[side], colors),
  );
  const happens = [
    to === undefined ? 'renamed' : `moved to ${visible(to)}`,
    ...(only === undefined ? [] : [natureWords(only)]),
  ];
  const end = `${remark}${undoneBehind(undoes, colors)}${markBehind(mark, colors)}${placeBehind(at, colors)}`;
  return [`${colors.yellow('~')} ${sides.join(': ')} (${happens.join(', ')})${end}`];
}

/** The terms of a dictionary, as lines. */
export const linesOfTerms = (
  kind: AnyKind | undefined,
  terms: readonly TermChange[],
  pair: string,
  undoes: (term: TermChange) => boolean = () => false,
): readonly ChildLine[] =>
  terms.map((term) => ({ kind: term.kind, lines: (colors) => termLines(kind, term, pair, colors, undoes(term)) }));
