import { errorAt, topOf } from '../../../model/finding.ts';
import { TABLE_COLUMNS_MAX } from '../../../model/incoming-limits.ts';
import { dictionaryLanguage } from '../../languages/check-language.ts';
import { importedCell } from '../formula-cells.ts';
import { type LossList, lossList, type ReadOptions, type ReadTermbase, unread } from '../termbase.ts';
import { checkColumns, loseColumns } from './column-check.ts';
import { type ColumnRole, columnRoles, configuredRole, headerName, placeNamed } from './column-role.ts';
import { allCells, type CellRow, cellAt, readCells, rowWidth } from './read-cells.ts';
import { formatOfHeader, type TableFormat, tableFormat } from './table-formats.ts';

/** Maximum number of rows × columns. */
const CELLS_MAX = 20_000_000;

export interface TableToRead extends ReadOptions {
  readonly file: string;
  readonly rows: readonly CellRow[];
  /** One of `TABLE_FORMATS`. Absent: found from the header. */
  readonly format?: string;
}

export interface ReadTable extends ReadTermbase {
  /** The name of the format that was found or given. */
  readonly format: string;
}

const isTerm = ({ kind }: ColumnRole): boolean => kind === 'term' || kind === 'source' || kind === 'target';

/** True for a first row that is a header: it names two languages, or terms and a field. */
const isHeader = (roles: readonly ColumnRole[]): boolean => {
  // A misspelled language still indicates a header. The finding about it names the spelling.
  const named = (role: ColumnRole): readonly string[] => {
    if (role.kind === 'term') return [role.language];
    return role.kind === 'unknown' ? [role.near ?? []].flat() : isTerm(role) ? [role.kind] : [];
  };
  const terms = new Set(roles.flatMap(named));
  return terms.size > 1 || (terms.size === 1 && roles.some(({ kind }) => kind === 'field' || kind === 'concept'));
};

/** True for a first row that is a header of languages. */
export const beginsWithHeader = (first: CellRow | undefined): boolean =>
  first !== undefined && isHeader(columnRoles(allCells(first)));

/** DeepL's rows of four or five columns: both phrases, both languages, and the relevance of the pair. */
const FOUR_COLUMNS: readonly ColumnRole[] = [
  { kind: 'source' },
  { kind: 'target' },
  { kind: 'source-language' },
  { kind: 'target-language' },
];

/** Number of first rows that are used to find the form of a file. */
const SAMPLE_ROWS = 20;

/** The columns of rows without a header: two, or those of DeepL. */
function rolesWithoutHeader(rows: readonly CellRow[]): readonly ColumnRole[] | undefined {
  const widthOf = ({ texts, columns }: CellRow): number => {
    const last = texts.findLastIndex((text) => text.trim() !== '');
    return (columns?.[last] ?? last) + 1;
  };
  const sample = rows.slice(0, SAMPLE_ROWS);
  const width = sample.reduce((most, row) => Math.max(most, widthOf(row)), 0);
  const isLanguages = (row: CellRow): boolean =>
    [2, 3].every((index) => dictionaryLanguage(cellAt(row, index)) !== undefined);
  if (width === 2) return [{ kind: 'source' }, { kind: 'target' }];
  if ((width !== 4 && width !== 5) || !sample.every(isLanguages)) return undefined;
  return width === 4 ? FOUR_COLUMNS : [...FOUR_COLUMNS, { kind: 'unknown' }];
}

/**
 * Only the first column of a kind is kept, except for terms and notes; the cells of the others are counted as losses.
 */
function firstOfEach(roles: readonly ColumnRole[]): readonly ColumnRole[] {
  const known = new Set<string>();
  return roles.map((role) => {
    if (isTerm(role) || role.kind === 'unknown' || role.kind === 'ignore' || role.kind === 'term-info') return role;
    if (role.kind === 'field' && role.field === 'note') return role;
    const key = JSON.stringify(role);
    const isKnown = known.has(key);
    known.add(key);
    return isKnown ? { kind: 'unknown' } : role;
  });
}

/** The roles of columns that `columns` sets by their places, such as `1=en`; `undefined` if it sets none by place. */
function rolesByPlace(
  rows: readonly CellRow[],
  columns: ReadonlyMap<string, string> | undefined,
): readonly ColumnRole[] | undefined {
  const useAt = new Map(
    [...(columns ?? [])].flatMap(([name, use]) => {
      const place = placeNamed(name);
      return place === undefined ? [] : [[place, use] as const];
    }),
  );
  if (useAt.size === 0) return undefined;
  const width = rows.reduce((most, row) => Math.max(most, rowWidth(row)), 0);
  return Array.from({ length: width }, (_, index): ColumnRole => {
    const use = useAt.get(index);
    return (use === undefined ? undefined : configuredRole(use)) ?? { kind: 'unknown' };
  });
}

/** True for a first row that is a header by its own words, or that names the language set for one of its columns. */
const isHeaderOf = (placed: readonly ColumnRole[], bare: readonly ColumnRole[]): boolean =>
  isHeader(bare) ||
  bare.some((role, index) => {
    const other = placed[index];
    return role.kind === 'term' && other?.kind === 'term' && role.language === other.language;
  });

/** The header and the format of rows, as given by `format` or found in the rows. */
function headOf({ rows, format, columns }: TableToRead): {
  readonly format: TableFormat | undefined;
  readonly roles: readonly ColumnRole[] | undefined;
  readonly headers?: CellRow;
} {
  const [first] = rows;
  if (first === undefined) return { format: undefined, roles: undefined };
  const named = format === undefined ? undefined : tableFormat(format);
  const without = named?.header === true ? undefined : rolesWithoutHeader(rows);
  // Otherwise the languages of each row would be read as a header of languages.
  if (named?.header === false || (without !== undefined && without.length > 2 && rows.length > 1))
    return { format: named ?? tableFormat('deepl'), roles: without };
  const placed = rolesByPlace(rows, columns);
  const names = allCells(first);
  // The roles are already set by place, so the first row is a header only by its own words.
  if (placed !== undefined && named?.header !== true && !isHeaderOf(placed, columnRoles(names)))
    return { format: named ?? tableFormat('table'), roles: placed };
  const found = named ?? formatOfHeader(names);
  const uses = new Map([...Object.entries(found?.columns ?? {}), ...(columns ?? [])]);
  const roles = columnRoles(names, uses);
  if (isHeader(roles)) return { format: found, roles, headers: first };
  return { format: named ?? tableFormat('deepl'), roles: without };
}

/** Removes the apostrophes that an export wrote before formulas. Each is counted as a loss. */
const withoutApostrophes = (rows: readonly CellRow[], losses: LossList): readonly CellRow[] =>
  rows.map((row) => {
    const texts = row.texts.map(importedCell);
    const at = texts.flatMap((text, place) => (text === row.texts[place] ? [] : [place]));
    for (const place of at)
      losses.add('apostrophe', texts[place] ?? '', {
        line: row.line,
        column: row.columnOf(row.columns?.[place] ?? place),
      });
    return at.length === 0 ? row : { ...row, texts };
  });

/** Number of rows that are searched for a header, for a message. */
const HEADER_ROWS = 20;

/** The row of the first header of languages below the first row. */
const headerBelow = (rows: readonly CellRow[]): number | undefined =>
  rows.slice(1, HEADER_ROWS).find(beginsWithHeader)?.line;

/** The rows of a table as a termbase, for any file format. */
export function readTable(table: TableToRead): ReadTable {
  const { file, headerRow = 0 } = table;
  const rows = table.rows.filter(({ line }) => line >= headerRow);
  const input = { ...table, rows };
  const { format, roles: found, headers } = headOf(input);
  const name = format?.name ?? 'table';
  const [first] = rows;
  if (first === undefined && table.rows.length > 0) {
    const details = { row: headerRow, last: table.rows.at(-1)?.line ?? 0 };
    return { ...unread(errorAt('import-header-row', topOf(file), details)), format: name };
  }
  if (first === undefined) return { ...unread(errorAt('import-empty', topOf(file))), format: name };
  if (rowWidth(first) > TABLE_COLUMNS_MAX) {
    const details = { columns: rowWidth(first), max: TABLE_COLUMNS_MAX };
    return { ...unread(errorAt('table-too-wide', topOf(file), details)), format: name };
  }
  // A title above a header of two languages would be read as a pair of terms.
  const isPair = headers === undefined && found?.length === 2;
  const isTitled = isPair && input.pair === undefined && headerBelow(rows) !== undefined;
  if (found === undefined || (isTitled && rolesByPlace(rows, input.columns) === undefined)) {
    const at = { file, line: first.line, column: first.columnOf(0) };
    const row = headerBelow(rows);
    const details = { cells: allCells(first).slice(0, 10), row };
    const refused = unread(errorAt('import-no-header', at, details));
    return { ...refused, format: name, columns: allCells(first).map(headerName) };
  }
  if (rows.length * found.length > CELLS_MAX) {
    const details = { rows: rows.length, columns: found.length, max: CELLS_MAX };
    return { ...unread(errorAt('import-table-too-large', topOf(file), details)), format: name };
  }
  const roles = firstOfEach(found);
  const losses = lossList(file);
  for (const { line, texts } of table.rows.slice(0, table.rows.length - rows.length))
    losses.add('skipped-row', texts.find((text) => text.trim() !== '') ?? '', { line, column: 1 });
  const body = withoutApostrophes(headers === undefined ? rows : rows.slice(1), losses);
  const columns = { roles, found, headers, rows: body, format };
  const faults = checkColumns(input, columns);
  loseColumns(columns, losses, faults);
  const source = roles.flatMap((role) => (role.kind === 'term' ? [role.language] : []))[0] ?? input.pair?.source;
  const { value, findings } = readCells({ ...input, rows: body, roles, losses, ...(headers && { headers }) });
  return {
    value,
    losses: losses.all(),
    findings: [...faults, ...findings],
    rows: body.length,
    format: name,
    source,
    columns: (headers ? allCells(headers) : (rolesByPlace(rows, input.columns)?.map(() => '') ?? [])).map(headerName),
  };
}
