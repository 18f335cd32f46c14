import { isUtf8 } from 'node:buffer';
import { DICTIONARY_MAX_BYTES } from '../../contract/limits.ts';
import type { HeldBackRow } from '../../model/entries/held-back.ts';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import { type Checked, errorAt, type Finding, type SourceRef, topOf } from '../../model/finding.ts';
import { TABLE_COLUMNS_MAX } from '../../model/incoming-limits.ts';
import { packedEntries, rowOf } from '../../model/packed/packed-entries.ts';
import type { PackedRows } from '../../model/packed/packed-rows.ts';
import { columnOf, dialectOf, isBlankRow, looksLikeComment, type Row } from '../delimited/row.ts';
import {
  type BytesForm,
  CR,
  endOfLine,
  LF,
  mayBeCommentBytes,
  QUOTE_MARK,
  scanBytes,
} from '../delimited/scan-bytes.ts';
import { readRows, scanRows } from '../delimited/scan-rows.ts';
import { findingList } from '../finding-list.ts';
import { dictionaryLanguage } from '../languages/check-language.ts';
import { checkPhrase } from './check-phrase.ts';
import { type DictionaryInput, type DictionarySchema, dictionarySchema, filledCount } from './dictionary-schema.ts';
import { collectEntries, type ParsedDictionary } from './entry-collector.ts';
import {
  type CandidateRow,
  checkOverrides,
  checkTerms,
  chooseRows,
  countedTarget,
  removesInto,
  rowTerms,
  unsentRow,
} from './term-columns.ts';

/** Makes a finding at a field of a row. */
type Fault = (code: string, field: number, details: Finding['details']) => Finding;

/** The language of a cell. A code that the built-in list lacks is accepted if it is the code of the dictionary. */
const languageOf = (text: string, expected: string): string | undefined =>
  text.trim().toLowerCase() === expected ? expected : dictionaryLanguage(text);

/** An error for a row whose languages are not those of the dictionary: the service would ignore it silently. */
function checkLanguages(
  row: Row,
  [left, right]: readonly [number, number],
  pair: LanguagePair,
  fault: Fault,
): Finding | undefined {
  const [source = '', target = ''] = [row.texts[left], row.texts[right]];
  if (languageOf(source, pair.source) === pair.source && languageOf(target, pair.target) === pair.target)
    return undefined;
  return fault('row-other-pair', left, { found: `${source},${target}`, source: pair.source, target: pair.target });
}

/**
 * Checks the number of columns in a row without a header. Two columns are an entry. Of four, the last two are the
 * languages, as in exports of the service. The fifth may be the relevance.
 */
function checkShape(row: Row, pair: LanguagePair, fault: Fault): Finding | undefined {
  const count = filledCount(row);
  if (count === 2) return undefined;
  const { texts } = row;
  if (count < 2) return fault('row-one-column', 0, { found: texts[0] ?? '' });
  const isLanguage = (text: string | undefined, expected: string): boolean =>
    text !== undefined && languageOf(text, expected) !== undefined;
  const isExport = count === 4 || (count === 5 && /^[\d.,%]*$/.test(texts[4] ?? ''));
  if (!isExport || !isLanguage(texts[2], pair.source) || !isLanguage(texts[3], pair.target))
    return fault('row-columns', 2, { columns: count });
  return checkLanguages(row, [2, 3], pair, fault);
}

/** The reason why a row is not an entry, apart from its phrases. `undefined`: it is an entry. */
function checkRow(row: Row, schema: DictionarySchema, pair: LanguagePair, fault: Fault): Finding | undefined {
  if (schema.isPlain) return checkShape(row, pair, fault);
  const { texts } = row;
  if (texts[schema.source] === undefined || texts[schema.target] === undefined)
    return fault('row-columns', 0, { columns: texts.length });
  const { rowLanguages: languages } = schema;
  // A row without languages belongs to this dictionary.
  const stated = languages?.every((column) => (texts[column] ?? '').trim() !== '') === true;
  return stated && languages !== undefined ? checkLanguages(row, languages, pair, fault) : undefined;
}

/** A cell without a header indicates that a phrase contains a delimiter. */
const checkWidth = (row: Row, { width }: DictionarySchema, fault: Fault): Finding | undefined =>
  width !== undefined && filledCount(row) > width
    ? fault('row-columns', width, { columns: filledCount(row) })
    : undefined;

/** True for a row with languages but without phrases, such as the `,,es_XX,,` at the end of an export. */
function saysNothing({ texts }: Row, { source, target, rowLanguages: languages }: DictionarySchema): boolean {
  if (languages === undefined || texts[source]?.trim() !== '' || texts[target]?.trim() !== '') return false;
  return texts.every((text, column) => languages.includes(column) || text.trim() === '');
}

const byPlace = (left: Finding, right: Finding): number =>
  left.at.line - right.at.line || left.at.column - right.at.column;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The first row, and how to read the file after it. `undefined` if the file has no row, or the row has more than one
 * line.
 */
function firstRow(
  bytes: Uint8Array,
  { delimiter, start, firstLine, comments }: BytesForm,
): { readonly row: Row; readonly after: BytesForm } | undefined {
  for (let [at, line] = [start, firstLine]; at < bytes.length; line += 1) {
    const end = endOfLine(bytes, at);
    const next = Math.min(end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1), bytes.length);
    const isComment = comments !== 'none' && mayBeCommentBytes(bytes, at, delimiter.charCodeAt(0));
    if (isComment && comments === undefined) return undefined;
    if (end > at && !isComment) {
      const text = decoder.decode(bytes.subarray(at, end));
      const [row] = scanRows(text, { delimiter, comments: 'none', firstLine: line }).rows;
      if (row === undefined || isBlankRow(row) || looksLikeComment(row.texts[0] ?? '')) return undefined;
      return { row, after: { delimiter, start: next, firstLine: line + 1, comments } };
    }
    at = next;
  }
  return undefined;
}

/** Bytes of the entries as text: UTF-8, plus a tab and a line end for each entry. */
function textBytes({ places, size }: PackedRows): number {
  let bytes = size * 2;
  for (let place = 0; place < size * 4; place += 2) bytes += (places[place + 1] as number) - (places[place] as number);
  return bytes;
}

/**
 * The column of the field whose text is at `place`, from 1 in UTF-16 code units. An opening quote belongs to the field.
 * In a text whose doubled quotes were reduced, spaces keep all columns equal to those of the file.
 */
function columnAt(bytes: Uint8Array, place: number): number {
  const start = bytes[place - 1] === QUOTE_MARK ? place - 1 : place;
  let line = start;
  while (line > 0 && bytes[line - 1] !== LF && bytes[line - 1] !== CR) line -= 1;
  return decoder.decode(bytes.subarray(line, start)).replace(/^\ufeff/, '').length + 1;
}

/**
 * Reads a file over its bytes, with an index, if it is simple enough: two columns, no faults, no duplicate source
 * phrase. `undefined` for any other file.
 */
export function parsePlainDictionary(input: DictionaryInput): Checked<ParsedDictionary> | undefined {
  const { bytes, file } = input;
  // UTF-16 contains zero bytes.
  if (!isUtf8(bytes) || Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(0)) return undefined;
  const form = dialectOf(input);
  const first = firstRow(bytes, form);
  if (first === undefined || first.row.texts.length > TABLE_COLUMNS_MAX) return undefined;
  const { headers, isPlain, findings } = dictionarySchema(first.row, input);
  if (!isPlain) return undefined;
  const scanned = scanBytes(bytes, headers === 1 ? first.after : form);
  if (scanned === undefined) return undefined;
  const { text = bytes, places, size, lineOf } = scanned;
  const rows: PackedRows = { text, places, size };
  if (bytes.byteLength > DICTIONARY_MAX_BYTES && textBytes(rows) > DICTIONARY_MAX_BYTES) return undefined;
  const entries = packedEntries(rows);
  if (entries === undefined) return undefined;
  const find = (phrase: string): number => rowOf(entries.index, phrase);
  return {
    value: {
      entries,
      rows: entries.size,
      locate(source, row = find(source)) {
        return row < 0 ? undefined : { file, line: lineOf(row), column: 1 };
      },
      locateTarget(source) {
        const row = find(source);
        if (row < 0) return undefined;
        return { file, line: lineOf(row), column: columnAt(text, places[row * 4 + 2] as number) };
      },
    },
    findings,
  };
}

/**
 * The entries of one CSV or TSV file, and all its faults, in file order. Nothing is trimmed or normalised. A file
 * without rows gives no entries; that is not a fault.
 */
export const parseDictionary = (input: DictionaryInput): Checked<ParsedDictionary> =>
  parsePlainDictionary(input) ?? parseAnyDictionary(input);

/**
 * Like `parseDictionary`, but row by row, for any file. The function is longer than 60 lines because all checks of a
 * row share its cells and places.
 */
export function parseAnyDictionary(input: DictionaryInput): Checked<ParsedDictionary> {
  const { file, pair } = input;
  const { rows, findings: rowFindings } = readRows(input);
  const [first] = rows;
  if (first !== undefined && first.texts.length > TABLE_COLUMNS_MAX) {
    const details = { columns: first.texts.length, max: TABLE_COLUMNS_MAX };
    return { findings: [...rowFindings, errorAt('table-too-wide', topOf(file), details)] };
  }
  const schema = dictionarySchema(first, input);
  const findings = findingList([...rowFindings, ...schema.findings]);
  const body = rows.slice(schema.headers);
  const candidates: CandidateRow[] = [];
  const unsent: HeldBackRow[] = [];
  const replacing = new Set<CandidateRow>();
  const removed = new Map<string, SourceRef>();
  for (const row of body) {
    if (saysNothing(row, schema)) continue;
    const at = (field: number): SourceRef => ({ file, line: row.line, column: columnOf(row, field) });
    const fault: Fault = (code, field, details) => errorAt(code, at(field), details);
    const wrong = checkRow(row, schema, pair, fault) ?? checkWidth(row, schema, fault);
    if (wrong !== undefined) {
      findings.add(wrong);
      continue;
    }
    const terms = rowTerms(row, schema.terms, input.send);
    const { fields, preferred } = terms;
    const [source = '', written = ''] = [row.texts[schema.source], row.texts[schema.target]];
    const target = countedTarget(source, written, terms);
    if (terms.isHeld) {
      // A row that is not sent may lack a translation, and the service cannot refuse its phrases.
      unsent.push(unsentRow({ source, target: written, fields }, at(schema.source)));
      continue;
    }
    if (removesInto(terms.override, pair.target)) {
      findings.addAll(checkPhrase(source, 'source', () => at(schema.source)));
      if (written.trim() !== '')
        findings.add(fault('override-remove-filled', schema.target, { source, target: written }));
      removed.set(source, at(schema.source));
      continue;
    }
    const sourceFindings = checkPhrase(source, 'source', () => at(schema.source));
    // A row without both phrases is one fault, not two.
    const targetFindings = source + target === '' ? [] : checkPhrase(target, 'target', () => at(schema.target));
    if (sourceFindings.length + targetFindings.length > 0) findings.addAll([...sourceFindings, ...targetFindings]);
    else {
      const column = schema.source === 0 ? 1 : columnOf(row, schema.source);
      const targetColumn = columnOf(row, schema.target);
      const candidate = { source, target, line: row.line, column, targetColumn, preferred, fields };
      candidates.push(candidate);
      if (terms.override !== undefined) replacing.add(candidate);
    }
  }
  findings.addAll(checkTerms(body, first, schema.terms, file));
  const { override } = schema.terms ?? {};
  if (override !== undefined) findings.addAll(checkOverrides(body, override, [pair.target], file));
  const { choose } = input;
  const { sent, heldBack: unchosen } = chooseRows(candidates, choose, file);
  const { value, findings: entryFindings } = collectEntries({
    file,
    fileBytes: input.bytes.byteLength,
    rows: sent,
    heldBack: [...unsent, ...unchosen],
    choose,
    replacing,
    removed,
  });
  findings.addAll(entryFindings);
  return { value, findings: [...findings.all()].sort(byPlace) };
}
