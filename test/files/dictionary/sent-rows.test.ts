import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDictionary } from '../../../src/files/dictionary/dictionary-file.ts';
import type { ParsedDictionary } from '../../../src/files/dictionary/entry-collector.ts';
import { parseTable } from '../../../src/files/dictionary/table-file.ts';
import { parseGlossaryFile } from '../../../src/kinds/glossary/files/glossary-file.ts';
import { TERM_STATUSES } from '../../../src/model/entries/term-status.ts';
import type { FileForm } from '../../../src/model/file-form.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { runs } from '../../support/runs.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const formOf = (yaml: string): FileForm => {
  const { value, findings } = parseGlossaryFile({ bytes: encode(`name: P\n${yaml}\n`), file: 'glossaries/p.yaml' });
  expect(findings).toEqual([]);
  return value?.form ?? {};
};

const said = (findings: readonly Finding[]) =>
  findings.filter(({ code }) => code !== 'header-skipped').map(({ code, at }) => `${at.line}:${at.column} ${code}`);

const heldIn = ({ heldBack = [] }: Partial<ParsedDictionary> = {}) =>
  heldBack.map(({ source, target, at, reason, by, status }) =>
    [at.line, source, target, reason === 'status' ? (status ?? 'none') : by].join(' '),
  );

/** Rows of a dictionary file below the header `source,target,status,pos,translate`. */
function read(rows: readonly string[], yaml = '') {
  const bytes = encode(`source,target,status,pos,translate\n${rows.join('\n')}\n`);
  const pair = { source: 'en', target: 'de' };
  const { value, findings } = parseDictionary({ bytes, file: 'en-de.csv', pair, ...formOf(yaml) });
  return { entries: Object.fromEntries(value?.entries ?? []), held: heldIn(value), said: said(findings), value };
}

/** The same of a wide table, by pair. */
function readTable(content: string, yaml = '', pairs: readonly string[] = ['en->*']) {
  const { value, findings } = parseTable({ bytes: encode(content), file: 't.csv', pairs, ...formOf(yaml) });
  const dictionaries = [...(value ?? [])];
  return {
    entries: Object.fromEntries(dictionaries.map(([key, each]) => [key, Object.fromEntries(each.entries)])),
    held: Object.fromEntries(dictionaries.map(([key, each]) => [key, heldIn(each)])),
    said: said(findings),
  };
}

describe('a status holds a row back', () => {
  const ROWS = ['no status', ...TERM_STATUSES].map((status) => `${status},x,${status === 'no status' ? '' : status}`);

  test('what is sent by default', () => {
    const { entries, held, said } = read(ROWS);
    expect(Object.keys(entries)).toEqual(['no status', 'preferred', 'approved', 'draft']);
    expect(held).toEqual([
      '5 admitted x admitted',
      '7 deprecated x deprecated',
      '8 rejected x rejected',
      '9 forbidden x forbidden',
    ]);
    expect(said).toEqual([]);
  });

  test('what send: says', () => {
    expect(Object.keys(read(ROWS, 'send: { status: [approved] }').entries)).toEqual(['approved']);
    expect(Object.keys(read(ROWS, 'send: { status: [none, admitted] }').entries)).toEqual(['no status', 'admitted']);
    expect(read(['a,b,,,'], 'send: { status: [approved] }').held).toEqual(['2 a b none']);
  });

  test('a file without a column of statuses is sent as it is', () => {
    const { entries, held } = readTable('en,de,pos\nhouse,Haus,noun\n', 'send: { status: [approved] }');
    expect(entries).toEqual({ 'en->de': { house: 'Haus' } });
    expect(held).toEqual({ 'en->de': [] });
    expect(readTable('en,de,forbidden\na,b,yes\nc,d,no\n', 'send: { status: [approved] }')).toMatchObject({
      entries: { 'en->de': { c: 'd' } },
      held: { 'en->de': ['2 a b forbidden'] },
    });
  });

  test('a word that is no status is one error for all its rows', () => {
    expect(read(['a,b,Freigegeben', 'c,d,neu', 'e,f,freigegeben']).said).toEqual([
      '2:5 status-unknown',
      '3:5 status-unknown',
    ]);
    expect(read(['a,b,Freigegeben'], 'columns: { STATUS: { status: { freigegeben: rejected } } }')).toMatchObject({
      said: [],
      held: ['2 a b rejected'],
    });
  });

  test('a row that is held back may have no translation, and its phrases are not checked', () => {
    expect(read(['a,,forbidden', ' b ,c,rejected'])).toMatchObject({
      said: [],
      held: ['2 a  forbidden', '3  b  c rejected'],
    });
    const table = 'en,de,status\n a,b,rejected\n,c,rejected\nd,e,\n';
    expect(readTable(table)).toMatchObject({ said: [], entries: { 'en->de': { d: 'e' } } });
  });

  test('duplicates are looked for among the rows that are sent', () => {
    expect(read(['run,laufen,approved', 'run,Lauf,deprecated'])).toMatchObject({
      said: [],
      entries: { run: 'laufen' },
      held: ['3 run Lauf deprecated'],
    });
  });

  test('in a wide table, for each dictionary in which it has both phrases', () => {
    const { held } = readTable('en,de,fr,status\na,b,c,forbidden\nd,e,,forbidden\nf,g,h,\n');
    expect(held).toEqual({ 'en->de': ['2 a b forbidden', '3 d e forbidden'], 'en->fr': ['2 a c forbidden'] });
  });

  test('a table or a dictionary may say otherwise than the glossary', () => {
    const yaml = `name: P
send: { status: [approved] }
choose: status
dictionaries: [{ source_lang: en, target_lang: de, file: en-de.csv, send: { status: [draft] }, choose: first }]
tables: [{ file: t.csv, pairs: [en->fr], choose: { pos: [Verb] } }]
`;
    const { value } = parseGlossaryFile({ bytes: encode(yaml), file: 'glossaries/p/glossary.yaml' });
    expect(value?.dictionaries).toMatchObject([{ form: { send: ['draft'], choose: { kind: 'first' } } }]);
    expect(value?.tables).toMatchObject([{ form: { send: ['approved'], choose: { kind: 'pos', order: ['verb'] } } }]);
  });

  test('other words in send: and choose: are errors', () => {
    const faults = (yaml: string) =>
      said(parseGlossaryFile({ bytes: encode(`name: P\n${yaml}\n`), file: 'glossaries/p.yaml' }).findings);
    expect(faults('send: { status: [live] }')).toEqual(['2:18 value-not-allowed']);
    expect(faults('send: [approved]')).toEqual(['2:7 value-kind']);
    expect(faults('choose: last')).toEqual(['2:9 value-form']);
    expect(faults('choose: { pos: [] }')).toHaveLength(1);
  });
});

describe('translate: no fills a blank target with the source', () => {
  test('in a dictionary file and in each language of a wide table', () => {
    expect(read(['Lexform,,,,no', 'house,Haus,,,no', 'cat,Katze,,,yes']).entries).toEqual({
      Lexform: 'Lexform',
      house: 'Haus',
      cat: 'Katze',
    });
    expect(readTable('en,de,fr,Do not translate\nLexform,,,x\nhouse,Haus,,\ncar,,auto,yes\n').entries).toEqual({
      'en->de': { Lexform: 'Lexform', house: 'Haus', car: 'car' },
      'en->fr': { Lexform: 'Lexform', car: 'auto' },
    });
  });

  test('and nothing else does', () => {
    expect(read(['a,,,,', 'b,,,,yes', 'c,,,,maybe']).said).toEqual([
      '2:3 phrase-empty',
      '3:3 phrase-empty',
      '4:3 phrase-empty',
      '4:6 cell-not-yes-or-no',
    ]);
    expect(read(['Lexform,,forbidden,,no']).entries).toEqual({});
  });
});

describe('rows of one source phrase', () => {
  const RUN = ['run,laufen,approved,verb', 'run,Lauf,preferred,Noun', 'run,gelaufen,,adj'];

  test.each([
    ['choose: { pos: [verb, noun] }', 'laufen', ['3 run Lauf pos', '4 run gelaufen pos']],
    ['choose: { pos: [noun] }', 'Lauf', ['2 run laufen pos', '4 run gelaufen pos']],
    ['choose: status', 'Lauf', ['2 run laufen status', '4 run gelaufen status']],
    ['choose: first', 'laufen', ['3 run Lauf first', '4 run gelaufen first']],
  ])('%s', (yaml, run, held) => {
    expect(read(RUN, yaml)).toMatchObject({ entries: { run }, held, said: [] });
  });

  test('without a choice the error offers one', () => {
    const { findings } = parseDictionary({
      bytes: encode(`source,target,status,pos\n${RUN.join('\n')}\n`),
      file: 'en-de.csv',
      pair: { source: 'en', target: 'de' },
    });
    expect(findings.slice(1).map(({ code, details }) => [code, details.offer])).toEqual([
      ['duplicate-source', 'choose: { pos: [verb, noun] }'],
      ['duplicate-source', 'choose: { pos: [verb, adj] }'],
    ]);
  });

  test.each([
    ['choose: { pos: [pronoun] }', RUN.slice(0, 2)],
    ['choose: { pos: [verb] }', ['run,laufen,,verb', 'run,rennen,,verb']],
    ['choose: status', ['run,laufen,approved,verb', 'run,Lauf,,noun']],
  ])('a tie after %s is an error', (yaml, rows) => {
    expect(read(rows, yaml).said).toEqual(['3:1 choice-tie']);
  });

  test('the same translation is no tie', () => {
    expect(read(['run,laufen,,verb', 'run,laufen,,verb'], 'choose: { pos: [verb] }')).toMatchObject({
      said: ['3:1 duplicate-source-same-target'],
      entries: { run: 'laufen' },
    });
  });

  test('a row that is held back by its status is not chosen', () => {
    const rows = ['run,laufen,forbidden,verb', 'run,Lauf,,noun'];
    expect(read(rows, 'choose: { pos: [verb, noun] }')).toMatchObject({
      entries: { run: 'Lauf' },
      held: ['2 run laufen forbidden'],
    });
  });

  test('a mark in the column preferred comes before choose:', () => {
    const content = 'en,de,pos,preferred\nrun,laufen,verb,\nrun,Lauf,noun,yes\nrun,Gang,noun,yes\n';
    expect(readTable(content.split('\n').slice(0, 3).join('\n'), 'choose: { pos: [verb] }')).toMatchObject({
      entries: { 'en->de': { run: 'Lauf' } },
      held: { 'en->de': ['2 run laufen preferred'] },
    });
    expect(readTable(content, 'choose: first')).toMatchObject({
      entries: { 'en->de': { run: 'Lauf' } },
      held: { 'en->de': ['2 run laufen preferred', '4 run Gang first'] },
    });
  });

  test('in a table a choice for one pair changes no other', () => {
    const content = 'en,de,fr,pos\nrun,laufen,,verb\nrun,Lauf,course,noun\n';
    expect(readTable(content, 'choose: { pos: [verb, noun] }', ['en->*', 'de->en'])).toMatchObject({
      entries: { 'en->de': { run: 'laufen' }, 'en->fr': { run: 'course' }, 'de->en': { laufen: 'run', Lauf: 'run' } },
      held: { 'en->de': ['3 run Lauf pos'], 'en->fr': [], 'de->en': [] },
    });
  });
});

const cell = (...texts: readonly string[]) => fc.constantFrom(...texts);
const row = fc
  .tuple(cell('a', 'b', 'c'), cell('x', 'y', ''), cell('', ...TERM_STATUSES), cell('', 'verb', 'noun'), cell('', 'no'))
  .map((cells) => cells.join(','));

describe('laws', () => {
  test('each row is sent, held back, a duplicate or a fault, and none is lost', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        cell('', 'choose: status', 'choose: first', 'choose: { pos: [verb] }'),
        (rows, yaml) => {
          const { value, said } = read(rows, yaml);
          const faults = said.filter((each) => !/duplicate|tie/.test(each));
          const duplicates = said.length - faults.length;
          const held = value?.heldBack?.length ?? 0;
          expect((value?.entries.size ?? 0) + held + duplicates + faults.length).toBe(rows.length);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  test('the order of the rows does not matter, unless the first one is sent', () => {
    fc.assert(
      fc.property(
        fc
          .array(row, { minLength: 1, maxLength: 10 })
          .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        cell('', 'choose: status', 'choose: { pos: [noun, verb] }'),
        ([rows, shuffled], yaml) => {
          const [one, other] = [read(rows, yaml), read(shuffled, yaml)];
          const isFault = (text: string) => !text.includes('same-target');
          expect(other.said.some(isFault)).toBe(one.said.some(isFault));
          if (one.said.some(isFault)) return;
          expect(other.value?.entries.digest).toBe(one.value?.entries.digest);
          const held = (texts: readonly string[]) => texts.map((text) => text.replace(/^\d+ /, '')).sort();
          expect(held(other.held)).toEqual(held(one.held));
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
