import { existsSync, readFileSync } from 'node:fs';
import fastGlob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadedForOneTest, marginOf, percentOf, reachesFloor, sampleOf, scoreReport } from './score.mjs';

interface Floor {
  readonly mutate?: readonly string[];
}
const FLOORS = JSON.parse(readFileSync('test/mutation/floors.json', 'utf8')) as {
  readonly rooms: Readonly<Record<string, Floor>>;
};

const source = 'export const most = (a: number, b: number) =>\n  a > b\n    ? a : b;\n';
const mutant = (status: string, replacement: string, line = 2, start = 3, end = 8) => ({
  status,
  mutatorName: 'EqualityOperator',
  replacement,
  location: { start: { line, column: start }, end: { line, column: end } },
});
const report = (...mutants: readonly ReturnType<typeof mutant>[]) => ({ files: { 'src/a.ts': { source, mutants } } });
const listed = (to: string, code = 'a > b') => ({ file: 'src/a.ts', code, from: 'a > b', to, reason: 'equal' });

describe('the score of a report', () => {
  test('counts what a test notices, and names the rest with its place and both texts', () => {
    const all = report(
      mutant('Survived', 'a >= b'),
      mutant('Killed', 'a < b'),
      mutant('Timeout', 'true'),
      mutant('RuntimeError', 'a'),
      mutant('NoCoverage', 'b', 3, 5, 12),
      mutant('CompileError', 'false'),
      mutant('Ignored', 'b < a'),
    );
    expect(scoreReport(all, [])).toMatchObject({
      killed: 3,
      mutants: 5,
      equivalent: 0,
      survivors: [
        { file: 'src/a.ts', line: 2, column: 3, from: 'a > b', to: 'a >= b', reached: true },
        { file: 'src/a.ts', line: 3, column: 5, from: '? a : b', to: 'b', reached: false },
      ],
    });
  });

  test('puts code of several lines on one', () => {
    const block = {
      ...mutant('Survived', '\n  {}\n'),
      location: { start: { line: 1, column: 14 }, end: { line: 3, column: 6 } },
    };
    expect(scoreReport(report(block), []).survivors).toMatchObject([
      { from: 'most = (a: number, b: number) => a > b ?', to: '{}' },
    ]);
  });

  test('leaves out a mutant that is listed as equivalent, however its code is broken into lines', () => {
    const found = scoreReport(report(mutant('Survived', 'a >= b'), mutant('Killed', 'a < b')), [
      listed('a\n >=  b', '  a > b '),
    ]);
    expect(found).toMatchObject({ killed: 1, mutants: 1, equivalent: 1, survivors: [], wrong: [] });
  });

  test.each([
    ['of another file', { ...listed('a >= b'), file: 'src/b.ts' }],
    ['of another line', listed('a >= b', 'return a > b')],
    ['of other code', { ...listed('a >= b'), from: 'a < b' }],
    ['with another replacement', listed('a <= b')],
  ])('counts a mutant when one %s is listed', (_, other) => {
    expect(scoreReport(report(mutant('Survived', 'a >= b')), [other])).toMatchObject({ mutants: 1, equivalent: 0 });
  });

  test.each([
    ['is killed', report(mutant('Killed', 'a >= b')), true],
    ['survives', report(mutant('Survived', 'a >= b')), false],
    ['survives in one of two places', report(mutant('Killed', 'a >= b'), mutant('Survived', 'a >= b')), false],
    ['is gone', report(mutant('Killed', 'a < b')), true],
    ['may be outside of the sample', report(mutant('Killed', 'a < b'), mutant('CompileError', 'true')), false],
    ['is in a file that was not run', { files: {} }, false],
  ])('a listed mutant that %s', (_, given, wrong) => {
    expect(scoreReport(given, [listed('a >= b')]).wrong).toEqual(wrong ? [listed('a >= b')] : []);
  });
});

test('a function that is made when its file is loaded must count for every test', () => {
  const code = 'export const most = (a: number) =>\n  [a].map((b) => b);\n';
  const found = (line: number, column: number, more: { static?: boolean; coveredBy?: string[] }) => ({
    status: 'Survived',
    mutatorName: 'ArrowFunction',
    location: { start: { line, column }, end: { line, column: column + 1 } },
    ...more,
  });
  const named = (...mutants: readonly ReturnType<typeof found>[]) =>
    loadedForOneTest({ files: { 'src/a.ts': { source: code, mutants } } });
  expect(named(found(1, 21, { static: false, coveredBy: ['1'] }))).toEqual(['src/a.ts:1']);
  // Static, reached by no test, or made each time that a function runs.
  expect(
    named(found(1, 21, { static: true }), found(1, 21, { static: false }), found(2, 11, { coveredBy: ['1'] })),
  ).toEqual([]);
});

describe('a floor', () => {
  test('is rounded down to what was reached', () => {
    expect([percentOf(2, 3), percentOf(999, 1000), percentOf(3, 3), percentOf(0, 0)]).toEqual([66.6, 99.9, 100, 100]);
  });

  test('of all mutants is reached or is not', () => {
    const floor = { percent: 80, mutants: 500, of: 500 };
    expect(reachesFloor({ ...floor, percent: 80 }, floor)).toBe(true);
    expect(reachesFloor({ ...floor, percent: 79.9 }, floor)).toBe(false);
  });

  test('is compared with a sample by what chance can do', () => {
    const floor = { percent: 80, mutants: 1000, of: 1000 };
    const sample = { mutants: 100, of: 1000 };
    expect(marginOf({ ...sample, percent: 80 })).toBeCloseTo(7.44, 2);
    expect(reachesFloor({ ...sample, percent: 73 }, floor)).toBe(true);
    expect(reachesFloor({ ...sample, percent: 70 }, floor)).toBe(false);
    // Both are samples: 7.4 and 7.4 points make 10.5.
    expect(reachesFloor({ ...sample, percent: 70 }, { ...sample, percent: 80 })).toBe(true);
    expect(reachesFloor({ ...sample, percent: 68 }, { ...sample, percent: 80 })).toBe(false);
  });

  test('of a sample in which every mutant was killed still has a margin', () => {
    expect(marginOf({ percent: 100, mutants: 50, of: 5000 })).toBeGreaterThan(5);
  });
});

test('a sample is the same for the same seed, also when other mutants come', () => {
  const mutants = Array.from({ length: 200 }, (_, index) => ({
    id: String(index),
    fileName: 'src/a.ts',
    location: { start: { line: index, column: 0 } },
    replacement: 'true',
  }));
  const sample = sampleOf(mutants, 20, 1);
  expect(new Set(sample).size).toBe(20);
  expect(sampleOf([...mutants].reverse(), 20, 1)).toEqual(sample);
  expect(sampleOf(mutants, 20, 2)).not.toEqual(sample);
  expect(sampleOf(mutants.slice(0, 100), 20, 1)).toEqual(
    expect.arrayContaining(sample.filter((id) => Number(id) < 100)),
  );
});

test('the floors are of rooms that exist, and every equivalent mutant is in its file and has a reason', () => {
  const { rooms } = FLOORS;
  const equivalents = JSON.parse(readFileSync('test/mutation/equivalents.json', 'utf8')) as readonly {
    readonly file: string;
    readonly code: string;
    readonly from: string;
    readonly reason: string;
  }[];
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
  const isThere = ({ file, code, from }: (typeof equivalents)[number]) =>
    existsSync(file) && plain(readFileSync(file, 'utf8')).includes(plain(code)) && plain(code).includes(plain(from));
  const isRoom = ([room, { mutate }]: readonly [string, Floor]) => mutate !== undefined || existsSync(`src/${room}`);
  expect(Object.entries(rooms).filter((row) => !isRoom(row))).toEqual([]);
  expect(equivalents.filter((each) => !isThere(each) || each.reason.length < 10)).toEqual([]);
});

test('the parts of a room that have floors contain each of its files once', () => {
  const parts = Object.entries(FLOORS.rooms).filter(([, { mutate }]) => mutate !== undefined);
  const files = parts.flatMap(([, { mutate = [] }]) => fastGlob.sync([...mutate])).sort();
  const folders = [...new Set(parts.map(([room]) => `src/${room.split('/')[0]}`))];
  expect(folders).toEqual(['src/kinds']);
  expect(files).toEqual(fastGlob.sync(folders.map((folder) => `${folder}/**/*.ts`)).sort());
});

test('every room that has a floor is run each night', () => {
  const { rooms } = FLOORS;
  const { jobs } = parse(readFileSync('.github/workflows/nightly.yml', 'utf8')) as {
    readonly jobs: {
      readonly mutate: { readonly strategy: { readonly matrix: { readonly room: readonly string[] } } };
    };
  };
  expect(jobs.mutate.strategy.matrix.room).toEqual(Object.keys(rooms));
});
