import type { Entries } from '../../model/entries/entries.ts';
import { errorsIn, hasErrors } from '../../model/finding.ts';
import type { FileValue } from '../../model/resources/value.ts';
import type { Row } from '../delimited/row.ts';
import { parseDictionary } from '../dictionary/dictionary-file.ts';
import { type DictionaryInput, headOf, type Layout } from '../dictionary/dictionary-layout.ts';
import { saysYes } from '../dictionary/preferred-rows.ts';
import { type CandidateRow, chooseRows, statusOfNewRow } from '../dictionary/sent-rows.ts';
import { countedTarget, rowTerms } from '../dictionary/term-columns.ts';
import { dictionaryLanguage } from '../languages/language-names.ts';
import { checkWanted, type Edited, notSafe, type WantedEntries, wantedEntries } from './entry-edit.ts';
import { type CellEdits, editFile, type LocatedFile, locateFile, type RowEdits } from './located-file.ts';

interface Shape {
  readonly layout: Layout;
  readonly headers: number;
}

function shapeOf(input: DictionaryInput, first: Row | undefined): Shape {
  const { isHeader, layout } = headOf(first, input);
  return { layout, headers: isHeader ? 1 : 0 };
}

/** The cells of a new row: the phrases, the languages as the row above says them, and a status if it needs one. */
function newCells(
  { layout, headers }: Shape,
  rows: readonly Row[],
  { pair, send }: DictionaryInput,
): (source: string, target: string) => CellEdits {
  const last = rows.length > headers ? rows.at(-1)?.texts : undefined;
  const isLanguage = (column: number, expected: string): boolean => {
    const cell = last?.[column] ?? '';
    return cell.toLowerCase() === expected || dictionaryLanguage(cell) !== undefined;
  };
  // Four columns that no header names: the last two are the languages.
  const plain = layout.source === 0 && layout.target === 1;
  const exported = plain && isLanguage(2, pair.source) && isLanguage(3, pair.target) ? ([2, 3] as const) : undefined;
  const columns = layout.languages ?? exported;
  const said = (column: number, language: string) =>
    [column, last === undefined ? language : (last[column] ?? '')] as const;
  const languages = columns === undefined ? [] : [said(columns[0], pair.source), said(columns[1], pair.target)];
  const column = layout.terms?.status;
  const status = statusOfNewRow(column !== undefined, send);
  const more = column === undefined || status === undefined ? [] : ([[column, status]] as const);
  return (source, target) => new Map([...languages, ...more, [layout.source, source], [layout.target, target]]);
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

function rowUses(rows: readonly Row[], { layout, headers }: Shape, { send, choose, file }: DictionaryInput): RowUses {
  const { source, target, preferred, terms } = layout;
  const said = rows.map((row) => rowTerms(row, terms, send));
  const cellOf = (index: number, column: number): string => rows[index]?.texts[column] ?? '';
  const targetOf = (index: number): string =>
    countedTarget(cellOf(index, source), cellOf(index, target), said[index] ?? { copies: false });
  const held = new Set([...said.keys()].filter((index) => index >= headers && said[index]?.isHeld === true));
  const candidates = [...rows.keys()]
    .filter((index) => index >= headers && !held.has(index))
    .map((index): CandidateRow => {
      return {
        source: cellOf(index, source),
        target: targetOf(index),
        line: index,
        column: 1,
        targetColumn: 1,
        preferred: preferred !== undefined && saysYes(cellOf(index, preferred)),
        fields: said[index]?.fields,
      };
    });
  const unchosen = new Set(chooseRows(candidates, choose, file).heldBack.map(({ at }) => at.line));
  return { held, unchosen, targetOf };
}

function editsOf(input: DictionaryInput, rows: readonly Row[], shape: Shape, wanted: WantedEntries): RowEdits {
  const { layout, headers } = shape;
  const changed = new Map<number, CellEdits>();
  const removed = new Set<number>();
  const found = new Set<string>();
  const { held, unchosen, targetOf } = rowUses(rows, shape, input);
  rows.forEach(({ texts }, index) => {
    const source = texts[layout.source] ?? '';
    if (index < headers || held.has(index) || !wanted.has(source)) return;
    found.add(source);
    const target = wanted.get(source);
    // A row that was not chosen goes too: it would be sent in place of the one that goes.
    if (target === undefined) removed.add(index);
    else if (target !== targetOf(index) && !unchosen.has(index)) changed.set(index, new Map([[layout.target, target]]));
  });
  const cells = newCells(shape, rows, input);
  const added = [...wanted].flatMap(([source, target]) =>
    target === undefined || found.has(source) ? [] : [cells(source, target)],
  );
  return { changed, removed, added };
}

/** A header to put above the rows when the first of them would be taken for one, or would be skipped as one. */
function headerAbove(
  { input, rows }: LocatedFile<DictionaryInput>,
  { layout, headers }: Shape,
  { changed, removed, added }: RowEdits,
): Pick<RowEdits, 'above'> {
  const kept = [...rows.keys()].find((index) => !removed.has(index));
  const first =
    kept === undefined
      ? added[0] && [added[0].get(layout.source) ?? '', added[0].get(layout.target) ?? '']
      : rows[kept]?.texts.map((text, column) => changed.get(kept)?.get(column) ?? text);
  if (headers > 0 || first === undefined || input.header === false) return {};
  const { isHeader, findings } = headOf({ line: 1, start: 0, end: 0, texts: first }, input);
  return isHeader || findings.length > 0 ? { above: ['source', 'target'] } : {};
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
  const shape = shapeOf(input, located.rows[0]);
  const rowEdits = editsOf(input, located.rows, shape, wanted);
  const { entries } = before.value;
  return editFile(located, {
    headers: shape.headers,
    edits: { ...rowEdits, ...headerAbove(located, shape, rowEdits) },
    check: (edited) => {
      const after = parseDictionary(edited);
      const same =
        !hasErrors(after.findings) && after.value !== undefined && areEdited(entries, wanted, after.value.entries);
      return same ? [] : [notSafe(file, 'entries')];
    },
  });
}
