import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectGenerated } from '../support/generated-part.ts';
import { declares, filesNamedIn, functionsNamedIn, namedFile } from '../support/named-files.ts';

const FOLDER = 'docs/decisions';
const decisions = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .sort()
  .map((name) => ({ name, text: readFileSync(`${FOLDER}/${name}`, 'utf8') }));

const titleOf = (text: string): string => /^# (.+)\n/.exec(text)?.[1] ?? '';

test('docs/decisions/README.md lists every decision by its title', () => {
  const rows = decisions.map(({ name, text }) => `- ${name.slice(0, 4)} [${titleOf(text)}](${name})`);
  expectGenerated(`${FOLDER}/README.md`, 'the index of decisions', rows.join('\n'));
});

test('every decision has a number of its own, a title, a status and the three headings', () => {
  expect(decisions.length).toBeGreaterThan(40);
  const numbers = decisions.map(({ name }) => /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(new Set(decisions.map(({ text }) => titleOf(text))).size).toBe(decisions.length);
  const wrong = decisions.flatMap(({ name, text }) => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    const said = text.split(/^## .+$/m).slice(1);
    const replaced = /^Status: superseded by (\d{4})$/m.exec(text)?.[1];
    return [
      ...(titleOf(text) === '' ? ['no title'] : []),
      ...(/^Status: (?:accepted|superseded by \d{4})$/m.test(text) ? [] : ['no status']),
      ...(replaced === undefined || numbers.includes(replaced) ? [] : [`${replaced} is not there`]),
      ...(headings.join() === 'Context,Decision,Consequences' ? [] : [headings.join()]),
      ...(said.every((part) => part.trim().length > 30) ? [] : ['a part that says nothing']),
      ...(text.split('\n').some((line) => line.length > 120) ? ['a line that is too long'] : []),
    ].map((what) => `${name}: ${what}`);
  });
  expect(wrong).toEqual([]);
});

test('a decision names files and functions that are there', () => {
  const missing = decisions.flatMap(({ name, text }) => [
    ...filesNamedIn(text).filter((file) => !file.startsWith('dist/') && namedFile(file) === undefined),
    ...functionsNamedIn(text)
      .filter((each) => !declares(namedFile(each.file) ?? 'README.md', each.name))
      .map((each) => `${name}: ${each.name} in ${each.file}`),
  ]);
  expect(missing).toEqual([]);
  expect(decisions.flatMap(({ text }) => filesNamedIn(text)).length).toBeGreaterThan(20);
});
