import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { planHtml } from '../../src/review/html/plan-html.ts';
import { planMarkdown } from '../../src/review/markdown/plan-markdown.ts';
import { companyPlan, planOfEntries, shopPlan } from '../support/page-plans.ts';
import { type OpenPage, sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';
import { NEXT_FRAMES, termTable } from './term-table.ts';

/** Follows a link into an open page, as from a comment. */
const goTo = async (page: Page, fragment: string): Promise<void> => {
  await page.goto(`${page.url().split('#')[0]}#${fragment}`);
  await termTable(page).settle();
};

const term = (name: string): string => `term=${encodeURIComponent(name)}`;

/** What the address of the page says, once it says so. */
const addressIs = (page: Page, fragment: string): Promise<void> =>
  page.waitForURL((url) => decodeURIComponent(url.hash.replaceAll('+', ' ')) === fragment);

describe.skipIf(CHROMIUM === undefined)(`the address of the page of a plan in Chromium${WHERE}`, () => {
  const folder = sharedPages();
  const shop = (fragment = ''): Promise<OpenPage> => folder.open(planHtml(shopPlan()), {}, fragment);

  test('filters, search and order stand in it, and a page with that address shows the same', async () => {
    const { page, faults } = await shop();
    await page.fill('#search', 'car');
    await page.getByLabel('Languages', { exact: true }).selectOption({ label: 'English → French · ⁨français⁩ (2)' });
    await page.getByRole('checkbox', { name: 'removed' }).check();
    await page.getByRole('checkbox', { name: 'not reviewed' }).check();
    await page.getByLabel('Order').selectOption('source');
    await addressIs(page, '#search=car&pair=en->fr&kind=removed&reviewed=no&order=source');
    const { hash } = new URL(page.url());
    const again = await shop(hash);
    expect(await again.page.inputValue('#search')).toBe('car');
    expect(await again.page.inputValue('#order')).toBe('source');
    expect(await again.page.getByRole('checkbox', { name: 'not reviewed' }).isChecked()).toBe(true);
    expect(await termTable(again.page).status()).toBe('1 of 80 terms');
    expect(await termTable(again.page).column('source')).toEqual(['cart']);
    await again.page.getByRole('button', { name: 'Clear filters' }).click();
    await again.page.getByLabel('Order').selectOption('plan');
    await again.page.waitForURL((url) => url.hash === '');
    expect(faults).toEqual([]);
    expect(again.faults).toEqual([]);
  });

  test('a shared term is one row, which the filter and the link of each dictionary find', async () => {
    const [ACCOUNT, CART] = ['account', 'cart'].map((each) => `${each}inherited from glossary.company`);
    const { page, faults } = await folder.open(planHtml(companyPlan()));
    const table = termTable(page);
    expect(await table.status()).toBe('7 terms in 3 rows');
    expect(await table.column('source')).toEqual([ACCOUNT, CART, 'home']);
    expect(await table.column('dictionary')).toEqual([
      'English → German · Deutsch booking also in 2 moreglossary.desk/en->de, glossary.shop/en->de',
      'English → German · Deutsch booking also in 2 moreglossary.desk/en->de, glossary.shop/en->de',
      'English → German · Deutsch shop',
    ]);
    const others = page.locator('#table details .step');
    expect(await others.first().isVisible()).toBe(false);
    await page.getByText('also in 2 more').first().click();
    expect(await others.first().isVisible()).toBe(true);
    await page.getByLabel('Dictionary', { exact: true }).selectOption('1');
    expect(await table.column('source')).toEqual([ACCOUNT, CART]);
    await page.getByLabel('Dictionary', { exact: true }).selectOption('2');
    expect(await table.column('source')).toEqual([ACCOUNT, CART, 'home']);
    await page.getByLabel('Dictionary', { exact: true }).selectOption('-1');
    await goTo(page, term('glossary.desk/en->de/cart'));
    expect(await table.focused()).toBe(CART);
    expect(await page.locator('#stray').isVisible()).toBe(false);
    await page.locator('button[data-group="1"]').click();
    expect(await table.status()).toBe('2 of 7 terms');
    expect(faults).toEqual([]);
  });

  test.each([
    ['#kind=gone', 'gone'],
    ['#pair=xx->yy&kind=removed', 'xx->yy'],
    ['#group=glossary.product/en-de', 'glossary.product/en-de'],
    ['#term=glossary.product/en->de/not there', 'glossary.product/en->de/not there'],
  ])('what a link names and the page does not have is told: %s', async (fragment, named) => {
    const { page, faults } = await shop(fragment);
    expect(await page.locator('#stray').textContent()).toBe(`The link names what is not on this page: ${named}`);
    expect(await page.locator('#stray').isVisible()).toBe(true);
    await page.fill('#search', 'car');
    expect(await page.locator('#stray').isVisible()).toBe(false);
    expect(faults).toEqual([]);
  });

  test('a difference that is easily overlooked stands in it', async () => {
    const { page } = await shop();
    await page.getByRole('checkbox', { name: 'white space only' }).check();
    await addressIs(page, '#only=white-space');
    const again = await shop('#only=white-space');
    expect(await termTable(again.page).column('source')).toEqual(['price']);
  });

  test('a dictionary that is chosen from the resources stands in it by its address', async () => {
    const { page } = await shop();
    await page.getByRole('button', { name: 'Show terms of Product terms: glossary.product/en->ja' }).click();
    await addressIs(page, '#group=glossary.product/en->ja&term=glossary.product/en->ja/cart');
  });

  test('the term that the keyboard is at stands in it, and a link to it leads there', async () => {
    const { page } = await shop();
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await addressIs(page, '#term=glossary.product/en->ja/coupon');
    await goTo(page, term('glossary.product/en->ar/sign in'));
    expect(await termTable(page).focused()).toBe('sign in');
    expect(await page.locator(':focus .after').textContent()).toBe('تسجيل الدخول إلى الحساب');
    expect(await termTable(page).inSight()).toContain(await termTable(page).focusedRow());
    expect(await termTable(page).status()).toBe('80 terms');
  });

  test('a page opens at the term that its address names, by the name before or after', async () => {
    const { page, faults } = await shop(`#${term('glossary.product/en->de/checkout')}`);
    expect(await page.locator(':focus').getAttribute('class')).toContain('renamed');
    await goTo(page, term('glossary.product/en->de/check-out'));
    expect(await page.locator(':focus').getAttribute('class')).toContain('renamed');
    expect(faults).toEqual([]);
  });

  test('a term that has moved is found in the dictionary that it has left and in the one that it is in now', async () => {
    const { page, faults } = await shop();
    const row = page.locator('#table tr.moved');
    expect(await row.count()).toBe(1);
    expect(await row.locator('.kind').textContent()).toBe('movedto glossary.legal/en->de');
    for (const [name, count] of [
      ['glossary.product/en->de', 69],
      ['glossary.legal/en->de', 2],
    ] as const) {
      await goTo(page, term(`${name}/liability`));
      expect(await page.locator(':focus').getAttribute('class')).toContain('moved');
      await goTo(page, new URLSearchParams({ group: name }).toString());
      expect(await termTable(page).column('source')).toContain('liability');
      expect(await termTable(page).status()).toBe(`${count} of 80 terms`);
    }
    expect(faults).toEqual([]);
  });

  test('a term that the filters hide is shown all the same', async () => {
    const { page } = await shop('#kind=removed');
    expect(await termTable(page).status()).toBe('3 of 80 terms');
    await goTo(page, `kind=removed&${term('glossary.legal/en->de/liability')}`);
    expect(await termTable(page).focused()).toContain('liability');
    expect(await termTable(page).status()).toBe('80 terms');
  });

  test.each([
    'search=%E0%A4%A',
    'pair=<img src=x onerror=alert(1)>&kind=,,__proto__&group=javascript:alert(1)',
    'term=glossary.product/en->de/<script>alert(1)</script>',
    `term=${'%'.repeat(5000)}`,
    'order=constructor&kind=toString&only=__proto__',
  ])('an address of anybody does no harm: %.60s', async (hostile) => {
    const { page, faults } = await shop(`#${hostile}`);
    expect(await page.locator('#terms').isVisible()).toBe(true);
    await page.fill('#search', 'cart');
    expect(await termTable(page).column('source')).toContain('cart');
    expect(faults).toEqual([]);
  });

  test('a term of any characters is found by its link', async () => {
    const sources = ['a/b->c/d', '100 % + & = #', 'naïve “quote”', 'pass\u200bword', '🙂 smile', "o'clock (local)"];
    const plan = planOfEntries(sources.map((source) => ['+', source, 'x'] as const));
    const { page } = await folder.open(planHtml(plan));
    for (const [row, source] of sources.entries()) {
      await goTo(page, term(`glossary.terms/en->de/${source}`));
      expect(await termTable(page).focusedRow(), source).toBe(row);
    }
  });

  test('the links of a comment lead to their terms', async () => {
    const { page } = await shop();
    const markdown = planMarkdown({ plan: shopPlan() }, { page: 'https://pages.example/plan.html' });
    const links = [...markdown.matchAll(/\]\(https:\/\/pages\.example\/plan\.html#([^)]+)\)/g)].map(([, hash]) => hash);
    expect(links).toHaveLength(80);
    const reached: readonly string[] = await page.evaluate(`(async () => {
      const reached = [];
      for (const hash of ${JSON.stringify(links)}) {
        location.hash = hash;
        await ${NEXT_FRAMES};
        reached.push(document.activeElement.dataset.at);
      }
      return reached;
    })()`);
    expect(reached.map(Number).sort((a, b) => a - b)).toEqual([...Array(80).keys()]);
  });

  test('a place of the page is no filter', async () => {
    const { page } = await shop();
    await page.getByRole('link', { name: 'Style lists', exact: true }).click();
    expect(new URL(page.url()).hash).toBe('#style-list-title');
    expect(await termTable(page).status()).toBe('80 terms');
  });
});
