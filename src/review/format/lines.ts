import { groupedDigits } from './plural.ts';

/** The lines that are there: a part is a line, a list of lines, or nothing. */
export const linesOf = (...parts: readonly (string | readonly string[] | false | undefined)[]): readonly string[] =>
  parts.flat().filter((part) => typeof part === 'string');

/** Lines as a text, each with its line end; empty when there are none. */
export const withLineEnds = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

export const indented = (lines: readonly string[], by: number): readonly string[] =>
  lines.map((line) => `${' '.repeat(by)}${line}`);

/** `… and 1,204 more`. */
const moreText = (count: number): string => `… and ${groupedDigits(count)} more`;

/** The lines of the first items, and one that counts the others. */
export const firstOf = <Item>(
  items: readonly Item[],
  max: number,
  lines: (item: Item) => string | readonly string[],
  more: (count: number) => string = moreText,
): readonly string[] => [
  ...items.slice(0, max).flatMap(lines),
  ...(items.length > max ? [more(items.length - max)] : []),
];
