import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/model/errors.ts';
import { compareTargets } from '../../../src/plan/compare/compare-targets.ts';
import { type Comparison, differs } from '../../../src/plan/compare/comparison.ts';
import { reportIn } from '../../../src/review/ci/format.ts';
import { comparisonChanges } from '../../../src/review/compare/comparison-changes.ts';
import { comparisonMarkdown } from '../../../src/review/markdown/report-markdown.ts';
import type { Reported } from '../../../src/review/reported.ts';
import { anyContent, type Content, targetOf } from '../../plan/comparison-contents.ts';
import { htmlTokens } from '../../support/html-tokens.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, randomOf } from '../../support/seeded.ts';
import { readMarkdown } from '../markdown/gfm.ts';
import { comparisonLike, hostileText } from '../markdown/hostile.ts';

const content = (terms: readonly (readonly [string, string])[]): Content => ({
  lists: [],
  glossaries: [{ name: 'Product', dictionaries: [{ pair: 'en->de', terms }] }],
});

const between = (...contents: readonly Content[]): Comparison =>
  compareTargets({ targets: contents.map((each, index) => targetOf(['eu', 'us', 'ap'][index] ?? '', each)), only: [] });

const EU = content([
  ['cart', 'Warenkorb'],
  ['price', 'Preis'],
]);
const US = content([
  ['cart', 'Einkaufswagen'],
  ['coupon', 'Gutschein'],
]);

const reported = (comparison: Comparison): Reported => ({ kind: 'compared', comparison, failed: [], findings: [] });

const CONTEXT = { version: '1.0.0', folder: '' };

describe('a comparison', () => {
  test('has a row for each term that its headline counts: nothing has been renamed between two places', () => {
    const comparison = between(
      EU,
      content([
        ['cart', 'Warenkorb'],
        ['cost', 'Preis'],
      ]),
    );
    const html = reportIn('html', reported(comparison), CONTEXT) ?? '';
    const data = htmlTokens(html).flatMap((token) =>
      token.kind === 'text' && token.text.startsWith('[[') ? [token.text] : [],
    );
    expect(JSON.parse(data[0] ?? '[]')).toHaveLength(2);
    const three = between(
      EU,
      US,
      content([
        ['cart', 'Warenkorb'],
        ['cost', 'Preis'],
      ]),
    );
    expect(comparisonMarkdown(three, [])).not.toContain('renamed');
  });

  test('of three targets shows each beside the first, by address', () => {
    const text = comparisonMarkdown(between(EU, US, content([['cart', 'Warenkorb']])), []);
    expect(text).toContain('| Change | Term | On <code>eu</code> → On <code>us</code> |');
    expect(text).toContain('| Change | Term | On <code>eu</code> → On <code>ap</code> |');
    expect(text).toContain('<code>glossary&#46;product&#64;ap</code>'.replace('&#64;', '<span>&#64;</span>'));
  });

  test('is a page on which the script finds every term, with the names of the targets over the columns', () => {
    const html = reportIn('html', reported(between(EU, US)), CONTEXT) ?? '';
    const texts = htmlTokens(html).flatMap((token) => (token.kind === 'text' ? [token.text] : []));
    expect(texts.join('')).toContain('On euOn usWhere');
    expect(texts.join('')).toContain('missing ');
    const data = texts.find((text) => text.startsWith('[[')) ?? '[]';
    expect(JSON.parse(data)).toHaveLength(3);
    expect(texts.join('')).not.toContain('What happens');
  });

  test('is a warning for each resource in the formats of CI', () => {
    const comparison = between(EU, US);
    const one = 'glossary "Product": Differences between eu and us: 1 resource different (3 terms in 1 dictionary)';
    for (const format of ['sarif', 'junit', 'gitlab-codequality', 'annotations'] as const)
      expect(reportIn(format, reported(comparison), CONTEXT)?.replaceAll(/\\"|&quot;/g, '"'), format).toContain(one);
    expect(reportIn('gitlab-terraform', reported(comparison), CONTEXT)).toBeUndefined();
    expect(JSON.parse(reportIn('json', reported(comparison), CONTEXT) ?? '')).toMatchObject({ targets: ['eu', 'us'] });
  });

  test('has changes exactly where targets differ', () => {
    const check = (contents: readonly Content[]): void => {
      const comparison = between(...contents);
      const changed = comparisonChanges(comparison).flatMap(({ changes }) => changes);
      expect(changed.length > 0).toBe(differs({ ...comparison, ambiguous: [] }));
      const names = new Set(comparison.resources.map(({ kind, name }) => `${kind} ${name}`));
      expect(new Set(changed.map(({ kind, values: [name] }) => `${kind} ${name?.to}`))).toEqual(names);
    };
    fc.assert(fc.property(fc.array(anyContent, { minLength: 2, maxLength: 3 }), check), { numRuns: runs(100) });
  });

  test('of hostile texts is sound, and within its budget', () => {
    const check = (seed: number): void => {
      const random = randomOf(seed);
      const text = () => hostileText(random);
      const comparison = comparisonLike(text);
      for (const budget of [12_000, 64_000]) {
        const markdown = comparisonMarkdown(comparison, [{ name: text(), error: new UsageError(text()) }], { budget });
        expect(markdown.length).toBeLessThanOrEqual(budget);
        expect(readMarkdown(markdown).problems).toEqual([]);
      }
    };
    fc.assert(fc.property(anySeed, check), { numRuns: runs(24) });
  });
});
