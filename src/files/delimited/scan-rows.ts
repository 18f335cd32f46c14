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
 * Splits a text into rows in one pass, line by line. `undefined` when the text is not for a plain line scanner: a quoted field that goes over a line end,
 * or has something after its closing quote. `parse-rows.ts` takes it then, and both agree on every text that this one takes.
 */
export function scanRows(text: string, delimiter: DelimiterCharacter, firstLine: number): readonly Row[] | undefined {
  const rows: Row[] = [];
  const carriage = text.includes('\r');
  let line = firstLine;
  for (let at = 0; at < text.length; line += 1) {
    let end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    let next = end + 1;
    if (carriage) {
      const found = text.indexOf('\r', at);
      if (found >= 0 && found < end) {
        end = found;
        next = text[found + 1] === '\n' ? found + 2 : found + 1;
      }
    }
    if (end > at) {
      const content = text.slice(at, end);
      if (content.includes('"')) {
        const fields = quotedFields(content, delimiter);
        if (fields === undefined) return undefined;
        rows.push({ line, ...fields });
      } else rows.push({ line, texts: content.split(delimiter) });
    }
    at = next;
  }
  return rows;
}
