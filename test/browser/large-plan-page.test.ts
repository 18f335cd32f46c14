import { beforeAll, describe, expect, test } from 'vitest';
import { planHtml } from '../../src/review/html/plan-html.ts';
import { largePlan } from '../support/page-plans.ts';
import { type OpenPage, sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';
import { termTable } from './term-table.ts';

describe.skipIf(CHROMIUM === undefined)(`a page of 100,000 changes in Chromium${WHERE}`, () => {
  const folder = sharedPages();
  let html: string;
  beforeAll(() => {
    html = planHtml(largePlan(100_000));
  });
  let opened: Promise<OpenPage> | undefined;
  /**
   * The page for tests that leave it as they found it, but for the place and the focus: to load it takes as long as
   * most of them.
   */
  async function samePage(): Promise<OpenPage> {
    // A test that opens a page of its own takes the tab of this one, and tests may run in any order.
    if (opened === undefined || !(await opened).isOpen()) opened = folder.open(html);
    const { page } = await opened;
    await page.evaluate('document.activeElement?.blur()');
    await termTable(page).scroll('scrollTo(0, 0)');
    return opened;
  }

  test('only what is near the window is in the document, wherever the window is', async () => {
    const { page, faults } = await samePage();
    expect(await termTable(page).status()).toBe('100,000 terms');
    expect(await page.locator('#table').getAttribute('aria-rowcount')).toBe('100001');
    expect(await termTable(page).rowCount()).toBeLessThan(300);
    for (const share of [0.3, 0.71, 0.999, 0.5]) {
      await termTable(page).scroll(`scrollTo(0, document.documentElement.scrollHeight * ${share})`);
      expect(await termTable(page).rowCount()).toBeLessThan(300);
      const seen = await termTable(page).inSight();
      expect(seen.length).toBeGreaterThan(5);
      expect(Math.abs((seen[0] ?? 0) / 100_000 - share)).toBeLessThan(0.02);
      expect(seen).toEqual(seen.map((_, index) => (seen[0] ?? 0) + index));
    }
    expect(faults).toEqual([]);
  });

  test('a step of the wheel moves the terms by just that, also where blocks come and go', async () => {
    const { page } = await samePage();
    await termTable(page).scroll('scrollTo(0, 600_000)');
    const table = termTable(page);
    for (let step = 0; step < 12; step += 1) {
      const row = (await table.inSight()).at(5) ?? -1;
      const before = await table.topOf(row);
      await table.scroll(`scrollBy(0, ${step < 6 ? 250 : -250})`);
      expect(Math.abs(Math.abs((await table.topOf(row)) - before) - 250)).toBeLessThan(2);
    }
  });

  test('a filter further down goes back to the first term that is left', async () => {
    const { page } = await samePage();
    await termTable(page).scroll('scrollTo(0, 2_000_000)');
    await page.fill('#search', '77777');
    expect(await termTable(page).status()).toBe('1 of 100,000 terms');
    expect(await termTable(page).column('source')).toHaveLength(1);
    expect(await termTable(page).inSight()).toEqual([0]);
    await page.fill('#search', '');
    expect(await termTable(page).status()).toBe('100,000 terms');
  });

  test('focus that scrolls away leaves the keyboard where it was', async () => {
    const { page } = await samePage();
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await termTable(page).scroll('scrollTo(0, 2_000_000)');
    await page.keyboard.press('ArrowDown');
    expect(await termTable(page).focused()).toMatch(/ 10$/);
  });

  test('on paper are the first 2,000 of the filtered terms, and a note says so; a summary has none', async () => {
    const { page } = await samePage();
    await page.getByLabel('Print only a summary').check();
    await page.emulateMedia({ media: 'print' });
    await termTable(page).settle();
    expect(await page.locator('#terms').isVisible()).toBe(false);
    expect(await termTable(page).rowCount()).toBeLessThan(300);
    await page.emulateMedia({ media: 'screen' });
    await page.getByLabel('Print only a summary').uncheck();
    await page.emulateMedia({ media: 'print' });
    await termTable(page).settle();
    expect(await termTable(page).rowCount()).toBe(2000);
    expect(await page.locator('#bar').isVisible()).toBe(false);
    expect(await page.locator('#print-note').textContent()).toBe(
      'Only the first 2,000 of 100,000 rows are printed. Filter the page to print others.',
    );
    expect(await page.locator('#print-note').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await termTable(page).settle();
    expect(await termTable(page).rowCount()).toBeLessThan(300);
    expect(await page.locator('#print-note').isVisible()).toBe(false);
  });

  test('the keyboard reaches search, first and last term, and every one between', async () => {
    const { page } = await folder.open(html);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to the changed terms');
    await page.keyboard.press('/');
    expect(await page.locator(':focus').getAttribute('id')).toBe('search');
    await page.keyboard.type('/');
    expect(await page.inputValue('#search')).toBe('/');
    await page.keyboard.press('Escape');
    expect(await page.inputValue('#search')).toBe('');
    await page.keyboard.press('ArrowDown');
    expect(await termTable(page).focused()).toBe('delivery number 0');
    await page.keyboard.press('ArrowDown');
    expect(await termTable(page).focused()).toMatch(/ 10$/);
    await page.keyboard.press('End');
    expect(await termTable(page).focused()).toMatch(/ 99999$/);
    expect((await termTable(page).inSight()).at(-1)).toBe(99_999);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    const at = await termTable(page).focusedRow();
    expect(at).toBeGreaterThan(99_900);
    expect(at).toBeLessThan(99_998);
    expect(await termTable(page).inSight()).toContain(at);
    await page.keyboard.press('Home');
    expect(await termTable(page).focused()).toBe('delivery number 0');
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('PageDown');
    const reached = await termTable(page).focusedRow();
    expect(reached).toBeGreaterThan(200);
    expect(await termTable(page).inSight()).toContain(reached);
  });
});
