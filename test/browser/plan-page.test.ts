import { describe, expect, test } from 'vitest';
import { planHtml } from '../../src/review/html/plan-html.ts';
import { shopPlan } from '../support/page-plans.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';
import { termTable } from './term-table.ts';

describe.skipIf(CHROMIUM === undefined)(`the page of a plan in Chromium${WHERE}`, () => {
  const folder = sharedPages();

  const shop = () => folder.open(planHtml(shopPlan()));

  test('it opens from disk, and asks for nothing, logs nothing and breaks no policy', async () => {
    const { page, faults } = await shop();
    expect(page.url()).toMatch(/^file:/);
    expect(await termTable(page).status()).toBe('81 terms');
    expect(await page.locator('#table tr[data-at]').count()).toBe(81);
    await page.keyboard.press('/');
    await page.keyboard.type('zzz');
    expect(faults).toEqual([]);
  });

  test('part of speech and status stand beside the source term', async () => {
    const plan = shopPlan();
    const changes = plan.changes.map((change) => ({
      ...change,
      children: change.children.map((child) => ({
        ...child,
        values: child.values.map((value) => ({
          ...value,
          term: { partOfSpeech: 'noun\u202e', status: 'draft' } as const,
        })),
      })),
    }));
    const { page, faults } = await folder.open(planHtml({ ...plan, changes }));
    expect(await page.locator('#table tr[data-at] .source .said').first().textContent()).toBe('noun⟨U+202E⟩, draft');
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
    expect(await termTable(page).status()).toBe('0 of 81 terms');
    expect(await page.locator('#none').isVisible()).toBe(true);
    await page.fill('#search', 'EINKAUFSWAGEN');
    expect(await termTable(page).column('source')).toEqual(['cart']);
    await page.fill('#search', 'spare part 5');
    expect(await termTable(page).status()).toBe('11 of 81 terms');
    expect(await page.locator('#none').isVisible()).toBe(false);
    await page.fill('#search', '');
    expect(await termTable(page).status()).toBe('81 terms');
  });

  test('kinds, languages and dictionaries narrow the rows together, and one button takes that back', async () => {
    const { page } = await shop();
    await page.getByRole('checkbox', { name: 'removed' }).check();
    expect(await termTable(page).column('kind')).toEqual(['removed', 'removed', 'removed']);
    await page.getByRole('checkbox', { name: 'case only' }).check();
    expect(await termTable(page).status()).toBe('4 of 81 terms');
    await page.getByLabel('Languages', { exact: true }).selectOption({ label: 'English → French (2)' });
    expect(await termTable(page).column('source')).toEqual(['cart', 'price']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    expect(await termTable(page).status()).toBe('81 terms');
    expect(await page.getByRole('button', { name: 'Clear filters' }).isVisible()).toBe(false);
    await page.getByLabel('Dictionary', { exact: true }).selectOption({ index: 1 });
    expect(new Set(await termTable(page).column('dictionary'))).toEqual(new Set(['English → GermanLegal terms']));
  });

  test('the number at a kind says how many rows it would show under the other filters', async () => {
    const { page } = await shop();
    const count = page.locator('#kinds label', { hasText: 'changed' }).locator('.count');
    expect(await count.textContent()).toBe('8');
    await page.getByLabel('Languages', { exact: true }).selectOption({ label: 'English → Arabic (3)' });
    expect(await count.textContent()).toBe('3');
  });

  test('a dictionary of the resources shows its terms, and the first one has the focus', async () => {
    const { page } = await shop();
    await page.getByRole('button', { name: 'Show terms of en->ja' }).click();
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
    const price = page.locator('#table tr.white-space', { hasText: 'price' });
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
    expect(await table.getAttribute('aria-rowcount')).toBe('82');
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Change',
      'Languages',
      'Source term',
      'Translation before',
      'Translation after',
      'Where',
    ]);
    expect(await table.getByRole('rowheader', { name: 'delivery note' }).count()).toBe(2);
    expect(await page.getByRole('status').textContent()).toBe('81 terms');
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    const unnamed = await page.evaluate(`[...document.querySelectorAll('button, input, select, a')]
      .filter((control) => !(control.textContent || control.labels?.[0]?.textContent))
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
