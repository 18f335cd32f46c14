import type { Colors } from 'picocolors/types.js';
import { isInstruction } from '../../kinds/style-list/style-list.ts';
import type { Value, ValueChange, ValueKey } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { visible } from '../format/escape.ts';
import { groupedDigits, indented } from '../format/text.ts';
import { cut, tallyText } from './change-words.ts';
import { blocks, changedFields, partsOf, valueName, valueText } from './value-words.ts';
import { nature, phrase, wordChange } from './word-change.ts';

const place = (at: SourceRef | undefined, colors: Colors): string =>
  at === undefined ? '' : colors.dim(`  ${visible(at.file)}:${at.line}`);

/** `old → new`, with the words that differ marked, and what they differ in where it is easily overlooked. */
export const editText = (from: string, to: string, colors: Colors): string =>
  `${wordChange(from, to, colors)}${nature(from, to)}`;

/** `dog`, `numbers.format`, `instruction Tone`, `name`: what a line is about. */
export const lineTitle = (key: ValueKey, value: Value | undefined): string =>
  `${key[0] === 'instruction' ? 'instruction ' : ''}${valueName(key, value)}`;

/** One value of a resource, from its marker on. Of an instruction, what differs comes below. */
export function valueLines({ key, from, to, at }: ValueChange, colors: Colors): readonly string[] {
  const [part] = key;
  const name = lineTitle(key, to ?? from);
  const side = (value: Value): string => `${name}${part === 'entry' ? ' → ' : ': '}${valueText(key, value)}`;
  if (to === undefined) return from === undefined ? [] : [colors.red(`- ${side(from)}`)];
  const blocked = blocks(key, to);
  const end = `${blocked === '' ? '' : colors.red(blocked)}${place(at, colors)}`;
  if (from === undefined) return [`${colors.green(`+ ${side(to)}`)}${end}`];
  if (!isInstruction(from) || !isInstruction(to)) {
    const isText = typeof from === 'string' && typeof to === 'string';
    const edit = isText ? editText(from, to, colors) : `${valueText(key, from)} → ${valueText(key, to)}`;
    return [`${colors.yellow('~')} ${name}: ${edit}${end}`];
  }
  const label = from.label === to.label ? phrase(to.label) : wordChange(from.label, to.label, colors);
  return [
    `${colors.yellow('~')} instruction ${label}${end}`,
    ...changedFields(from, to)
      .filter(([field]) => field !== 'label')
      .map(([field, before, after]) => `    ${field}: ${editText(before, after, colors)}`),
  ];
}

/** How values are listed. */
export interface ListStyle {
  readonly colors: Colors;
  /** Most lines of one dictionary, or of one part of a resource. Removed ones are never cut. */
  readonly max: number;
  /** What shows all of them. */
  readonly more: string;
}

const hiddenLine = (count: number, { more }: ListStyle): readonly string[] =>
  count === 0 ? [] : [`… and ${groupedDigits(count)} more; ${more} shows all`];

/** The values of a resource below its heading, each part cut by itself. `lines`: of one value. */
export function partLines(
  values: readonly ValueChange[],
  style: ListStyle,
  lines: (value: ValueChange) => readonly string[] = (value) => valueLines(value, style.colors),
): readonly string[] {
  const shown = partsOf(values).flatMap(([, part]) => cut(part, style.max));
  return indented([...shown.flatMap(lines), ...hiddenLine(values.length - shown.length, style)], 4);
}

/** A dictionary below the heading of its glossary. `shown`: the first values, where fewer are enough. */
export const dictionaryLines = (
  pair: string,
  words: string,
  values: readonly ValueChange[],
  style: ListStyle,
  shown = cut(values, style.max),
): readonly string[] => [
  `  ${style.colors.bold(visible(pair))}  ${tallyText(values)}  (${words})`,
  ...indented(
    [...shown.flatMap((value) => valueLines(value, style.colors)), ...hiddenLine(values.length - shown.length, style)],
    4,
  ),
];
