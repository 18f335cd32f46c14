/** Where the line of a character begins. */
export const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** Where the line after a node begins, when the node ends at `at`: right there when its last line is complete. */
export function nextLine(text: string, at: number): number {
  if (text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** The line end of a document: CRLF when its first line has it. */
export const lineEndIn = (text: string): string => (/^[^\n]*\r\n/.test(text) ? '\r\n' : '\n');

/** Where the spaces and tabs before a character begin. */
export function blankStart(text: string, at: number): number {
  let start = at;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1;
  return start;
}

/** True when nothing but white space stands before a character on its line. */
export function beginsLine(text: string, at: number): boolean {
  const start = blankStart(text, at);
  return start === 0 || text[start - 1] === '\n';
}

/** True when nothing but white space and a comment stands behind a character on its line. */
export const endsLine = (text: string, at: number): boolean =>
  /^[ \t]*(?:[ \t]#[^\n]*)?\r?(?:\n|$)/.test(text.slice(at));

/** The next character that is neither white space nor part of a comment. */
export function skipBlank(text: string, from: number): number {
  const found = /(?:\s|(?<=\s)#[^\n]*)*/y;
  found.lastIndex = from;
  found.exec(text);
  return found.lastIndex;
}

/** How far a character stands from the beginning of its line. */
export const columnAt = (text: string, at: number): number => at - lineStart(text, at);

/** Behind the comments that stand further in than `column`: they belong to what is above them. */
export function behindDeeperComments(text: string, from: number, column: number): number {
  let at = from;
  for (;;) {
    const comment = /^ *#[^\n]*(?:\n|$)/.exec(text.slice(at));
    if (comment === null || comment[0].indexOf('#') <= column) return at;
    at += comment[0].length;
  }
}
