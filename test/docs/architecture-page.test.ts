import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tableRows } from '../support/markdown-parts.ts';
import { declares, filesNamedIn, functionsNamedIn, namedFile } from '../support/named-files.ts';

const page = readFileSync('docs/architecture.md', 'utf8');
const WAYS = ['## From a CSV cell to a PATCH body', '## From a finding to an annotation'];

test('a file is found by its room and its name, wherever in the room it lies', () => {
  expect(namedFile('files/scan-bytes.ts')).toMatch(/^src\/files\/(?:.+\/)?scan-bytes\.ts$/);
  expect(namedFile('plan/no-such-file.ts')).toBeUndefined();
  expect(namedFile('review/scan-bytes.ts')).toBeUndefined();
});

describe('docs/architecture.md', () => {
  test('names files that are there', () => {
    const named = filesNamedIn(page).filter((name) => !name.startsWith('glossaries/'));
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => namedFile(name) === undefined)).toEqual([]);
  });

  test('names functions that their files declare', () => {
    const named = functionsNamedIn(page);
    expect(named.length).toBeGreaterThan(40);
    const missing = named.filter(({ name, file }) => {
      const path = namedFile(file);
      return path === undefined || !declares(path, name);
    });
    expect(missing).toEqual([]);
  });

  test.each(WAYS)('%s: every step is numbered and names a function and its file', (heading) => {
    const steps = tableRows(page, heading);
    expect(steps.length).toBeGreaterThan(9);
    steps.forEach(([number, step = ''], index) => {
      expect([number, functionsNamedIn(step).length]).toEqual([String(index + 1), 1]);
    });
  });

  test('says every word of the glossary once, with a meaning', () => {
    const rows = tableRows(page, '## Words');
    const words = rows.flatMap(([word = '']) => word.split(', '));
    expect(new Set(words).size).toBe(words.length);
    expect(rows.filter(([, meaning = '']) => meaning.length < 20)).toEqual([]);
    const needed = [
      'ledger',
      'style list',
      'term',
      'entry',
      'finding',
      'target',
      'resource',
      'address',
      'drift',
      'plan',
    ];
    const more = ['apply', 'pull', 'lease', 'adoption', 'write-ahead entry', 'provenance', 'next state', 'owned'];
    expect([...needed, ...more].filter((word) => !words.includes(word))).toEqual([]);
  });
});
