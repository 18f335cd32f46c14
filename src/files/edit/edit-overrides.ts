import { type LanguagePair, type PairKey, pairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import { errorsIn } from '../../model/finding.ts';
import { type OverrideCell, overrideIn, removesInto } from '../dictionary/override-cell.ts';
import { parseTerms } from '../dictionary/parse-terms.ts';
import { columnsOf, type FileOfTerms } from './edit-entries.ts';
import { type Edited, notSafe } from './entry-edit.ts';
import { type CellEdits, editFile, locateFile } from './located-file.ts';

/**
 * The relation of a phrase to the layers. `inherit`: no row removes it. `replace`: its row is marked as an override.
 * `remove`: a row removes it.
 */
export type OverrideMark = 'inherit' | 'replace' | 'remove';

/** The marks of phrases, by language pair. */
export type OverrideMarks = ReadonlyMap<PairKey, ReadonlyMap<string, OverrideMark>>;

const OVERRIDE_HEADER = 'override';

const removalOf = (languages: readonly string[]): string =>
  languages.length === 0 ? '' : `remove: ${languages.join(', ')}`;

const languagesIn = (cell: OverrideCell | undefined): readonly string[] | undefined =>
  cell?.kind === 'remove' ? cell.languages : [];

/**
 * Writes marks into the column `override` of a CSV or TSV file, which is added if the file has none. Every other byte
 * stays. The result is read again. If it does not have the marks, or has other entries, the result is findings. The
 * function is longer than 60 lines because all marks edit the same cells.
 */
export function editOverrides(input: FileOfTerms, marks: OverrideMarks): Edited {
  const { file, pair: only } = input;
  const before = parseTerms(input);
  const located = locateFile(input);
  const columns = located && columnsOf(input, located.rows);
  if (located === undefined || columns === undefined || before.value === undefined)
    return { findings: [notSafe(file, 'rows')] };
  const { headers, terms, fixed } = columns;
  const rows = located.rows.slice(headers);
  const column = terms?.override ?? located.rows[0]?.texts.length ?? 2;
  const cells = new Map<number, string>();
  const removed = new Set<number>();
  const added: CellEdits[] = [];
  const cellAt = (row: number): string => cells.get(row) ?? rows[row]?.texts[column] ?? '';
  const targetsFrom = (source: string): readonly string[] =>
    [...(before.value?.keys() ?? [])]
      .map(parsePairKey)
      .flatMap((each) => (each.source === source ? [each.target] : []));
  const mark = (pair: LanguagePair, source: string, as: OverrideMark): void => {
    const [from, to] = columns.of(pair);
    const same = [...rows.keys()].filter((row) => rows[row]?.texts[from] === source);
    const removing = same.filter((row) => removesInto(overrideIn(cellAt(row)), pair.target));
    if (as === 'inherit')
      for (const row of removing) {
        const languages = languagesIn(overrideIn(cellAt(row))) ?? targetsFrom(pair.source);
        if (only === undefined) cells.set(row, removalOf(languages.filter((each) => each !== pair.target)));
        else removed.add(headers + row);
      }
    else if (as === 'replace')
      for (const row of same) {
        const isFilled = (rows[row]?.texts[to] ?? '').trim() !== '';
        if (isFilled && overrideIn(cellAt(row)) === undefined) cells.set(row, 'yes');
      }
    else if (removing.length === 0) {
      const [row] = only === undefined ? same : [];
      const languages = row === undefined ? [] : (languagesIn(overrideIn(cellAt(row))) ?? []);
      const cell = only === undefined ? removalOf([...languages, pair.target]) : 'remove';
      if (row === undefined) added.push(new Map([...fixed, [from, source], [column, cell]]));
      else cells.set(row, cell);
    }
  };
  for (const [key, each] of marks) for (const [source, as] of each) mark(parsePairKey(key), source, as);
  const changed = new Map<number, CellEdits>(
    [...cells].map(([row, cell]) => [headers + row, new Map([[column, cell]])] as const),
  );
  if (changed.size + removed.size + added.length === 0) return { bytes: input.bytes };
  const isNew = terms?.override === undefined;
  if (isNew && headers > 0) changed.set(0, new Map([[column, OVERRIDE_HEADER]]));
  return editFile(located, {
    headers,
    edits: { changed, removed, added, ...(isNew && headers === 0 && { above: ['source', 'target', OVERRIDE_HEADER] }) },
    check(edited) {
      const after = parseTerms(edited);
      const isSame = [...(before.value ?? [])].every(
        ([key, { entries }]) => after.value?.get(key)?.entries.digest === entries.digest,
      );
      const isMarked = [...marks].every(([key, each]) => {
        const { removed: gone, replaced } = after.value?.get(only === undefined ? key : pairKey(only))?.overrides ?? {};
        return [...each].every(([source, as]) =>
          as === 'replace' ? replaced?.has(source) === true : (gone?.has(source) === true) === (as === 'remove'),
        );
      });
      const errors = errorsIn(after.findings);
      return isSame && isMarked ? errors : [notSafe(file, 'entries')];
    },
  });
}
