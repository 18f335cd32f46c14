import { describe, expect, test } from 'vitest';
import { mergeTable } from '../../../src/files/merge/merge-table.ts';
import { termLines } from '../../../src/files/merge/term-lines.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function merged(base: string, ours: string, theirs: string): string {
  const result = mergeTable({ file: 'terms.csv', base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) });
  return result.kind === 'merged'
    ? new TextDecoder().decode(result.bytes)
    : result.findings.map(({ code }) => code).join();
}

describe('the columns of a merged table', () => {
  test.each([
    [
      'theirs decide on an order that they alone changed',
      'en,de,fr,es',
      'en,de,fr,es,it',
      'en,fr,de,es',
      'en,fr,de,es,it',
    ],
    ['ours decide where both changed it', 'en,de,fr,es', 'en,fr,de,es', 'en,es,de,fr', 'en,fr,de,es'],
    [
      'two of one name are two columns',
      'en,fr,note,note',
      'en,fr,note,note,de',
      'en,fr,note,note,es',
      'en,fr,note,note,es,de',
    ],
    ['one that both added stands there once', 'en,de', 'en,de,fr', 'en,de,fr', 'en,de,fr'],
    [
      'one that theirs added stands behind the one before it',
      'en,de,fr',
      'en,de,fr,es',
      'en,it,de,fr',
      'en,it,de,fr,es',
    ],
    ['ours moved one, theirs added one', 'en,de,fr', 'en,fr,de', 'en,de,it,fr', 'en,fr,de,it'],
  ])('%s', (_, base, ours, theirs, expected) => {
    const row = (header: string): string =>
      header
        .split(',')
        .map((name, index) => `${name} ${name === 'note' ? index : ''}x`)
        .join(',');
    const table = (header: string): string => `${header}\n${row(header)}\n`;
    expect(merged(table(base), table(ours), table(theirs))).toBe(table(expected));
  });
});

test('a term such as the header is another row than the header', () => {
  expect(merged('en,de\na,b\n', 'en,de\na,b\nen,de\n', 'en,fr\na,b\n')).toBe('en,fr\na,b\nen,de\n');
});

test('a table as lines: a term, then its cells under their headers', () => {
  const lines = (text: string, file = 'terms.csv') => termLines({ bytes: bytes(text), file });
  expect(lines('en,de,,note\nhouse,Haus,x,"a\nb"\n\nhome,,,\n')).toBe(
    'en\n  column: de\n  column: note\nhouse\n  de: Haus\n  x\n  note: a⏎b\nhome\n',
  );
  expect(lines('house,Haus\n# a comment\n', 'en-de.csv')).toBe('house\n  Haus\n# a comment\n');
  expect(lines('house,Haus,x\n', 'en-de.csv')).toBe('house\n  2: Haus\n  3: x\n');
  expect(lines('"house,Haus\n')).toBeUndefined();
});
