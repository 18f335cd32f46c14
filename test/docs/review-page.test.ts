import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editedQuickstartReport } from '../support/edited-quickstart.ts';
import { expectGenerated } from '../support/generated-part.ts';

test('docs/review.md shows the comment of a plan, as a quotation', async () => {
  const comment = await editedQuickstartReport('markdown');
  const quoted = comment
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd());
  expectGenerated('docs/review.md', 'the comment', quoted.join('\n'));
});

test('docs/review.md describes its picture as README.md does', () => {
  const described = (page: string): string | undefined =>
    /!\[([^\]]+)\]\([\w/]*images\/review\.png\)/.exec(readFileSync(page, 'utf8').replaceAll('\n', ' '))?.[1];
  expect(described('docs/review.md')).toBe(described('README.md'));
  expect(described('README.md')).toMatch(/^The page of a plan/);
});
