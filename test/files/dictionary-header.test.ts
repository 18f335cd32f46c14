import { describe, expect, test } from 'vitest';
import { parseDictionary } from '../../src/files/dictionary/dictionary-file.ts';
import type { DictionaryInput } from '../../src/files/dictionary/dictionary-schema.ts';
import { editEntries } from '../../src/files/edit/edit-entries.ts';
import { findingMessage } from '../../src/review/messages/finding-text.ts';

const input = (content: string, more: Partial<DictionaryInput> = {}): DictionaryInput => ({
  bytes: new TextEncoder().encode(content),
  file: 'en-de.csv',
  pair: { source: 'en', target: 'de' },
  ...more,
});

function read(content: string, more: Partial<DictionaryInput> = {}) {
  const { value, findings } = parseDictionary(input(content, more));
  return {
    entries: [...(value?.entries ?? [])],
    said: findings.map(({ severity, code, at }) => `${at.line}:${at.column} ${severity} ${code}`),
    findings,
  };
}

describe('a first row that contradicts the name of the file', () => {
  test.each([
    ['de,en', 'de->en'],
    ['German,English', 'de->en'],
    ['Deutsch;Englisch', 'de->en'],
    ['fr,es', 'fr->es'],
    ['en,fr', 'en->fr'],
    ['source,French', 'en->fr'],
    ['de-DE,en-US', 'de->en'],
  ])('%s in en-de.csv is an error, unless it is said to be an entry', (row, found) => {
    const { said, findings } = read(`${row}\nHaus,house\n`.replaceAll(row.includes(';') ? ',' : '\0', ';'));
    expect(said).toEqual(['1:1 error header-contradicts']);
    expect(findings[0]?.details).toMatchObject({ found, pair: 'en->de' });
    expect(read(`${row}\n`, { header: true }).said).toEqual(['1:1 error header-contradicts']);
    expect(read(`${row}\n`, { header: false }).said).toEqual([]);
  });

  test.each(['it,es ist', 'English,Englisch', 'so,also', 'Danish,dänisch'])('%s is an entry', (row) => {
    expect(read(`${row}\n`)).toMatchObject({ said: [], entries: [row.split(',')] });
  });
});

describe('a first row that reads like a header', () => {
  test.each([
    'Quelle;Ziel',
    'Begriff;Übersetzung',
    '原文,訳文',
    'Source,Cible',
    'термин,перевод',
    'Ziel,Quelle',
    '术语,译文',
  ])('%s is asked about, and "header:" answers', (row) => {
    const between = row.includes(';') ? ';' : ',';
    const content = `${row}\nhouse${between}Haus\n`;
    const { said, findings } = read(content);
    expect(said).toEqual(['1:1 error header-or-entry']);
    expect(findingMessage(findings[0] as never)).toContain('"header: true"');
    expect(read(content, { header: true }).said).toEqual([]);
    expect(read(content, { header: false }).entries).toEqual([row.split(between), ['house', 'Haus']]);
  });

  test('with "header: true", its words say which column is which', () => {
    expect(read('Ziel,Quelle\nHaus,house\n', { header: true }).entries).toEqual([['house', 'Haus']]);
    expect(read('Nr,Quelle,Ziel,Anmerkung\n1,house,Haus,x\n', { header: true }).entries).toEqual([['house', 'Haus']]);
  });

  test('in the languages of the dictionary it is one, which is noted', () => {
    for (const row of ['English,Deutsch', 'anglais,allemand', 'Englisch,German'])
      expect(read(`${row}\nhouse,Haus\n`)).toMatchObject({
        said: ['1:1 info header-skipped'],
        entries: [['house', 'Haus']],
      });
  });

  test('may have the languages anywhere, among columns that are known', () => {
    expect(read('id,de,en,note\n1,Haus,house,\n').said).toContain('1:1 error header-contradicts');
    expect(read('id,en,de,note\n1,house,Haus,\n')).toMatchObject({
      said: ['1:1 info header-skipped'],
      entries: [['house', 'Haus']],
    });
    expect(read('status,Status,EN,DE\n')).toMatchObject({ said: [], entries: [['status', 'Status']] });
  });

  test('may be of any words where columns: says what they are', () => {
    const columns = new Map([
      ['Our word', 'en'],
      ['Their word', 'de'],
      ['Best', 'preferred'],
    ]);
    const content = 'Their word,Best,Our word\nHaus,yes,house\nHeim,no,house\n';
    expect(read(content, { columns })).toMatchObject({ said: [], entries: [['house', 'Haus']] });
  });
});

describe('the column "preferred" of a dictionary', () => {
  const yes = ['yes', 'Y', 'TRUE', '1', 'x', 'ja', 'oui', 'sí', '✓', 'WAHR', 'да', 'はい'];
  const no = ['no', 'N', 'FALSE', '0', '-', 'nein', 'non', 'FALSCH', '', 'нет', 'いいえ'];

  test.each(yes)('%j says yes', (word) => {
    const content = `source,target,preferred\nrun,laufen,${word}\nrun,Lauf,\n`;
    expect(read(content).entries).toEqual([['run', 'laufen']]);
  });

  test.each(no)('%j says no', (word) => {
    const content = `source,target,preferred\nrun,laufen,${word}\nrun,Lauf,yes\n`;
    expect(read(content)).toMatchObject({ entries: [['run', 'Lauf']] });
  });

  test('anything else is an error', () => {
    const { said, findings } = read('source,target,preferred\nrun,laufen,perhaps\n');
    expect(said).toEqual(['1:1 info header-skipped', '2:12 error preferred-unknown']);
    expect(findingMessage(findings[1] as never)).toContain('"perhaps"');
  });

  test('none or several marked rows are a duplicate, whose message names the column', () => {
    const { findings } = read('source,target,preferred\nrun,laufen,yes\nrun,Lauf,yes\n');
    expect(findings).toMatchObject([{ code: 'header-skipped' }, { code: 'duplicate-source', at: { line: 3 } }]);
    expect(findingMessage(findings[1] as never)).toContain('"preferred"');
    expect(read('run,laufen\nrun,Lauf\n').said).toEqual(['2:1 error duplicate-source']);
  });

  test('an edit changes the preferred row alone, and a removal takes all of them', () => {
    const before = 'source,target,preferred\nrun,laufen,yes\nrun,Lauf,no\n';
    const edited = (edit: Parameters<typeof editEntries>[1][number]) => {
      const result = editEntries(input(before), [edit]);
      return 'bytes' in result ? new TextDecoder().decode(result.bytes) : result.findings;
    };
    expect(edited({ key: ['entry', 'en->de', 'run'], to: 'rennen' })).toBe(before.replace('laufen', 'rennen'));
    expect(edited({ key: ['entry', 'en->de', 'run'] })).toBe('source,target,preferred\n');
  });
});

test('a row with nothing but languages is a blank row', () => {
  const header = 'id,sourceLang,targetLang,sourceString,targetString';
  expect(read(`${header}\n1,en,de,house,Haus\n,,de,,\n,en,de,,\n2,en,de,,\n`)).toMatchObject({
    said: ['1:1 info header-skipped', '5:9 error phrase-empty'],
    entries: [['house', 'Haus']],
  });
});

test('a row with neither phrase, but with a note, is one error', () => {
  expect(read('source,target,note\n,,what\n').said).toEqual(['1:1 info header-skipped', '2:1 error phrase-empty']);
});
