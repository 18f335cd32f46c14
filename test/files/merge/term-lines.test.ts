import { expect, test } from 'vitest';
import { termLines } from '../../../src/files/merge/term-lines.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a table as lines: a term, then its cells under their headers', () => {
  const lines = (text: string, file = 'terms.csv') => termLines({ bytes: bytes(text), file });
  expect(lines('en,de,,note\nhouse,Haus,x,"a\nb"\n\nhome,,,\n')).toBe(
    'en\n  column: de\n  column: note\nhouse\n  de: Haus\n  x\n  note: a⏎b\nhome\n',
  );
  expect(lines('house,Haus\n# a comment\n', 'en-de.csv')).toBe('house\n  Haus\n# a comment\n');
  expect(lines('house,Haus,x\n', 'en-de.csv')).toBe('house\n  2: Haus\n  3: x\n');
  expect(lines('"house,Haus\n')).toBeUndefined();
});
