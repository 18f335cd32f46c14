import { describe, expect, test } from 'vitest';
import { rowNotes } from '../../../src/steps/search/explain-term.ts';

const FILE = 'terms.csv';
const EN_DE = { source: 'en', target: 'de' };
const notesAt = (csv: string, source: string, line: number, column = 1, pair = EN_DE) =>
  rowNotes({ bytes: new TextEncoder().encode(csv), file: FILE, comments: '#' })(pair, source, {
    file: FILE,
    line,
    column,
  });

describe('notes of a row', () => {
  const TABLE =
    'id,en,de,fr,note,status,preferred\n7,house,Haus,maison,"for living, not for goods",approved,\n,cat,Katze,, ,,x\n';

  test('are the cells that are no phrase, under their headers, in the order of the columns', () => {
    expect(notesAt(TABLE, 'house', 2, 3)).toEqual([
      { name: 'id', text: '7' },
      { name: 'note', text: 'for living, not for goods' },
      { name: 'status', text: 'approved' },
    ]);
  });

  test('do not count blank cells', () => {
    expect(notesAt(TABLE, 'cat', 3, 2)).toEqual([{ name: 'preferred', text: 'x' }]);
  });

  test('are the same for every pair of the table, from either side', () => {
    expect(notesAt(TABLE, 'Haus', 2, 9, { source: 'de', target: 'fr' })).toEqual(notesAt(TABLE, 'house', 2, 3));
  });

  test('need a place that is this phrase: another line, column or file has none', () => {
    expect(notesAt(TABLE, 'house', 3, 3)).toEqual([]);
    expect(notesAt(TABLE, 'house', 2, 4)).toEqual([]);
    expect(notesAt(TABLE, 'house', 1)).toEqual([]);
    const other = rowNotes({ bytes: new TextEncoder().encode(TABLE), file: 'other.csv' });
    expect(other(EN_DE, 'house', { file: FILE, line: 2, column: 3 })).toEqual([]);
  });

  test('stand beside two columns with a header too', () => {
    expect(notesAt('source,target,note\nhouse,Haus,home\n', 'house', 2)).toEqual([{ name: 'note', text: 'home' }]);
  });

  test('need a header', () => {
    expect(notesAt('house,Haus\ncat,Katze\n', 'cat', 2)).toEqual([]);
    expect(notesAt('', 'cat', 1)).toEqual([]);
    expect(notesAt('en,de,note, \ncat,Katze,pet,5,6\n', 'cat', 2)).toEqual([{ name: 'note', text: 'pet' }]);
  });

  test('keep their lines below comments, blank lines and cells of several lines', () => {
    const csv = 'en;de;note\n# a comment\n\nhouse;Haus;"two\nlines"\ncat;Katze;pet\n';
    expect(notesAt(csv, 'house', 4)).toEqual([{ name: 'note', text: 'two\nlines' }]);
    expect(notesAt(csv, 'cat', 6)).toEqual([{ name: 'note', text: 'pet' }]);
  });
});
