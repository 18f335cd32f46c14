import type { DelimiterCharacter, Field, Row } from './row.ts';

/** One row with quotes in it; `undefined` when a quoted field does not end where a field may end. */
function quotedFields(line: string, delimiter: DelimiterCharacter): readonly Field[] | undefined {
  const fields: Field[] = [];
  for (let at = 0; ; ) {
    const column = at + 1;
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
      fields.push({ text, column, quoted: true });
    } else {
      const found = line.indexOf(delimiter, at);
      const end = found < 0 ? line.length : found;
      // A quote inside a field that does not begin with one is a quote.
      fields.push({ text: line.slice(at, end), column, quoted: false });
      at = end;
    }
    if (at >= line.length) return fields;
    at += 1;
  }
}

function plainFields(line: string, delimiter: DelimiterCharacter): readonly Field[] {
  const first = line.indexOf(delimiter);
  if (first < 0) return [{ text: line, column: 1, quoted: false }];
  const fields: Field[] = [{ text: line.slice(0, first), column: 1, quoted: false }];
  for (let at = first + 1; ; ) {
    const found = line.indexOf(delimiter, at);
    if (found < 0) {
      fields.push({ text: line.slice(at), column: at + 1, quoted: false });
      return fields;
    }
    fields.push({ text: line.slice(at, found), column: at + 1, quoted: false });
    at = found + 1;
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
      const fields = content.includes('"') ? quotedFields(content, delimiter) : plainFields(content, delimiter);
      if (fields === undefined) return undefined;
      rows.push({ line, fields });
    }
    at = next;
  }
  return rows;
}
