import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRows } from '../../../src/files/delimited/read-rows.ts';
import { mergeTable } from '../../../src/files/merge/merge-table.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, seeded } from '../../support/seeded.ts';
import {
  anyTable,
  edited,
  type ModelForm,
  type ModelMerge,
  type ModelTable,
  modelMerge,
  partsOf,
  readMerge,
  tableFile,
} from './table-model.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Merges three texts; the conflicts as `line term/column: ours | theirs`. */
function merge(base: string, ours: string, theirs: string, file = 'terms.csv', form = {}) {
  const merged = mergeTable({ file, base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) }, form);
  if (merged.kind !== 'merged') throw new Error(JSON.stringify(merged.findings));
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(merged.bytes),
    findings: merged.conflicts,
    conflicts: merged.conflicts.map(
      ({ at, details: { term, name, ours: left = '–', theirs: right = '–' } }) =>
        `${at.line} ${term}/${name ?? 'row'}: ${left} | ${right}`,
    ),
  };
}

/** Compares what the file says with what the model expects, and counts the conflicts. */
function compare(expected: ModelMerge, text: string, form: ModelForm): number {
  const { header, rows, conflicts } = readMerge(text, form);
  const columns = form.header ? header.slice(2) : ['de', 'fr'];
  expect([...columns].sort()).toEqual([...expected.columns].sort());
  const keyOf = (row: readonly string[]): string => JSON.stringify([row[0], form.header ? (row[1] ?? '') : '']);
  const cellsOf = (row: readonly string[]): ReadonlyMap<string, string> =>
    new Map(columns.map((column, index) => [column, row[index + (form.header ? 2 : 1)] ?? '']));
  const found = new Map<string, string>();
  for (const row of rows) {
    expect(found.has(keyOf(row)), `${keyOf(row)} stands there twice`).toBe(false);
    found.set(keyOf(row), JSON.stringify([...cellsOf(row)].sort()));
  }
  let inDoubt = 0;
  for (const { ours, theirs } of conflicts) {
    inDoubt += 1;
    const [left, right] = [ours[0], theirs[0]];
    const key = keyOf(left ?? right ?? []);
    const row = expected.rows.get(key);
    const gone = left === undefined ? 'ours' : right === undefined ? 'theirs' : undefined;
    expect([key, row?.removedBy]).toEqual([key, gone]);
    if (left === undefined || right === undefined) {
      const cells = cellsOf(left ?? right ?? []);
      for (const column of columns)
        expect([key, column, cells.get(column)]).toEqual([key, column, row?.cells.get(column) ?? '']);
      continue;
    }
    const [mine, yours] = [cellsOf(left), cellsOf(right)];
    const differing = columns.filter((column) => mine.get(column) !== yours.get(column));
    expect([key, differing.sort()]).toEqual([key, [...(row?.inDoubt ?? [])].sort()]);
    for (const column of columns)
      if (!row?.inDoubt.has(column))
        expect([key, column, mine.get(column)]).toEqual([key, column, row?.cells.get(column)]);
  }
  const clean = [...expected.rows].filter(([, row]) => row.removedBy === undefined && row.inDoubt.size === 0);
  const wanted = clean.map(([key, { cells }]): [string, string] => [
    key,
    JSON.stringify(expected.columns.map((column) => [column, cells.get(column) ?? '']).sort()),
  ]);
  expect(new Map([...found].sort())).toEqual(new Map(wanted.sort()));
  expect(inDoubt).toBe(expected.rows.size - clean.length);
  return inDoubt;
}

/** The first line of a table without rows, with its line end. */
const headerOf = ({ columns }: ModelTable, form: ModelForm): string =>
  tableFile({ columns, rows: new Map() }, { ...form, mark: false, closed: true });

/** One random merge; how many of its rows are in conflict. */
function oneMerge(seed: number): number {
  const random = seeded(seed);
  const { below, pick } = random;
  const form: ModelForm = {
    delimiter: pick([',', ';', '\t'] as const),
    lineEnd: pick(['\n', '\r\n'] as const),
    mark: below(3) === 0,
    header: below(3) > 0,
    closed: below(3) > 0,
  };
  const base = below(12) === 0 ? { columns: ['de', 'fr'], rows: new Map() } : anyTable(random, form.header);
  const [ours, theirs] = [edited(base, random, form.header), edited(base, random, form.header)];
  const [was, mine, yours] = [base, ours, theirs].map((table) => tableFile(table, form)) as [string, string, string];
  const made = { delimiter: form.delimiter, header: form.header };
  const { text, findings } = merge(was, mine, yours, 'terms.csv', made);
  const expected = modelMerge(base, ours, theirs);
  const count = compare(expected, text, form);
  const said = findings.map(({ details }) => `${details.term}/${details.name ?? ''}`);
  const wanted = [...expected.rows].flatMap(([key, { removedBy, inDoubt }]) =>
    removedBy === undefined ? [...inDoubt].map((name) => [key, name] as const) : [[key, ''] as const],
  );
  const named = (name: string): string => (form.header || name === '' ? name : String(['de', 'fr'].indexOf(name) + 2));
  expect(said.sort()).toEqual(wanted.map(([key, name]) => `${partsOf(key)[0]}/${named(name)}`).sort());
  // The reader of the workspace sees the same conflicts, in the same lines.
  const seen = readRows({ ...made, bytes: bytes(text), file: 'terms.csv' }).findings;
  expect(seen.map(({ code, at }) => `${code} ${at.line}`)).toEqual(
    [...new Set(findings.map(({ at }) => at.line))].map((line) => `merge-conflict ${line}`),
  );
  const isAlike = [ours, theirs].every(({ columns }) => columns.join() === base.columns.join());
  for (const [one, other] of isAlike ? [[ours, theirs] as const, [theirs, ours] as const] : [])
    for (const [key, cells] of one.rows) {
      const [old, changed] = [base.rows.get(key), other.rows.get(key)];
      if (old === undefined || changed === undefined || JSON.stringify([...old]) !== JSON.stringify([...cells]))
        continue;
      // The row as the other side wrote it, with its quotes and its empty cells.
      const alone = { columns: base.columns, rows: new Map([[key, changed]]) };
      expect(text).toContain(
        tableFile(alone, { ...form, mark: false, closed: false }).slice(headerOf(base, form).length),
      );
    }
  // Whoever changed nothing gets the other file, byte for byte.
  expect(merge(was, was, yours, 'terms.csv', made).text).toBe(yours);
  expect(merge(was, mine, was, 'terms.csv', made).text).toBe(mine);
  expect(merge(was, mine, mine, 'terms.csv', made).text).toBe(mine);
  return count;
}

test('a merge keeps every cell, and has a conflict only where there are two new values: as a model of maps says', () => {
  let conflicts = 0;
  fc.assert(
    fc.property(anySeed, (seed) => {
      conflicts += oneMerge(seed);
    }),
    { numRuns: runs(1500) },
  );
  expect(conflicts).toBeGreaterThan(0);
});

describe('rows', () => {
  test('both append, both insert, one sorts: no conflict', () => {
    expect(merge('a,A\nb,B\n', 'a,A\nb,B\nc,C\n', 'a,A\nb,B\nd,D\n').text).toBe('a,A\nb,B\nc,C\nd,D\n');
    // Both are sorted, so the merged file is.
    expect(merge('a,A\nz,Z\n', 'a,A\nc,C\nz,Z\n', 'a,A\nb,B\nd,D\nz,Z\n').text).toBe('a,A\nb,B\nc,C\nd,D\nz,Z\n');
    // Not sorted: ours come first.
    expect(merge('z,Z\na,A\n', 'z,Z\nc,C\na,A\n', 'z,Z\nb,B\na,A\n').text).toBe('z,Z\nc,C\nb,B\na,A\n');
    expect(merge('b,B\na,A\n', 'b,B\na,A2\nx,X\n', 'a,A\nb,B\n').text).toBe('a,A2\nx,X\nb,B\n');
  });

  test('a term that both added with the same cells is one row, with others a conflict', () => {
    expect(merge('', 'a,A\n', 'a,A\nb,B\n')).toMatchObject({ text: 'a,A\nb,B\n', conflicts: [] });
    expect(merge('', 'a,A\n', 'a,B\n')).toMatchObject({
      text: '<<<<<<< ours\na,A\n=======\na,B\n>>>>>>> theirs\n',
      conflicts: ['1 a/2: A | B'],
    });
    expect(merge('en,de,fr\n', 'en,de,fr\na,A,\n', 'en,de,fr\na,,F\n').text).toBe('en,de,fr\na,A,F\n');
  });

  test('a row that one side removed goes, unless the other one changed it', () => {
    expect(merge('a,A\nb,B\n', 'b,B\n', 'a,A\nb,C\n')).toMatchObject({ text: 'b,C\n', conflicts: [] });
    expect(merge('a,A\nb,B\n', 'b,B\n', 'a,C\nb,B\n')).toMatchObject({
      text: '<<<<<<< ours\n=======\na,C\n>>>>>>> theirs\nb,B\n',
      conflicts: ['1 a/row: – | a,C'],
    });
  });

  test('two rows of one term are kept apart by their other columns', () => {
    const header = 'en,pos,de\n';
    const base = `${header}bank,noun,Bank\nbank,verb,sich neigen\n`;
    const theirs = `${header}bank,verb,in die Kurve gehen\nbank,noun,Bank\n`;
    expect(merge(base, `${header}bank,noun,Ufer\nbank,verb,sich neigen\n`, theirs).text).toBe(
      `${header}bank,verb,in die Kurve gehen\nbank,noun,Ufer\n`,
    );
    // Two senses that both added are two rows.
    expect(merge(header, `${header}bank,noun,Bank\n`, `${header}bank,verb,neigen\n`)).toMatchObject({
      text: `${header}bank,noun,Bank\nbank,verb,neigen\n`,
      conflicts: [],
    });
    // A row in the place of another sense is no edit of that one.
    const replaced = `${header}bank,noun,Bank\nbank,adjective,schräg\n`;
    const edited = `${header}bank,noun,Bank\nbank,verb,neigen\n`;
    expect(merge(base, replaced, edited).conflicts).toEqual(['4 bank/row: – | bank,verb,neigen']);
  });

  test('rows that say the same are known by their places', () => {
    const base = ',,x\n,,x\n,,x\n,,x\n';
    expect(merge(base, ',,x\n,,y\n,,x\n,,x\n', ',,x\n,,x\n,,z\n,,x\n')).toMatchObject({
      text: ',,x\n,,y\n,,z\n,,x\n',
      conflicts: [],
    });
    // One more behind them, or above them.
    expect(merge(base, `,,y\n,,x\n,,x\n,,x\n,,n\n`, ',,x\n,,x\n,,z\n,,x\n').text).toBe(',,y\n,,x\n,,z\n,,x\n,,n\n');
    expect(merge(base, `,,n\n${base}`, ',,y\n,,x\n,,x\n,,x\n').text).toBe(',,n\n,,y\n,,x\n,,x\n,,x\n');
  });

  test('comments, blank lines and ragged rows stay where they are', () => {
    const base = '# UI\na,A\n\n# Legal\nb,B,\n';
    const ours = base.replace('a,A\n', 'a,A\nc,C,,\n');
    const theirs = base.replace('# Legal', '# Law').replace('b,B,', 'b,"B",');
    expect(merge(base, ours, theirs).text).toBe('# UI\na,A\nc,C,,\n\n# Law\nb,"B",\n');
  });
});

describe('rows of one term', () => {
  test('that are equal in both versions stay at their places, and others are added after them', () => {
    const merged = merge('', 'c,\na,\nc,1;2\n', 'c,1;2\na,1\nb,1,n\na,\nc,1;2\n');
    expect(merged).toMatchObject({ text: 'c,1;2\na,\nc,1;2\na,1\nb,1,n\n', conflicts: [] });
  });

  test('that repeat each other are paired once each', () => {
    const base = 'en,de\na,1\na,1\n';
    expect(merge(base, 'en,de\na,1\n', `${base}b,2\n`)).toMatchObject({ text: 'en,de\na,1\nb,2\n', conflicts: [] });
    const longer = `${base}a,2\n`;
    expect(merge(longer, `${longer}a,1\n`, 'en,de\na,1\na,X\na,2\n')).toMatchObject({
      text: 'en,de\na,1\na,X\na,2\na,1\n',
      conflicts: [],
    });
  });
});

describe('columns', () => {
  const base = 'en,de,fr,note\na,A,F,n\nb,B,,\n';

  test('one side adds one, the other one changes a cell', () => {
    const ours = 'en,de,es,fr,note\na,A,E,F,n\nb,B,,,\n';
    expect(merge(base, ours, base.replace('b,B,', 'b,B2,'))).toMatchObject({
      text: 'en,de,es,fr,note\na,A,E,F,n\nb,B2,,,\n',
      conflicts: [],
    });
    // Both add the same one.
    expect(merge('en,de\na,A\n', 'en,de,fr\na,A,F\n', 'en,de,fr\na,A,\n').text).toBe('en,de,fr\na,A,F\n');
  });

  test('one that moved is the same column, and so is one with another name and the same values', () => {
    const theirs = base.replace('a,A', 'a,A2').replace('b,B', 'b,B2');
    expect(merge(base, 'en,fr,de,note\na,F,A,n\nb,,B,\n', theirs).text).toBe('en,fr,de,note\na,F,A2,n\nb,,B2,\n');
    expect(merge(base, base.replace('en,de', 'en,German'), theirs).text).toBe(theirs.replace('en,de', 'en,German'));
  });

  test('one that was removed goes; where the other side has put something into it, that is a conflict', () => {
    const removed = 'en,de,note\na,A,n\nb,B,\n';
    expect(merge(base, removed, base.replace('b,B', 'b,B2')).text).toBe('en,de,note\na,A,n\nb,B2,\n');
    expect(merge(base, removed, base.replace('b,B,', 'b,B,x'))).toMatchObject({
      text: 'en,de,fr,note\na,A,F,n\n<<<<<<< ours\nb,B,,\n=======\nb,B,x,\n>>>>>>> theirs\n',
      conflicts: ['3 b/fr: – | x'],
    });
  });
});

describe('the form of the file', () => {
  test('byte order mark, delimiter, line ends and quotes stay where nothing changed', () => {
    const base = '\ufeffsep=;\r\nen;de;note\r\n"a";"A";"x, y"\r\nb;B\r\n';
    const ours = base.replace('b;B', 'b;B2');
    const theirs = base.replace('"A"', '"A ""2"""').replace('b;B\r\n', 'b;B\r\nc;C;"z;z"');
    expect(merge(base, ours, theirs).text).toBe(
      '\ufeffsep=;\r\nen;de;note\r\n"a";"A ""2""";"x, y"\r\nb;B2\r\nc;C;"z;z"',
    );
  });

  test('a side that wrote the file anew, as a spreadsheet does, is merged with one that did not', () => {
    const base = 'en,de\na,A\n"b, c",B\n';
    const ours = '\ufeffen;de\r\na;A\r\nb, c;B\r\n';
    expect(merge(base, ours, base.replace('a,A', 'a,"A;2"').concat('d,D\n')).text).toBe(
      '\ufeffen;de\r\na;"A;2"\r\nb, c;B\r\nd;D\r\n',
    );
  });

  test('a few rows more or less do not decide on the delimiter', () => {
    const base = 'a;b\nz;y,w\n';
    expect(merge(base, base.replace('a;b', 'a;c'), `${base}x;X\n`).text).toBe('a;c\nz;y,w\nx;X\n');
  });

  test('what glossary.yaml says of the file counts', () => {
    const form = { header: true, columns: new Map([['Begriff', 'en']]), pairs: ['en->de'] };
    const base = 'note,Begriff,de\nn,a,A\nn,b,B\n';
    expect(merge(base, base.replace('n,a,A', 'm,a,A'), base.replace('b,B', 'b,C'), 't.csv', form).text).toBe(
      'note,Begriff,de\nm,a,A\nn,b,C\n',
    );
  });

  test('a file with a quote that never closes is not merged', () => {
    const input = { file: 'a.csv', base: bytes('a,A\n'), ours: bytes('a,B\n'), theirs: bytes('"a,A\n') };
    expect(mergeTable(input)).toMatchObject({
      kind: 'not-merged',
      findings: [{ code: 'quote-not-closed', at: { line: 1 } }],
    });
  });
});

test('a row that was shorter than its header stays short when the other side adds a column', () => {
  const merged = merge('en,de\nhouse,Haus\n', 'en,de\nhouse,Heim\n', 'en,de,note\nhouse,Haus,x\ncat,\n');
  expect(merged).toMatchObject({ text: 'en,de,note\nhouse,Heim,x\ncat\n', conflicts: [] });
});

describe('a version that can be read with two delimiters', () => {
  test('is read with the delimiter of the base, even if ours has another one', () => {
    const { text } = merge('a,b;c\n', 'a;b\nd,e;f\n', 'a,b;c\ng,h;i\n');
    expect(text).toBe('a;b\nd,e;f\ng;"h;i"\n');
  });

  test('is read with the delimiter of ours, if the base is empty', () => {
    const { text } = merge('', 'house;Haus\n', 'cat;Katze, Kater\n');
    expect(text).toBe('cat;Katze, Kater\nhouse;Haus\n');
  });
});

test('a table of more columns than any reader takes is left to git', () => {
  const wide = (cell: string): Uint8Array => bytes(`${'a,'.repeat(1000)}b\n${cell}\n`);
  const merged = mergeTable({ file: 'terms.csv', base: wide('x'), ours: wide('y'), theirs: wide('z') });
  expect(merged).toMatchObject({ kind: 'not-merged', findings: [{ code: 'table-too-wide', details: { max: 1000 } }] });
});
