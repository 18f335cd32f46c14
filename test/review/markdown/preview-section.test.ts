import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { MARKDOWN_MAX_UNITS } from '../../../src/review/markdown/options.ts';
import { planMarkdown } from '../../../src/review/markdown/plan-markdown.ts';
import { previewOf, smallPreview } from '../../support/any-preview.ts';
import { planOfEntries } from '../../support/page-plans.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, randomOf } from '../../support/seeded.ts';
import { readMarkdown } from './gfm.ts';
import { hostileText, planOf } from './hostile.ts';

const LINKS = { prefix: 'https://github.com/o/r/blob/abc/' };

describe('a preview in markdown', () => {
  test('nothing in it is markup, and no budget is exceeded, whatever the texts are', () => {
    const check = (seed: number, terms: number): void => {
      const random = randomOf(seed);
      const text = () => hostileText(random);
      const preview = previewOf(text);
      const plan = planOf(text, { terms, random });
      const budget = 4000 + Math.floor(random() * 60_000);
      const made = planMarkdown({ plan, preview }, { links: LINKS, budget });
      expect(made.length).toBeLessThanOrEqual(budget);
      expect(readMarkdown(made).problems).toEqual([]);
    };
    fc.assert(fc.property(anySeed, fc.constantFrom(3, 3, 60), check), { numRuns: runs(75) });
  });

  const losing = (count: number): Plan =>
    planOfEntries(Array.from({ length: count }, (_, index) => ['-', `gone ${index}`, `weg ${index}`] as const));
  const growing = (count: number): Plan =>
    planOfEntries(Array.from({ length: count }, (_, index) => ['+', `new ${index}`, `neu ${index}`] as const));
  const rowsWith = (text: string, word: string): number =>
    readMarkdown(text).rows.filter((row) => row[0] === word).length;

  test('displaces no removal, however many there are', () => {
    const preview = previewOf(() => 'A sentence that is not short at all.', 40);
    for (const count of [10, 300, 600, 700, 800]) {
      const plan = losing(count);
      const [without, made] = [planMarkdown({ plan }), planMarkdown({ plan, preview })];
      expect(rowsWith(made, '**removed**')).toBe(rowsWith(without, '**removed**'));
      expect(made.length).toBeLessThanOrEqual(MARKDOWN_MAX_UNITS);
    }
    expect(rowsWith(planMarkdown({ plan: losing(600), preview }), '**removed**')).toBe(600);
  });

  // A fifth of the room is more than the preview needs for one of these plans, and less for the other.
  test.each([
    [12, 325],
    [120, 127],
  ])('that fits below a plan with %d rows hides no row of it', (count, free) => {
    const [plan, preview] = [growing(count), smallPreview()];
    const whole = planMarkdown({ plan, preview });
    const isWhole = (budget: number): boolean => planMarkdown({ plan, preview }, { budget }) === whole;
    const least = Array.from({ length: 1000 }, (_, index) => whole.length + index).find(isWhole) ?? 0;
    // The room of the notice about hidden rows, of the list above and of hidden samples stays free.
    expect(least - whole.length).toBe(free);
    expect(isWhole(least + 1)).toBe(true);
  });

  test('is shown beside a plan that alone would fill the document, in a fifth of it', () => {
    const preview = previewOf(() => 'A sentence that is not short at all.', 40);
    const plan = growing(5000);
    const text = planMarkdown({ plan, preview });
    expect(text.length).toBeLessThanOrEqual(MARKDOWN_MAX_UNITS);
    expect(text).toContain('Preview: ');
    expect(text).toMatch(/^… and \d+ more samples?; `lexform plan --preview` shows all\.$/m);
    expect(rowsWith(text, 'added')).toBeGreaterThan(0.7 * rowsWith(planMarkdown({ plan }), 'added'));
  });
});
