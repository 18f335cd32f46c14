/**
 * Characters that a terminal could obey, or that hide; and the `#` before a command of a CI system, which counts
 * anywhere in a line.
 */
const UNSAFE =
  /[\u007f-\u009f\u2028\u2029]|\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Co}|(?<=#)#(?=\[|[vV][sS][oO]\[|[tT][eE][aA][mM][cC][iI][tT][yY]\[)/gu;

/** What any text with one of those has. Most text has none of this, and to look for it takes a tenth of the time. */
const MAY_BE_UNSAFE = /[^\n\x20-\x7e\xa1-\xac\xae-\u02ff]|##/;

const escapes = (text: string): string =>
  [...Array(text.length).keys()].map((index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join('');

const safeJson = (value: unknown, spaces?: number): string => {
  const text = JSON.stringify(value, null, spaces);
  return `${MAY_BE_UNSAFE.test(text) ? text.replace(UNSAFE, escapes) : text}\n`;
};

/**
 * A value as one JSON document with a line end, two spaces deep: the same value, the same bytes. What is unsafe in a
 * log is written as `\uXXXX`, which reads back as the same text; all of it stands in strings, since JSON itself has no
 * such character.
 */
export const jsonText = (value: unknown): string => safeJson(value, 2);

/** The same as one line. */
export const jsonLine = (value: unknown): string => safeJson(value);
