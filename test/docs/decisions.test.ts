import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../architecture/source-files.ts';
import { expectGenerated } from '../support/generated-part.ts';
import { declares, filesNamedIn, functionsNamedIn, namedFile } from '../support/named-files.ts';
import { docsPages, pageText } from '../support/pages.ts';

const FOLDER = 'docs/decisions';
const INDEX = `${FOLDER}/README.md`;
const pages = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .sort()
  .map((name) => ({ name, text: readFileSync(`${FOLDER}/${name}`, 'utf8') }));

/** The last heading of a page, if something was tried and dropped. */
const DROPPED = 'Tried and dropped';

/** The numbers that decisions had when each was a page. These numbers were never used. */
const UNUSED = [83, 84, 88, 89, 97, 101];
const OLD_NUMBERS = Array.from({ length: 105 }, (_, index) => index + 1).filter((number) => !UNUSED.includes(number));

const titleOf = (text: string): string => /^# (.+)\n/.exec(text)?.[1] ?? '';

test('docs/decisions/README.md lists every page by its title', () => {
  const rows = pages.map(({ name, text }) => `- [${titleOf(text)}](${name})`);
  expectGenerated(INDEX, 'the index of decisions', rows.join('\n'));
});

test('docs/decisions/README.md has a page for every old number, once', () => {
  const rows = [...readFileSync(INDEX, 'utf8').matchAll(/^\| ([\d, ]+) \| \[.+\]\(([\w-]+\.md)\) \|$/gm)];
  const numbers = rows.flatMap(([, cell = '']) => cell.split(', ').map(Number));
  expect(numbers.sort((left, right) => left - right)).toEqual(OLD_NUMBERS);
  expect(rows.map(([, , page]) => page).sort()).toEqual(pages.map(({ name }) => name));
});

test('every page of decisions is named by its subject, and says something under each heading', () => {
  expect(new Set(pages.map(({ text }) => titleOf(text))).size).toBe(pages.length);
  const wrong = pages.flatMap(({ name, text }) => {
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
    const sections = text.split(/^## .+$/m).slice(1);
    return [
      ...(/^[a-z]+(?:-[a-z]+)*\.md$/.test(name) ? [] : ['its name is not its subject']),
      ...(titleOf(text) === '' ? ['no title'] : []),
      ...(headings.length > 0 ? [] : ['no heading']),
      ...(headings.slice(0, -1).includes(DROPPED) ? [`"${DROPPED}" is not the last heading`] : []),
      ...(sections.every((section) => section.trim().length > 30) ? [] : ['a section that says nothing']),
      ...(text.split('\n').some((line) => line.length > 120) ? ['a line that is too long'] : []),
    ].map((what) => `${name}: ${what}`);
  });
  expect(wrong).toEqual([]);
});

test('no page and no comment names a decision by its old number', () => {
  const texts = [
    ...['CONTRIBUTING.md', 'CHANGELOG.md', ...docsPages()].map((path) => ({ path, text: pageText(path) })),
    ...sourceFiles(),
  ];
  const named = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions? \d+|decisions\/\d/gi)].map(([it]) => `${path}: ${it}`),
  );
  expect(named).toEqual([]);
});

test('a page of decisions names files and functions that exist', () => {
  const missing = pages.flatMap(({ name, text }) => [
    ...filesNamedIn(text).filter((file) => !file.startsWith('dist/') && namedFile(file) === undefined),
    ...functionsNamedIn(text)
      .filter((each) => !declares(namedFile(each.file) ?? 'README.md', each.name))
      .map((each) => `${name}: ${each.name} in ${each.file}`),
  ]);
  expect(missing).toEqual([]);
  expect(pages.flatMap(({ text }) => filesNamedIn(text)).length).toBeGreaterThan(20);
});
