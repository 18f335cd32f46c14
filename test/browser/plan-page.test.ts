import { describe, expect, test } from 'vitest';
import { planHtml } from '../../src/review/html/plan-html.ts';
import { planOfEntries, shopPlan } from '../support/page-plans.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';
import { termTable } from './term-table.ts';

describe.skipIf(CHROMIUM === undefined)(`the page of a plan in Chromium${WHERE}`, () => {
  const folder = sharedPages();

  const shop = () => folder.open(planHtml(shopPlan()));

  test('it opens from disk, and asks for nothing, logs nothing and breaks no policy', async () => {
    const { page, faults } = await shop();
    expect(page.url()).toMatch(/^file:/);
    expect(await termTable(page).status()).toBe('80 terms');
    expect(await page.locator('#table tr[data-at]').count()).toBe(80);
    await page.keyboard.press('/');
    await page.keyboard.type('zzz');
    expect(faults).toEqual([]);
  });

  test('its policy is in force: a script that gets in does not run', async () => {
    const { page, faults } = await shop();
    await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'document.title = "ran"';
      document.body.append(script);
    }`);
    expect(await page.title()).not.toBe('ran');
    expect(faults.filter((fault) => fault.startsWith('policy: script-src'))).not.toEqual([]);
  });

  test('a search finds source and translation, before and after, in any case, and says how many', async () => {
    const { page } = await shop();
    await page.fill('#search', 'kUnde');
    expect(await termTable(page).status()).toBe('0 of 80 terms');
    expect(await page.locator('#none').isVisible()).toBe(true);
    await page.fill('#search', 'EINKAUFSWAGEN');
    expect(await termTable(page).column('source')).toEqual(['cart']);
    await page.fill('#search', 'spare part 5');
    expect(await termTable(page).status()).toBe('11 of 80 terms');
    expect(await page.locator('#none').isVisible()).toBe(false);
    await page.fill('#search', '');
    expect(await termTable(page).status()).toBe('80 terms');
  });

  test('kinds, languages and dictionaries narrow the rows together, and one button takes that back', async () => {
    const { page } = await shop();
    await page.getByRole('checkbox', { name: 'removed' }).check();
    expect(await termTable(page).column('kind')).toEqual(['removed', 'removed', 'removed']);
    await page.getByLabel('Languages', { exact: true }).selectOption({ label: 'English → French · ⁨français⁩ (2)' });
    expect(await termTable(page).column('source')).toEqual(['cart', 'price']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    expect(await termTable(page).status()).toBe('80 terms');
    expect(await page.getByRole('button', { name: 'Clear filters' }).isVisible()).toBe(false);
    await page.getByLabel('Dictionary', { exact: true }).selectOption({ index: 1 });
    // What has moved there is listed in the dictionary that it has left.
    expect(await termTable(page).column('dictionary')).toEqual([
      'English → German · Deutsch Legal terms',
      'English → German · Deutsch Product terms',
    ]);
  });

  test('what is easily overlooked narrows the rows by itself and within a kind', async () => {
    const { page } = await shop();
    await page.getByRole('checkbox', { name: 'case only' }).check();
    expect(await termTable(page).column('kind')).toEqual(['changedcase only']);
    await page.getByRole('checkbox', { name: 'Unicode form only' }).check();
    expect(await termTable(page).column('kind')).toEqual(['renamedUnicode form only', 'changedcase only']);
    await page.getByRole('checkbox', { name: 'renamed' }).check();
    expect(await termTable(page).column('kind')).toEqual(['renamedUnicode form only']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    expect(await termTable(page).status()).toBe('80 terms');
  });

  test('a letter that is not what it looks like has its number behind it', async () => {
    const { page } = await folder.open(
      planHtml(
        planOfEntries([
          ['~', 'cart', 'Warenkorb', 'W\u0430renkorb'],
          ['-', 'tax', 'Steuer'],
          ['+', 't\u0430x', 'Steuer'],
        ]),
      ),
    );
    const marked = page.locator('#table .after ins');
    expect(await marked.textContent()).toBe('W\u0430⟨U+0430⟩');
    expect(await marked.locator('.unseen').getAttribute('title')).toBe('letter or accent, U+0430');
    expect(await page.locator('#table .source .now').textContent()).toBe('t\u0430⟨U+0430⟩x');
    expect(await termTable(page).column('kind')).toEqual([
      'renamedlook-alike letters only',
      'changedlook-alike letters only',
    ]);
  });

  test('the number at a kind says how many rows it would show under the other filters', async () => {
    const { page } = await shop();
    const count = page.locator('#kinds label', { hasText: 'changed' }).locator('.count');
    expect(await count.textContent()).toBe('11');
    await page.getByLabel('Languages', { exact: true }).selectOption({ label: 'English → Arabic · ⁨العربية⁩ (3)' });
    expect(await count.textContent()).toBe('3');
  });

  test('a dictionary of the resources shows its terms, and the first one has the focus', async () => {
    const { page } = await shop();
    await page.getByRole('button', { name: 'Show terms of Product terms: glossary.product/en->ja' }).click();
    expect(await termTable(page).column('source')).toEqual(['cart', 'sign in', 'delivery note', 'coupon']);
    expect(await termTable(page).focused()).toBe('cart');
  });

  test('by source term, the languages of one term stand together', async () => {
    const { page } = await shop();
    await page.getByLabel('Order').selectOption('source');
    const sources = await termTable(page).column('source');
    expect(sources.filter((source) => source === 'cart')).toHaveLength(4);
    expect(sources.lastIndexOf('cart') - sources.indexOf('cart')).toBe(3);
  });

  test('the words that differ are marked on each side, and white space is shown with its name', async () => {
    const { page } = await shop();
    const note = page.locator('#table tr[data-at]', { hasText: 'delivery note' }).first();
    expect(await note.locator('.before del').allTextContents()).toEqual(['Auftragsnummer']);
    expect(await note.locator('.after ins').allTextContents()).toEqual(['Bestellnummer']);
    const price = page.locator('#table tr.changed', { hasText: 'price' });
    expect(await price.locator('.after .unseen').getAttribute('title')).toBe('no-break space, U+00A0');
  });

  test('Arabic runs from the right inside its cell, and the sides keep their places', async () => {
    const { page } = await shop();
    const row = page.locator('#table tr[data-at]', { hasText: 'عربة' });
    for (const [side, direction] of [
      ['before', 'rtl'],
      ['after', 'rtl'],
      ['source', 'ltr'],
    ] as const)
      expect(await row.locator(`.${side} bdi:dir(${direction})`).count(), side).toBe(1);
    const [before, after] = [await row.locator('.before').boundingBox(), await row.locator('.after').boundingBox()];
    expect(before?.x).toBeLessThan(after?.x ?? 0);
    expect(await row.locator('.after').getAttribute('lang')).toBe('ar');
  });

  test('assistive technology hears names, columns, rows and counts', async () => {
    const { page } = await shop();
    await page.getByRole('searchbox', { name: 'Search in source and translation' }).waitFor();
    const table = page.getByRole('table', { name: 'Changed terms' });
    expect(await table.getAttribute('aria-rowcount')).toBe('81');
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Change',
      'Languages',
      'Source term',
      'Translation before',
      'Translation after',
      'Where',
    ]);
    expect(await table.getByRole('rowheader', { name: 'delivery note' }).count()).toBe(2);
    expect(await page.getByRole('status').allTextContents()).toEqual(['80 terms', '0 of 88 changes reviewed']);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    const unnamed = await page.evaluate(`[...document.querySelectorAll('button, input, select, a')]
      .filter((control) => !(control.textContent || control.labels?.[0]?.textContent || control.getAttribute('aria-label')))
      .map((control) => control.outerHTML)`);
    expect(unnamed).toEqual([]);
  });

  test('without its script, the page shows all but the terms, and says so', async () => {
    const { page } = await folder.open(planHtml(shopPlan()), { javaScriptEnabled: false });
    expect(await page.getByText('A script in this file shows the terms').isVisible()).toBe(true);
    expect(await page.locator('#bar').isVisible()).toBe(false);
    expect(await page.getByText('never as').first().isVisible()).toBe(true);
    expect(await page.locator('button[data-group]').first().isVisible()).toBe(false);
  });
});
