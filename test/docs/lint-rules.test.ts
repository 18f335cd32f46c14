import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../src/lint/rules/registry.ts';
import { rulesMarkdown, ruleUrl } from '../../src/review/lint/rule-markdown.ts';
import { expectGenerated } from '../support/generated-part.ts';
import { headingAnchors } from '../support/markdown-parts.ts';

const PAGE = 'docs/lint-rules.md';

test('docs/lint-rules.md has all that the rules say', () => {
  expectGenerated(PAGE, 'the rules', rulesMarkdown(RULES));
});

test('the address of a rule leads to its section of a page that is published', () => {
  const anchors = headingAnchors(readFileSync(PAGE, 'utf8'));
  for (const { id } of RULES) expect(anchors).toContain(new URL(ruleUrl(id)).hash.slice(1));
  expect(JSON.parse(readFileSync('package.json', 'utf8')).files).toContain(PAGE);
});
