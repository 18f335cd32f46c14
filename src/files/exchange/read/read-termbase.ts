import { errorAt, type Finding, hasErrors, topOf } from '../../../model/finding.ts';
import { grouped } from '../../../model/lists.ts';
import { decodeWhole } from '../../delimited/decode-text.ts';
import { columnOf } from '../../delimited/row.ts';
import { readRows } from '../../delimited/scan-rows.ts';
import { isSpreadsheet } from '../../delimited/spreadsheet.ts';
import { checkPhrase } from '../../dictionary/check-phrase.ts';
import { dictionaryLanguage, variantCode } from '../../languages/check-language.ts';
import {
  type Concept,
  type Concepts,
  type ConceptTerm,
  type LossList,
  languageCode,
  languagesOf,
  lossList,
  type ReadInput,
  type ReadTermbase,
  unread,
} from '../termbase.ts';
import { missingColumns } from './column-check.ts';
import { columnRoles, isDictionaryLanguage } from './column-role.ts';
import { revisedConcepts } from './packed-concepts.ts';
import type { CellRow } from './read-cells.ts';
import { beginsWithHeader, type ReadTable, readTable } from './read-table.ts';
import { readTbx } from './read-tbx.ts';
import { type ReadSheet, readXlsx } from './read-xlsx.ts';

/** Codes of countries and of older standards → the language that each probably means in a list of terms. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['cn', 'zh'],
  ['cz', 'cs'],
  ['dk', 'da'],
  ['gr', 'el'],
  ['in', 'id'],
  ['iw', 'he'],
  ['jp', 'ja'],
  ['kr', 'ko'],
  ['no', 'nb'],
  ['ua', 'uk'],
  ['vn', 'vi'],
]);

/** True for a code that can be the header of a language column. False for `note`, or for an unknown code. */
function isColumn(code: string): boolean {
  const [role] = columnRoles([code], undefined, new Set(['id']));
  return role?.kind === 'term' && role.language === code;
}

/** The language that a user sets for a code of the file; `ignore`: it is left out. */
const configuredUse = (code: string, columns: ReadonlyMap<string, string> | undefined): string | undefined =>
  [...(columns ?? [])].find(([name]) => languageCode(name) === code)?.[1].trim();

/**
 * The language that each code of a file becomes. A dictionary has a base language, so a variant becomes its base
 * language if it is the only one with that base. Otherwise it keeps its code and is in a column that is not sent. A
 * declared variant keeps its code.
 */
function languageMap(
  codes: readonly string[],
  { columns, variants = [] }: Pick<TermbaseInput, 'columns' | 'variants'>,
): ReadonlyMap<string, string> {
  const baseOf = (code: string): string => {
    const base = code.split('-')[0] ?? code;
    return dictionaryLanguage(base) ?? MEANT.get(base) ?? base;
  };
  const byBase = grouped(codes, baseOf);
  return new Map(
    codes.map((code) => {
      const use = configuredUse(code, columns);
      if (use !== undefined) return [code, use.toLowerCase() === 'ignore' ? 'ignore' : languageCode(use)];
      const base = baseOf(code);
      const isOnly = byBase.get(base)?.length === 1 && !variants.includes(variantCode(code));
      const language = isOnly && isDictionaryLanguage(base) ? base : code;
      return [code, isColumn(language) ? language : 'ignore'];
    }),
  );
}

/** The terms of one concept that a dictionary may contain, each once. The others are counted as losses. */
function soundTerms(terms: readonly ConceptTerm[], line: number, losses: LossList): readonly ConceptTerm[] {
  const sound: ConceptTerm[] = [];
  const known = new Set<string>();
  for (const term of terms) {
    const { language, text } = term;
    if (text === '') {
      losses.add('empty-term', language, { line, column: 1 });
      continue;
    }
    const key = `${language} ${text}`;
    if (known.has(key)) losses.add('same-term', text, { line, column: 1 });
    else if (checkPhrase(text, 'source', () => ({ file: '', line, column: 1 })).length > 0)
      losses.add('term', text, { line, column: 1 });
    else sound.push(term);
    known.add(key);
  }
  return sound;
}

/** The ids that some concepts share; never `undefined`. */
type ConceptIds = ReadonlySet<string | undefined>;

/**
 * Joins the concepts with the same id: a table has a row for each of their terms. `again`: the ids that occur several
 * times.
 */
function joinedConcepts(concepts: Iterable<Concept>, again: ConceptIds): Map<string | undefined, Concept> {
  const parts = new Map([...again].map((id): [string | undefined, Concept[]] => [id, []]));
  // Few files have such ids, so the concepts of other files are not read a second time.
  if (again.size > 0) for (const concept of concepts) parts.get(concept.id)?.push(concept);
  const joined = new Map<string | undefined, Concept>();
  for (const [id, occurrences] of parts) {
    const [first] = occurrences as [Concept];
    const terms = occurrences.flatMap((concept) => concept.terms);
    const emptyLanguages = occurrences.flatMap((concept) => concept.emptyLanguages ?? []);
    joined.set(id, { ...first, terms, ...(emptyLanguages.length > 0 && { emptyLanguages }) });
  }
  return joined;
}

/** The languages of concepts, in the order of their first occurrence, and the ids that occur more than once. */
function surveyOf(concepts: Iterable<Concept>): {
  readonly languages: readonly string[];
  readonly again: ConceptIds;
} {
  const languages = new Set<string>();
  const ids = new Set<string>();
  const again = new Set<string>();
  for (const { id, terms } of concepts) {
    for (const { language } of terms) languages.add(language);
    if (id === undefined) continue;
    if (ids.has(id)) again.add(id);
    ids.add(id);
  }
  return { languages: [...languages], again };
}

/**
 * The last step for all formats. Languages get the codes of dictionaries, and concepts with the same id are joined.
 * Terms that no dictionary may contain, repeated terms and concepts without a term are left out.
 */
function settleTermbase(
  { concepts }: { readonly concepts: Concepts },
  input: Pick<TermbaseInput, 'columns' | 'variants'>,
  losses: LossList,
): { readonly concepts: Concepts } {
  const { columns } = input;
  const { languages, again } = surveyOf(concepts);
  const map = languageMap(languages, input);
  const top = { line: 1, column: 1 };
  for (const [code, language] of map)
    if (language === 'ignore')
      losses.add(configuredUse(code, columns) === undefined ? 'no-language' : 'column', code, top);
    else if (language !== code) losses.add('language', `${code} → ${language}`, top);
  const joined = joinedConcepts(concepts, again);
  const soundConcept = (concept: Concept): Concept | undefined => {
    const named: ConceptTerm[] = [];
    for (const term of concept.terms) {
      const language = map.get(term.language) ?? term.language;
      if (language !== 'ignore') named.push(language === term.language ? term : { ...term, language });
    }
    const terms = soundTerms(named, concept.line, losses);
    if (terms.length === 0) {
      losses.add('no-term', concept.id ?? '', { line: concept.line, column: 1 });
      return undefined;
    }
    const isWhole = terms.length === concept.terms.length && terms.every((term, at) => term === concept.terms[at]);
    return isWhole ? concept : { ...concept, terms };
  };
  return {
    concepts: revisedConcepts(concepts, (concept) => {
      if (!again.has(concept.id)) return soundConcept(concept);
      const joinedConcept = joined.get(concept.id);
      joined.delete(concept.id);
      return joinedConcept === undefined ? undefined : soundConcept(joinedConcept);
    }),
  };
}

const encoder = new TextEncoder();

/** The encoding given by a byte order mark; `undefined` without one. */
function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/** The bytes as UTF-8, or a finding. */
function inUtf8({ bytes, file, encoding: namedEncoding }: ReadInput): Uint8Array | Finding {
  const marked = markedEncoding(bytes);
  // Encodings other than UTF-16 must be named, because the file does not name them.
  const encoding = namedEncoding ?? marked;
  if (encoding === undefined) return bytes;
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    return errorAt('import-encoding', topOf(file), { encoding });
  }
  if (marked !== undefined && decoder.encoding !== marked)
    return errorAt('import-encoding-mark', topOf(file), { encoding, marked });
  try {
    return encoder.encode(decodeWhole(decoder, bytes));
  } catch {
    return errorAt('import-encoding-differs', topOf(file), { encoding });
  }
}

/** The rows of a CSV or TSV file of another system. It has no comments. */
function readDelimited(input: ReadInput): {
  readonly rows: readonly CellRow[];
  readonly findings: readonly Finding[];
} {
  const { file, delimiter } = input;
  const bytes = inUtf8(input);
  if (!(bytes instanceof Uint8Array)) return { rows: [], findings: [bytes] };
  const { rows, findings } = readRows({ bytes, file, comments: 'none', delimiter });
  const named = findings.map((finding) =>
    finding.code === 'file-not-utf-8' ? { ...finding, code: 'import-not-utf-8' } : finding,
  );
  return {
    rows: rows.map((row) => ({ texts: row.texts, line: row.line, columnOf: (index) => columnOf(row, index) })),
    findings: named,
  };
}

export interface TermbaseInput extends ReadInput {
  /** One of `READ_FORMATS`. Absent: found from the content. */
  readonly format?: string;
  /** The variants that the glossary declares, in lower case. Default: none. */
  readonly variants?: readonly string[] | undefined;
}

export interface ReadForeign extends ReadTermbase {
  /** The format that was found or given: `tbx`, `xlsx (crowdin)`, `table`. */
  readonly format: string;
}

/** True for the beginning of an XML document, in UTF-8 or UTF-16. */
function isXml(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 200).filter((byte) => byte !== 0));
  return /^[\ufeff\ufffd\s]*<(?:\?xml|!DOCTYPE|!--|tbx|martif)/i.test(head);
}

/** True for a PO file of gettext: `msgid` and `msgstr`, each at the beginning of a line, with a text in quotes. */
function isPo(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 8192));
  return /^msgid\s+"/m.test(head) && /^msgstr(?:\[\d\])?\s+"/m.test(head);
}

/** Reads rows as a table. `losses` and `findings` are those of the rows. */
function tableOf(
  {
    rows,
    losses = [],
    findings,
  }: { readonly rows: Parameters<typeof readTable>[0]['rows'] } & Partial<Pick<ReadTermbase, 'losses'>> &
    Pick<ReadTermbase, 'findings'>,
  input: TermbaseInput,
): ReadTable {
  const { format } = input;
  if (hasErrors(findings)) return { losses, findings, rows: 0, format: format ?? 'table' };
  const read = readTable({ ...input, rows });
  return { ...read, losses: [...losses, ...read.losses], findings: [...findings, ...read.findings] };
}

/**
 * The findings of the sheet that was read, with a finding about the other sheets. If the first sheet has no header of
 * languages, it may be a cover page, and another sheet with such a header is probably meant. `others` is set only if
 * the user has not chosen a sheet.
 */
function withOtherSheets({ name = '', others = [] }: ReadSheet, read: ReadTable, file: string): readonly Finding[] {
  const { findings, columns = [] } = read;
  const isRefused = findings.some(({ code }) => code === 'import-no-header' || code === 'import-empty');
  if (others.length === 0 || (columns.length > 0 && !isRefused)) return findings;
  const meant = others.find(({ firstRow }) => beginsWithHeader(firstRow()))?.name;
  if (meant === undefined && !hasErrors(findings)) return findings;
  const details = { sheet: name, sheets: others.map((each) => each.name), use: meant ?? others[0]?.name ?? '' };
  const unclear = errorAt('import-sheet-unclear', topOf(file), { ...details, ...(meant !== undefined && { meant }) });
  return meant === undefined ? [unclear, ...findings] : [unclear];
}

function readAny(input: TermbaseInput): ReadForeign {
  const { bytes, format } = input;
  if (isSpreadsheet(bytes)) {
    const sheet = readXlsx(input);
    const read = tableOf(sheet, input);
    return { ...read, format: `xlsx (${read.format})`, findings: withOtherSheets(sheet, read, input.file) };
  }
  if (format === 'tbx' || (format === undefined && isXml(bytes))) return { ...readTbx(input), format: 'tbx' };
  if (format === undefined && isPo(bytes)) return { ...unread(errorAt('import-po', topOf(input.file))), format: 'po' };
  return tableOf(readDelimited(input), input);
}

/**
 * Reads a list of terms in any of `READ_FORMATS`. The losses name everything of the file that the termbase does not
 * keep.
 */
export function readTermbase(input: TermbaseInput): ReadForeign {
  const any = readAny(input);
  const missing =
    input.columns === undefined
      ? []
      : missingColumns(input, any.columns ?? [], languagesOf(any.value ?? { concepts: [] }));
  const read = { ...any, findings: [...missing, ...any.findings] };
  // A file without a language has no terms. The findings already report this.
  if (read.value === undefined || (hasErrors(read.findings) && languagesOf(read.value).length === 0)) return read;
  const losses = lossList(input.file);
  losses.addAll(read.losses);
  const value = settleTermbase(read.value, input, losses);
  return { ...read, value, losses: losses.all() };
}
