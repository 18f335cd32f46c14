import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDictionary } from '../../src/files/dictionary/dictionary-file.ts';
import { parseTable } from '../../src/files/dictionary/table-file.ts';
import { FINDINGS_MAX, findingList } from '../../src/files/finding-list.ts';
import { nearestNames } from '../../src/files/languages/nearest-name.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { alternativesOf, checkPattern } from '../../src/files/workspace/check-pattern.ts';
import { parseYaml } from '../../src/files/yaml/yaml-file.ts';
import { parseGlossaryFile } from '../../src/kinds/glossary/files/glossary-file.ts';
import type { Finding } from '../../src/model/finding.ts';
import { findingMessage } from '../../src/review/messages/finding-text.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const PAIR = { source: 'en', target: 'de' };
const dictionary = (text: string) => parseDictionary({ bytes: bytesOf(text), file: 'en-de.csv', pair: PAIR });
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const codes = (findings: readonly Finding[]) => [...new Set(findings.map(({ code }) => code))];
const more = (findings: readonly Finding[]) => findings.find(({ code }) => code === 'findings-more')?.details.count;

describe('a delimited file', () => {
  test('of 240,000 rows with a stray quote in the first one is read whole', () => {
    const { value, findings } = dictionary(`"a" b,c\n${lines(240_000, (index) => `s${index},t\n`)}`);
    expect(findings.map(({ code }) => code)).toEqual(['text-after-quote']);
    expect(value?.entries.size).toBe(240_000);
  });

  test('with a stray quote in every second row is read up to the five hundredth, and the last finding says so', () => {
    const { value, findings } = dictionary(lines(5000, (index) => `"a" ${index},c\ns${index},t\n`));
    expect(findings).toHaveLength(501);
    expect(findings.at(-1)).toMatchObject({ code: 'too-many-quote-errors', details: { max: 500 }, at: { line: 1000 } });
    expect(value?.entries.size).toBe(499);
  });

  test('with a fault in each of 130,000 rows tells a thousand, and how many there are', () => {
    const repeated = dictionary(`a,b\n${lines(130_000, (index) => `a,${index}\n`)}`);
    expect([repeated.findings.length, more(repeated.findings)]).toEqual([FINDINGS_MAX + 1, 129_000]);
    const short = dictionary(lines(130_000, (index) => `s${index}\n`));
    expect([short.findings.length, more(short.findings)]).toEqual([FINDINGS_MAX + 1, 129_000]);
    const table = parseTable({
      bytes: bytesOf(`en,de\n${lines(3000, (index) => ` x${index},y\n`)}`),
      file: 't.csv',
      pairs: ['en->de'],
    });
    expect([table.findings.length, more(table.findings)]).toEqual([FINDINGS_MAX + 1, 2000]);
  });

  test('of more than 1,000 columns is refused with that number', () => {
    const { value, findings } = parseTable({ bytes: bytesOf(`${'de,'.repeat(1000)}en\n`), file: 't.csv' });
    expect(value).toBe(undefined);
    expect(findings.map(findingMessage)).toEqual(['the first row has 1001 columns, a table has at most 1000']);
  });
});

describe('a list of findings', () => {
  const finding = (severity: Finding['severity'], line: number): Finding => ({
    code: 'x',
    severity,
    at: { file: 'f', line, column: 1 },
    details: {},
  });

  test('keeps the first of each severity: many warnings hide no error', () => {
    const list = findingList(
      [1, 2, 3, 4].map((line) => finding('warning', line)),
      2,
    );
    list.add(finding('error', 5));
    expect(list.all().map(({ code, severity, at }) => `${code} ${severity} ${at.line}`)).toEqual([
      'x warning 1',
      'x warning 2',
      'x error 5',
      'findings-more warning 3',
    ]);
    expect(list.all().map(findingMessage).at(-1)).toBe(
      '2 more warnings in this file from here on; fix those above first',
    );
  });

  test('counts what another list has left out', () => {
    const list = findingList(
      findingList(
        [1, 2, 3].map((line) => finding('error', line)),
        1,
      ).all(),
      1,
    );
    expect(more(list.all())).toBe(2);
  });
});

describe('YAML', () => {
  const yaml = (text: string) => parseYaml({ bytes: bytesOf(text), file: 'a.yaml' });

  test('with 20,000 unknown keys tells a thousand of them at their places, and how many there are', () => {
    const text = `name: x\n${lines(20_000, (index) => `k${index}: 1\n`)}`;
    const { findings } = parseGlossaryFile({ bytes: bytesOf(text), file: 'p/glossary.yaml' });
    expect(findings[999]).toMatchObject({ code: 'key-unknown', at: { line: 1001 }, details: { key: 'k999' } });
    expect([findings.length, more(findings)]).toEqual([FINDINGS_MAX + 1, 19_000]);
  });

  test.each([
    ['dictionaries', 1000, '{ source_lang: en, target_lang: de, file: a.csv }'],
    ['tables', 100, '{ file: a.csv, pairs: [en->de] }'],
  ])('that names one file in more than the allowed %s is refused before the file is read', (key, max, item) => {
    const text = `name: x\n${key}:\n${`  - ${item}\n`.repeat(max + 1)}`;
    const { value, findings } = parseGlossaryFile({ bytes: bytesOf(text), file: 'p/glossary.yaml' });
    expect(value).toBe(undefined);
    expect(findings).toMatchObject([{ code: 'list-too-long', details: { items: max + 1, max } }]);
  });

  test('compares the text of every key once with all before it', () => {
    const text = `${lines(20_000, (index) => `k${index}: 1\n`)}k7: 2\n1: a\n"1": b\n`;
    expect(yaml(text).findings.map(({ code, at }) => `${code} ${at.line}`)).toEqual([
      'yaml-duplicate-key 20001',
      'yaml-duplicate-key 20003',
    ]);
  });

  test.each([
    ['[', 1],
    ['{a: ', 4],
    ['- ', 2],
    ['? ', 2],
  ])('nested 50,000 times with %j is refused where it is too deep', (opening, size) => {
    const { value, findings } = yaml(opening.repeat(50_000));
    expect(value).toBe(undefined);
    expect(codes(findings)).toEqual(['yaml-too-deep']);
    expect(findings[0]?.at.line).toBe(1);
    expect(findings[0]?.at.column).toBeLessThan(size * 110);
  });

  test('may be nested 90 times', () => {
    expect(yaml(`${'['.repeat(90)}${']'.repeat(90)}`).findings).toEqual([]);
    expect(yaml(`${'- '.repeat(90)}x`).findings).toEqual([]);
  });

  test.each([']', ',', '!x ', '"x" ', '@ '])('with 100,000 faults %j tells a hundred at most', (fault) => {
    const { value, findings } = yaml(`a: [${fault.repeat(100_000)}`);
    expect(value).toBe(undefined);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.length).toBeLessThanOrEqual(100);
  });

  test('with many aliases looks each of them up once, and an anchor that comes again counts from there on', () => {
    const { value, findings } = yaml(`- &a x\n${'- *a\n'.repeat(9000)}- &a y\n- *a\n`);
    expect(findings).toEqual([]);
    expect([...((value?.value ?? []) as readonly string[])].slice(-3)).toEqual(['x', 'y', 'y']);
    expect(value?.at([9002])).toMatchObject({ line: 9002 });
    expect(codes(yaml('- *a\n- &a x\n').findings)).toEqual(['yaml-unknown-alias']);
    expect(codes(yaml('&a [*a]\n').findings)).toEqual(['yaml-aliases']);
  });
});

describe('a pattern of files', () => {
  test.each([
    ['a', 1],
    ['{a,b}', 2],
    ['{a,b}/{c,d,e}', 6],
    ['{a,{b,c}d{e,f}}', 5],
    ['{1..30}', 30],
    ['{a..c}{x,y}', 6],
    ['\\{a,b}', 1],
    ['{a,b}'.repeat(22), 2 ** 22],
    [`${'{'.repeat(30)}a,b${'}'.repeat(30)}`, 2],
    ['{1..1000000000}', 1_000_000_000],
    ['{a,b', 2],
    ['a}', 1],
  ])('%s stands for %d patterns, which are counted without being written out', (pattern, count) => {
    expect(alternativesOf(pattern)).toBe(count);
  });

  test.each([
    ['{a,b}'.repeat(22), '4194304 alternatives in braces'],
    ['{1..1000}.yaml', '1000 alternatives in braces'],
    ['+(a|aa)b.yaml', 'a group in parentheses'],
    ['*a*a*a*a.yaml', '4 stars in one name'],
    ['**/a/**/b/**/c.yaml', '** 3 times'],
    ['x'.repeat(1001), '1001 characters'],
  ])('%s is refused with a number', (pattern, what) => {
    const [finding] = checkPattern(pattern, { file: 'lexform.yaml', line: 1, column: 1 });
    expect(finding).toMatchObject({ code: 'pattern-too-complex', details: { what } });
  });

  test.each(['**/*.{yaml,yml}', '!**/old/**', 'a-*-*/glossary.yaml', '{*a,*b,*c,*d}.yaml', 'x\\(1\\).yaml'])(
    '%s is allowed',
    (pattern) => expect(checkPattern(pattern, { file: 'lexform.yaml', line: 1, column: 1 })).toEqual([]),
  );

  test.each(['**/x.yaml', '*/*/*/*/*/x.yaml'])(
    '%s looks into a bounded number of folders, however links lead',
    async (pattern) => {
      const root = await tempWorkspace({ 'x.yaml': '' });
      for (const name of 'abcdefghij') symlinkSync('.', join(root, name));
      await expect(nodeFiles({ foldersMax: 500 }).glob([pattern], root)).rejects.toThrow(
        `the pattern ${pattern} looks into more than 500 folders`,
      );
    },
  );
});

test('suggestions for one file stop after 100,000 comparisons', () => {
  const nearest = nearestNames();
  const known = Array.from({ length: 60_000 }, (_, index) => `name${index}`);
  expect(nearest('name7x', known)).toBeDefined();
  expect(nearest('name7x', known)).toBe(undefined);
});
