/** `1 term`, `2 terms`; thousands are separated by a comma, on every machine. */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${groupedDigits(count)} ${plural(count, noun, nouns)}`;

/** The form of a word that matches a count: `is`, `are`. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** With a capital first letter. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `1,204`: never depends on the locale of the machine. */
export const groupedDigits = (count: number): string => String(count).replace(/\B(?=(?:\d{3}){1,7}$)/g, ',');

/** `a`, `a and b`, `a, b and c`. */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/**
 * `2026-01-02 03:04 UTC`, up to a length; `undefined` if it is not a time, because it may come from an untrusted file.
 */
export function utcText(time: string, length: number): string | undefined {
  const milliseconds = Date.parse(time);
  if (Number.isNaN(milliseconds)) return undefined;
  return `${new Date(milliseconds).toISOString().slice(0, length).replace('T', ' ')} UTC`;
}

/** Joins lines: a part is a line, a list of lines, or nothing. */
export const linesOf = (...parts: readonly (string | readonly string[] | false | undefined)[]): readonly string[] =>
  parts.flat().filter((part) => typeof part === 'string');

/** Lines as a text, each with its line end; empty for an empty list. */
export const withLineEnds = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

export const indented = (lines: readonly string[], by: number): readonly string[] =>
  lines.map((line) => `${' '.repeat(by)}${line}`);

/** `… and 1,204 more`. */
const moreText = (count: number): string => `… and ${groupedDigits(count)} more`;

/**
 * The first items. A line about one other item would be as long as that item, so `max + 1` items are all shown.
 * `count`: number of all items, if not all are given.
 */
export const firstItems = <Item>(items: readonly Item[], max: number, count = items.length): readonly Item[] =>
  items.slice(0, count > max + 1 ? max : max + 1);

/** The lines of the first items, and a line with the number of the others. */
export const firstOf = <Item>(
  items: readonly Item[],
  max: number,
  lines: (item: Item) => string | readonly string[],
  more: (count: number) => string = moreText,
): readonly string[] => [
  ...firstItems(items, max).flatMap(lines),
  ...(items.length > max + 1 ? [more(items.length - max)] : []),
];

/**
 * The beginning of a text, in whole characters, with a mark if the rest is left out. For names in a line that must be
 * short.
 */
export function beginning(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const cut = text.slice(0, maxUnits);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
