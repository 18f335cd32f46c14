import { errorAt, type Finding } from '../../../model/finding.ts';
import { topOf } from '../../../model/source-ref.ts';
import { readRows } from '../../delimited/read-rows.ts';
import { columnOf } from '../../delimited/row.ts';
import type { CellRow } from './read-cells.ts';
import type { ReadInput } from './read-options.ts';

const encoder = new TextEncoder();

/** The encoding that a byte order mark says. */
function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/** The bytes as UTF-8. */
function inUtf8({ bytes, file, encoding: said }: ReadInput): Uint8Array | Finding {
  const marked = markedEncoding(bytes);
  // Other encodings than UTF-16 must be named, since nothing in the file says them.
  const encoding = said ?? marked;
  if (encoding === undefined) return bytes;
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    return errorAt('import-encoding', topOf(file), { encoding });
  }
  if (marked !== undefined && decoder.encoding !== marked)
    return errorAt('import-encoding-mark', topOf(file), { encoding, marked });
  try {
    return encoder.encode(decoder.decode(bytes));
  } catch {
    return errorAt('import-encoding-differs', topOf(file), { encoding });
  }
}

/** The rows of a CSV or TSV file of another system: no row of it is a comment. */
export function readDelimited(input: ReadInput): {
  readonly rows: readonly CellRow[];
  readonly findings: readonly Finding[];
} {
  const { file, delimiter } = input;
  const bytes = inUtf8(input);
  if (!(bytes instanceof Uint8Array)) return { rows: [], findings: [bytes] };
  const { rows, findings } = readRows({ bytes, file, comments: 'none', ...(delimiter !== undefined && { delimiter }) });
  const named = findings.map((finding) =>
    finding.code === 'file-not-utf-8' ? { ...finding, code: 'import-not-utf-8' } : finding,
  );
  return {
    rows: rows.map((row) => ({ cells: row.texts, line: row.line, columnOf: (index) => columnOf(row, index) })),
    findings: named,
  };
}
