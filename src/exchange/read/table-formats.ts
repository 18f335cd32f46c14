import { plainHeader } from '../../files/dictionary/read-heading.ts';
import { dictionaryLanguage } from '../../files/languages/language-names.ts';

/** A dialect of CSV, TSV and sheets: who writes it, how it is known, and what its headers mean there. */
export interface TableFormat {
  readonly name: string;
  /** Who writes such files, in a sentence. */
  readonly of: string;
  /** `true`: the first row is a header. `false`: it has none. Absent: found from the file. */
  readonly header?: boolean;
  /** By the headers, in the spelling of `plainHeader`. Absent: files are known by their cells. */
  readonly recognise?: (plain: readonly string[], headers: readonly string[]) => boolean;
  /** Headers that mean something else in this format than elsewhere. */
  readonly columns?: Readonly<Record<string, string>>;
}

const has = (plain: readonly string[], ...wanted: readonly string[]): boolean =>
  wanted.every((each) => plain.includes(each));

const isCode = (header: string): boolean => dictionaryLanguage(header) !== undefined;

/** In the order in which they are tried; the last one takes every table. */
export const TABLE_FORMATS: readonly TableFormat[] = [
  {
    name: 'memoq',
    of: 'memoQ',
    header: true,
    recognise: (plain) => has(plain, 'term info') && plain.some((each) => each.startsWith('entry ')),
    columns: { Term_Info: 'term info' },
  },
  {
    name: 'lokalise',
    of: 'Lokalise',
    header: true,
    recognise: (plain) => has(plain, 'term', 'translatable', 'forbidden'),
  },
  {
    name: 'crowdin',
    of: 'Crowdin',
    header: true,
    recognise: (_, headers) => headers.some((each) => /^term\s*[:[]/i.test(each.trim())),
  },
  {
    name: 'weblate',
    of: 'Weblate',
    header: true,
    recognise: (plain) =>
      has(plain, 'source', 'target', 'context') && plain.some((each) => / comments$|^fuzzy$/.test(each)),
    columns: { context: 'note', translator_comments: 'note', developer_comments: 'note' },
  },
  {
    name: 'transifex',
    of: 'Transifex',
    header: true,
    recognise: (plain) => plain[0] === 'term' && plain.some((each) => each.startsWith('translation ')),
  },
  {
    name: 'pontoon',
    of: 'Pontoon',
    header: true,
    recognise: (plain) => has(plain, 'term', 'part of speech', 'definition', 'usage'),
    columns: { Usage: 'note' },
  },
  {
    name: 'wordpress',
    of: 'WordPress (GlotPress)',
    header: true,
    recognise: (plain, headers) =>
      headers.length === 4 && headers.slice(0, 2).every(isCode) && plain[2] === 'pos' && plain[3] === 'description',
  },
  {
    name: 'google',
    of: 'Google Cloud Translation: an equivalent term set, or a pair without a header',
    recognise: (plain, headers) => headers.filter(isCode).length > 2 && has(plain, 'pos', 'description'),
  },
  { name: 'deepl', of: 'DeepL: two, four or five columns without a header', header: false },
  {
    name: 'amazon',
    of: 'Amazon Translate: a header of language codes',
    header: true,
    // What Amazon takes is a plain table of languages too, so that it is never guessed.
    recognise: () => false,
  },
  { name: 'table', of: 'any table with a header of languages', header: true, recognise: () => true },
];

/** The format of a table by its header. */
export const formatOfHeader = (headers: readonly string[]): TableFormat | undefined => {
  const plain = headers.map(plainHeader);
  return TABLE_FORMATS.find(({ recognise }) => recognise?.(plain, headers) === true);
};

export const tableFormat = (name: string): TableFormat | undefined => TABLE_FORMATS.find((each) => each.name === name);
