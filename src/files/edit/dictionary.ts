import type { Entries } from '../../model/entries/entries.ts';
import { errorsIn, hasErrors } from '../../model/finding.ts';
import type { FileValue } from '../../model/resources/value.ts';
import type { Row } from '../delimited/row.ts';
import { parseDictionary } from '../dictionary/dictionary-file.ts';
import {
  type DictionaryInput,
  type DictionarySchema,
  dictionarySchema,
  newRowLanguages,
} from '../dictionary/dictionary-schema.ts';
import { type CandidateRow, chooseRows, statusOfNewRow } from '../dictionary/sent-rows.ts';
import { countedTarget, rowTerms } from '../dictionary/term-columns.ts';
import { checkWanted, type Edited, notSafe, type WantedEntries, wantedEntries } from './entry-edit.ts';
import { type CellEdits, editFile, type LocatedFile, locateFile, type RowEdits } from './located-file.ts';

/** The cells of a new row: the phrases, the languages as the row above says them, and a status if it needs one. */
function newCells(
  schema: DictionarySchema,
  rows: readonly Row[],
  { pair, send }: DictionaryInput,
): (source: string, target: string) => CellEdits {
  const column = schema.terms?.status;
  const status = statusOfNewRow(column !== undefined, send);
  const more = column === undefined || status === undefined ? [] : ([[column, status]] as const);
  const fixed = [...newRowLanguages(schema, rows, pair), ...more];
  return (source, target) => new Map([...fixed, [schema.source, source], [schema.target, target]]);
}

/** What the rows are to an edit, by their places. */
interface RowUses {
  /** Rows that are not sent because of their status: no edit is about them. */
  readonly held: ReadonlySet<number>;
  /** Rows that are not sent because another row of their source phrase is. */
  readonly unchosen: ReadonlySet<number>;
  /** What a row has as its target: a blank cell may stand for the source phrase. */
  readonly targetOf: (index: number) => string;
}

function rowUses(
  rows: readonly Row[],
  { source, target, terms, headers }: DictionarySchema,
  { send, choose, file }: DictionaryInput,
): RowUses {
  const said = rows.map((row) => rowTerms(row, terms, send));
  const cellOf = (index: number, column: number): string => rows[index]?.texts[column] ?? '';
  const targetOf = (index: number): string =>
    countedTarget(cellOf(index, source), cellOf(index, target), said[index] ?? { copies: false });
  const held = new Set([...said.keys()].filter((index) => index >= headers && said[index]?.isHeld === true));
  const candidates = [...rows.keys()]
    .filter((index) => index >= headers && !held.has(index))
    .map((index): CandidateRow => {
      const { preferred = false, fields } = said[index] ?? {};
      const at = { line: index, column: 1, targetColumn: 1 };
      return { source: cellOf(index, source), target: targetOf(index), ...at, preferred, fields };
    });
  const unchosen = new Set(chooseRows(candidates, choose, file).heldBack.map(({ at }) => at.line));
  return { held, unchosen, targetOf };
}

function editsOf(
  input: DictionaryInput,
  rows: readonly Row[],
  schema: DictionarySchema,
  wanted: WantedEntries,
): RowEdits {
  const changed = new Map<number, CellEdits>();
  const removed = new Set<number>();
  const found = new Set<string>();
  const { held, unchosen, targetOf } = rowUses(rows, schema, input);
  rows.forEach(({ texts }, index) => {
    const source = texts[schema.source] ?? '';
    if (index < schema.headers || held.has(index) || !wanted.has(source)) return;
    found.add(source);
    const target = wanted.get(source);
    // A row that was not chosen goes too: it would be sent in place of the one that goes.
    if (target === undefined) removed.add(index);
    else if (target !== targetOf(index) && !unchosen.has(index)) changed.set(index, new Map([[schema.target, target]]));
  });
  const cells = newCells(schema, rows, input);
  const added = [...wanted].flatMap(([source, target]) =>
    target === undefined || found.has(source) ? [] : [cells(source, target)],
  );
  return { changed, removed, added };
}

/** A header to put above the rows when the first of them would be taken for one, or would be skipped as one. */
function headerAbove(
  { input, rows }: LocatedFile<DictionaryInput>,
  { headers, source, target }: DictionarySchema,
  { changed, removed, added }: RowEdits,
): Pick<RowEdits, 'above'> {
  const kept = [...rows.keys()].find((index) => !removed.has(index));
  const first =
    kept === undefined
      ? added[0] && [added[0].get(source) ?? '', added[0].get(target) ?? '']
      : rows[kept]?.texts.map((text, column) => changed.get(kept)?.get(column) ?? text);
  if (headers > 0 || first === undefined || input.header === false) return {};
  const taken = dictionarySchema({ line: 1, start: 0, end: 0, texts: first }, input);
  return taken.headers === 1 || taken.findings.length > 0 ? { above: ['source', 'target'] } : {};
}

/** True when the entries are those from before with the edits made, and no others. */
function areEdited(before: Entries, wanted: WantedEntries, after: Entries): boolean {
  let size = 0;
  for (const [source, target] of before) {
    if (wanted.has(source)) continue;
    if (after.get(source) !== target) return false;
    size += 1;
  }
  for (const [source, target] of wanted) {
    if (target === undefined) continue;
    if (after.get(source) !== target) return false;
    size += 1;
  }
  return after.size === size;
}

/**
 * Makes edits in a CSV or TSV file of one dictionary. A known source phrase gets another target in its cell, in every
 * row that is sent for it; a new one gets a row behind the last one, in the style of the file; a removed one goes with
 * its rows. Rows that their status holds back stay as they are, and so does every other byte. What is there already
 * needs no edit.
 *
 * The result is read again before it is given: when it is not the old content with the edits made, there are findings
 * instead. A file with errors is not edited.
 */
export function editDictionary(input: DictionaryInput, values: readonly FileValue[]): Edited {
  const { file } = input;
  const wanted = wantedEntries(values);
  const before = parseDictionary(input);
  const errors = [...errorsIn(before.findings), ...checkWanted(wanted, file)];
  if (errors.length > 0 || before.value === undefined) return { findings: errors };
  const located = locateFile(input);
  if (located === undefined) return { findings: [notSafe(file, 'rows')] };
  const schema = dictionarySchema(located.rows[0], input);
  const rowEdits = editsOf(input, located.rows, schema, wanted);
  const { entries } = before.value;
  return editFile(located, {
    headers: schema.headers,
    edits: { ...rowEdits, ...headerAbove(located, schema, rowEdits) },
    check: (edited) => {
      const after = parseDictionary(edited);
      const same =
        !hasErrors(after.findings) && after.value !== undefined && areEdited(entries, wanted, after.value.entries);
      return same ? [] : [notSafe(file, 'entries')];
    },
  });
}
