/** A phrase on one line: each line break or tab, with the white space around it, becomes a space. Trimmed. */
export const onOneLine = (text: string): string =>
  text
    .split(/[\n\r\t]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
