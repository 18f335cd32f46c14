import { baseLanguage } from '../../contract/languages.ts';
import type { Choice, HeldBackRow } from '../../model/entries/held-back.ts';
import { type LanguagePair, type PairKey, pairKey } from '../../model/entries/language-pair.ts';
import { type Checked, errorAt, type Finding, type SourceRef, topOf } from '../../model/finding.ts';
import { TABLE_COLUMNS_MAX } from '../../model/incoming-limits.ts';
import { columnOf, type DelimitedInput, type Row } from '../delimited/row.ts';
import { readRows } from '../delimited/scan-rows.ts';
import { findingList } from '../finding-list.ts';
import { checkPhrase } from './check-phrase.ts';
import { parseDictionary } from './dictionary-file.ts';
import { filledCount } from './dictionary-schema.ts';
import { collectEntries, type ParsedDictionary } from './entry-collector.ts';
import type { TableForm } from './table-schema.ts';
import {
  type CandidateRow,
  checkOverrides,
  checkTerms,
  chooseRows,
  countedTarget,
  type RowTerms,
  removesInto,
  rowTerms,
  unsentRow,
} from './term-columns.ts';
import { type WideSchema, wideSchema } from './wide-schema.ts';

export interface TableInput extends DelimitedInput {
  /** `en->*`, `de->en`, `*->en`. Absent: from the first language to every other one. */
  readonly pairs?: readonly string[];
}

/** True if a star may select a pair: it has at most one variant, and no variant with its own base language. */
const mayPair = (source: string, target: string): boolean =>
  baseLanguage(source) !== baseLanguage(target) && !(source.includes('-') && target.includes('-'));

/** The pairs that the patterns select among the languages of the header, and the patterns that select no pair. */
function pairsOf(
  patterns: readonly string[] | undefined,
  { languages: columns, wildcard, unclear }: WideSchema,
): { readonly pairs: readonly LanguagePair[]; readonly unmatched: readonly string[] } {
  const languages = [...columns.keys()];
  const wanted = patterns ?? [`${languages[0] ?? ''}->*`];
  const pairs = new Map<PairKey, LanguagePair>();
  const unmatched: string[] = [];
  for (const pattern of wanted) {
    const [from = '', to = ''] = pattern.split('->').map((side) => side.trim().toLowerCase());
    const side = (name: string): readonly string[] =>
      languages.filter((language) => (name === '*' ? wildcard.has(language) : language === name));
    const found = side(from).flatMap((source) =>
      side(to)
        .filter((target) => target !== source && (!pattern.includes('*') || mayPair(source, target)))
        .map((target): LanguagePair => ({ source, target })),
    );
    // If the header already has a finding for the language, a second finding would only confuse.
    const isCovered = languages.length < 2 || [from, to].some((name) => unclear.has(name.replaceAll('_', '-')));
    if (found.length === 0 && !isCovered) unmatched.push(pattern);
    for (const pair of found) pairs.set(pairKey(pair), pair);
  }
  return { pairs: [...pairs.values()], unmatched };
}

/** A blank cell means "no translation here", never "delete the term". */
const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === '';

/** The rows of a table below its header, and its schema. */
interface Table {
  readonly rows: readonly Row[];
  readonly schema: WideSchema;
  /** The fields of each row's term, in the order of `rows`. */
  readonly terms: readonly RowTerms[];
  readonly choose?: Choice | undefined;
  readonly file: string;
  /** Size of the file. */
  readonly fileBytes: number;
}

function compilePair(
  { rows, schema, terms, choose, file, fileBytes }: Table,
  pair: LanguagePair,
): Checked<ParsedDictionary> {
  const [from = -1, to = -1] = [schema.languages.get(pair.source), schema.languages.get(pair.target)];
  const candidates: CandidateRow[] = [];
  const unsent: HeldBackRow[] = [];
  const replacing = new Set<CandidateRow>();
  const removed = new Map<string, SourceRef>();
  for (const [place, row] of rows.entries()) {
    const termInfo = terms[place] as RowTerms;
    const { texts, line } = row;
    const source = texts[from] ?? '';
    const target = countedTarget(source, texts[to] ?? '', termInfo);
    const isRemoval = !termInfo.isHeld && removesInto(termInfo.override, pair.target);
    if (isRemoval && !isBlank(source)) removed.set(source, { file, line, column: columnOf(row, from) });
    if (isRemoval || isBlank(source) || isBlank(target)) continue;
    const [column, targetColumn] = [columnOf(row, from), columnOf(row, to)];
    const { preferred, fields } = termInfo;
    const candidate = { source, target, line, column, targetColumn, preferred, fields };
    if (termInfo.isHeld) unsent.push(unsentRow(candidate, { file, line, column }));
    else candidates.push(candidate);
    if (termInfo.override !== undefined) replacing.add(candidate);
  }
  // Faults of the cells are reported once by `checkCells`, not once for each pair.
  const isSound = ({ source, target, line, column }: CandidateRow): boolean => {
    const at = (): SourceRef => ({ file, line, column });
    return checkPhrase(source, 'source', at).length + checkPhrase(target, 'target', at).length === 0;
  };
  const { sent, heldBack: unchosen } = chooseRows(candidates, choose, file);
  const { value, findings } = collectEntries({
    file,
    fileBytes,
    rows: sent.filter(isSound),
    heldBack: [...unsent, ...unchosen],
    choose,
    replacing,
    removed,
  });
  const named = findings.map(
    (finding): Finding => ({ ...finding, details: { ...finding.details, pair: pairKey(pair) } }),
  );
  return { value, findings: named };
}

/** Faults of a column `override`: unknown words and languages, and removals of translations that the row has. */
function checkRemovals({ rows, schema, terms, file }: Table, pairs: readonly LanguagePair[]): readonly Finding[] {
  const column = schema.terms?.override;
  if (column === undefined) return [];
  const targets = [...new Set(pairs.map(({ target }) => target))];
  const filled = [...rows.entries()].flatMap(([place, row]): readonly Finding[] => {
    const { override, isHeld } = terms[place] as RowTerms;
    if (isHeld || override?.kind !== 'remove') return [];
    return pairs.flatMap(({ source, target }) => {
      const [from = -1, to = -1] = [schema.languages.get(source), schema.languages.get(target)];
      const [phrase = '', text = ''] = [row.texts[from], row.texts[to]];
      if (isBlank(phrase) || isBlank(text) || !removesInto(override, target)) return [];
      const at = { file, line: row.line, column: columnOf(row, to) };
      return [errorAt('override-remove-filled', at, { source: phrase, target: text })];
    });
  });
  return [...checkOverrides(rows, column, targets, file), ...filled];
}

/** Faults of every cell of a language in the rows that are sent, in file order. */
function checkCells({ rows, schema, file }: Table): readonly Finding[] {
  const findings = findingList();
  for (const row of rows)
    for (const column of schema.languages.values()) {
      const text = row.texts[column];
      if (text === undefined || isBlank(text)) continue;
      const at = (): SourceRef => ({ file, line: row.line, column: columnOf(row, column) });
      findings.addAll(checkPhrase(text, 'source', at));
    }
  return findings.all();
}

/** Pairs that are not the reverse of one before them. */
function forwardPairs(pairs: readonly LanguagePair[]): readonly LanguagePair[] {
  const forward: LanguagePair[] = [];
  for (const pair of pairs)
    if (!forward.some(({ source, target }) => source === pair.target && target === pair.source)) forward.push(pair);
  return forward;
}

/**
 * An error for each row that gives no entry although it has translations: the phrase that they translate is missing.
 */
function checkSources({ rows, schema, file }: Table, pairs: readonly LanguagePair[]): readonly Finding[] {
  const forward = forwardPairs(pairs);
  const sources = new Set(forward.map(({ source }) => source));
  return rows.flatMap((row): readonly Finding[] => {
    const isFilled = (language: string): boolean => !isBlank(row.texts[schema.languages.get(language) ?? -1]);
    if (pairs.some(({ source, target }) => isFilled(source) && isFilled(target))) return [];
    const lost = forward.filter(({ source, target }) => !isFilled(source) && isFilled(target) && !sources.has(target));
    const [first] = lost;
    if (first === undefined) return [];
    const { source } = first;
    const at = { file, line: row.line, column: columnOf(row, schema.languages.get(source) ?? 0) };
    const targets = lost.filter((pair) => pair.source === source).map(({ target }) => target);
    return [errorAt('row-source-blank', at, { source, targets })];
  });
}

/**
 * An error for each row with more cells than the header: a phrase contains a delimiter, so the cells after it are in
 * the wrong columns.
 */
const tooWide = (rows: readonly Row[], first: Row, file: string): readonly Finding[] =>
  rows
    .filter((row) => filledCount(row) > first.texts.length)
    .map((row) => {
      const at = { file, line: row.line, column: columnOf(row, first.texts.length) };
      return errorAt('table-row-columns', at, { columns: filledCount(row), headers: first.texts.length });
    });

/**
 * Compiles a wide table, with one row for each term and one column for each language, to the dictionaries that `pairs`
 * selects. Columns that are not languages stay in the file and are never sent. The value is absent if the header cannot
 * be used.
 */
export function parseTable(input: TableInput): Checked<ReadonlyMap<PairKey, ParsedDictionary>> {
  const { file, pairs: patterns } = input;
  const { rows, findings: rowFindings } = readRows(input);
  const [first, ...rest] = rows;
  if (first === undefined)
    return { findings: rowFindings.length > 0 ? rowFindings : [errorAt('table-header', topOf(file), { cells: [] })] };
  if (first.texts.length > TABLE_COLUMNS_MAX) {
    const details = { columns: first.texts.length, max: TABLE_COLUMNS_MAX };
    return { findings: [...rowFindings, errorAt('table-too-wide', topOf(file), details)] };
  }
  const schema = wideSchema(first, {
    ...input,
    isFilled: (column) => rest.some(({ texts }) => !isBlank(texts[column])),
  });
  const misplaced = tooWide(rest, first, file);
  const wide = new Set(misplaced.map(({ at }) => at.line));
  const fittingRows = wide.size === 0 ? rest : rest.filter(({ line }) => !wide.has(line));
  const terms = fittingRows.map((row) => rowTerms(row, schema.terms, input.send));
  const { choose } = input;
  const table: Table = { rows: fittingRows, schema, terms, choose, file, fileBytes: input.bytes.byteLength };
  // The service cannot refuse rows that are not sent.
  const sent: Table = { ...table, rows: fittingRows.filter((_, place) => terms[place]?.isHeld !== true) };
  const { pairs, unmatched } = pairsOf(patterns, schema);
  const languages = [...schema.languages.keys()];
  const atHeader = { file, line: first.line, column: 1 };
  const findings = findingList([
    ...rowFindings,
    ...schema.findings,
    ...unmatched.map((pattern) => errorAt('table-pair-unknown', atHeader, { pattern, languages })),
    ...misplaced,
    ...checkCells(sent),
    ...checkSources(sent, pairs),
    ...checkTerms(fittingRows, first, schema.terms, file),
    ...checkRemovals(table, pairs),
  ]);
  const dictionaries = new Map<PairKey, ParsedDictionary>();
  for (const pair of pairs) {
    const compiled = compilePair(table, pair);
    if (compiled.value !== undefined) dictionaries.set(pairKey(pair), compiled.value);
    findings.addAll(compiled.findings);
  }
  return { value: dictionaries, findings: findings.all() };
}

/** The dictionaries of a CSV or TSV file: of its `pair`, or otherwise of a wide table. */
export function parseTerms(input: DelimitedInput & TableForm): Checked<ReadonlyMap<PairKey, ParsedDictionary>> {
  const { pair } = input;
  if (pair === undefined) return parseTable(input);
  const { value, findings } = parseDictionary({ ...input, pair });
  return { ...(value !== undefined && { value: new Map([[pairKey(pair), value]]) }), findings };
}
