import type { Colors } from 'picocolors/types.js';
import { partNoun } from '../../kinds/words.ts';
import { isRecord, type Value, type ValueChange, type ValueKey } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { TermTally } from '../../plan/counts.ts';
import { shown, visible } from '../format/escape.ts';
import { pairTitle } from '../format/language.ts';
import { indented } from '../format/text.ts';
import { tallyText } from './change-words.ts';
import { type Fold, hiddenLine, sumOf } from './fold.ts';
import { markLine } from './held-back-text.ts';
import { blocks, changedFields, partsOf, valueName, valueText } from './value-words.ts';
import { nature, wordChange } from './word-change.ts';

/** Where the files have a value, behind its line. */
export const placeBehind = (at: SourceRef | undefined, colors: Colors): string =>
  at === undefined ? '' : colors.dim(`  ${visible(at.file)}:${at.line}`);

/** `old → new`, with the words that differ marked, and what they differ in where it is easily overlooked. */
export const editText = (from: string, to: string, colors: Colors): string =>
  `${wordChange(from, to, colors)}${nature(from, to)}`;

/** What stands before the name of a value: `instruction ` before a text that anybody may have written. */
export const lineNoun = ([part]: ValueKey, value: Value | undefined): string =>
  isRecord(value) ? `${visible(partNoun(part)[0])} ` : '';

/** `dog`, `numbers.format`, `instruction Tone`, `name`: what a line is about. */
export const lineTitle = (key: ValueKey, value: Value | undefined): string =>
  `${lineNoun(key, value)}${valueName(key, value)}`;

/** One value of a resource, from its marker on. Of a value that has fields, what differs comes below. */
export function valueLines({ key, from, to, at, term }: ValueChange, colors: Colors): readonly string[] {
  const [part] = key;
  const mark = term === undefined ? '' : colors.dim(`  (${shown(markLine(term))})`);
  const name = lineTitle(key, to ?? from);
  const side = (value: Value): string => `${name}${part === 'entry' ? ' → ' : ': '}${valueText(key, value)}`;
  if (to === undefined) return from === undefined ? [] : [`${colors.red(`- ${side(from)}`)}${mark}`];
  const blocked = blocks(key, to);
  const end = `${mark}${blocked === '' ? '' : colors.red(blocked)}${placeBehind(at, colors)}`;
  if (from === undefined) return [`${colors.green(`+ ${side(to)}`)}${end}`];
  if (!isRecord(from) || !isRecord(to)) {
    const isText = typeof from === 'string' && typeof to === 'string';
    const edit = isText ? editText(from, to, colors) : `${valueText(key, from)} → ${valueText(key, to)}`;
    return [`${colors.yellow('~')} ${name}: ${edit}${end}`];
  }
  const fields = changedFields(key, from, to);
  const renamed = fields.find(({ isName }) => isName);
  const title = renamed ? `${lineNoun(key, to)}${wordChange(renamed.before, renamed.after, colors)}` : name;
  return [
    `${colors.yellow('~')} ${title}${end}`,
    ...fields
      .filter(({ isName }) => !isName)
      .map(({ noun, before, after }) => `    ${noun}: ${editText(before, after, colors)}`),
  ];
}

/** How values are listed. */
export interface ListStyle {
  readonly colors: Colors;
  readonly fold: Fold;
  /** What shows all of them. */
  readonly more: string;
}

/** The values of a resource below its heading, each part folded by itself. `lines`: of one value. */
export function partLines(
  values: readonly ValueChange[],
  { colors, fold, more }: ListStyle,
  lines: (value: ValueChange) => readonly string[] = (value) => valueLines(value, colors),
): readonly string[] {
  const folded = partsOf(values).map(([, part]) => fold(part));
  const hidden = sumOf(folded.map((each) => each.hidden));
  return indented([...folded.flatMap((each) => each.shown).flatMap(lines), ...hiddenLine(hidden, more)], 4);
}

/** A child below the heading of its resource. */
export interface ChildToList {
  readonly name: string;
  /** What becomes of the whole. */
  readonly words: string;
  readonly counts: Partial<TermTally>;
  readonly values: readonly ValueChange[];
}

/** `most`: of the values that are removed, where fewer are enough. */
export function childLines(
  { name, words, counts, values }: ChildToList,
  { colors, fold, more }: ListStyle,
  most?: number,
): readonly string[] {
  const folded = fold(values, most);
  return [
    `  ${colors.bold(visible(pairTitle(name)))}: ${tallyText(counts)}  (${words})`,
    ...indented([...folded.shown.flatMap((each) => valueLines(each, colors)), ...hiddenLine(folded.hidden, more)], 4),
  ];
}
