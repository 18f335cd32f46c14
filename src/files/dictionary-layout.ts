import type { Finding } from '../model/finding.ts';
import type { LanguagePair } from '../model/language-pair.ts';
import type { DelimitedInput } from './delimited/dialect.ts';
import type { Row } from './delimited/row.ts';
import { baseLanguage, languageByName } from './language-names.ts';
import { languageCell } from './table-header.ts';

export interface DictionaryInput extends DelimitedInput {
  readonly pair: LanguagePair;
  /** True: the first row is a header. False: it is an entry. Absent: it is a header when it names both columns. */
  readonly header?: boolean;
}

/** Which columns of a file hold the entries. */
export interface Layout {
  readonly source: number;
  readonly target: number;
  /** Columns with the languages of each row, where the header names them. */
  readonly languages?: readonly [source: number, target: number];
}

/** Words that stand over the column of source phrases, and over that of target phrases. */
const SOURCE_HEADERS: ReadonlySet<string> = new Set([
  'source',
  'source phrase',
  'source term',
  'source text',
  'sourcestring',
  'source_phrase',
  'term',
]);
const TARGET_HEADERS: ReadonlySet<string> = new Set([
  'target',
  'target phrase',
  'target term',
  'target text',
  'targetstring',
  'target_phrase',
  'translation',
]);
const SOURCE_LANGUAGE_HEADERS: ReadonlySet<string> = new Set([
  'sourcelang',
  'source_lang',
  'source lang',
  'source language',
  'source_language',
]);
const TARGET_LANGUAGE_HEADERS: ReadonlySet<string> = new Set([
  'targetlang',
  'target_lang',
  'target lang',
  'target language',
  'target_language',
]);

const word = (text: string): string => text.trim().toLowerCase();

const names = (text: string, language: string): boolean => word(text) === language || languageByName(text) === language;

/** Column of the only header out of `words`; undefined for none and for several. */
function only(cells: readonly string[], words: ReadonlySet<string>): number | undefined {
  const found = [...cells.keys()].filter((column) => words.has(word(cells[column] ?? '')));
  return found.length === 1 ? found[0] : undefined;
}

/**
 * The layout that a first row names, or `undefined` when it is an entry like any other. It is a header when it names both columns: by words such as
 * `source,target`, or by the two languages of the dictionary. Only words: a first entry that happens to be one of them can be quoted away with `header: false`.
 */
export function layoutOfHeader({ texts: cells }: Row, pair: LanguagePair): Layout | undefined {
  const [first = '', second = ''] = cells;
  const source = only(cells, SOURCE_HEADERS);
  const target = only(cells, TARGET_HEADERS);
  if (source !== undefined && target !== undefined) {
    const [left, right] = [only(cells, SOURCE_LANGUAGE_HEADERS), only(cells, TARGET_LANGUAGE_HEADERS)];
    return { source, target, ...(left !== undefined && right !== undefined && { languages: [left, right] as const }) };
  }
  const over = (text: string, words: ReadonlySet<string>, language: string): boolean =>
    words.has(word(text)) || names(text, language);
  if (cells.length >= 2 && over(first, SOURCE_HEADERS, pair.source) && over(second, TARGET_HEADERS, pair.target))
    return { source: 0, target: 1 };
  return undefined;
}

/** True when two phrases in a first row could be taken for a header, whatever the pair is. */
export const couldBeHeader = (source: string, target: string): boolean => {
  const known = (text: string, words: ReadonlySet<string>): boolean =>
    words.has(word(text)) || baseLanguage(text) !== undefined || languageByName(text) !== undefined;
  return (
    (known(source, SOURCE_HEADERS) && known(target, TARGET_HEADERS)) ||
    (known(source, TARGET_HEADERS) && known(target, SOURCE_HEADERS))
  );
};

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
  /** Columns that the header names, when there are others beside the phrases, such as an example: they are kept in the file and never sent. */
  readonly columns?: number;
  readonly findings: readonly Finding[];
}

export function headOf(first: Row | undefined, { file, pair, header }: DictionaryInput): Head {
  const named = first === undefined || header === false ? undefined : layoutOfHeader(first, pair);
  const columns = first === undefined ? 0 : filledCount(first);
  const isWide = columns > 2 && first?.texts.slice(2).every((cell) => languageCell(cell) === undefined) === true;
  const isPlain =
    named === undefined || (named.source === 0 && named.target === 1 && named.languages === undefined && !isWide);
  // What nobody can take for an entry needs no word.
  const isGuess = named !== undefined && header === undefined && first?.texts.join() !== 'source,target';
  return {
    isHeader: named !== undefined || header === true,
    layout: isPlain ? PLAIN_LAYOUT : named,
    ...(named !== undefined && isWide && { columns }),
    findings:
      first === undefined || !isGuess
        ? []
        : [
            {
              code: 'header-skipped',
              severity: 'info',
              at: { file, line: first.line, column: 1 },
              details: { cells: first.texts },
            },
          ],
  };
}
