import { readRows } from '../../files/delimited/read-rows.ts';
import { columnOf } from '../../files/delimited/row.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { topOf } from '../../model/source-ref.ts';
import type { CellRow } from './read-cells.ts';
import type { ReadInput } from './read-options.ts';

const encoder = new TextEncoder();

/** UTF-16 says so in its first two bytes; every other encoding must be named. */
const utf16Of = (bytes: Uint8Array): string | undefined =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;

/** The bytes as UTF-8. */
function inUtf8({ bytes, file, encoding = utf16Of(bytes) }: ReadInput): Uint8Array | Finding {
  if (encoding === undefined) return bytes;
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    return errorAt('import-encoding', topOf(file), { encoding });
  }
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
