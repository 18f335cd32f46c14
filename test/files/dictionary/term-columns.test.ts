import { describe, expect, test } from 'vitest';
import { parseDictionary } from '../../../src/files/dictionary/dictionary-file.ts';
import type { DictionaryInput } from '../../../src/files/dictionary/dictionary-schema.ts';
import { parseTable } from '../../../src/files/dictionary/table-file.ts';
import { parseGlossaryFile } from '../../../src/kinds/glossary/files/glossary-file.ts';
import { TERM_STATUSES } from '../../../src/model/entries/term-status.ts';
import type { FileForm } from '../../../src/model/file-form.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Whatever the status, the row is an entry. */
const send = ['none', ...TERM_STATUSES] as const;

const dictionary = (content: string, more: Partial<DictionaryInput> = {}) =>
  parseDictionary({ bytes: encode(content), file: 'en-de.csv', pair: { source: 'en', target: 'de' }, send, ...more })
    .value;

const formOf = (columns: string): FileForm => {
  const { value, findings } = parseGlossaryFile({ bytes: encode(`name: P\n${columns}\n`), file: 'glossaries/p.yaml' });
  expect(findings).toEqual([]);
  return value?.form ?? {};
};

describe('what a row says of its term', () => {
  test('is read from the columns of a dictionary file', () => {
    const header = 'source,target,Status,Part of Speech,note,Comment,Definition,Example,lint,owner,example_de';
    const read = dictionary(
      `${header}\nhouse,Haus,Approved, noun ,home,old,a building,Our house.,ok(x): y,me,Haus.\ncat,Katze,,,,,,,,,\n`,
    );
    expect(read?.fieldsOf?.('house')).toEqual({
      status: 'approved',
      partOfSpeech: 'noun',
      note: 'home; old',
      definition: 'a building',
      example: 'Our house.',
      lint: 'ok(x): y',
    });
    expect(read?.fieldsOf?.('cat')).toBeUndefined();
    expect(read?.fieldsOf?.('dog')).toBeUndefined();
  });

  test.each([
    ['status', 'preferredTerm-admn-sts', { status: 'preferred' }],
    ['term_status', 'Finalized', { status: 'approved' }],
    ['Estado', 'not recommended', { status: 'deprecated' }],
    ['Wortart', 'Nomen', { partOfSpeech: 'Nomen' }],
    ['Beschreibung', 'Gebäude', { definition: 'Gebäude' }],
    ['example_de', 'Das Haus.', { example: 'Das Haus.' }],
    ['forbidden', 'ja', { status: 'forbidden' }],
    ['forbidden', 'no', undefined],
    ['gender', 'n', undefined],
  ])('%s: %s', (header, cell, fields) => {
    expect(dictionary(`source,target,${header}\nhouse,Haus,${cell}\n`)?.fieldsOf?.('house')).toEqual(fields);
  });

  test('is the same for each dictionary of a wide table', () => {
    const bytes = encode('en,de,fr,pos\nrun,laufen,courir,verb\nthe run,,la course,noun\n');
    const { value } = parseTable({ bytes, file: 't.csv', pairs: ['en->*'] });
    expect(value?.get('en->de')?.fieldsOf?.('run')).toEqual({ partOfSpeech: 'verb' });
    expect(value?.get('en->fr')?.fieldsOf?.('the run')).toEqual({ partOfSpeech: 'noun' });
    expect(value?.get('en->de')?.fieldsOf?.('the run')).toBeUndefined();
  });

  test('is asked of no file without such columns', () => {
    expect(dictionary('house,Haus\n')).not.toHaveProperty('fieldsOf');
    expect(dictionary('source,target,owner\nhouse,Haus,me\n')).not.toHaveProperty('fieldsOf');
    expect(dictionary('source,target,status\nhouse,Haus,\n')).not.toHaveProperty('fieldsOf');
  });
});

describe('columns: says what a column holds', () => {
  test.each([
    ['columns: { Zustand: status, Art: pos }', 'rejected', 'noun', { status: 'rejected', partOfSpeech: 'noun' }],
    [
      'columns: { Zustand: { status: { freigegeben: approved, "in Arbeit": draft } }, Art: definition }',
      'In-Arbeit',
      'x',
      { status: 'draft', definition: 'x' },
    ],
    ['columns: { zustand: { status: { freigegeben: approved } }, ART: pos }', 'Rejected', '', { status: 'rejected' }],
    ['columns: { Zustand: ignore, Art: lint }', 'approved', 'ok', { lint: 'ok' }],
  ])('%s', (columns, status, other, fields) => {
    const content = `Zustand,en,de,Art\n${status},house,Haus,${other}\n`;
    expect(dictionary(content, formOf(columns))?.fieldsOf?.('house')).toEqual(fields);
    const { value } = parseTable({ bytes: encode(content), file: 't.csv', send, ...formOf(columns) });
    expect(value?.get('en->de')?.fieldsOf?.('house')).toEqual(fields);
  });

  test('a status that is none is an error where it stands', () => {
    const said = (text: string) =>
      parseGlossaryFile({ bytes: encode(`name: P\n${text}\n`), file: 'glossaries/p.yaml' }).findings.map(
        ({ code, at }) => `${at.line}:${at.column} ${code}`,
      );
    expect(said('columns: { Zustand: { status: { frei: aproved } } }')).toEqual(['2:39 value-not-allowed']);
    expect(said('columns: { Zustand: { state: { frei: approved } } }')).toHaveLength(2);
    expect(said('columns: { Zustand: [a] }')).toHaveLength(1);
  });
});
