/** `1 term`, `2 terms`; thousands are separated by a comma, the same on every machine. */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${groupedDigits(count)} ${plural(count, noun, nouns)}`;

/** The form of a word that goes with a count: `is`, `are`. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** `1,204`: never through the locale of the machine. */
export const groupedDigits = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** `a`, `a and b`, `a, b and c`. */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
