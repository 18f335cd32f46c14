import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { planHtml } from '../../src/review/html/plan-html.ts';
import { reportHtml } from '../../src/review/html/report-html.ts';
import { driftLike } from '../review/markdown/hostile.ts';
import { at } from '../support/changes.ts';
import { LINKS } from '../support/full-page.ts';
import { planOfEntries, shopPlan } from '../support/page-plans.ts';
import { type PageOptions, sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';
import { termTable } from './term-table.ts';

const progress = (page: Page): Promise<string | null> => page.locator('#progress').textContent();

/** The texts of the rows that are marked. */
const marked = (page: Page): Promise<readonly string[]> => page.locator('tr:has(.tick:checked) th').allTextContents();

/**
 * Reloads the page until `read` gives `value`. Chromium may read its store for the new document before it has written
 * what the last document stored.
 */
const reloadUntil = async <T>(page: Page, read: () => Promise<T>, value: T): Promise<void> => {
  const reloaded = async (): Promise<T> => {
    await page.reload();
    return read();
  };
  await expect.poll(reloaded, { timeout: 10_000 }).toBe(value);
};

const pressAll = async (page: Page, keys: string): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

describe.skipIf(CHROMIUM === undefined)(`the marks of a reader in Chromium${WHERE}`, () => {
  const folder = sharedPages();
  const open = (html: string) => folder.open(html);
  const shop = (options: PageOptions = {}) => folder.open(planHtml(shopPlan(), { links: LINKS }), options);

  test('rows of terms and of other tables are marked with a box or a key, and stay so after a reload', async () => {
    const { page, faults } = await shop();
    expect(await progress(page)).toBe('0 of 88 changes reviewed');
    await page.getByRole('checkbox', { name: 'Reviewed: price' }).first().check();
    expect(await termTable(page).focused()).toBe('price');
    await pressAll(page, 'jx');
    await page.getByRole('checkbox', { name: 'Reviewed: numbers.decimal_separator' }).check();
    expect(await progress(page)).toBe('3 of 88 changes reviewed');
    const rows = await marked(page);
    expect(rows).toHaveLength(3);
    await reloadUntil(page, () => progress(page), '3 of 88 changes reviewed');
    expect(await marked(page)).toEqual(rows);
    await page.getByRole('checkbox', { name: 'Reviewed: price' }).first().focus();
    await page.keyboard.press('Space');
    expect(await progress(page)).toBe('2 of 88 changes reviewed');
    expect(faults).toEqual([]);
  });

  test('the box above the rows marks the shown terms and no others, or removes their marks', async () => {
    const { page, faults } = await shop();
    const all = page.getByRole('checkbox', { name: 'Reviewed: all shown' });
    await page.getByRole('checkbox', { name: 'removed' }).check();
    const shown = await page.locator('#table tr[data-at]').count();
    expect(shown).toBeGreaterThan(1);
    await all.check();
    expect(await progress(page)).toBe(`${shown} of 88 changes reviewed`);
    await page.locator('#clear').click();
    expect(await all.isChecked()).toBe(false);
    expect(await marked(page)).toHaveLength(shown);
    await page.getByRole('checkbox', { name: 'removed' }).check();
    expect(await all.isChecked()).toBe(true);
    await page
      .getByRole('checkbox', { name: /^Reviewed: (?!all)/ })
      .first()
      .uncheck();
    expect(await all.isChecked()).toBe(false);
    await all.check();
    await all.uncheck();
    expect(await progress(page)).toBe('0 of 88 changes reviewed');
    expect(faults).toEqual([]);
  });

  test('marks never apply to other terms, another order or another target', async () => {
    const line = (source: string, row: number) => ['+', source, 'x', at('a.csv', row)] as const;
    const plan = planOfEntries([line('a', 1), line('b', 2)]);
    const { page } = await open(planHtml(plan));
    await pressAll(page, 'jx');
    expect(await marked(page)).toEqual(['a']);
    const next = async (html: string): Promise<readonly string[]> => {
      await writeFile(fileURLToPath(page.url().split('#')[0] ?? ''), html);
      await page.reload();
      return marked(page);
    };
    expect(await next(planHtml(planOfEntries([line('b', 1), line('a', 2)])))).toEqual([]);
    expect(await next(planHtml(planOfEntries([line('c', 1), line('b', 2)])))).toEqual([]);
    expect(await next(planHtml({ ...plan, target: { ...plan.target, name: 'other' } }))).toEqual([]);
    expect(await next(planHtml(planOfEntries([line('a', 8), line('b', 9)])))).toEqual(['a']);
  });

  test('rows that are not reviewed are a filter', async () => {
    const { page } = await shop();
    await pressAll(page, 'jxjx');
    await page.getByRole('checkbox', { name: 'not reviewed' }).check();
    expect(await termTable(page).status()).toBe('78 of 80 terms');
    expect(await marked(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    expect(await termTable(page).status()).toBe('80 terms');
    expect(await marked(page)).toHaveLength(2);
  });

  test.each([
    ['full', "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"],
    ['blocked', "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked'); } })"],
    ['not there', "Object.defineProperty(window, 'localStorage', { value: null })"],
  ])(
    'where the store of the browser is %s, rows can be marked until the page is closed, and it says so',
    async (_, script) => {
      const { page, faults } = await shop({ ownTab: true });
      await page.addInitScript(script);
      await page.reload();
      await pressAll(page, 'jx');
      expect(await progress(page)).toBe(
        '1 of 88 changes reviewed, until the page is closed: the browser stores nothing for it',
      );
      expect(await marked(page)).toHaveLength(1);
      await page.reload();
      expect(await marked(page)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  test.each([
    ['<img src=x onerror=alert()>', 0],
    ['{"__proto__":[1]}', 1],
    ['5-3,88,89-200,-,e', 0],
    ['0-99999999999999999999', 88],
    [`0-${'9'.repeat(400)}`, 88],
    ['0-87,'.repeat(1000), 88],
    ['3,2,1,0', 1],
  ])('what others have written into the store does no harm: %s', async (text, count) => {
    const { page, faults } = await shop({ ownTab: true });
    const name = `lexform reviewed ${await page.locator('body').getAttribute('data-changes')}`;
    await page.addInitScript(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(text)})`);
    await page.reload();
    expect(await progress(page)).toBe(`${count} of 88 changes reviewed`);
    await page.getByRole('checkbox', { name: 'Reviewed: price' }).first().click();
    expect(await progress(page)).toMatch(/^\d+ of 88 changes reviewed$/);
    expect(faults).toEqual([]);
  });

  test('j and k go through the terms and the other rows, and stop at both ends', async () => {
    const { page } = await shop();
    await pressAll(page, 'k');
    expect(await termTable(page).focusedRow()).toBe(0);
    await pressAll(page, 'jjk');
    expect(await termTable(page).focusedRow()).toBe(1);
    await page.keyboard.press('End');
    await pressAll(page, 'j');
    expect(await page.locator(':focus th').textContent()).toBe('numbers.decimal_separator');
    await pressAll(page, 'x');
    expect(await marked(page)).toEqual(['numbers.decimal_separator']);
    await pressAll(page, 'k');
    expect(await termTable(page).focusedRow()).toBe(79);
    await pressAll(page, 'jjjjjjjjjjjj');
    expect(await page.locator(':focus th').textContent()).toBe('characters');
  });

  test('single keys do nothing in an input, in a choice, in the help, or with a modifier', async () => {
    const { page } = await shop();
    await page.fill('#search', 'car');
    await page.locator('#search').focus();
    await page.keyboard.type('jkx?');
    expect(await page.inputValue('#search')).toBe('carjkx?');
    await page.fill('#search', '');
    await page.locator('#order').focus();
    await pressAll(page, 'jx');
    expect(await page.locator(':focus').getAttribute('id')).toBe('order');
    await page.locator('#table tr[data-at="0"]').focus();
    for (const modifier of ['Control', 'Alt', 'Meta']) {
      await page.keyboard.press(`${modifier}+x`);
      await page.keyboard.press(`${modifier}+/`);
    }
    expect(await termTable(page).focusedRow()).toBe(0);
    await pressAll(page, '?');
    await pressAll(page, 'jx');
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await termTable(page).focusedRow()).toBe(0);
    expect(await progress(page)).toBe('0 of 88 changes reviewed');
  });

  test('single keys can be switched off, for later pages too', async () => {
    const { page } = await shop();
    await page.getByRole('button', { name: 'Keys' }).click();
    const single = page.getByLabel('Use the keys that are single signs');
    await single.uncheck();
    await page.getByRole('button', { name: 'Close' }).click();
    await reloadUntil(page, () => single.isChecked(), false);
    await page.locator('#table tr[data-at="0"]').focus();
    await pressAll(page, 'jx?');
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    expect(await progress(page)).toBe('0 of 88 changes reviewed');
    expect(await termTable(page).focusedRow()).toBe(0);
    await page.keyboard.press('ArrowDown');
    expect(await termTable(page).focusedRow()).toBe(1);
  });

  test('each row leads to its line on the code host', async () => {
    const { page } = await shop();
    const link = page.locator('#table tr.renamed td.place a').first();
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/code\.example\/acme\/terms\/blob\/4f2a91c\/.+#L\d+$/);
    expect(await page.locator('#table tr.removed td.place a').count()).toBe(0);
    expect(await page.locator('.parts td.place a').count()).toBe(7);
  });

  test('drift has keys, and no marks', async () => {
    const drift = driftLike(() => 'x');
    const { page, faults } = await open(reportHtml({ kind: 'drifted', plan: shopPlan(), drift, findings: [] }));
    expect(await page.locator('.tick').count()).toBe(0);
    expect(await page.locator('#progress').isVisible()).toBe(false);
    await pressAll(page, 'jx?');
    expect(await page.getByRole('dialog').textContent()).not.toContain('reviewed');
    expect(faults).toEqual([]);
  });

  test('a page without terms has marks too, and a page without rows has neither help nor marks', async () => {
    const { changes, ...plan } = shopPlan();
    const parts = { ...plan, changes: changes.filter(({ kind }) => kind !== 'glossary') };
    const { page, faults } = await open(planHtml(parts));
    await pressAll(page, 'jx');
    expect(await progress(page)).toBe('1 of 8 changes reviewed');
    const refusals = [{ code: 'delete-needs-consent', address: 'glossary.a', what: 'glossary', entries: 0 }] as const;
    const bare = await open(planHtml({ ...plan, changes: [] }, { guard: { kind: 'refused', refusals } }));
    await pressAll(bare.page, 'jx?');
    expect(await bare.page.locator('dialog, #progress').count()).toBe(0);
    expect([...faults, ...bare.faults]).toEqual([]);
  });
});
