import { plainHeader } from '../../dictionary/read-heading.ts';
import { dictionaryLanguage } from '../../languages/check-language.ts';

import type { ReadFormatName } from '../format-names.ts';

/** A dialect of CSV, TSV and sheets: how to recognise it, and the meaning of its headers. */
export interface TableFormat {
  readonly name: Exclude<ReadFormatName, 'tbx' | 'xlsx'>;
  /** `true`: the first row is a header. `false`: it has none. Absent: found from the file. */
  readonly header?: boolean;
  /**
   * Recognises a format by its headers, `plain` in the spelling of `plainHeader`. Absent: the format is recognised by
   * its cells.
   */
  readonly recognise?: (plain: readonly string[], headers: readonly string[]) => boolean;
  /** Headers with another meaning than in other formats. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Headers, in the spelling of `plainHeader`, of columns that belong to the format and are not kept. */
  readonly leftOut?: RegExp;
}

const has = (plain: readonly string[], ...wanted: readonly string[]): boolean =>
  wanted.every((each) => plain.includes(each));

const isCode = (header: string): boolean => dictionaryLanguage(header) !== undefined;

/** In the order in which they are tried; the last one accepts every table. */
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
    // The format of Amazon is also a plain table of languages, so it is never found by its header.
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

/** True for a column that belongs to the format and is not kept. */
export const isLeftOut = (format: TableFormat | undefined, header: string): boolean =>
  format?.leftOut?.test(plainHeader(header)) === true;
