import { describe, expect, test } from 'vitest';
import { planHtml } from '../../src/review/html/plan-html.ts';
import { fullPage, longPage } from '../support/full-page.ts';
import { shopPlan } from '../support/page-plans.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';

/** The numbers that a reader sees above the terms, in the order of the page. */
const NUMBERS = `[...document.querySelectorAll('header, #status, fieldset')]
  .flatMap((part) => part.innerText.match(/\\d+/g) || [])`;

describe.skipIf(CHROMIUM === undefined)(`the first screen of the page of a plan in Chromium${WHERE}`, () => {
  const folder = sharedPages();

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const)
    test.each([
      ['with everything', fullPage],
      ['with sixty deletions that are refused', longPage],
      ['with sixty deletions that are allowed', () => longPage(60, { kind: 'allowed' })],
      ['without a refusal', () => planHtml(shopPlan())],
    ])(`at ${width} × ${height}, the first term of a plan %s is on it`, async (_, html) => {
      const { page, faults } = await folder.open(html(), { viewport: { width, height } });
      const row = await page.locator('#table tr[data-at="0"]').boundingBox();
      expect(row?.height).toBeGreaterThan(20);
      expect((row?.y ?? height) + Math.min(row?.height ?? 0, 60)).toBeLessThan(height);
      expect(faults).toEqual([]);
    });

  for (const width of [390, 1280])
    test(`at ${width} pixels, every refusal and every deletion is shown without a click, above the terms`, async () => {
      for (const [name, list] of [
        ['.reasons li', longPage()],
        ['.losses li', longPage(60, { kind: 'allowed' })],
      ] as const) {
        const { page } = await folder.open(list, { viewport: { width, height: 844 } });
        const top = (await page.locator('#terms').boundingBox())?.y ?? 0;
        const items = page.locator(`header ${name}`);
        expect(await items.count()).toBe(60);
        expect(await items.last().isVisible()).toBe(true);
        expect((await items.first().boundingBox())?.y).toBeLessThan(top);
        expect(await page.locator(`details ${name}`).count()).toBe(0);
        // A long list can be scrolled with the keyboard.
        await page.locator('.open-list').focus();
        await page.keyboard.press('End');
        await expect.poll(() => page.evaluate("document.querySelector('.open-list').scrollTop")).toBeGreaterThan(0);
      }
    });

  test('a deletion that a refusal names is not named twice', async () => {
    const { page } = await folder.open(fullPage());
    expect(await page.locator('header').getByText('glossary.product/en->fr').count()).toBe(2);
    expect(await page.locator('.losses').count()).toBe(0);
    const allowed = await folder.open(planHtml(shopPlan()));
    expect(await allowed.page.locator('.losses li').allInnerTexts()).toEqual([
      'dictionary deleted English → French · français in Product terms glossary.product/en->fr with 2 terms',
    ]);
  });

  test('each count is there once: of terms at their filters, of everything else at its link', async () => {
    const { page } = await folder.open(planHtml(shopPlan()));
    expect(await page.evaluate(NUMBERS)).toEqual(
      // Deleted terms, a secret, style lists, keys, resources; all terms, each kind, the rows to review, each that is easily overlooked.
      ['2', '1', '1', '2', '5', '80', '3', '1', '2', '11', '63', '0', '88', '1', '1', '1', '1'],
    );
    expect(await page.locator('.verdict').isVisible()).toBe(false);
    const scriptless = await folder.open(planHtml(shopPlan()), { javaScriptEnabled: false });
    expect(await scriptless.page.locator('.verdict').innerText()).toMatch(
      /^Plan for production: 1 dictionary to delete/,
    );
  });

  test('commit, digests and calls are at the end, folded', async () => {
    const { page } = await folder.open(fullPage());
    const details = page.locator('footer details');
    expect(await details.getAttribute('open')).toBeNull();
    await details.locator('summary').click();
    const text = await details.innerText();
    for (const part of ['4f2a91c0d7e8', 'Ada Lovelace', 'sha256:', 'https://api.example.com', 'glossary.product: 5'])
      expect(text).toContain(part);
    expect(await page.locator('header').innerText()).not.toMatch(/sha256|4f2a91c0d7e8|calls?\b/);
  });

  test('a language has its own name behind the English one, in its own direction', async () => {
    const { page } = await folder.open(planHtml(shopPlan()));
    const pairs = await page.locator('#table .pair').allInnerTexts();
    for (const pair of [/English →\s+Japanese · 日本語/, /English →\s+Arabic · العربية/, /English →\s+Persian · فارسی/])
      expect(pairs).toContainEqual(expect.stringMatching(pair));
    const arabic = page.locator('#table .pair bdi[lang=ar]').first();
    expect(await arabic.getAttribute('dir')).toBe('rtl');
  });
});
