import { PHRASE_MAX_UTF8_BYTES } from '../../contract/limits.ts';
import { type PackedRows, writeRows } from '../../model/packed-entries.ts';
import type { Dialect } from './dialect.ts';

/** What a byte means to the scanner. Bytes of characters beyond ASCII are plain but for two lead bytes, whose characters may be refused. */
const [PLAIN, DELIMITER, LINE_END, QUOTE, CONTROL, LEAD] = [0, 1, 2, 3, 4, 5];

const [TAB, LF, CR, SPACE, QUOTE_MARK, HASH] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x23];

function kindsOf(delimiter: string): Uint8Array {
  const kinds = new Uint8Array(256);
  kinds.fill(CONTROL, 0, 0x20);
  kinds[0x7f] = CONTROL;
  kinds[0xc2] = LEAD;
  kinds[0xe2] = LEAD;
  kinds[LF] = LINE_END;
  kinds[CR] = LINE_END;
  kinds[QUOTE_MARK] = QUOTE;
  kinds[delimiter.charCodeAt(0)] = DELIMITER;
  return kinds;
}

/** True where a character begins that no phrase may have: U+0080 to U+009F, U+2028, U+2029. */
const isRefused = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0xc2
    ? (bytes[at + 1] as number) < 0xa0
    : bytes[at + 1] === 0x80 && ((bytes[at + 2] as number) & 0xfe) === 0xa8;

/** White space of Unicode that has three bytes: U+1680, U+2000 to U+200A, U+202F, U+205F, U+3000. */
function isWideSpace(first: number, second: number, third: number): boolean {
  if (first === 0xe2)
    return second === 0x80 ? third <= 0x8a || third === 0xaf : second === 0x81 && third === 0x9f;
  return (first === 0xe3 && second === 0x80 && third === 0x80) || (first === 0xe1 && second === 0x9a && third === 0x80);
}

/** True for a phrase that is not empty, not too long, and has no white space at its ends. */
function isPhrase(text: Uint8Array, from: number, to: number): boolean {
  const length = to - from;
  if (length === 0 || length > PHRASE_MAX_UTF8_BYTES) return false;
  const [first, last] = [text[from] as number, text[to - 1] as number];
  if (first === SPACE || last === SPACE) return false;
  if (first < 0x80 && last < 0x80) return true;
  const [second, beforeLast] = [text[from + 1] as number, text[to - 2] as number];
  if ((first === 0xc2 && second === 0xa0) || (last === 0xa0 && length >= 2 && beforeLast === 0xc2)) return false;
  return (
    length < 3 ||
    !(isWideSpace(first, second, text[from + 2] as number) || isWideSpace(text[to - 3] as number, beforeLast, last))
  );
}

/**
 * The rows of a file in which nothing is wrong and every row has two fields on one line, as rows of `packed-entries.ts`, with the line of each. The bytes must be
 * UTF-8. `undefined` for any other file: the reader of rows takes it, and can say what is wrong with it. So this one says nothing of faults; all it must know is
 * that there is none, by the rules of `check-phrase.ts`, and a property holds it to that.
 */
export function scanBytes(
  bytes: Uint8Array,
  { delimiter, start, firstLine }: Dialect,
): { readonly rows: PackedRows; readonly lines: Int32Array } | undefined {
  const kinds = kindsOf(delimiter);
  const end = bytes.length;
  const writer = writeRows(end - start);
  const { text } = writer;
  const lines: number[] = [];
  let to = 0;
  for (let at = start, line = firstLine; at < end; line += 1) {
    const first = bytes[at] as number;
    if (first === HASH) while (at < end && kinds[bytes[at] as number] !== LINE_END) at += 1;
    else if (first !== LF && first !== CR) {
      let tab = 0;
      for (let field = 0; field < 2; field += 1) {
        const from = to;
        if (bytes[at] === QUOTE_MARK) {
          for (at += 1; ; at += 1) {
            if (at >= end) return undefined;
            const byte = bytes[at] as number;
            const kind = kinds[byte] as number;
            if (kind === QUOTE) {
              at += 1;
              if (bytes[at] !== QUOTE_MARK) break;
            } else if (kind >= CONTROL || kind === LINE_END || byte === TAB) {
              if (kind !== LEAD || isRefused(bytes, at)) return undefined;
            }
            text[to++] = byte;
          }
        } else {
          for (; at < end; at += 1) {
            const byte = bytes[at] as number;
            const kind = kinds[byte] as number;
            if (kind !== PLAIN) {
              if (kind === DELIMITER || kind === LINE_END) break;
              // A quote inside a field that does not begin with one is a quote.
              if (kind === CONTROL || (kind === LEAD && isRefused(bytes, at))) return undefined;
            }
            text[to++] = byte;
          }
        }
        if (!isPhrase(text, from, to)) return undefined;
        const kind = at < end ? kinds[bytes[at] as number] : LINE_END;
        if (kind !== (field === 0 ? DELIMITER : LINE_END)) return undefined;
        if (field === 0) {
          tab = to;
          at += 1;
        }
        text[to++] = field === 0 ? TAB : LF;
      }
      writer.end(tab, to);
      lines.push(line);
    }
    at += bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1;
  }
  return { rows: writer.rows(), lines: Int32Array.from(lines) };
}
