import { errorAt, type Finding, type SourceRef, topOf } from '../../../model/finding.ts';
import { plainHeader } from '../../dictionary/read-heading.ts';
import { nearestName } from '../../languages/nearest-name.ts';
import { type LossList, languageCode, type ReadOptions } from '../termbase.ts';
import { type ColumnRole, headerName, isKnownHeader, placeNamed, ROLE_WORDS, unknownUse } from './column-role.ts';
import { type CellRow, cellAt } from './read-cells.ts';
import { usualStatus } from './status-guess.ts';
import { isLeftOut, type TableFormat } from './table-formats.ts';

/** The columns of a table. */
interface Columns {
  readonly roles: readonly ColumnRole[];
  /** The roles before duplicates are resolved: several columns may have the same role. `roles` keeps the first one. */
  readonly found: readonly ColumnRole[];
  readonly headers: CellRow | undefined;
  /** Below the header. */
  readonly rows: readonly CellRow[];
  readonly format: TableFormat | undefined;
}

const placeOf = (headers: CellRow | undefined, index: number): Omit<SourceRef, 'file'> => ({
  line: headers?.line ?? 1,
  column: headers?.columnOf(index) ?? 1,
});

/** Counts the cells of columns that are not kept, except for columns that have an error. */
export function loseColumns({ roles, headers, rows }: Columns, losses: LossList, faults: readonly Finding[]): void {
  const named = new Set(faults.map(({ details }) => details.header));
  for (const [index, { kind }] of roles.entries()) {
    if (kind !== 'unknown' && kind !== 'ignore' && kind !== 'term-info') continue;
    const filled = rows.filter((row) => cellAt(row, index).trim() !== '').length;
    const name = headerName(headers && cellAt(headers, index), index);
    if (filled > 0 && !named.has(name)) losses.add('column', name, placeOf(headers, index), filled);
  }
}

/** Number of different cells of a column that a message shows. */
const SAMPLES = 3;
/** Maximum number of characters of a cell in a message. */
const SAMPLE_MAX_CHARS = 40;
/** Maximum number of different cells that are examined to see whether they are statuses. */
const GUESSED_CELLS = 50;

/** The first different cells of a column that are not blank. */
function cellsOf(rows: readonly CellRow[], index: number): readonly string[] {
  const cells = new Set<string>();
  for (const row of rows) {
    const cell = cellAt(row, index).trim();
    if (cell !== '') cells.add(cell);
    if (cells.size === GUESSED_CELLS) break;
  }
  return [...cells];
}

/** Headers of columns that answer yes or no, so that `no` is a status in other words. */
const VERDICT = /^(?:approved|agreed|reviewed|validated)$/;

/** The possible contents of a column that is not a language and has an unknown header. */
const FIELD_WORDS = ['status', 'definition', 'note', 'translate', 'forbidden', 'concept'];

const sampleOf = (cell: string): string =>
  cell.length > SAMPLE_MAX_CHARS ? `${cell.slice(0, SAMPLE_MAX_CHARS)}…` : cell;

/**
 * An error for each column with cells whose header is unknown, or which contains statuses although another column does
 * too. A column that is not kept could contain the mark that a term is forbidden.
 */
function unknownColumns(
  { file, statuses }: ReadOptions & { readonly file: string },
  { roles, found, headers, rows, format }: Columns,
): readonly Finding[] {
  if (headers === undefined) return [];
  const open = roles.flatMap((role, index) => {
    const header = cellAt(headers, index).trim();
    if (role.kind !== 'unknown' || role.near !== undefined) return [];
    const before = found[index];
    const twice = before?.kind === 'field' && before.field === 'status';
    const cells = cellsOf(rows, index);
    const isStatus =
      VERDICT.test(plainHeader(header)) || cells.every((cell) => usualStatus(cell, statuses) !== undefined);
    const isExpected = isLeftOut(format, header) || (isKnownHeader(header) && !isStatus);
    if (cells.length === 0 || (isExpected && !twice)) return [];
    const name = headerName(header, index);
    const near = isStatus ? 'status' : (nearestName(name, FIELD_WORDS) ?? 'note');
    return [{ index, name, cells, use: twice ? { twice: 'status' } : { use: `${name}=${near}` } }];
  });
  const without = open.map(({ name }) => `${name}=ignore`);
  return open.map(({ index, name, cells, use }, at) =>
    errorAt(
      'import-column-unknown',
      { file, ...placeOf(headers, index) },
      {
        header: name,
        cells: cells.slice(0, SAMPLES).map(sampleOf),
        ...use,
        without: without[at],
        // One option for all of them, with the last column.
        ...(at > 0 && at === open.length - 1 && { all: without }),
      },
    ),
  );
}

/**
 * An error for each name in `columns` that the file does not have. `columns`: the headers of a table; `languages`: the
 * codes of the terms. Without the error, the rules for the header would decide about the column.
 */
export function missingColumns(
  { file, columns: configured }: ReadOptions & { readonly file: string },
  columns: readonly string[],
  languages: readonly string[],
): readonly Finding[] {
  const plain = (name: string): string => headerName(name, 0).toLowerCase();
  const known = new Set([...columns, ...languages].map(plain));
  return [...(configured ?? [])].flatMap(([name]): readonly Finding[] => {
    const isPlace = (placeNamed(name) ?? columns.length) < columns.length;
    if (isPlace || known.has(plain(name)) || languages.includes(languageCode(name))) return [];
    const names = columns.length > 0 ? columns : languages;
    const suggestion = nearestName(name, names);
    const details = { header: name, names: [...names], suggestion };
    return [errorAt('import-column-missing', topOf(file), details)];
  });
}

/** Languages that a message proposes for a column of terms without a language in its header. */
const PROPOSED = ['en', 'de', 'fr', 'es', 'it'];

/** Errors about the columns: unknown uses, unknown columns, and columns without a language. */
export function checkColumns(input: ReadOptions & { readonly file: string }, columns: Columns): readonly Finding[] {
  const { file, pair } = input;
  const { roles, headers } = columns;
  const at = (index: number): SourceRef => ({ file, ...placeOf(headers, index) });
  const header = (index: number): string => (headers === undefined ? '' : headerName(cellAt(headers, index), index));
  const isNamed = roles.some(({ kind }) => kind === 'source-language');
  // A language that a column has, or that was already proposed, is not proposed for another column.
  const taken = new Set(roles.flatMap((role) => (role.kind === 'term' ? [role.language] : [])));
  /** Reserves a language for a column. False if another column has it. */
  const propose = (language: string): boolean => {
    const isNew = !taken.has(language);
    taken.add(language);
    return isNew;
  };
  return [
    ...unknownUse(input.columns).map(([name, found]) =>
      errorAt('import-column-use', topOf(file), { header: name, found, allowed: [...ROLE_WORDS] }),
    ),
    ...roles.flatMap((role, index): readonly Finding[] => {
      if (role.kind !== 'unknown' || role.near === undefined) return [];
      const name = header(index);
      const use = propose(role.near) && { use: `${name}=${role.near}` };
      const details = { header: name, near: role.near, ...use, without: `${name}=ignore` };
      return [errorAt('import-column-unclear', at(index), details)];
    }),
    ...unknownColumns(input, columns),
    ...roles.flatMap((role, index): readonly Finding[] => {
      if ((role.kind !== 'source' && role.kind !== 'target') || pair !== undefined || isNamed) return [];
      const name = header(index);
      const other = PROPOSED.find(propose);
      const use = name !== '' && other !== undefined && { use: `${name}=${other}` };
      const details = { header: name, side: role.kind, ...use };
      return [errorAt('import-language-missing', at(index), details)];
    }),
  ];
}
