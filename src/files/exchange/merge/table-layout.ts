import type { FileForm, StatusWords } from '../../../model/file-form.ts';
import type { Row } from '../../delimited/row.ts';
import { dictionarySchema, newRowLanguages } from '../../dictionary/dictionary-schema.ts';
import type { TableForm } from '../../dictionary/table-schema.ts';
import { type ColumnRole, columnRoles } from '../read/column-role.ts';
import { type CellRow, readCells } from '../read/read-cells.ts';
import { fieldHeader, lossList } from '../termbase.ts';
import { CONCEPT_HEADER, type TermRow } from './term-rows.ts';

/** The contents of the columns of a workspace file, and whether it can get more columns. */
export interface TableLayout {
  readonly roles: readonly ColumnRole[];
  /** Number of header rows at the top: 0 or 1. */
  readonly headers: 0 | 1;
  /** False for a file of one dictionary: it keeps its columns. */
  readonly isGrowing: boolean;
  /** Column → its text in every new row. */
  readonly fixed: ReadonlyMap<number, string>;
  /** The words for statuses that `columns:` defines for this column. */
  readonly statuses?: StatusWords;
}

/** `columns:` of `glossary.yaml` in the form that the reader needs, and its words for statuses. */
function columnUses(columns: FileForm['columns']): {
  readonly uses: ReadonlyMap<string, string>;
  readonly statuses?: StatusWords;
} {
  const uses = new Map<string, string>();
  let statuses: StatusWords | undefined;
  for (const [header, setting] of columns ?? []) {
    if (typeof setting === 'string') uses.set(header, setting);
    else {
      uses.set(header, 'status');
      statuses = setting;
    }
  }
  return { uses, statuses };
}

/** Only the first column of a use is written; the others are not changed. */
function once(roles: readonly ColumnRole[]): readonly ColumnRole[] {
  const known = new Set<string>();
  return roles.map((role) => {
    const key = JSON.stringify(role);
    const isKnown = known.has(key);
    known.add(key);
    return isKnown ? { kind: 'unknown' } : role;
  });
}

/** The roles of columns. A use in `columns:` has priority, unless the header names a language for the same field. */
function ownRoles(
  headers: readonly string[],
  uses: ReadonlyMap<string, string>,
  named?: ReadonlySet<string>,
): readonly ColumnRole[] {
  const [bare, configured] = [columnRoles(headers, undefined, named), columnRoles(headers, uses, named)];
  return configured.map((role, index) => {
    const bareRole = bare[index] as ColumnRole;
    if (bareRole.kind !== 'field' || bareRole.language === undefined) return role;
    return role.kind === 'field' && role.field === bareRole.field ? bareRole : role;
  });
}

/** The languages that pairs of `tables:` name. */
const namedBy = (pairs: readonly string[] | undefined): ReadonlySet<string> =>
  new Set(pairs?.flatMap((pattern) => pattern.split('->').map((side) => side.trim().toLowerCase())));

/** The columns of a file of the workspace, by its first and last row. */
export function tableLayout(rows: readonly Row[], input: TableForm & { readonly file: string }): TableLayout {
  const { uses, statuses } = columnUses(input.columns);
  const { pair } = input;
  const header = rows[0]?.texts ?? [];
  if (pair === undefined) {
    const roles = once(ownRoles(header, uses, namedBy(input.pairs)));
    return { roles, headers: 1, isGrowing: true, fixed: new Map(), statuses };
  }
  const schema = dictionarySchema(rows[0], { ...input, pair });
  const { headers, source, target } = schema;
  const others = headers === 1 ? ownRoles(header, uses) : [];
  const roles = Array.from({ length: Math.max(others.length, source + 1, target + 1) }, (_, column): ColumnRole => {
    if (column === source) return { kind: 'term', language: pair.source };
    if (column === target) return { kind: 'term', language: pair.target };
    const role = others[column];
    return role?.kind === 'field' || role?.kind === 'concept' ? role : { kind: 'unknown' };
  });
  return { roles: once(roles), headers, isGrowing: false, fixed: newRowLanguages(schema, rows, pair), statuses };
}

/** The name of a column by its content; `undefined` if an import does not write it. */
export function columnName(role: ColumnRole): string | undefined {
  if (role.kind === 'term') return role.language;
  if (role.kind === 'concept') return CONCEPT_HEADER;
  return role.kind === 'field' ? fieldHeader(role) : undefined;
}

/** The rows below the header as terms. */
export function termRows(
  rows: readonly Row[],
  { roles, headers, statuses }: TableLayout,
  file: string,
): readonly (TermRow & { readonly line: number })[] {
  const cellRows = rows.map(({ texts, line }): CellRow => ({ texts, line, columnOf: () => 1 }));
  const { value } = readCells({
    file,
    rows: cellRows.slice(headers),
    headers: headers === 1 ? cellRows[0] : undefined,
    roles,
    losses: lossList(file),
    statuses,
  });
  return [...(value?.concepts ?? [])].map(({ id, line, terms }) => ({
    concept: id,
    line,
    terms: new Map(terms.map(({ language, ...term }) => [language, term])),
  }));
}
