import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planHtml } from '../../../src/review/html/plan-html.ts';
import { previewOf } from '../../support/any-preview.ts';
import { hostileText } from '../../support/hostile-plan.ts';
import { htmlTokens } from '../../support/html-tokens.ts';
import { planOfEntries } from '../../support/page-plans.ts';
import { runs } from '../../support/runs.ts';

const PLAN = planOfEntries([['+', 'a', 'b']]);

describe('a preview on the page', () => {
  test('a page without one has nothing of it', () => {
    expect(planHtml(PLAN)).not.toContain('preview-title');
  });

  test('no text becomes markup', () => {
    const elements = (html: string) =>
      [...new Set(htmlTokens(html).flatMap((token) => (token.kind === 'open' ? [token.name] : [])))].sort();
    const known = [...elements(planHtml(PLAN, { preview: previewOf(() => 'a\u200bb') })), 'del', 'ins', 'mark'];
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 40, maxLength: 40 }), (texts) => {
        let used = 0;
        const html = planHtml(PLAN, { preview: previewOf(() => texts[used++ % texts.length] ?? '') });
        const opened = htmlTokens(html).flatMap((token) => (token.kind === 'open' ? [token] : []));
        expect(elements(html).filter((name) => !known.includes(name))).toEqual([]);
        const scripts = opened.filter(({ name, attributes }) => name === 'script' && !attributes.has('type'));
        expect(scripts).toHaveLength(1);
        expect(
          opened.flatMap(({ attributes }) =>
            [...attributes.keys()].filter((name) => name.startsWith('on') || name === 'src'),
          ),
        ).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });
});
