import type { Finding, FindingDetail } from '../../model/finding.ts';

/** Maximum number of characters of one cell that a finding quotes. */
const QUOTED_MAX_CHARS = 80;

/** Maximum number of cells of one row that a finding quotes. */
const CELLS_MAX = 20;

/** Details that repeat cells of the file. All other details are numbers, language codes, and our own words. */
const CELLS: ReadonlySet<string> = new Set([
  'found',
  'phrase',
  'cells',
  'row',
  'term',
  'header',
  'columns',
  'line',
  'ours',
  'theirs',
]);

const cut = (text: string): string =>
  text.length <= QUOTED_MAX_CHARS
    ? text
    : `${[...text.slice(0, 2 * QUOTED_MAX_CHARS)].slice(0, QUOTED_MAX_CHARS - 1).join('')}…`;

const shortened = (detail: FindingDetail): FindingDetail => {
  if (typeof detail === 'number') return detail;
  if (typeof detail === 'string') return cut(detail);
  return [...detail.slice(0, CELLS_MAX).map(cut), ...(detail.length > CELLS_MAX ? ['…'] : [])];
};

/** True if at least one row would be an entry after its fixes, such as a row with a space after its comma. */
function hasFixableRow(findings: readonly Finding[]): boolean {
  const broken = new Set(findings.flatMap(({ severity, fix, at }) => (severity === 'error' && !fix ? [at.line] : [])));
  return findings.some(({ fix, at }) => fix !== undefined && !broken.has(at.line));
}

/**
 * Findings of a delimited file, shortened for output: the first 80 characters of each cell. If no row is an entry, or
 * would be one after its fixes, the findings contain no cells at all: a glossary can name any file of the workspace,
 * and the log of a pull request is public.
 */
export function quoteCells(findings: readonly Finding[], hasEntries: boolean): readonly Finding[] {
  const isDictionary = hasEntries || hasFixableRow(findings);
  return findings.map(({ fix, ...finding }) => ({
    ...finding,
    ...(isDictionary && fix !== undefined && { fix }),
    details: Object.fromEntries(
      Object.entries(finding.details)
        .filter(([name, detail]) => isDictionary || typeof detail === 'number' || !CELLS.has(name))
        .map(([name, detail]) => [name, shortened(detail)]),
    ),
  }));
}
