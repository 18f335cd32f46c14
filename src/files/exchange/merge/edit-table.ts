import type { LanguagePair } from '../../../model/entries/language-pair.ts';
import { errorAt, errorsIn } from '../../../model/finding.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import type { DelimitedInput } from '../../delimited/row.ts';
import { readRows } from '../../delimited/scan-rows.ts';
import { type Edited, notSafe } from '../../edit/entry-edit.ts';
import { type CellEdits, editFile, locateFile } from '../../edit/located-file.ts';
import { findingList } from '../../finding-list.ts';
import type { Concept, LossList } from '../termbase.ts';
import { type MergedTerms, mergeTerms } from './merge-terms.ts';
import { type TableLayout, tableLayout, termRows } from './table-layout.ts';

export interface TableToMerge {
  readonly input: DelimitedInput;
  /** For a file of one dictionary. Absent: the file is a wide table. */
  readonly pair?: LanguagePair;
  /** For a wide table: its pairs in `tables:`. */
  readonly pairs?: readonly string[];
  readonly concepts: readonly Concept[];
  /** The language of the source terms. */
  readonly source: string;
  readonly replaces: boolean;
  readonly losses: LossList;
}

export type EditedTerms = Edited & { readonly merged?: MergedTerms };

/** The cells of edited rows: the header gets the new columns, and every row gets as many cells as the header. */
function cellEdits(
  rows: readonly (readonly string[])[],
  { headers }: TableLayout,
  { changed, headers: more }: MergedTerms,
): ReadonlyMap<number, CellEdits> {
  const edits = new Map<number, CellEdits>([...changed].map(([row, cells]) => [row + headers, cells]));
  const width = rows[0]?.length ?? 0;
  if (more.length === 0) return edits;
  edits.set(0, new Map(more.map((header, index) => [width + index, header])));
  const last = width + more.length - 1;
  for (const row of rows.keys()) {
    const cells = edits.get(row);
    if (cells?.has(last) !== true) edits.set(row, new Map([...(cells ?? []), [last, '']]));
  }
  return edits;
}

/**
 * Merges concepts into a CSV or TSV file of the workspace. The cells of known rows are edited, new rows are inserted
 * next to similar ones, and every other byte is unchanged. A file with errors in its form is not edited.
 */
export function editTermTable({ input, pair, concepts, source, replaces, losses, pairs }: TableToMerge): EditedTerms {
  const errors = errorsIn(readRows(input).findings);
  if (errors.length > 0) return { findings: errors };
  const located = locateFile(input);
  if (located === undefined) return { findings: [notSafe(input.file, 'rows')] };
  const { rows } = located;
  const layout = tableLayout(rows, { ...input, ...omitUndefined({ pair, pairs }) });
  const { headers } = layout;
  const texts = rows.map((row) => row.texts);
  const merged = mergeTerms(
    { rows: termRows(rows, layout, input.file), layout, concepts, source, replaces, losses, send: input.send },
    (row, column) => (texts[row + headers] as readonly string[])[column] ?? '',
  );
  if (merged.stillSent.length > 0) {
    const { file } = input;
    const sent = findingList();
    for (const { line, ...pair } of merged.stillSent)
      sent.add(errorAt('import-still-sent', { file, line, column: 1 }, pair));
    return { findings: sent.all() };
  }
  // A table without a row gets its header from the new columns.
  const behind = Math.max(rows.length - headers, 0);
  const last = (texts[0]?.length ?? 0) + merged.headers.length - 1;
  /** New rows have as many cells as the header. */
  const padded = (added: readonly CellEdits[] = []): readonly CellEdits[] =>
    headers === 0 ? added : added.map((cells) => (cells.has(last) ? cells : new Map([...cells, [last, '']])));
  const edited = editFile(located, {
    headers,
    edits: {
      changed: cellEdits(texts, layout, merged),
      removed: new Set([...merged.removed].map((row) => row + headers)),
      added: padded(merged.added.get(behind)),
      ...(rows.length < headers && merged.headers.length > 0 && { above: merged.headers }),
      // No row follows the ones at the end, so these are not inserted.
      inserted: new Map([...merged.added].map(([row, cells]) => [row + headers, padded(cells)])),
    },
    check: () => [],
  });
  return 'bytes' in edited ? { ...edited, merged } : edited;
}
