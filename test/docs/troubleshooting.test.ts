import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { wordedCodes } from '../../src/review/messages/finding-text.ts';
import { codeOf, FINDING_ROWS } from '../review/finding-messages/every-row.ts';
import { GUARD_ROWS } from '../review/finding-messages/guard-rows.ts';
import { expectGenerated } from '../support/generated-part.ts';
import { headingAnchors } from '../support/markdown-parts.ts';
import { pageText } from '../support/pages.ts';

const PAGE = 'docs/troubleshooting.md';

interface Section {
  readonly title: string;
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

test('docs/troubleshooting.md shows each code with its message, what it means and what to do', () => {
  expectGenerated(PAGE, 'the codes', SECTIONS.map(sectionText).join('\n\n'));
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

test('each code has a section that can be linked to', () => {
  const anchors = headingAnchors(pageText(PAGE));
  for (const code of wordedCodes()) expect(anchors).toContain(code);
});
