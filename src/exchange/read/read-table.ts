import { dictionaryLanguage } from '../../files/languages/language-names.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { topOf } from '../../model/source-ref.ts';
import { type LossList, lossList } from '../losses.ts';
import { type ColumnRole, columnRoles, ROLE_WORDS, unknownUse } from './column-role.ts';
import { type CellRow, readCells } from './read-cells.ts';
import { type ReadOptions, type ReadTermbase, unread } from './read-options.ts';
import { formatOfHeader, type TableFormat, tableFormat } from './table-formats.ts';

/** Most columns of a table, as of one in a workspace. */
const COLUMNS_MAX = 1000;

export interface TableToRead extends ReadOptions {
  readonly file: string;
  readonly rows: readonly CellRow[];
  /** One of `TABLE_FORMATS`. Absent: found from the header. */
  readonly format?: string;
}

export interface ReadTable extends ReadTermbase {
  /** The name of the format as which it was read. */
  readonly format: string;
}

const isTerm = ({ kind }: ColumnRole): boolean => kind === 'term' || kind === 'source' || kind === 'target';

/** True for a first row that names what its columns hold: two languages, or terms and something about them. */
const isHeader = (roles: readonly ColumnRole[]): boolean => {
  // A language that is misspelled is a language all the same, and the finding about it says so.
  const named = (role: ColumnRole): readonly string[] => {
    if (role.kind === 'term') return [role.language];
    return role.kind === 'unknown' ? [role.near ?? []].flat() : isTerm(role) ? [role.kind] : [];
  };
  const terms = new Set(roles.flatMap(named));
  return terms.size > 1 || (terms.size === 1 && roles.some(({ kind }) => kind === 'field' || kind === 'concept'));
};

/** DeepL's rows of four or five columns: both phrases, both languages, and how relevant the pair is. */
const FOUR_COLUMNS: readonly ColumnRole[] = [
  { kind: 'source' },
  { kind: 'target' },
  { kind: 'source-language' },
  { kind: 'target-language' },
];

/** How many of the first rows say of what form a file is. */
const SAMPLE_ROWS = 20;

/** The columns of rows that no header names: two, or those of DeepL. */
function rolesWithoutHeader(rows: readonly CellRow[]): readonly ColumnRole[] | undefined {
  const widthOf = ({ cells }: CellRow): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  const sample = rows.slice(0, SAMPLE_ROWS);
  const width = sample.reduce((most, row) => Math.max(most, widthOf(row)), 0);
  const isLanguages = ({ cells: [, , source = '', target = ''] }: CellRow): boolean =>
    dictionaryLanguage(source) !== undefined && dictionaryLanguage(target) !== undefined;
  if (width === 2) return [{ kind: 'source' }, { kind: 'target' }];
  if ((width !== 4 && width !== 5) || !sample.every(isLanguages)) return undefined;
  return width === 4 ? FOUR_COLUMNS : [...FOUR_COLUMNS, { kind: 'unknown' }];
}

/** Only the first column of a kind counts, but for terms and notes; of the others the cells are counted. */
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

/** Counts the cells of columns that nothing is kept of. */
function loseColumns(
  roles: readonly ColumnRole[],
  headers: CellRow | undefined,
  rows: readonly CellRow[],
  losses: LossList,
) {
  for (const [index, { kind }] of roles.entries()) {
    if (kind !== 'unknown' && kind !== 'ignore' && kind !== 'term-info') continue;
    const filled = rows.filter(({ cells }) => (cells[index] ?? '').trim() !== '').length;
    const name = headers?.cells[index]?.trim() || `column ${index + 1}`;
    const at = { line: headers?.line ?? 1, column: headers?.columnOf(index) ?? 1 };
    if (filled > 0) losses.add('column', name, at, filled);
  }
}

/** A header that may name a language, and what to say of it. */
const unclear = (header: string, near: string): Finding['details'] => ({
  header,
  near,
  use: `${header}=${near}`,
  without: `${header}=ignore`,
});

/** What speaks against the columns: uses that there are not, columns that may be of a language, unnamed languages. */
function checkColumns(
  { file, columns, pair }: Pick<TableToRead, 'file' | 'columns' | 'pair'>,
  roles: readonly ColumnRole[],
  headers: CellRow | undefined,
): readonly Finding[] {
  const at = (index: number) => ({ file, line: headers?.line ?? 1, column: headers?.columnOf(index) ?? 1 });
  const header = (index: number): string => headers?.cells[index]?.trim() ?? '';
  const isNamed = roles.some(({ kind }) => kind === 'source-language');
  return [
    ...unknownUse(columns).map(([name, found]) =>
      errorAt('import-column-use', topOf(file), { header: name, found, allowed: [...ROLE_WORDS] }),
    ),
    ...roles.flatMap((role, index): readonly Finding[] =>
      role.kind === 'unknown' && role.near !== undefined
        ? [errorAt('import-column-unclear', at(index), unclear(header(index), role.near))]
        : [],
    ),
    ...roles.flatMap((role, index): readonly Finding[] =>
      (role.kind === 'source' || role.kind === 'target') && pair === undefined && !isNamed
        ? [errorAt('import-language-missing', at(index), { header: header(index), side: role.kind })]
        : [],
    ),
  ];
}

/** The header and the format of rows, by `format` or as they are found. */
function headOf({ rows, format, columns }: TableToRead): {
  readonly format: TableFormat | undefined;
  readonly roles: readonly ColumnRole[] | undefined;
  readonly headers?: CellRow;
} {
  const [first] = rows;
  if (first === undefined) return { format: undefined, roles: undefined };
  const named = format === undefined ? undefined : tableFormat(format);
  const without = named?.header === true ? undefined : rolesWithoutHeader(rows);
  // The languages of each row would be taken for a header of languages.
  if (named?.header === false || (without !== undefined && without.length > 2 && rows.length > 1))
    return { format: named ?? tableFormat('deepl'), roles: without };
  const found = named ?? formatOfHeader(first.cells);
  const said = new Map([...Object.entries(found?.columns ?? {}), ...(columns ?? [])]);
  const roles = columnRoles(first.cells, said);
  if (isHeader(roles)) return { format: found, roles, headers: first };
  return { format: named ?? tableFormat('deepl'), roles: without };
}

/** The rows of a table as a termbase, whatever file they come from. */
export function readTable(input: TableToRead): ReadTable {
  const { file, rows } = input;
  const { format, roles: found, headers } = headOf(input);
  const name = format?.name ?? 'table';
  const [first] = rows;
  if (first === undefined) return { ...unread(errorAt('import-empty', topOf(file))), format: name };
  if (first.cells.length > COLUMNS_MAX) {
    const details = { columns: first.cells.length, max: COLUMNS_MAX };
    return { ...unread(errorAt('table-too-wide', topOf(file), details)), format: name };
  }
  if (found === undefined) {
    const at = { file, line: first.line, column: first.columnOf(0) };
    return { ...unread(errorAt('import-no-header', at, { cells: first.cells.slice(0, 10) })), format: name };
  }
  const roles = firstOfEach(found);
  const faults = checkColumns(input, roles, headers);
  const losses = lossList(file);
  const body = headers === undefined ? rows : rows.slice(1);
  loseColumns(roles, headers, body, losses);
  const source = roles.flatMap((role) => (role.kind === 'term' ? [role.language] : []))[0] ?? input.pair?.source;
  const { value, findings } = readCells({ ...input, rows: body, roles, losses, ...(headers && { headers }) });
  return {
    ...(value !== undefined && { value }),
    losses: losses.all(),
    findings: [...faults, ...findings],
    rows: body.length,
    format: name,
    ...(source !== undefined && { source }),
  };
}
