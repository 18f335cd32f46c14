import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planHtml } from '../../src/review/html/plan-html.ts';
import { previewOf, smallPreview } from '../support/any-preview.ts';
import { hostileText } from '../support/hostile-plan.ts';
import { planOfEntries, shopPlan } from '../support/page-plans.ts';
import { runs } from '../support/runs.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';

describe.skipIf(CHROMIUM === undefined)(`a preview on the page in Chromium${WHERE}`, () => {
  const folder = sharedPages();

  test('it stands behind the changed terms, is named in the contents, and asks for nothing', async () => {
    const { page, faults } = await folder.open(planHtml(shopPlan(), { preview: smallPreview() }));
    const section = page.getByRole('region', { name: /^Preview: 2 terms in 2 samples/ });
    expect(await section.getByRole('row').count()).toBe(4);
    expect(await section.getByRole('rowheader').first().innerText()).toMatch(/^The invoice is due\./);
    expect(await section.locator('del').allInnerTexts()).toEqual(['Faktura']);
    expect(await section.locator('ins').allInnerTexts()).toEqual(['Rechnung']);
    expect(await section.getByText('as before').count()).toBe(1);
    await page.getByRole('link', { name: 'Samples' }).click();
    const tops = await page.evaluate(
      "['#preview-title', '#terms'].map((name) => document.querySelector(name).getBoundingClientRect().top)",
    );
    const [top, terms] = tops as readonly [number, number];
    expect(top).toBeGreaterThan(terms);
    expect(faults).toEqual([]);
  });

  test.each([1400, 700, 360])('nothing of it is cut or leads sideways on %i pixels', async (width) => {
    const long = previewOf(() => `A sentence with Donaudampfschifffahrtsgesellschaftskapitän ${'x'.repeat(90)} in it.`);
    const { page } = await folder.open(planHtml(planOfEntries([]), { preview: long }));
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(wide).toBe(0);
  });

  test('a right-to-left translation is isolated: what stands around it stays where it is', async () => {
    const small = smallPreview();
    const [subject] = small.subjects;
    const [sample] = subject?.samples ?? [];
    if (subject === undefined || sample === undefined) throw new Error('no sample');
    const arabic = { ...sample, before: 'الفاتورة مستحقة.', after: 'السند مستحق.' };
    const preview = { ...small, subjects: [{ ...subject, samples: [arabic] }] };
    const { page } = await folder.open(planHtml(planOfEntries([]), { preview }));
    const direction = await page.evaluate(
      "getComputedStyle(document.querySelector('.samples td.after bdi')).direction",
    );
    expect(direction).toBe('rtl');
  });

  test('no text of it runs, asks for anything, or becomes an element', async () => {
    const check = async (texts: readonly string[]): Promise<void> => {
      let used = 0;
      const preview = previewOf(() => texts[used++ % texts.length] ?? '', 200);
      const { page, faults } = await folder.open(planHtml(planOfEntries([]), { preview }));
      expect(await page.locator('.samples tbody tr').count()).toBe(400);
      const strange = await page.evaluate(
        "[...document.querySelectorAll('img, svg, iframe, base, object, embed, link, form')].length + [...document.querySelectorAll('*')].filter((element) => element.getAttributeNames().some((name) => name.startsWith('on') || name === 'src')).length",
      );
      expect(strange).toBe(0);
      expect(await page.locator('script').count()).toBe(0);
      expect(faults).toEqual([]);
    };
    const anyTexts = fc.noShrink(fc.array(hostileText, { minLength: 4000, maxLength: 4000 }));
    await fc.assert(fc.asyncProperty(anyTexts, check), { numRuns: runs(2) });
  });
});
