const GROUP = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|（[^（）]*）|「[^「」]*」|"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»/gu;

/** A phrase of the same length in which `_` replaces the text in brackets or in quotation marks. */
export const outsideBrackets = (phrase: string): string => phrase.replace(GROUP, (group) => '_'.repeat(group.length));

/** Signs and words with which a phrase lists several items. Its translation may do the same. */
export const LIST_SIGNS = /[/／|｜;；、,،，]|\s(?:and|or|&)\s/iu;

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
