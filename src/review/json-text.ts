/** Characters that a terminal could obey, or that hide; and the `#` before a command of a CI system, which counts anywhere in a line. */
const UNSAFE =
  /[\u007f-\u009f\u2028\u2029]|\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Co}|(?<=#)#(?=\[|[vV][sS][oO]\[)/gu;

const escapes = (text: string): string =>
  [...Array(text.length).keys()].map((index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join('');

/**
 * A value as one JSON document with a line end, two spaces deep: the same value, the same bytes. What is unsafe in a log is written as `\uXXXX`, which reads
 * back as the same text; all of it stands in strings, since JSON itself has no such character.
 */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2).replace(UNSAFE, escapes)}\n`;
