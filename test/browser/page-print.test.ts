import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fullPage, longPage } from '../support/full-page.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';
import { termTable } from './term-table.ts';

/** How many sheets a document has, by its list of pages. */
const sheetsOf = (pdf: Buffer): number => Number(/\/Type \/Pages\s*\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]);

/** The sheets of a page as the dialog of a browser prints it: with a margin of a centimetre. */
const sheets = async (page: Page, format: 'A4' | 'Letter'): Promise<number> =>
  sheetsOf(await page.pdf({ format, margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' } }));

describe.skipIf(CHROMIUM === undefined)(`the page of a plan on paper in Chromium${WHERE}`, () => {
  const folder = sharedPages();

  for (const format of ['A4', 'Letter'] as const)
    test.each([
      ['with everything', fullPage()],
      ['with much of everything', longPage()],
    ])(`the summary of a plan %s takes one sheet of ${format}`, async (_, html) => {
      const { page } = await folder.open(html);
      await page.getByLabel('Print only a summary').check();
      expect(await sheets(page, format)).toBe(1);
    });

  test('the summary has verdict, workspace, refusal and resources, and says what it leaves out', async () => {
    const { page } = await folder.open(longPage());
    await page.getByLabel('Print only a summary').check();
    await page.emulateMedia({ media: 'print' });
    const text = await page.locator('body').innerText();
    expect(text).toContain('acme/terminology/product');
    expect(text).toContain('Apply would refuse the plan for production');
    expect(text).toContain('… and 54 more reasons on the page.');
    expect(text).toContain('… and 104 more rows on the page.');
    expect(text).toContain('This is the summary. The page has every term, rule and instruction.');
    expect(await page.locator('.resources tbody tr:visible').count()).toBe(16);
    expect(await page.locator('#terms').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    expect(await page.locator('.paper:visible').count()).toBe(0);
  });

  test('without a choice, everything is printed: terms, rules, and the details that are folded on the screen', async () => {
    const { page } = await folder.open(fullPage());
    expect(await sheets(page, 'A4')).toBeGreaterThan(3);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#table tr[data-at]:visible').count()).toBe(80);
    expect(await page.getByText('never as').first().isVisible()).toBe(true);
    expect(await page.getByText('Ada Lovelace').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await termTable(page).settle();
    expect(await page.getByText('Ada Lovelace').isVisible()).toBe(false);
  });
});
