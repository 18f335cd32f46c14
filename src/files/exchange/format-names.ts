/**
 * The formats that Lexform reads, and the systems that write them. In a separate file, so that the help of the command
 * line loads no reader.
 */
export const READ_FORMATS = [
  { name: 'tbx', of: 'TBX, version 2 (MARTIF) and 3 (core, min, basic)' },
  { name: 'xlsx', of: 'Excel: one sheet, read as a table' },
  { name: 'table', of: 'CSV or TSV with a header of languages' },
  { name: 'deepl', of: 'DeepL: two, four or five columns without a header' },
  { name: 'crowdin', of: 'Crowdin' },
  { name: 'lokalise', of: 'Lokalise' },
  { name: 'memoq', of: 'memoQ' },
  { name: 'weblate', of: 'Weblate' },
  { name: 'transifex', of: 'Transifex' },
  { name: 'pontoon', of: 'Pontoon' },
  { name: 'wordpress', of: 'WordPress (GlotPress)' },
  { name: 'google', of: 'Google Cloud Translation: an equivalent term set, or a pair without a header' },
  { name: 'amazon', of: 'Amazon Translate: a header of language codes' },
] as const;

export type ReadFormatName = (typeof READ_FORMATS)[number]['name'];

/** The formats that Lexform writes. */
export const WRITE_FORMATS = [
  { name: 'tbx', of: 'TBX-Basic, version 3' },
  { name: 'csv', of: 'a wide table, as in a workspace' },
  { name: 'xlsx-csv', of: 'the same for Excel: UTF-8 with a byte order mark, and no formulas' },
  { name: 'google', of: 'Google Cloud Translation: two languages as a pair, more as an equivalent term set' },
  { name: 'amazon', of: 'Amazon Translate: a column for each language' },
  { name: 'vale', of: 'Vale: a rule that swaps terms not to be used for the preferred one' },
  { name: 'vale-accept', of: 'Vale: accept.txt of a vocabulary' },
  { name: 'vale-reject', of: 'Vale: reject.txt of a vocabulary' },
  { name: 'json', of: 'concepts with all their terms' },
] as const;

export type WriteFormatName = (typeof WRITE_FORMATS)[number]['name'];
