import type { Checked, Finding } from '../model/finding.ts';
import { type LanguagePair, type PairKey, pairKey } from '../model/language-pair.ts';
import type { SourceRef } from '../model/source-ref.ts';
import { checkPhrase } from './check-phrase.ts';
import type { DelimitedInput } from './delimited/dialect.ts';
import { readRows } from './delimited/read-rows.ts';
import { columnOf, type Row } from './delimited/row.ts';
import { collectEntries, type ParsedDictionary } from './entry-collector.ts';
import { findingList } from './finding-list.ts';
import { parseTableHeader, type TableHeader } from './table-header.ts';

/** Most columns of a table: far above the languages that a service has. */
const TABLE_COLUMNS_MAX = 1000;

export interface TableInput extends DelimitedInput {
  /** `en->*`, `de->en`, `*->en`. Absent: from the first language to every other one. */
  readonly pairs?: readonly string[];
}

/** The pairs that the patterns ask for, of the languages that the header has; and the patterns that ask for none. */
function pairsOf(
  patterns: readonly string[] | undefined,
  languages: readonly string[],
): { readonly pairs: readonly LanguagePair[]; readonly unmatched: readonly string[] } {
  const wanted = patterns ?? [`${languages[0] ?? ''}->*`];
  const pairs = new Map<PairKey, LanguagePair>();
  const unmatched: string[] = [];
  for (const pattern of wanted) {
    const [from = '', to = ''] = pattern.split('->').map((side) => side.trim().toLowerCase());
    const side = (name: string): readonly string[] =>
      name === '*' ? languages : languages.filter((language) => language === name);
    const found = side(from).flatMap((source) =>
      side(to)
        .filter((target) => target !== source)
        .map((target): LanguagePair => ({ source, target })),
    );
    if (found.length === 0) unmatched.push(pattern);
    for (const pair of found) pairs.set(pairKey(pair), pair);
  }
  return { pairs: [...pairs.values()], unmatched };
}

/** A blank cell means "no translation here", never "delete the term". */
const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';

/** One row as it counts for one pair. */
interface Candidate {
  readonly source: string;
  readonly target: string;
  readonly line: number;
  readonly column: number;
  readonly preferred: boolean;
}

/**
 * Where rows share a source phrase and disagree: the one that is marked preferred, if exactly one is. A reverse pair often has such rows, since two terms of one
 * language may have the same translation.
 */
function preferredOnly(candidates: readonly Candidate[]): readonly Candidate[] {
  const bySource = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const same = bySource.get(candidate.source);
    if (same === undefined) bySource.set(candidate.source, [candidate]);
    else same.push(candidate);
  }
  const dropped = new Set<Candidate>();
  for (const same of bySource.values()) {
    const marked = same.filter(({ preferred }) => preferred);
    if (same.length > 1 && marked.length === 1)
      for (const candidate of same) if (!candidate.preferred) dropped.add(candidate);
  }
  return candidates.filter((candidate) => !dropped.has(candidate));
}

/** The rows of a table below its header, and what the header says of them. */
interface Table {
  readonly rows: readonly Row[];
  readonly header: TableHeader;
  readonly file: string;
  /** Size of the file. */
  readonly fileBytes: number;
}

function compilePair({ rows, header, file, fileBytes }: Table, pair: LanguagePair): Checked<ParsedDictionary> {
  const [from = -1, to = -1] = [header.languages.get(pair.source), header.languages.get(pair.target)];
  const candidates = rows.flatMap((row): readonly Candidate[] => {
    const { texts, line } = row;
    const [source, target] = [texts[from], texts[to]];
    if (source === undefined || target === undefined || isBlank(source) || isBlank(target)) return [];
    const preferred = header.preferred !== undefined && !isBlank(texts[header.preferred]);
    return [{ source, target, line, column: columnOf(row, from), preferred }];
  });
  const collector = collectEntries(file, fileBytes);
  for (const { source, target, line, column } of preferredOnly(candidates)) {
    // The faults of the cells themselves are found once, not once for each pair.
    const none = (): SourceRef => ({ file, line, column });
    if (checkPhrase(source, 'source', none).length === 0 && checkPhrase(target, 'target', none).length === 0) {
      collector.add(source, target, line, column);
    }
  }
  const { value, findings } = collector.finish();
  const named = findings.map(
    (finding): Finding => ({ ...finding, details: { ...finding.details, pair: pairKey(pair) } }),
  );
  return { value, findings: named };
}

/** Faults of every cell of a language, in file order. */
function checkCells({ rows, header, file }: Table): readonly Finding[] {
  const findings = findingList();
  for (const row of rows)
    for (const column of header.languages.values()) {
      const text = row.texts[column];
      if (text === undefined || isBlank(text)) continue;
      const at = (): SourceRef => ({ file, line: row.line, column: columnOf(row, column) });
      findings.addAll(checkPhrase(text, 'source', at));
    }
  return findings.all();
}

/**
 * A wide table, one row a term and one column a language, compiled to the dictionaries that `pairs` asks for. Columns that are no language are kept in the file
 * and never sent. The value is absent when the header cannot be used.
 */
export function parseTable(input: TableInput): Checked<ReadonlyMap<PairKey, ParsedDictionary>> {
  const { file, pairs: patterns } = input;
  const { rows, findings: ofRows } = readRows(input);
  const [first, ...rest] = rows;
  const top: SourceRef = { file, line: 1, column: 1 };
  if (first === undefined) {
    return {
      findings:
        ofRows.length > 0 ? ofRows : [{ code: 'table-header', severity: 'error', at: top, details: { cells: [] } }],
    };
  }
  if (first.texts.length > TABLE_COLUMNS_MAX) {
    const details = { columns: first.texts.length, max: TABLE_COLUMNS_MAX };
    return { findings: [...ofRows, { code: 'table-too-wide', severity: 'error', at: top, details }] };
  }
  const header = parseTableHeader(first, file);
  const table: Table = { rows: rest, header, file, fileBytes: input.bytes.byteLength };
  const { pairs, unmatched } = pairsOf(patterns, [...header.languages.keys()]);
  const findings = findingList([
    ...ofRows,
    ...header.findings,
    ...unmatched.map(
      (pattern): Finding => ({
        code: 'table-pair-unknown',
        severity: 'error',
        at: { file, line: first.line, column: 1 },
        details: { pattern, languages: [...header.languages.keys()] },
      }),
    ),
    ...checkCells(table),
  ]);
  const dictionaries = new Map<PairKey, ParsedDictionary>();
  for (const pair of pairs) {
    const compiled = compilePair(table, pair);
    if (compiled.value !== undefined) dictionaries.set(pairKey(pair), compiled.value);
    findings.addAll(compiled.findings);
  }
  return { value: dictionaries, findings: findings.all() };
}
