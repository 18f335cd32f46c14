import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROUTES } from '../src/service/routed.ts';

const DESCRIPTION = '../shared/service/description.md';

/** The cells of every row of the tables below a heading, the head and its line left out. */
function rows(markdown: string, heading: RegExp): readonly (readonly string[])[] {
  const sections = markdown
    .split(/^(?=#{2,3} )/m)
    .filter((section) => heading.test(section.slice(0, section.indexOf('\n'))));
  expect(sections.length).toBeGreaterThan(0);
  return sections.flatMap((section) =>
    section
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      )
      .filter(([first = ''], index, all) => !/^:?-+:?$/.test(first) && !/^:?-+:?$/.test(all[index + 1]?.[0] ?? '')),
  );
}

const map = readFileSync('src/service/README.md', 'utf8');
const mapped = rows(map.slice(map.indexOf('## Rows and tests')), /^### /);
const named = (row: string): boolean => mapped.some(([text]) => text === row);

/** What every test of the contract is called. */
const titles = readdirSync('test/contract')
  .filter((name) => name.endsWith('.contract.ts'))
  .map((name) => readFileSync(join('test/contract', name), 'utf8'))
  .join('\n');

test('every key of the map begins the name of a test', () => {
  const keys = [...new Set(mapped.map(([, key = '']) => key))];
  expect(keys.length).toBeGreaterThan(60);
  expect(keys.filter((key) => ![`'${key}:`, `"${key}:`, `\`${key}:`].some((start) => titles.includes(start)))).toEqual(
    [],
  );
});

test('every route has a row', () => {
  expect(ROUTES.map(({ method, path }) => `${method} ${path}`).filter((row) => !named(row))).toEqual([]);
});

test.skipIf(!existsSync(DESCRIPTION))(
  'every row of the description’s tables of endpoints, errors, limits and states is in the map (skipped where the description is absent)',
  () => {
    const description = readFileSync(DESCRIPTION, 'utf8');
    const part = (start: string, end: string): string =>
      description.slice(description.indexOf(`\n## ${start}`), description.indexOf(`\n## ${end}`));
    const endpoints = rows(part('Endpoints', 'Authentication'), /^### /).map(([first = '']) => first);
    expect(endpoints.filter((row) => !named(row))).toEqual([]);
    for (const [start, end] of [
      ['Errors', 'Limits'],
      ['Limits', 'Versioning'],
    ] as const) {
      const first = rows(part(start, end), /^## /).map(([cell = '']) => cell.replace(/\.$/, ''));
      expect(first.length).toBeGreaterThan(5);
      expect(first.filter((row) => !named(row))).toEqual([]);
    }
    const states = rows(part('States and transitions', 'Endpoints'), /^### /).map(
      ([state = '', trigger = '', , next = '']) => ({
        state: state.split(' ')[0] ?? '',
        trigger,
        next: next.split(' ')[0] ?? '',
      }),
    );
    expect(states.length).toBe(4);
    for (const { state, trigger, next } of states) {
      const found = mapped.some(
        ([text = '']) => text.startsWith(`${state}:`) && text.includes(trigger) && text.endsWith(next),
      );
      expect(found ? '' : `${state} ${trigger} ${next}`).toBe('');
    }
    for (const rule of ['Entry constraints', 'Entry format']) {
      const text = description.slice(description.indexOf(`${rule}:`)).split('\n\n')[0] ?? '';
      for (const line of text.split('\n').slice(1)) {
        const sentence = line.replace(/^(?:\d+\.|-) /, '').split(/(?<=\.) /)[0] ?? '';
        expect(named(sentence) ? '' : sentence).toBe('');
      }
    }
    for (const [heading, count] of [
      ['Authentication', description],
      ['Versioning', description],
    ] as const) {
      const section = count.slice(count.indexOf(`\n## ${heading}`)).split(/\n## /)[1] ?? '';
      const points = section.split('\n').filter((line) => /^\d+\. /.test(line)).length;
      expect(mapped.filter(([text = '']) => text.startsWith(`${heading} `)).length).toBe(points);
    }
  },
);
