import { describe, expect, test } from 'vitest';
import { parseTable } from '../../../src/files/dictionary/table-file.ts';

function read(content: string, pairs?: readonly string[]) {
  const { value, findings } = parseTable({
    bytes: new TextEncoder().encode(content),
    file: 'terms.csv',
    ...(pairs !== undefined && { pairs }),
  });
  const dictionaries = Object.fromEntries([...(value ?? [])].map(([pair, { entries }]) => [pair, [...entries]]));
  return { dictionaries, findings, said: findings.map(({ code, at }) => `${at.line}:${at.column} ${code}`), value };
}

describe('a wide table', () => {
  test('becomes one dictionary for each pair; a blank cell is no translation; other columns are never sent', () => {
    const { dictionaries, findings } = read('en,de,fr,note\nhouse,Haus,maison,n\ncat,,chat,\n', ['en->*', 'de->en']);
    expect(findings).toEqual([]);
    expect(dictionaries).toEqual({
      'en->de': [['house', 'Haus']],
      'en->fr': [
        ['house', 'maison'],
        ['cat', 'chat'],
      ],
      'de->en': [['Haus', 'house']],
    });
  });

  test('without pairs the first language goes to every other one', () => {
    expect(Object.keys(read('en,de,fr\na,b,c\n').dictionaries)).toEqual(['en->de', 'en->fr']);
  });

  test.each([
    'EN,DE',
    'English,German',
    'Term:English,Term:German',
    'term_en,term_de',
    'label_en,label_de',
    'en_XX,de_XX',
    ' en , de ',
  ])('the header %s names English and German', (header) => {
    expect(read(`${header}\nhouse,Haus\n`).dictionaries).toEqual({ 'en->de': [['house', 'Haus']] });
  });

  test.each([
    ['en,jp\na,b\n', 'language-unsupported', { language: 'jp', suggestion: 'ja' }],
    ['en,ua\na,b\n', 'language-unsupported', { suggestion: 'uk' }],
    ['en,de,DE\na,b,c\n', 'table-language-twice', { language: 'de' }],
  ])('%j: %s', (content, code, details) => {
    expect(read(content).findings.find((finding) => finding.code === code)).toMatchObject({
      severity: 'error',
      at: { line: 1 },
      details,
    });
  });

  test('a first row that names fewer than two languages is no header', () => {
    expect(read('house,Haus\ncat,Katze\n').said).toContain('1:1 table-header');
  });

  test('a pattern that asks for no pair of the table is an error', () => {
    expect(read('en,de\na,b\n', ['en->fr']).findings).toMatchObject([
      { code: 'table-pair-unknown', details: { pattern: 'en->fr', languages: ['en', 'de'] } },
    ]);
  });

  test('two rows that share the new source phrase of a reverse pair are an error that names the pair and both lines', () => {
    const { findings } = read('en,de\nhouse,Haus\nhome,Haus\n', ['en->de', 'de->en']);
    expect(findings).toMatchObject([
      {
        code: 'duplicate-source',
        at: { line: 3, column: 6 },
        related: [{ line: 2, column: 7 }],
        details: { source: 'Haus', pair: 'de->en' },
      },
    ]);
  });

  test('unless exactly one of them is marked preferred', () => {
    const { dictionaries, findings } = read('en,de,preferred\nhouse,Haus,\nhome,Haus,x\n', ['de->en']);
    expect(findings).toEqual([]);
    expect(dictionaries).toEqual({ 'de->en': [['Haus', 'home']] });
    expect(read('en,de,preferred\nhouse,Haus,x\nhome,Haus,x\n', ['de->en']).said).toEqual(['3:6 duplicate-source']);
  });

  test('"no" in that column is no mark, and what is neither yes nor no is an error', () => {
    const marked = (first: string, second: string) =>
      read(`en,de,preferred\nhouse,Haus,${first}\nhome,Haus,${second}\n`, ['de->en']);
    expect(marked('yes', 'no').dictionaries).toEqual({ 'de->en': [['Haus', 'house']] });
    expect(marked('nein', 'TRUE').dictionaries).toEqual({ 'de->en': [['Haus', 'home']] });
    expect(marked('no', 'no').said).toEqual(['3:6 duplicate-source']);
    expect(marked('yes', 'maybe').said).toEqual(['3:11 preferred-unknown']);
  });

  test('a row with translations and no phrase that they translate is an error', () => {
    const { said, findings } = read('en,de,fr,note\nhouse,Haus,,\n,Katze,chat,n\n,,,only a note\n', [
      'en->*',
      'de->en',
    ]);
    expect(said).toEqual(['3:1 row-source-blank']);
    expect(findings[0]?.details).toEqual({ source: 'en', targets: ['de', 'fr'] });
  });

  test('a row that waits for its translation is none, and neither is one that another source has', () => {
    expect(read('en,de,fr\nhouse,,\n', ['en->*', 'de->en', 'fr->en']).said).toEqual([]);
    expect(read('en,de,fr\n,Haus,maison\n', ['en->fr', 'de->fr']).said).toEqual([]);
    expect(read('en,de,fr\n,,maison\n', ['en->de']).said).toEqual([]);
  });

  test('rows of empty cells are blank rows', () => {
    expect(read('en,de\n,\nhouse,Haus\n ,  \n,,,,\n')).toMatchObject({
      said: [],
      dictionaries: { 'en->de': [['house', 'Haus']] },
    });
  });

  test('a fault of a cell is found once, however many pairs it is in', () => {
    expect(read('en,de,fr\nhouse ,Haus,maison\n', ['en->*', 'de->en']).said).toEqual(['2:1 phrase-outer-space']);
  });

  test('an entry is located at its cell', () => {
    const { value } = read('en,de\nhouse,Haus\n', ['de->en']);
    expect(value?.get('de->en')?.locate('Haus')).toEqual({ file: 'terms.csv', line: 2, column: 7 });
  });
});
