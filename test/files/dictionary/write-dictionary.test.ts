import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dictionaryCsv } from '../../../src/files/dictionary/write-dictionary.ts';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import { runs } from '../../support/runs.ts';

/** What ledgers and pulled files were written with until now: the same entries have the same bytes. */
const asBefore = (rows: readonly (readonly [string, string])[]): string =>
  stringify([...rows], { record_delimiter: '\n', quoted_match: /^#(?:\s|$)|^\ufeff|^sep=|^\s|\s$|[;\t|]|^$/i });

test('any phrases are written as csv-stringify writes them', () => {
  const piece = fc.constantFrom(
    'a',
    'ß',
    '"',
    ',',
    ';',
    '|',
    '\t',
    '\n',
    '\r',
    ' ',
    '#',
    '# ',
    'sep=',
    '\ufeff',
    '𝄞',
    '\u00a0',
  );
  const phrase = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(phrase, phrase), { selector: ([source]) => source, maxLength: 5 }), (rows) => {
      expect(dictionaryCsv(entriesOf(rows), { header: false })).toBe(asBefore(rows));
    }),
    { numRuns: runs(500) },
  );
});
