import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../src/lint/rules/registry.ts';
import { VERSION } from '../../src/model/workspace/project.ts';
import { rulesMarkdown, ruleUrl } from '../../src/review/ci/rule-markdown.ts';
import { expectGenerated } from '../support/generated-part.ts';
import { headingAnchors } from '../support/markdown-parts.ts';

const PAGE = 'docs/lint-rules.md';

test('docs/lint-rules.md has all that the rules say', () => {
  expectGenerated(PAGE, 'the rules', rulesMarkdown(RULES));
});

test('the address of a rule leads to its section of the page in the repository', () => {
  const anchors = headingAnchors(readFileSync(PAGE, 'utf8'));
  for (const { id } of RULES) {
    const { pathname, hash } = new URL(ruleUrl(id));
    expect(pathname.endsWith(`/blob/v${VERSION}/${PAGE}`)).toBe(true);
    expect(anchors).toContain(hash.slice(1));
  }
});
