import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeBody } from '../../../src/client/transport/body.ts';
import { entriesTsv, parseEntriesTsv } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { type Entries, entriesOf } from '../../../src/model/entries/entries.ts';
import { packedOf } from '../../support/packed-of.ts';
import { runs } from '../../support/runs.ts';
import { phrase } from '../../support/target.ts';

const pairs = fc.uniqueArray(fc.tuple(phrase, phrase), { maxLength: 8, selector: ([source]) => source });

describe('entries on the wire', () => {
  test('are JSON in pieces, whatever stands around them', () => {
    fc.assert(
      fc.property(pairs, fc.jsonValue(), (rows, around) => {
        const body = (entries: Entries) => ({
          around,
          none: undefined,
          dictionaries: [{ entries: () => entriesTsv(entries) }],
        });
        const text = [...entriesTsv(entriesOf(rows))].join('');
        expect(encodeBody(body(packedOf(rows)))).toEqual(encodeBody(body(entriesOf(rows))));
        expect(new TextDecoder().decode(encodeBody(body(entriesOf(rows))))).toBe(
          JSON.stringify({ around, dictionaries: [{ entries: text }] }),
        );
      }),
      { numRuns: runs(300) },
    );
  });

  test('survive the way there and back', () => {
    fc.assert(
      fc.property(pairs, (rows) => {
        const parsed = parseEntriesTsv([...entriesTsv(entriesOf(rows))].join(''));
        expect(parsed.kind === 'entries' ? [...parsed.entries] : parsed).toEqual(rows);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('a field that is quoted as a whole is read without its quotes', () => {
    const parsed = parseEntriesTsv('"say ""hi"""\tx\r\n\n"a"b"\t"\n');
    expect(parsed.kind === 'entries' ? [...parsed.entries] : parsed).toEqual([
      ['say "hi"', 'x'],
      ['"a"b"', '"'],
    ]);
  });

  test('the rule of quotes is that of its description, for any field of quotes and letters', () => {
    const field = fc
      .array(fc.constantFrom('"', '"', 'a'), { minLength: 1, maxLength: 7 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(field, (text) => {
        const parsed = parseEntriesTsv(`${text}\tx`);
        const expected = /^"(?:[^"]|"")*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
        expect(parsed.kind === 'entries' ? [...parsed.entries] : parsed).toEqual([[expected, 'x']]);
      }),
      { numRuns: runs(3000) },
    );
  });

  test('a quoted phrase of megabytes is read', () => {
    const parsed = parseEntriesTsv(`"${'a""'.repeat(3_000_000)}"\tx`);
    expect(parsed.kind === 'entries' ? [...parsed.entries][0]?.[0].length : 0).toBe(6_000_000);
  });

  test('a line without a tab is named', () => {
    expect(parseEntriesTsv('a\tb\nc')).toEqual({ kind: 'no-tab', line: 2 });
  });
});
