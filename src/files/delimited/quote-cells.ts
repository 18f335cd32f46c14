import type { Finding, FindingDetail } from '../../model/finding.ts';

/** Most characters of one cell that a finding quotes. */
const QUOTED_MAX_CHARS = 80;

/** Most cells of one row that a finding quotes. */
const CELLS_MAX = 20;

/** Details that repeat cells of the file. All others are numbers, codes of languages, and words of ours. */
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

/** True when a row would be an entry once its fixes are made, as a row with a space after its comma. */
function hasFixableRow(findings: readonly Finding[]): boolean {
  const broken = new Set(findings.flatMap(({ severity, fix, at }) => (severity === 'error' && !fix ? [at.line] : [])));
  return findings.some(({ fix, at }) => fix !== undefined && !broken.has(at.line));
}

/**
 * Findings of a delimited file as they may be shown: of each cell the first 80 characters, and no cell at all of a file
 * in which no row is an entry or would be one once its fixes are made. A glossary may name any file of the workspace,
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
