import type { DelimiterCharacter, Row } from './row.ts';

/** The fields of a line with quotes in it; `undefined` when a quoted field does not end where a field may end. */
function quotedFields(line: string, delimiter: DelimiterCharacter): Omit<Row, 'line'> | undefined {
  const texts: string[] = [];
  const columns: number[] = [];
  for (let at = 0; ; ) {
    columns.push(at + 1);
    if (line[at] === '"') {
      let text = '';
      for (at += 1; ; ) {
        const quote = line.indexOf('"', at);
        if (quote < 0) return undefined;
        text += line.slice(at, quote);
        at = quote + 1;
        if (line[at] !== '"') break;
        text += '"';
        at += 1;
      }
      if (at < line.length && line[at] !== delimiter) return undefined;
      texts.push(text);
    } else {
      const found = line.indexOf(delimiter, at);
      const end = found < 0 ? line.length : found;
      // A quote inside a field that does not begin with one is a quote.
      texts.push(line.slice(at, end));
      at = end;
    }
    if (at >= line.length) return { texts, columns };
    at += 1;
  }
}

/**
 * Splits a text into rows in one pass, line by line. `undefined` when the text is not for a plain line scanner: a
 * quoted field that goes over a line end, or has something after its closing quote. `parse-rows.ts` takes it then, and
 * both agree on every text that this one takes.
 */
export function scanRows(
  content: string,
  delimiter: DelimiterCharacter,
  firstLine: number,
): readonly Row[] | undefined {
  // Looking for both kinds of line end in the loop costs a search of the whole rest for every row, once the loop is
  // optimised.
  const text = content.includes('\r') ? content.replace(/\r\n?/g, '\n') : content;
  const rows: Row[] = [];
  let line = firstLine;
  for (let at = 0; at < text.length; line += 1) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    if (end > at) {
      const row = text.slice(at, end);
      if (row.includes('"')) {
        const fields = quotedFields(row, delimiter);
        if (fields === undefined) return undefined;
        rows.push({ line, ...fields });
      } else rows.push({ line, texts: row.split(delimiter) });
    }
    at = end + 1;
  }
  return rows;
}
