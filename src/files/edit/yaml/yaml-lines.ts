/** Offset of the beginning of a character's line. */
export const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** Offset of the line after a node that ends at `at`. It is `at` if the node's last line is complete. */
export function nextLine(text: string, at: number): number {
  if (text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** The line end of a document: CRLF if its first line ends with it. */
export const lineEndIn = (text: string): string => (/^[^\n]*\r\n/.test(text) ? '\r\n' : '\n');

/** Offset of the spaces and tabs before a character. */
export function blankStart(text: string, at: number): number {
  let start = at;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1;
  return start;
}

/** True if only white space precedes a character on its line. */
export function beginsLine(text: string, at: number): boolean {
  const start = blankStart(text, at);
  return start === 0 || text[start - 1] === '\n';
}

/** True if only white space and a comment follow a character on its line. */
export const endsLine = (text: string, at: number): boolean =>
  /^[ \t]*(?:[ \t]#[^\n]*)?\r?(?:\n|$)/.test(text.slice(at));

/** Offset of the next character that is neither white space nor part of a comment. */
export function skipBlank(text: string, from: number): number {
  const found = /(?:\s|(?<=\s)#[^\n]*)*/y;
  found.lastIndex = from;
  found.exec(text);
  return found.lastIndex;
}

/** Number of characters between the beginning of the line and a character. */
export const columnAt = (text: string, at: number): number => at - lineStart(text, at);

/** The offset after comments that are indented deeper than `column`: they belong to the lines above them. */
export function behindDeeperComments(text: string, from: number, column: number): number {
  let at = from;
  for (;;) {
    const comment = /^ *#[^\n]*(?:\n|$)/.exec(text.slice(at));
    if (comment === null || comment[0].indexOf('#') <= column) return at;
    at += comment[0].length;
  }
}
