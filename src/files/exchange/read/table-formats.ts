import { plainHeader } from '../../dictionary/read-heading.ts';
import { dictionaryLanguage } from '../../languages/language-names.ts';

import type { ReadFormatName } from '../format-names.ts';

/** A dialect of CSV, TSV and sheets: how it is known, and what its headers mean there. */
export interface TableFormat {
  readonly name: Exclude<ReadFormatName, 'tbx' | 'xlsx'>;
  /** `true`: the first row is a header. `false`: it has none. Absent: found from the file. */
  readonly header?: boolean;
  /** By the headers, in the spelling of `plainHeader`. Absent: files are known by their cells. */
  readonly recognise?: (plain: readonly string[], headers: readonly string[]) => boolean;
  /** Headers that mean something else in this format than elsewhere. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Headers of columns that the format has and that nothing is kept of, in the spelling of `plainHeader`. */
  readonly leftOut?: RegExp;
}

const has = (plain: readonly string[], ...wanted: readonly string[]): boolean =>
  wanted.every((each) => plain.includes(each));

const isCode = (header: string): boolean => dictionaryLanguage(header) !== undefined;

/** In the order in which they are tried; the last one takes every table. */
export const TABLE_FORMATS: readonly TableFormat[] = [
  {
    name: 'memoq',
    header: true,
    recognise: (plain) => has(plain, 'term info') && plain.some((each) => each.startsWith('entry ')),
    columns: { Term_Info: 'term info' },
    leftOut: /^(?:entry|term) /,
  },
  {
    name: 'lokalise',
    header: true,
    recognise: (plain) => has(plain, 'term', 'translatable', 'forbidden'),
  },
  {
    name: 'crowdin',
    header: true,
    recognise: (_, headers) => headers.some((each) => /^term\s*[:[]/i.test(each.trim())),
    leftOut: /^concept /,
  },
  {
    name: 'weblate',
    header: true,
    recognise: (plain) =>
      has(plain, 'source', 'target', 'context') && plain.some((each) => / comments$|^fuzzy$/.test(each)),
    columns: { fuzzy: 'needs editing', context: 'note', translator_comments: 'note', developer_comments: 'note' },
    leftOut: /^location$/,
  },
  {
    name: 'transifex',
    header: true,
    recognise: (plain) => plain[0] === 'term' && plain.some((each) => each.startsWith('translation ')),
  },
  {
    name: 'pontoon',
    header: true,
    recognise: (plain) => has(plain, 'term', 'part of speech', 'definition', 'usage'),
    columns: { Usage: 'note' },
  },
  {
    name: 'wordpress',
    header: true,
    recognise: (plain, headers) =>
      headers.length === 4 && headers.slice(0, 2).every(isCode) && plain[2] === 'pos' && plain[3] === 'description',
  },
  {
    name: 'google',
    recognise: (plain, headers) => headers.filter(isCode).length > 2 && has(plain, 'pos', 'description'),
  },
  { name: 'deepl', header: false },
  {
    name: 'amazon',
    header: true,
    // What Amazon takes is a plain table of languages too, so that it is never guessed.
    recognise: () => false,
  },
  { name: 'table', header: true, recognise: () => true },
];

/** The format of a table by its header. */
export const formatOfHeader = (headers: readonly string[]): TableFormat | undefined => {
  const plain = headers.map(plainHeader);
  return TABLE_FORMATS.find(({ recognise }) => recognise?.(plain, headers) === true);
};

export const tableFormat = (name: string): TableFormat | undefined => TABLE_FORMATS.find((each) => each.name === name);

/** True for a column that is part of a format and that nothing is kept of. */
export const isLeftOut = (format: TableFormat | undefined, header: string): boolean =>
  format?.leftOut?.test(plainHeader(header)) === true;
