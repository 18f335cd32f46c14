import type { LanguagePair } from '../../model/entries/language-pair.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import type { DelimitedInput } from '../delimited/dialect.ts';
import { columnOf, type Row } from '../delimited/row.ts';
import { dictionaryLanguage, languageByName } from '../languages/language-names.ts';
import { nearLanguage } from '../languages/near-language.ts';
import { unknownColumns, useOf } from './column-use.ts';
import headerWords from './header-words.json' with { type: 'json' };
import { isRowNumberWord, readHeading } from './read-heading.ts';
import { type TermColumns, termColumns } from './term-columns.ts';

export interface DictionaryInput extends DelimitedInput {
  readonly pair: LanguagePair;
}

/** Which columns of a file hold the entries. */
export interface Layout {
  readonly source: number;
  readonly target: number;
  /** Columns with the languages of each row, where the header names them. */
  readonly languages?: readonly [source: number, target: number];
  /** Column that marks the row to use where several have one source phrase. */
  readonly preferred?: number;
  /** Columns that say something of the terms; absent: there are none. */
  readonly terms?: TermColumns;
}

const words = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split('|')));

/** Words that stand over the column of source phrases, and over that of target phrases, in English. */
const SOURCE_HEADERS = words(headerWords.source);
const TARGET_HEADERS = words(headerWords.target);
const SOURCE_LANGUAGE_HEADERS = words(headerWords.sourceLanguage);
const TARGET_LANGUAGE_HEADERS = words(headerWords.targetLanguage);
/** The same in the other glossary languages. A first entry may hold them too, so a row of them is asked about. */
const FOREIGN_SOURCE_HEADERS = words(headerWords.foreignSource);
const FOREIGN_TARGET_HEADERS = words(headerWords.foreignTarget);

type Columns = DelimitedInput['columns'];

const word = (text: string): string => text.trim().toLowerCase().normalize('NFC');

const isSourceWord = (text: string): boolean =>
  SOURCE_HEADERS.has(word(text)) || FOREIGN_SOURCE_HEADERS.has(word(text));
const isTargetWord = (text: string): boolean =>
  TARGET_HEADERS.has(word(text)) || FOREIGN_TARGET_HEADERS.has(word(text));

/** The language that a cell names, by a code or by a name in any glossary language. */
const languageIn = (text: string): string | undefined => languageByName(text) ?? dictionaryLanguage(text);

const names = (text: string, language: string): boolean => word(text) === language || languageByName(text) === language;

/** Column of the only header that a test accepts; undefined for none and for several. */
function only(cells: readonly string[], accepts: (text: string) => boolean): number | undefined {
  const found = [...cells.keys()].filter((column) => accepts(cells[column] ?? ''));
  return found.length === 1 ? found[0] : undefined;
}

/** The columns that a first row names, in one of the ways in which a header does. */
function namedColumns(cells: readonly string[], pair: LanguagePair, columns: Columns): Layout | undefined {
  const inWays: readonly (readonly [(text: string) => boolean, (text: string) => boolean])[] = [
    [(text) => isUse(text, pair.source, columns), (text) => isUse(text, pair.target, columns)],
    [(text) => SOURCE_HEADERS.has(word(text)), (text) => TARGET_HEADERS.has(word(text))],
    [isSourceWord, isTargetWord],
  ];
  for (const [ofSource, ofTarget] of inWays) {
    const [source, target] = [only(cells, ofSource), only(cells, ofTarget)];
    if (source !== undefined && target !== undefined && source !== target) return { source, target };
  }
  const [first = '', second = ''] = cells;
  const isPair =
    cells.length >= 2 &&
    (isSourceWord(first) || names(first, pair.source)) &&
    (isTargetWord(second) || names(second, pair.target));
  if (isPair) return { source: 0, target: 1 };
  const amongNotes = namedAmongNotes(cells, pair, columns);
  return amongNotes !== undefined && amongNotes.source < amongNotes.target ? amongNotes : undefined;
}

/**
 * `id,en,de,note`: both languages, and known words over all other columns. Not where an export has the languages of
 * each row.
 */
function namedAmongNotes(cells: readonly string[], pair: LanguagePair, columns?: Columns): Layout | undefined {
  const source = only(cells, (text) => names(text, pair.source));
  const target = only(cells, (text) => names(text, pair.target));
  if (source === undefined || target === undefined || (source === 2 && target === 3)) return undefined;
  const isKnown = (text: string): boolean => {
    if (useOf(text, columns) !== undefined) return true;
    const heading = readHeading(text);
    return heading.kind === 'code' ? isRowNumberWord(heading.code) : heading.kind !== 'other';
  };
  return cells.every((text, column) => column === source || column === target || isKnown(text))
    ? { source, target }
    : undefined;
}

function isUse(header: string, language: string, columns: Columns): boolean {
  const use = useOf(header, columns);
  return use?.kind === 'language' && use.code === language;
}

/**
 * The layout that a first row names, or `undefined` when it is an entry like any other. It is a header when it names
 * both columns: by words such as `source,target`, by the two languages of the dictionary, or by headers of which
 * `columns:` says so.
 */
export function layoutOfHeader({ texts: cells }: Row, pair: LanguagePair, columns?: Columns): Layout | undefined {
  const named = namedColumns(cells, pair, columns);
  if (named === undefined) return undefined;
  const left = only(cells, (text) => SOURCE_LANGUAGE_HEADERS.has(word(text)));
  const right = only(cells, (text) => TARGET_LANGUAGE_HEADERS.has(word(text)));
  const preferred = cells.findIndex((text) => (useOf(text, columns) ?? readHeading(text)).kind === 'preferred');
  const terms = termColumns(cells, columns, [named.source, named.target]);
  return {
    ...named,
    ...(terms !== undefined && { terms }),
    ...(left !== undefined && right !== undefined && { languages: [left, right] as const }),
    ...(preferred >= 0 && { preferred }),
  };
}

/** True when two phrases in a first row could be taken for a header, whatever the pair is. */
export const couldBeHeader = (source: string, target: string): boolean => {
  const isOver = (text: string, isWord: (text: string) => boolean): boolean =>
    isWord(text) || languageIn(text) !== undefined;
  return (
    (isOver(source, isSourceWord) && isOver(target, isTargetWord)) ||
    (isOver(source, isTargetWord) && isOver(target, isSourceWord))
  );
};

/**
 * The languages that a first row names, when they are not those of the dictionary in their order: `de,en` in
 * `en-de.csv`.
 */
function otherLanguages(cells: readonly string[], pair: LanguagePair, columns: Columns): string | undefined {
  if (namedAmongNotes(cells, pair, columns) !== undefined) return `${pair.target}->${pair.source}`;
  const [first = '', second = ''] = cells;
  const left = isSourceWord(first) ? pair.source : languageIn(first);
  const right = isTargetWord(second) ? pair.target : languageIn(second);
  if (left === undefined || right === undefined || left === right) return undefined;
  return left === pair.source && right === pair.target ? undefined : `${left}->${right}`;
}

/** True for a first row that names one language of the dictionary, and the other one with a slip: `English,Germn`. */
function isMisspelt([first = '', second = '']: readonly string[], { source, target }: LanguagePair): boolean {
  const isNear = (text: string, language: string): boolean =>
    languageIn(text) === undefined && nearLanguage(text) === language;
  return (names(first, source) && isNear(second, target)) || (names(second, target) && isNear(first, source));
}

/** Without a header: source phrase, target phrase. */
export const PLAIN_LAYOUT: Layout = { source: 0, target: 1 };

/** How many fields of a row count: empty ones at its end do not. */
export function filledCount({ texts }: Row): number {
  let count = texts.length;
  while (count > 2 && texts[count - 1]?.trim() === '') count -= 1;
  return count;
}

/** What the first row says of a file. */
export interface Head {
  readonly isHeader: boolean;
  readonly layout: Layout;
  /**
   * Columns that the header names, when there are others beside the phrases, such as an example: they are kept in the
   * file and never sent.
   */
  readonly columns?: number;
  readonly findings: readonly Finding[];
}

/** What is to be said of a first row that is read as a header: that it is one, or that nobody can tell. */
function headerFinding(
  { texts: cells, line }: Row,
  { source, target }: Layout,
  { file, pair, columns, header }: DictionaryInput,
): readonly Finding[] {
  // What nobody can take for an entry needs no word.
  if (header === true || cells.join() === 'source,target') return [];
  const [over, above] = [cells[source] ?? '', cells[target] ?? ''];
  if (useOf(over, columns)?.kind === 'language') return [];
  const isForeign = (text: string, english: ReadonlySet<string>): boolean =>
    languageIn(text) === undefined && !english.has(word(text));
  const isAsked =
    (!names(over, pair.source) && isForeign(over, SOURCE_HEADERS)) ||
    (!names(above, pair.target) && isForeign(above, TARGET_HEADERS));
  const at = { file, line, column: 1 };
  return [
    isAsked
      ? errorAt('header-or-entry', at, { cells })
      : { code: 'header-skipped', severity: 'info', at, details: { cells } },
  ];
}

/** An error for each column of a further language: one file holds one pair. */
function furtherLanguages(row: Row, { source, target, languages }: Layout, input: DictionaryInput): readonly Finding[] {
  return row.texts.flatMap((header, column): readonly Finding[] => {
    if (column === source || column === target || languages?.includes(column) === true) return [];
    if ((useOf(header, input.columns) ?? readHeading(header)).kind !== 'language') return [];
    const at = { file: input.file, line: row.line, column: columnOf(row, column) };
    return [errorAt('dictionary-language-column', at, { header })];
  });
}

/** What is to be said of columns beside those of the phrases and of their languages that nothing is known of. */
const furtherColumns = (row: Row, { source, target, languages }: Layout, { file, columns }: DictionaryInput) =>
  unknownColumns(
    row.texts.flatMap((header, column) => {
      const isOurs =
        column === source || column === target || languages?.includes(column) === true || header.trim() === '';
      if (isOurs || (useOf(header, columns) ?? readHeading(header)).kind !== 'other') return [];
      return [{ header, column, at: { file, line: row.line, column: columnOf(row, column) } }];
    }),
  );

export function headOf(first: Row | undefined, input: DictionaryInput): Head {
  const { file, pair, header } = input;
  if (first === undefined || header === false) return { isHeader: false, layout: PLAIN_LAYOUT, findings: [] };
  const named = layoutOfHeader(first, pair, input.columns);
  if (named !== undefined) {
    const count = filledCount(first);
    const isPlain = count <= 2 && named.source === 0 && named.target === 1;
    return {
      isHeader: true,
      layout: isPlain ? PLAIN_LAYOUT : named,
      ...(count > 2 && { columns: count }),
      findings: [
        ...headerFinding(first, named, input),
        ...furtherLanguages(first, named, input),
        ...furtherColumns(first, named, input),
      ],
    };
  }
  const found = otherLanguages(first.texts, pair, input.columns);
  if (found === undefined) {
    const isAsked = header === undefined && isMisspelt(first.texts, pair);
    const at = { file, line: first.line, column: 1 };
    const findings = isAsked ? [errorAt('header-or-entry', at, { cells: first.texts })] : [];
    return { isHeader: header === true, layout: PLAIN_LAYOUT, findings };
  }
  const details = { cells: first.texts, found, pair: `${pair.source}->${pair.target}` };
  return {
    isHeader: true,
    layout: PLAIN_LAYOUT,
    findings: [errorAt('header-contradicts', { file, line: first.line, column: 1 }, details)],
  };
}
