const BRACKETS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['<', '>'],
  ['（', '）'],
  ['*', '*'],
  ['-', '-'],
]);

const MARKS = '.!。';

/** A note as people write it in a cell, without brackets around it or a mark after it. */
export function bareNote(text: string): string {
  const last = text.slice(-1);
  if (text.length > 2 && BRACKETS.get(text.charAt(0)) === last) return text.slice(1, -1);
  return text.length > 1 && MARKS.includes(last) ? text.slice(0, -1) : text;
}
