import { errorAt, errorsIn, type Finding, hasErrors, topOf } from '../../model/finding.ts';
import { byCodePoint, foldedTerm, largest } from '../../model/lists.ts';
import { cellText, type DelimitedInput, isBlankRow, mayBeComment } from '../delimited/row.ts';
import { isTableConfirmed, parseTableText, type TableText, type TextRow } from '../delimited/table-text.ts';
import { parseTerms } from '../dictionary/table-file.ts';
import { isCommentRow, type TableForm, tableShape } from '../dictionary/table-schema.ts';

interface ReadTerms {
  /** The content that a plan sees of each dictionary: the digest of its entries, by pair. */
  readonly digests: readonly string[];
  readonly findings: readonly Finding[];
}

/** The content of a table as the workspace reads it; `undefined` for a table that the workspace does not read. */
export function readTerms(input: DelimitedInput, form: TableForm): ReadTerms | undefined {
  if (form.pair === undefined && form.pairs === undefined) return undefined;
  const { value, findings } = parseTerms({ ...input, ...form });
  return { digests: [...(value ?? [])].map(([key, { entries }]) => `${key} ${entries.digest}`), findings };
}

/** True if a plan sees the same content in both. */
const sameTerms = (before: ReadTerms | undefined, after: ReadTerms | undefined): boolean =>
  before?.digests.join('\n') === after?.digests.join('\n') && !hasErrors(after?.findings ?? []);

export interface TableToFormat {
  readonly bytes: Uint8Array;
  readonly file: string;
  readonly form: TableForm;
  /** True: rows are sorted by their terms, within the blocks between blank lines. */
  readonly sort: boolean;
}

/** A file in its canonical form, or the reasons why it was not changed. */
export type Formatted = { readonly bytes: Uint8Array } | { readonly findings: readonly Finding[] };

/**
 * Removes empty fields at the end that no row of the table fills. Two always stay, because a row needs both phrases.
 */
function trimmed(rows: readonly TextRow[]): (row: TextRow) => readonly string[] {
  const width = largest(
    rows.map(({ texts }) => texts.findLastIndex((text) => text !== '') + 1),
    2,
  );
  return ({ texts }) => texts.slice(0, Math.max(width, 1));
}

/** A row with the comments directly above it, which move with it. */
interface Sortable {
  readonly row: TextRow;
  readonly above: readonly TextRow[];
}

/** Sorts the rows of one block by the column of the terms. Comments at its top are a heading, and stay there. */
function sortedBlock(rows: readonly TextRow[], term: number, isComment: (row: TextRow) => boolean): readonly TextRow[] {
  const first = rows.findIndex((row) => !isComment(row));
  if (first < 0) return rows;
  const items: Sortable[] = [];
  let above: TextRow[] = [];
  for (const row of rows.slice(first)) {
    if (isComment(row)) above.push(row);
    else {
      items.push({ row, above });
      above = [];
    }
  }
  const keyed = items.map((item) => ({ item, key: foldedTerm(item.row.texts[term] ?? '') }));
  // The sort is stable, so rows with the same term keep their order.
  const sorted = keyed.sort((left, right) => byCodePoint(left.key, right.key)).map(({ item }) => item);
  return [...rows.slice(0, first), ...sorted.flatMap(({ row, above: comments }) => [...comments, row]), ...above];
}

/** The blocks of rows between blank lines. */
function blocksOf(rows: readonly TextRow[]): readonly (readonly TextRow[])[] {
  const blocks: TextRow[][] = [[]];
  for (const row of rows) {
    if (isBlankRow(row)) blocks.push([]);
    else blocks.at(-1)?.push(row);
  }
  return blocks.filter((block) => block.length > 0);
}

const same = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((text, index) => text === right[index]);

/**
 * A CSV or TSV file in its canonical form: LF, quotes only where they are needed, no empty columns at the end, at most
 * one blank line in a row and none at the top or the end. The byte order mark, delimiter, comments and every character
 * of every field stay. Quotes that only prevent a reader from finding another delimiter count as needed.
 *
 * The result is read again. If its fields differ, or a plan would see other terms, the result is a finding. A file with
 * errors is not changed.
 */
export function formatTable({ bytes, file, form, sort }: TableToFormat): Formatted {
  const parsed = parseTableText({ ...form, bytes, file });
  if (parsed.value === undefined) return { findings: parsed.findings };
  const table: TableText = parsed.value;
  const { delimiter } = table;
  const notSafe = { findings: [errorAt('fmt-not-safe', topOf(file))] };
  if (!isTableConfirmed(table)) return notSafe;
  const terms = readTerms({ bytes, file }, form);
  if (hasErrors(terms?.findings ?? [])) return { findings: errorsIn(terms?.findings ?? []) };
  const { header, term } = tableShape(table, file, form);
  const isComment = (row: TextRow): boolean => isCommentRow(row, table, form);
  const fields = trimmed(table.rows.filter((row) => !isComment(row)));
  const isHead = (row: TextRow): boolean => row === header;
  const blocks = blocksOf(table.rows).map((block) => {
    const below = block.findIndex(isHead) + 1;
    return sort ? [...block.slice(0, below), ...sortedBlock(block.slice(below), term, isComment)] : block;
  });
  for (const cautious of [false, true]) {
    const line = (row: TextRow): string => {
      if (isComment(row)) return row.raw;
      const style = { delimiter, cautious, comments: form.comments };
      const cells = fields(row).map((text, column) => cellText(text, column, style));
      const written = cells.join(delimiter);
      if (form.comments === 'none' || !mayBeComment(written, delimiter)) return written;
      return [cellText(row.texts[0] ?? '', 0, { ...style, quoted: true }), ...cells.slice(1)].join(delimiter);
    };
    const lines = blocks.map((block) => block.map((row) => `${line(row)}\n`).join(''));
    const formatted = new TextEncoder().encode(table.top.replace(/\r\n?/g, '\n') + lines.join('\n'));
    const again = parseTableText({ ...form, bytes: formatted, file }).value;
    const wanted = blocks.flat();
    const found = again?.rows.filter((row) => !isBlankRow(row)) ?? [];
    const isSafe =
      (again?.delimiter === delimiter || wanted.length === 0) &&
      found.length === wanted.length &&
      wanted.every((row, index) => same(isComment(row) ? row.texts : fields(row), found[index]?.texts ?? [])) &&
      sameTerms(terms, readTerms({ bytes: formatted, file }, form));
    if (isSafe) return { bytes: formatted };
  }
  return notSafe;
}
