import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ERROR_CODES } from '../../src/model/codes/error-codes.ts';
import { grouped } from '../../src/model/lists.ts';
import { wordedCodes } from '../../src/review/messages/finding-text.ts';
import { codeOf, FINDING_ROWS } from '../review/finding-messages/every-row.ts';
import { GUARD_ROWS } from '../review/finding-messages/guard-rows.ts';
import { expectGenerated } from '../support/generated-part.ts';
import { headingAnchors, linkTargets } from '../support/markdown-parts.ts';
import { docsPages, pageText } from '../support/pages.ts';

const INDEX = 'docs/troubleshooting.md';

const pagePath = (page: string): string => `docs/troubleshooting/${page}.md`;

interface Section {
  readonly title: string;
  /** The name of its page in `docs/troubleshooting`. */
  readonly page: string;
  readonly about: string;
  /** Code → what it means, what to do. */
  readonly codes: Readonly<Record<string, readonly [means: string, remedy: string]>>;
}

/** The one table of codes. */
const SECTIONS: readonly Section[] = parse(readFileSync('docs/troubleshooting.yaml', 'utf8'));

const ROWS = [...FINDING_ROWS, ...Object.values(GUARD_ROWS).flat()];

/** A message as users see it, without its place and its code: findings and refusals have one each in the tests. */
function messageOf(code: string): string {
  const line = ROWS.find((row) => codeOf(row) === code)?.line;
  if (line === undefined) throw new Error(`there is no message of ${code}`);
  return line.replace(/^\S+:\d+:\d+: (?=(?:error|warning|info): )/, '').replace(/ \[[^\]]*\]$/, '');
}

const sectionText = ({ title, about, codes }: Section): string =>
  [
    `## ${title}`,
    about,
    ...Object.entries(codes).flatMap(([code, [means, remedy]]) => [
      `### ${code}`,
      `\`\`\`text\n${messageOf(code)}\n\`\`\``,
      means,
      `**What to do:** ${remedy}`,
    ]),
  ].join('\n\n');

const PAGES = grouped(SECTIONS, ({ page }) => page);

test.each([...PAGES])(
  'docs/troubleshooting/%s.md shows each code with its message and what to do',
  (page, sections) => {
    expectGenerated(pagePath(page), 'the codes', sections.map(sectionText).join('\n\n'));
  },
);

test('docs/troubleshooting.md lists every code, and links to its page', () => {
  const link = (page: string) => (code: string) => `[${code}](troubleshooting/${page}.md#${code.toLowerCase()})`;
  const lists = [
    ...SECTIONS.map(({ title, page, codes }) => `### ${title}\n\n${Object.keys(codes).map(link(page)).join(', ')}`),
    `### Errors\n\n${Object.keys(ERROR_CODES).map(link('errors')).join(', ')}`,
  ];
  expectGenerated(INDEX, 'the index of codes', lists.join('\n\n'));
});

test('every finding and every refusal has a row in docs/troubleshooting.yaml, once', () => {
  const rows = SECTIONS.flatMap(({ codes }) => Object.keys(codes));
  expect([...rows].sort()).toEqual([...wordedCodes(), ...Object.keys(GUARD_ROWS)].sort());
});

test('each row says both in whole sentences', () => {
  const texts = SECTIONS.flatMap(({ codes }) => Object.entries(codes).map(([code, both]) => ({ code, both })));
  const wrong = texts.filter(({ both }) => both.length !== 2 || !both.every((text) => /^[A-Z"`].*[.)]$/s.test(text)));
  expect(wrong).toEqual([]);
});

test('each code has a section on one page, and the index names every page', () => {
  const pages = docsPages().filter((page) => page.startsWith('docs/troubleshooting/'));
  expect(pages).toEqual([...PAGES.keys(), 'errors'].map(pagePath).sort());
  const anchors = pages.flatMap((page) => headingAnchors(pageText(page)));
  for (const code of [...wordedCodes(), ...Object.keys(GUARD_ROWS)])
    expect(anchors.filter((anchor) => anchor === code)).toEqual([code]);
  expect(linkTargets(pageText(INDEX)).map((target) => `docs/${target}`)).toEqual(expect.arrayContaining([...pages]));
});
