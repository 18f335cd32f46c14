import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planHtml } from '../../src/review/html/plan-html.ts';
import { LINKS } from '../support/full-page.ts';
import { hostileText, planOfTexts } from '../support/hostile-plan.ts';
import { planOfEntries } from '../support/page-plans.ts';
import { runs } from '../support/runs.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';
import { termTable } from './term-table.ts';

/** Every term of a page is shown, and printed, when there are no more. */
const TERMS = 2000;

/** The elements that a page may have, whatever its texts are. */
const ELEMENTS =
  'a bdi body button code dd del details dialog div dl dt fieldset footer h1 h2 h3 head header html input ins kbd label legend li main mark meta nav option p script section select span style summary table tbody td th thead title tr ul';

describe.skipIf(CHROMIUM === undefined)(`hostile text in Chromium${WHERE}`, () => {
  const folder = sharedPages();

  test('none of 20,000 strings runs, asks for anything, or becomes an element', async () => {
    const check = async (texts: readonly string[]): Promise<void> => {
      const { page, faults } = await folder.open(planHtml(planOfTexts(texts, TERMS), { links: LINKS }));
      await page.fill('#search', '<script>alert(1)</script>');
      await page.fill('#search', '');
      // Every row is on paper.
      await page.emulateMedia({ media: 'print' });
      await termTable(page).settle();
      expect(await termTable(page).rowCount()).toBeGreaterThan(TERMS / 2);
      const elements = (await page.evaluate(
        "[...new Set([...document.querySelectorAll('*')].map((element) => element.localName))]",
      )) as readonly string[];
      expect(elements.filter((name) => !ELEMENTS.split(' ').includes(name))).toEqual([]);
      expect(await page.locator('script:not([type="application/json"])').count()).toBe(1);
      const attributes = await page.evaluate(
        "[...document.querySelectorAll('*')].flatMap((element) => element.getAttributeNames()).filter((name) => name.startsWith('on') || name === 'src')",
      );
      expect(attributes).toEqual([]);
      const elsewhere = await page.evaluate(
        `[...document.links].map(({ href }) => href).filter((href) => !href.startsWith('${LINKS.prefix}') && href.split('#')[0] !== location.href.split('#')[0])`,
      );
      expect(elsewhere).toEqual([]);
      expect(await page.locator('#table td.place a').count()).toBeGreaterThan(TERMS / 4);
      expect(faults).toEqual([]);
    };
    const anyTexts = fc.noShrink(fc.array(hostileText, { minLength: 6700, maxLength: 6700 }));
    await fc.assert(fc.asyncProperty(anyTexts, check), { numRuns: runs(3) });
  });

  test('a term on the page, with what hides written out, is found by what it holds', async () => {
    const texts = ['<img src=x onerror=alert(1)>', 'pass\u200bword', '</script>', 'a\u202eb'];
    const { page, faults } = await folder.open(planHtml(planOfTexts(texts, 1)));
    expect(await termTable(page).column('source')).toEqual(['<img src=x onerror=alert(1)>']);
    expect(await termTable(page).column('after')).toEqual(['pass⟨U+200B⟩word']);
    await page.fill('#search', 'U+200B');
    expect(await termTable(page).rowCount()).toBe(1);
    await page.fill('#search', 'ONERROR');
    expect(await termTable(page).rowCount()).toBe(1);
    expect(faults).toEqual([]);
  });

  test('a text that holds what the search puts between texts is found all the same', async () => {
    const plan = planOfEntries([
      ['+', 'before\0after', 'x'],
      ['+', 'one\0two', 'y'],
    ]);
    const { page, faults } = await folder.open(planHtml(plan));
    for (const [query, count] of [
      ['after', 1],
      ['two', 1],
      ['BEFORE', 1],
      ['nowhere', 0],
    ] as const) {
      await page.fill('#search', query);
      expect(await termTable(page).rowCount(), query).toBe(count);
    }
    await page.selectOption('#order', 'source');
    expect(faults).toEqual([]);
  });
});
