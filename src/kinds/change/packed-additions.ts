import { isUtf8 } from 'node:buffer';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Additions, additionsOf, valuesOfAdditions, withAdditions } from '../../model/plan/additions.ts';
import { valueChange } from '../../model/plan/change-values.ts';
import type { ChildChange } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import { packedEntries } from '../../packed/packed-entries.ts';
import { addRow, newRowList } from '../../packed/packed-rows.ts';

/** Terms that a saved plan has packed, of one child. */
export interface PackedTerms {
  /** How many there are. */
  readonly count: number;
  /** The file that has them. */
  readonly file: string;
  /**
   * Rows as TSV, compressed with raw DEFLATE, in Base64: source phrase, target phrase, and the line of the file where
   * it is not the next one.
   */
  readonly rows: string;
}

/** A child as it stands in a document. */
export interface PackedChild extends ChildChange {
  /** Terms that are added beside `values`. Absent: none. */
  readonly added?: PackedTerms;
}

/** Fewer additions stay values, which people read. */
const PACKED_MIN = 100;

/** Most bytes of the rows of one child: more than a dictionary may have, with the lines. */
const ROWS_MAX_BYTES = 64_000_000;

/** More effort makes the rows little shorter, and takes twice as long. */
const EFFORT = 4;

/** What came out of a document: the same plan has the same bytes wherever it is written again. */
const unpacked = new WeakMap<object, PackedTerms>();

const UNFIT = /[\t\n\r]/;

/** Characters of rows that are compressed at once. What is made of them lies in memory for a moment. */
const PIECE_CHARACTERS = 1 << 16;

/** How a piece ends, in the numbers of zlib: another one follows, or it was the last. */
const [SYNC_FLUSH, FINISH] = [2, 4];

/** As many bytes as DEFLATE looks back. */
const WINDOW_BYTES = 1 << 15;

/** Compresses a text that is given in pieces, each of which may refer to the one before. */
function deflating() {
  const made: Buffer[] = [];
  let before: Buffer | undefined;
  return {
    add(text: string, isLast: boolean): void {
      const bytes = Buffer.from(text);
      const finishFlush = isLast ? FINISH : SYNC_FLUSH;
      made.push(deflateRawSync(bytes, { level: EFFORT, finishFlush, ...(before && { dictionary: before }) }));
      before = bytes.subarray(-WINDOW_BYTES);
    },
    base64: (): string => Buffer.concat(made).toString('base64'),
  };
}

/** `undefined`: a row says more than its phrases and its line, or is of another file. */
function rowsOf(additions: Additions): Pick<PackedTerms, 'file' | 'rows'> | undefined {
  const packing = deflating();
  let text = '';
  let file: string | undefined;
  let next = 0;
  for (const { key, to, at, term } of valuesOfAdditions(additions)) {
    const [, , source = ''] = key;
    file ??= at?.file;
    if (at === undefined || at.file !== file || at.column !== 1 || term !== undefined || typeof to !== 'string')
      return undefined;
    if (UNFIT.test(source) || UNFIT.test(to)) return undefined;
    if (text.length >= PIECE_CHARACTERS) {
      packing.add(text, false);
      text = '';
    }
    text += at.line === next ? `${source}\t${to}\n` : `${source}\t${to}\t${at.line}\n`;
    next = at.line + 1;
  }
  packing.add(text, true);
  return file === undefined ? undefined : { file, rows: packing.base64() };
}

function packedTerms(additions: Additions): PackedTerms | undefined {
  const known = unpacked.get(additions.entries);
  if (known !== undefined) return known;
  const found = rowsOf(additions);
  return found && { count: additions.entries.size, ...found };
}

/**
 * A child as a document has it: many additions are packed, since their values would take 350 bytes each. One that has
 * few, or whose rows say more than their phrases, is as it is.
 */
export function packedChild(child: ChildChange): PackedChild {
  const additions = additionsOf(child);
  if (additions === undefined || additions.entries.size < PACKED_MIN) return child;
  const added = packedTerms(additions);
  if (added === undefined) return child;
  const { address, action, pair, before, after, origin } = child;
  return {
    address,
    ...(pair !== undefined && { pair }),
    action,
    before,
    after,
    values: additions.others,
    added,
    ...(origin !== undefined && { origin }),
  };
}

const TAB = 9;
const LF = 10;

/** The lines of the file, of rows that may say them; `undefined` when a row has no two phrases. */
function readRows(text: Uint8Array) {
  const list = newRowList(text.length);
  const lines: number[] = [];
  let line = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf(LF, at);
    const tab = text.indexOf(TAB, at);
    if (end < 0 || tab <= at || tab + 1 >= end) return undefined;
    const last = text.subarray(tab + 1, end).indexOf(TAB);
    const target = last < 0 ? end : tab + 1 + last;
    if (target < end) line = Number(Buffer.from(text.subarray(target + 1, end)).toString('latin1'));
    if (target === tab + 1 || !Number.isSafeInteger(line) || line < 1) return undefined;
    addRow(list, at, tab, tab + 1, target);
    lines.push(line);
    line += 1;
    at = end + 1;
  }
  return { rows: { text, places: list.places, size: list.size }, lines };
}

/** The rows as text. Its bytes are sent as they are, so they must be UTF-8. */
function inflated(rows: string): Uint8Array | undefined {
  try {
    const text = inflateRawSync(Buffer.from(rows, 'base64'), { maxOutputLength: ROWS_MAX_BYTES });
    return isUtf8(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The child that was packed. `undefined` when the rows cannot be read, are not as many as they should be, have a phrase
 * twice, or have one that is among the values too: somebody has edited them.
 */
export function unpackedChild({ added, ...child }: PackedChild): ChildChange | undefined {
  if (added === undefined) return child;
  const text = inflated(added.rows);
  const read = text && readRows(text);
  const entries = read && packedEntries(read.rows);
  if (read === undefined || entries === undefined || entries.size !== added.count) return undefined;
  if (child.values.some(({ key: [, , source = ''] }) => entries.get(source) !== undefined)) return undefined;
  const { file } = added;
  unpacked.set(entries, added);
  const name = childName(child.address);
  return withAdditions(child, child.values, {
    entries,
    value: ([source, target], row) =>
      valueChange(['entry', name, source], undefined, target, { file, line: read.lines[row] ?? 1, column: 1 }),
  });
}
