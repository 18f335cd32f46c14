import { groupedDigits } from './plural.ts';

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
