import { describe, expect, test } from 'vitest';
import { locateFile } from '../../../src/files/edit/located-file.ts';
import { lossList } from '../../../src/files/exchange/losses.ts';
import { editTermTable, type TableToMerge } from '../../../src/files/exchange/merge/edit-table.ts';
import { mergeTerms } from '../../../src/files/exchange/merge/merge-terms.ts';
import { heldBackRows } from '../../../src/files/exchange/merge/row-statuses.ts';
import { tableLayout, termRows } from '../../../src/files/exchange/merge/table-layout.ts';
import { idGiver } from '../../../src/files/exchange/merge/term-rows.ts';
import { readTermbase } from '../../../src/files/exchange/read/read-termbase.ts';
import { formatTable } from '../../../src/files/fmt/format-table.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

interface MergeOf extends Partial<Pick<TableToMerge, 'pair' | 'replaces' | 'source'>> {
  readonly table: string;
  readonly imported: string;
  readonly clears?: boolean;
  readonly columns?: ReadonlyMap<string, string>;
}

/** A table after the import of a CSV file, and what was counted. */
function merge({ table, imported, clears = false, columns, ...more }: MergeOf) {
  const read = readTermbase({ bytes: encode(imported), file: 'new.csv', keepsEmpty: clears || more.replaces === true });
  const losses = lossList('new.csv');
  const merged = editTermTable({
    input: { bytes: encode(table), file: 'terms.csv', comments: 'none', ...(columns && { columns }) },
    concepts: [...(read.value?.concepts ?? [])],
    source: 'en',
    replaces: false,
    losses,
    ...more,
  });
  if (!('bytes' in merged)) throw new Error(JSON.stringify(merged.findings));
  const { changes = [], unchanged, statuses = [] } = merged.merged ?? {};
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(merged.bytes),
    changes: changes.map(({ kind, term }) => `${kind} ${term}`),
    unchanged,
    heldBack: heldBackRows(statuses),
    losses: losses.all().map(({ kind, name }) => `${kind} ${name}`),
  };
}

describe('a row that is there is edited in its cells, and every other byte stays', () => {
  test('in a file with a byte order mark, semicolons, CRLF, quotes and columns of its own', () => {
    const table = '\ufeffen;de;Notiz;mine\r\n"house";"Haus";;"a;b"\r\ncat;Katze;alt;x\r\n';
    expect(
      merge({ table, imported: 'en,de,note\nhouse,Heim,new\ndog,Hund,\n', columns: new Map([['Notiz', 'note']]) }),
    ).toEqual({
      text: '\ufeffen;de;Notiz;mine\r\n"house";"Heim";new;"a;b"\r\ncat;Katze;alt;x\r\ndog;Hund;;\r\n',
      changes: ['changed house', 'added dog'],
      unchanged: 0,
      heldBack: 0,
      losses: [],
    });
  });

  test('what the import leaves out stays: rows, translations and fields', () => {
    const table = 'en,de,fr,note\nhouse,Haus,maison,ours\ncat,Katze,chat,\n';
    const { text, unchanged } = merge({ table, imported: 'en,de\nhouse,Haus\n' });
    expect([text, unchanged]).toEqual([table, 1]);
  });

  test('an empty cell clears only where somebody said so, and never a source term', () => {
    const table = 'en,de,note\nhouse,Haus,ours\n';
    const imported = 'en,de,note\nhouse,,\n';
    expect(merge({ table, imported }).text).toBe(table);
    expect(merge({ table, imported, clears: true }).text).toBe('en,de,note\nhouse,,\n');
  });

  test('rows and translations that an import lacks go with replace, and are counted', () => {
    const table = 'en,de,fr\nhouse,Haus,maison\ncat,Katze,\n';
    expect(merge({ table, imported: 'en,de,fr\nhouse,Haus,\n', replaces: true })).toMatchObject({
      text: 'en,de,fr\nhouse,Haus,\n',
      changes: ['changed house', 'removed cat'],
    });
  });
});

describe('a new row comes where the file has such rows', () => {
  test('in its place in a sorted file, behind the last row of another one', () => {
    const imported = 'en,de\nDog,Hund\nant,Ameise\nzebra,Zebra\nbat,Fledermaus\n';
    expect(merge({ table: 'en,de\napple,Apfel\ncat,Katze\nhouse,Haus\n', imported }).text).toBe(
      'en,de\nant,Ameise\napple,Apfel\nbat,Fledermaus\ncat,Katze\nDog,Hund\nhouse,Haus\nzebra,Zebra\n',
    );
    expect(merge({ table: 'en,de\nhouse,Haus\ncat,Katze', imported }).text).toBe(
      'en,de\nhouse,Haus\ncat,Katze\nDog,Hund\nant,Ameise\nzebra,Zebra\nbat,Fledermaus',
    );
  });

  test('a sorted file is one that fmt would leave as it is afterwards, rows without a source term at its top', () => {
    const table = 'en,de,concept,status\n,Hütte,c9,admitted\napple,Apfel,,\nhut,Hütte,c9,\n';
    const imported = 'concept,en,de,status\nc1,Zoo,Zoo,\nc1,,Tierpark,deprecated\nc2,bat,Fledermaus,\n';
    const { text } = merge({ table, imported });
    expect(text).toBe(
      'en,de,concept,status\n,Hütte,c9,admitted\n,Tierpark,c1,deprecated\napple,Apfel,,\nbat,Fledermaus,c2,\n' +
        'hut,Hütte,c9,\nZoo,Zoo,c1,\n',
    );
    const bytes = encode(text);
    expect(formatTable({ bytes, file: 'terms.csv', form: { pairs: ['en->de'] }, sort: true })).toEqual({ bytes });
  });

  test('new columns come behind the last one, and every row gets a cell', () => {
    const imported = 'concept,en,fr,status\n7,house,maison,draft\n';
    expect(merge({ table: 'en,de\nhouse,Haus\ncat,Katze\n', imported }).text).toBe(
      'en,de,fr,concept,status\nhouse,Haus,maison,7,draft\ncat,Katze,,,\n',
    );
  });
});

describe('concepts', () => {
  test('a row whose terms have one status that is not sent is one row, and gets that status where it stands', () => {
    const table = 'en,de,fr,status\nuser,Benutzer,utilisateur,approved\nteam,Gruppe,équipe,approved\n';
    const imported = 'en,de,fr,status\nteam,Gruppe,équipe,rejected\nboss,Chef,,deprecated\n';
    expect(merge({ table, imported })).toEqual({
      text: 'en,de,fr,status\nuser,Benutzer,utilisateur,approved\nteam,Gruppe,équipe,rejected\nboss,Chef,,deprecated\n',
      changes: ['changed team', 'added boss'],
      unchanged: 0,
      heldBack: 2,
      losses: [],
    });
    const released = merge({ table, imported: imported.replace('rejected', 'approved') });
    expect([released.changes, released.unchanged]).toEqual([['added boss'], 1]);
  });

  test('a translation that is not to be sent any more leaves the row that is sent', () => {
    const table = 'concept,en,de,status,status_de\nc1,team,Gruppe,,approved\n';
    const imported = 'concept,en,de,status\nc1,team,,\nc1,,Gruppe,forbidden\n';
    const there = 'concept,en,de,status,status_de\nc1,team,,,\nc1,,Gruppe,forbidden,\n';
    expect(merge({ table, imported }).text).toBe(there);
    expect(merge({ table, imported: 'concept,en,de,status\nc1,,Gruppe,forbidden\n' }).text).toBe(there);
    expect(merge({ table: there, imported }).text).toBe(there);
  });

  test('a source term that is not to be sent holds its row back, whatever its translations are', () => {
    const table = 'en,de,status\nteam,Gruppe,approved\n';
    const imported = 'en,de,status_en,status_de\nteam,Gruppe,rejected,approved\n';
    const { text } = merge({ table, imported });
    expect(text.split('\n')[0]).toMatch(/^en,de,status,/);
    expect(text.split('\n')[1]).toMatch(/^team,Gruppe,rejected,/);
  });

  test('of one language, one term is sent; the others have rows of their own, behind the first one', () => {
    const imported =
      'concept,en,de,status\nc1,house,Haus,preferred\nc1,,Heim,preferred\nc1,,Gebäude,forbidden\nc1,home,,admitted\n';
    expect(merge({ table: 'en,de,concept,status\nzoo,Zoo,,\napple,Apfel,,\n', imported })).toEqual({
      text:
        'en,de,concept,status\nzoo,Zoo,,\napple,Apfel,,\nhouse,Haus,c1,preferred\n,Heim,c1,admitted\n' +
        ',Gebäude,c1,forbidden\nhome,,c1,admitted\n',
      changes: ['added house', 'added Heim', 'added Gebäude', 'added home'],
      unchanged: 0,
      heldBack: 3,
      losses: ['admitted Heim'],
    });
  });

  test('a concept is found by its id when its source term is another one by now', () => {
    const table = 'en,de,concept\nhouse,Haus,c1\n';
    expect(merge({ table, imported: 'concept,en,de\nc1,building,Haus\n' }).text).toBe(
      'en,de,concept\nbuilding,Haus,c1\n',
    );
  });

  test('a concept without an id gets one when it needs several rows, and keeps it when it comes again', () => {
    const imported = 'en,en,de\nhouse,home,Haus\nHouse,,Haus!\nhouse!,home!,Heim\n';
    const first = merge({ table: 'en,de\n', imported });
    expect(first.text).toBe(
      'en,de,concept,status\nhouse,Haus,house,\nhome,,house,admitted\nHouse,Haus!,,\nhouse!,Heim,house-2,\n' +
        'home!,,house-2,admitted\n',
    );
    expect(merge({ table: first.text, imported })).toMatchObject({ text: first.text, changes: [] });
  });

  test('what one term alone has stands in the column of its language, and the row says what decides about it', () => {
    const imported =
      'concept,Term [en],Part of Speech [en],Status [en],Term [de],Status [de],Note [de]\nc1,run,verb,preferred,laufen,draft,n\n';
    const { text } = merge({ table: 'en,de\n', imported });
    expect(text).toBe(
      'en,de,concept,status,status_en,status_de,part of speech,part of speech_en,note_de\n' +
        'run,laufen,c1,draft,preferred,draft,verb,verb,n\n',
    );
    expect(merge({ table: text, imported })).toMatchObject({ text, unchanged: 1 });
  });

  test('homographs are told apart by their part of speech', () => {
    const table = 'en,de,pos\nrun,laufen,verb\nrun,Lauf,noun\n';
    expect(merge({ table, imported: 'en,de,pos\nrun,Durchlauf,noun\nrun,laufen,verb\n' })).toMatchObject({
      text: 'en,de,pos\nrun,laufen,verb\nrun,Durchlauf,noun\n',
      unchanged: 1,
    });
  });

  test('a term that a reviewer has forbidden stays forbidden when the import has it as one of several', () => {
    const table = 'en,de,concept,status\nhouse,Haus,c1,\n,Heim,c1,forbidden\n';
    const imported = 'concept,en,de\nc1,house,Haus\nc1,,Heim\n';
    expect(merge({ table, imported })).toMatchObject({ text: table, unchanged: 2, heldBack: 1 });
  });

  test('without a source term, terms are kept and not sent', () => {
    expect(merge({ table: 'en,de,concept,status\n', imported: 'concept,en,de\nc1,,Haus\n' })).toMatchObject({
      text: 'en,de,concept,status\n,Haus,c1,admitted\n',
      losses: ['no-source Haus'],
    });
  });
});

describe('a file of one dictionary', () => {
  test('keeps its columns, and what they cannot hold is counted', () => {
    expect(
      merge({
        table: 'house,Haus\n',
        imported: 'en,de,note\nhouse,Heim,x\ncat,Katze,\n',
        pair: { source: 'en', target: 'de' },
      }),
    ).toMatchObject({ text: 'house,Heim\ncat,Katze\n', losses: ['field note'] });
  });

  test('with a header and the languages of each row gets both right', () => {
    const table = 'source,target,source_lang,target_lang,note\nhouse,Haus,EN,DE,a\n';
    expect(merge({ table, imported: 'en,de,note\ncat,Katze,b\n', pair: { source: 'en', target: 'de' } }).text).toBe(
      `${table}cat,Katze,EN,DE,b\n`,
    );
  });
});

test('notes of several lines with other delimiters in them do not decide how a table is read', () => {
  const table = 'en,note\n!,"a;b\nc;d\ne;f"\n';
  expect(merge({ table, imported: 'en,note\nhouse,"x;y\nz;"\n' }).text).toBe(`${table}house,"x;y\nz;"\n`);
});

/** A copy that counts how often a member is read. */
const countedReads = <T extends object, Key extends keyof T>(of: T, key: Key, count: () => void): T =>
  Object.defineProperty({ ...of }, key, {
    enumerable: true,
    get() {
      count();
      return of[key];
    },
  });

/** How often a merge looks at the terms of a row of the file, and at a term of the import. */
function stepsOf({ table, imported }: { readonly table: string; readonly imported: string }): number {
  const { rows = [] } = locateFile({ bytes: encode(table), file: 'terms.csv', comments: 'none' }) ?? {};
  const layout = tableLayout(rows, { file: 'terms.csv' });
  const concepts = readTermbase({ bytes: encode(imported), file: 'new.csv' }).value?.concepts ?? [];
  let steps = 0;
  const count = (): void => {
    steps += 1;
  };
  mergeTerms(
    {
      rows: termRows(rows, layout, 'terms.csv').map((row) => countedReads(row, 'terms', count)),
      layout,
      concepts: Array.from(concepts, (concept) => ({
        ...concept,
        terms: concept.terms.map((term) => countedReads(term, 'text', count)),
      })),
      source: 'en',
      replaces: false,
      losses: lossList('new.csv'),
    },
    (row, column) => rows[row + layout.headers]?.texts[column] ?? '',
  );
  return steps;
}

describe('the steps of a merge grow as its rows do', () => {
  const lines = (count: number, line: (index: number) => string): string =>
    Array.from({ length: count }, (_, at) => line(at)).join('');
  test.each<[string, string, (count: number) => string]>([
    [
      'of a concept with very many terms',
      'en,de,concept,status\n',
      (count) => `concept,en,de,status\nc1,house,Haus,\n${lines(count, (at) => `c1,w${at},,admitted\n`)}`,
    ],
    ['of very many rows of one term', 'en,de\n', (count) => `en,de\n${lines(count, (at) => `run,R${at}\n`)}`],
  ])('%s', (_, table, importedOf) => {
    const stepsFor = (count: number): readonly number[] => {
      const imported = importedOf(count);
      const { text } = merge({ table, imported });
      expect(text.split('\n').length).toBeGreaterThan(count);
      expect(merge({ table: text, imported }).changes).toEqual([]);
      return [stepsOf({ table, imported }), stepsOf({ table: text, imported })];
    };
    const few = stepsFor(400);
    for (const [at, steps] of stepsFor(800).entries()) {
      expect(steps).toBeGreaterThan(800);
      expect(steps / (few[at] ?? 0)).toBeLessThan(2.5);
    }
  });
});

test('a concept with one forbidden translation gets an id, so that its rows stay together', () => {
  const term = (language: string, text: string, status?: 'forbidden') => ({ language, text, status });
  const concept = { line: 1, terms: [term('en', 'house'), term('de', 'Bude', 'forbidden')] };
  const idOf = idGiver([], 'en');
  expect(idOf(concept)).toBe('house');
  expect(idOf({ line: 2, terms: [term('en', 'cat'), term('de', 'Katze')] })).toBeUndefined();
});

test('a new concept with one forbidden translation keeps the status of that translation', () => {
  const { text } = merge({
    table: 'en,de,status\n',
    imported: 'concept,en,de,status\nc1,house,,\nc1,,Bude,forbidden\n',
  });
  expect(text).toContain('Bude');
  expect(text).toContain('forbidden');
});
