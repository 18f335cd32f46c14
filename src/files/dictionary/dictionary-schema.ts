import { baseLanguage } from '../../contract/languages.ts';
import type { LanguagePair } from '../../model/entries/language-pair.ts';
import { errorAt, type Finding, type SourceRef } from '../../model/finding.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { DelimitedInput, Row } from '../delimited/row.ts';
import { dictionaryLanguage, languageByName, variantCode } from '../languages/check-language.ts';
import { nearLanguage } from '../languages/near-language.ts';
import { type HeadedColumn, headedColumns, unknownColumns } from './column-use.ts';
import headerWords from './header-words.json' with { type: 'json' };
import { isRowNumberWord } from './read-heading.ts';
import { type TableSchema, termColumns } from './term-columns.ts';

export interface DictionaryInput extends DelimitedInput {
  readonly pair: LanguagePair;
}

/** The columns that contain the phrases, in a file of one dictionary. */
interface PhraseColumns {
  readonly source: number;
  readonly target: number;
}

/** The columns of a file of one dictionary, and their contents. */
export interface DictionarySchema extends TableSchema, PhraseColumns {
  /** The columns with the languages of each row, if the header names them. */
  readonly rowLanguages?: readonly [source: number, target: number];
  /**
   * Number of columns with a header, if there are columns besides the phrases, such as an example. Those stay in the
   * file and are never sent.
   */
  readonly width?: number;
  /** True: a source phrase, then a target phrase, and no other column with a header. */
  readonly isPlain: boolean;
}

const words = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split('|')));

/** Headers of the column of source phrases and of the column of target phrases, in English. */
const SOURCE_HEADERS = words(headerWords.source);
const TARGET_HEADERS = words(headerWords.target);
const SOURCE_LANGUAGE_HEADERS = words(headerWords.sourceLanguage);
const TARGET_LANGUAGE_HEADERS = words(headerWords.targetLanguage);
/**
 * Headers in the other glossary languages. The first entry may contain these words too, so Lexform asks whether such a
 * row is a header.
 */
const FOREIGN_SOURCE_HEADERS = words(headerWords.foreignSource);
const FOREIGN_TARGET_HEADERS = words(headerWords.foreignTarget);

const word = (text: string): string => text.trim().toLowerCase().normalize('NFC');

const isSourceWord = (text: string): boolean =>
  SOURCE_HEADERS.has(word(text)) || FOREIGN_SOURCE_HEADERS.has(word(text));
const isTargetWord = (text: string): boolean =>
  TARGET_HEADERS.has(word(text)) || FOREIGN_TARGET_HEADERS.has(word(text));

/** The language that a cell names, by a code or by a name in any glossary language. */
const languageIn = (text: string): string | undefined => languageByName(text) ?? dictionaryLanguage(text);

/** True if a cell names a language. For a variant, the base language counts too: a file may be a copy of its base. */
const names = (text: string, language: string): boolean =>
  variantCode(text) === language || [language, baseLanguage(language)].includes(languageByName(text) ?? word(text));

/** The only column that a test accepts; undefined for none and for several. */
function only(columns: readonly HeadedColumn[], accepts: (column: HeadedColumn) => boolean): number | undefined {
  const found = columns.filter(accepts);
  return found.length === 1 ? found[0]?.column : undefined;
}

/**
 * The columns of the phrases; `undefined` if the first row is an entry. The row is a header if it names both columns:
 * by words such as `source,target`, by the two languages of the dictionary, or by headers that `columns:` maps to them.
 */
export function phraseColumns(columns: readonly HeadedColumn[], pair: LanguagePair): PhraseColumns | undefined {
  type Accepts = (column: HeadedColumn) => boolean;
  const isUse =
    (language: string): Accepts =>
    ({ configured }) =>
      configured?.kind === 'language' && configured.code === language;
  const inWays: readonly (readonly [Accepts, Accepts])[] = [
    [isUse(pair.source), isUse(pair.target)],
    [({ header }) => SOURCE_HEADERS.has(word(header)), ({ header }) => TARGET_HEADERS.has(word(header))],
    [({ header }) => isSourceWord(header), ({ header }) => isTargetWord(header)],
  ];
  for (const [isSource, isTarget] of inWays) {
    const [source, target] = [only(columns, isSource), only(columns, isTarget)];
    if (source !== undefined && target !== undefined && source !== target) return { source, target };
  }
  const [first = '', second = ''] = columns.map(({ header }) => header);
  const isPair =
    columns.length >= 2 &&
    (isSourceWord(first) || names(first, pair.source)) &&
    (isTargetWord(second) || names(second, pair.target));
  if (isPair) return { source: 0, target: 1 };
  const amongNotes = namedAmongNotes(columns, pair);
  return amongNotes !== undefined && amongNotes.source < amongNotes.target ? amongNotes : undefined;
}

/**
 * `id,en,de,note`: both languages, and known words in all other columns. Not for an export with the languages of each
 * row.
 */
function namedAmongNotes(columns: readonly HeadedColumn[], pair: LanguagePair): PhraseColumns | undefined {
  const source = only(columns, ({ header }) => names(header, pair.source));
  const target = only(columns, ({ header }) => names(header, pair.target));
  if (source === undefined || target === undefined || (source === 2 && target === 3)) return undefined;
  const isKnown = ({ use }: HeadedColumn): boolean =>
    use.kind === 'code' ? isRowNumberWord(use.code) : use.kind !== 'other';
  return columns.every((each) => each.column === source || each.column === target || isKnown(each))
    ? { source, target }
    : undefined;
}

/** True if two phrases in a first row could be a header, regardless of the language pair. */
export const couldBeHeader = (source: string, target: string): boolean => {
  const isOver = (text: string, isWord: (text: string) => boolean): boolean =>
    isWord(text) || languageIn(text) !== undefined;
  return (
    (isOver(source, isSourceWord) && isOver(target, isTargetWord)) ||
    (isOver(source, isTargetWord) && isOver(target, isSourceWord))
  );
};

/**
 * The languages that a first row names, if they differ from those of the dictionary or from their order: `de,en` in
 * `en-de.csv`.
 */
function otherLanguages(columns: readonly HeadedColumn[], pair: LanguagePair): string | undefined {
  if (namedAmongNotes(columns, pair) !== undefined) return `${pair.target}->${pair.source}`;
  const [first = '', second = ''] = columns.map(({ header }) => header);
  const left = isSourceWord(first) ? pair.source : languageIn(first);
  const right = isTargetWord(second) ? pair.target : languageIn(second);
  if (left === undefined || right === undefined || left === right) return undefined;
  return left === pair.source && right === pair.target ? undefined : `${left}->${right}`;
}

/**
 * True for a first row that names one language of the dictionary correctly and the other with a typo: `English,Germn`.
 */
function isMisspelt([first = '', second = '']: readonly string[], { source, target }: LanguagePair): boolean {
  const isNear = (text: string, language: string): boolean =>
    languageIn(text) === undefined && nearLanguage(text) === language;
  return (names(first, source) && isNear(second, target)) || (names(second, target) && isNear(first, source));
}

/** Number of fields of a row, without the empty ones at its end. */
export function filledCount({ texts }: Row): number {
  let count = texts.length;
  while (count > 2 && texts[count - 1]?.trim() === '') count -= 1;
  return count;
}

/**
 * The finding about a first row that is read as a header: a note that it was skipped, or an error if it could also be
 * an entry.
 */
function headerFinding(
  columns: readonly HeadedColumn[],
  { source, target }: PhraseColumns,
  { pair, header }: Pick<DictionaryInput, 'pair' | 'header'>,
  at: SourceRef,
): readonly Finding[] {
  const cells = columns.map((each) => each.header);
  // A header that cannot be an entry needs no finding.
  if (header === true || /^source,target(?:,override)?$/.test(cells.join())) return [];
  const [over, above] = [cells[source] ?? '', cells[target] ?? ''];
  if (columns[source]?.configured?.kind === 'language') return [];
  const isForeign = (text: string, english: ReadonlySet<string>): boolean =>
    languageIn(text) === undefined && !english.has(word(text));
  const isAmbiguous =
    (!names(over, pair.source) && isForeign(over, SOURCE_HEADERS)) ||
    (!names(above, pair.target) && isForeign(above, TARGET_HEADERS));
  return [
    isAmbiguous
      ? errorAt('header-or-entry', at, { cells })
      : { code: 'header-skipped', severity: 'info', at, details: { cells } },
  ];
}

/** The schema of a file of one dictionary, from its first row. */
export function dictionarySchema(first: Row | undefined, input: Omit<DictionaryInput, 'bytes'>): DictionarySchema {
  const { file, pair, header } = input;
  const plain = { headers: header === true ? 1 : 0, source: 0, target: 1, isPlain: true, findings: [] } as const;
  if (first === undefined || header === false) return { ...plain, headers: 0 };
  const columns = headedColumns(first, input);
  const cells = first.texts;
  const at = { file, line: first.line, column: 1 };
  const phrases = phraseColumns(columns, pair);
  if (phrases === undefined) {
    const found = otherLanguages(columns, pair);
    if (found !== undefined) {
      const details = { cells, found, pair: `${pair.source}->${pair.target}` };
      return { ...plain, headers: 1, findings: [errorAt('header-contradicts', at, details)] };
    }
    const isAmbiguous = header === undefined && isMisspelt(cells, pair);
    return isAmbiguous ? { ...plain, findings: [errorAt('header-or-entry', at, { cells })] } : plain;
  }
  const { source, target } = phrases;
  const left = only(columns, (each) => SOURCE_LANGUAGE_HEADERS.has(word(each.header)));
  const right = only(columns, (each) => TARGET_LANGUAGE_HEADERS.has(word(each.header)));
  const rowLanguages = left !== undefined && right !== undefined ? ([left, right] as const) : undefined;
  const count = filledCount(first);
  const isPlain = count <= 2 && source === 0 && target === 1;
  const further = columns.filter(
    ({ column }) => column !== source && column !== target && rowLanguages?.includes(column) !== true,
  );
  return {
    ...phrases,
    headers: 1,
    isPlain,
    ...(!isPlain && omitUndefined({ rowLanguages, terms: termColumns(columns, [source, target]) })),
    ...(count > 2 && { width: count }),
    findings: [
      ...headerFinding(columns, phrases, input, at),
      // One file contains one language pair.
      ...further
        .filter(({ use }) => use.kind === 'language')
        .map((each) => errorAt('dictionary-language-column', each.at, { header: each.header })),
      ...unknownColumns(further.filter((each) => each.use.kind === 'other' && each.header.trim() !== '')),
    ],
  };
}

/**
 * The languages that a new row repeats from the row above it, by column. If four columns have no header, the last two
 * are the languages.
 */
export function newRowLanguages(
  { source, target, headers, rowLanguages }: DictionarySchema,
  rows: readonly Row[],
  pair: LanguagePair,
): ReadonlyMap<number, string> {
  const last = rows.length > headers ? rows.at(-1)?.texts : undefined;
  const isLanguage = (column: number, expected: string): boolean => {
    const cell = last?.[column] ?? '';
    return cell.toLowerCase() === expected || dictionaryLanguage(cell) !== undefined;
  };
  const isExport = source === 0 && target === 1 && isLanguage(2, pair.source) && isLanguage(3, pair.target);
  const [left, right] = rowLanguages ?? (isExport ? [2, 3] : []);
  if (left === undefined || right === undefined) return new Map();
  const languageText = (column: number, language: string): string =>
    last === undefined ? language : (last[column] ?? '');
  return new Map([
    [left, languageText(left, pair.source)],
    [right, languageText(right, pair.target)],
  ]);
}
