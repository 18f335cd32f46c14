import { describe, expect, test } from 'vitest';
import { planState } from '../../src/plan/make-plan.ts';
import { planHtml } from '../../src/review/html/plan-html.ts';
import { driftInput } from '../plan/drift-input.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';

/** The author changed `cart`, and the service `house` and `dog`; the plan is refused for drift and for a deletion. */
function refusedPage(): string {
  const terms = (like: Readonly<Record<string, string>>) => ({
    glossaries: { product: { dictionaries: { 'en->de': like } } },
  });
  const base = { house: 'Haus', dog: 'Hund', cart: 'Wagen', account: 'Kontonummer' };
  const input = driftInput({
    base: terms(base),
    ours: terms({ ...base, cart: 'Warenkorb', account: 'Kunden-Nr.' }),
    theirs: terms({ ...base, house: 'Heim', dog: 'Köter', account: 'Kundennummer' }),
  });
  const { plan, drift } = planState(input.live, input);
  return planHtml(plan, {
    drift,
    guard: {
      kind: 'refused',
      refusals: [
        { code: 'drift-undone', address: 'glossary.product' },
        {
          code: 'delete-needs-consent',
          address: 'glossary.a-long-name-of-a-glossary/en->de',
          what: 'dictionary',
          entries: 3,
        },
      ],
    },
  });
}

describe.skipIf(CHROMIUM === undefined)(`drift on the page of a plan in Chromium${WHERE}`, () => {
  const folder = sharedPages();

  test('at 390 pixels, refusals and options are shown whole', async () => {
    const { page, faults } = await folder.open(refusedPage(), { viewport: { width: 390, height: 844 } });
    await page.getByText('What you can do').click();
    const isCut = (each: string) =>
      `(${each}.scrollWidth > ${each}.clientWidth + 1 && ${each}.clientWidth > 0) ||
        (${each}.scrollHeight > ${each}.clientHeight + 1 && getComputedStyle(${each}).overflowY !== 'visible')`;
    const cut = await page.evaluate(
      `[...document.querySelectorAll('.reasons, .reasons li, .flags, .flags code')].filter((it) => ${isCut('it')}).length`,
    );
    expect(cut).toBe(0);
    expect(await page.locator('header .open-list').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await page.getByRole('button', { name: /^Copy --/ }).count()).toBe(2);
    expect(await page.locator('#search').getAttribute('placeholder')).toBe('Search terms');
    expect(faults).toEqual([]);
  });

  test('a filter shows the rows that undo a change on the service, and the keys work after a click on it', async () => {
    const { page, faults } = await folder.open(refusedPage());
    const rows = page.locator('#table tr[data-at]');
    expect(await rows.count()).toBe(4);
    await page.getByText('undoes a change on the service', { exact: false }).first().click();
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.locator('.badge.undoes + .other').allTextContents()).toEqual(
      Array(3).fill('undoes a change on the service'),
    );
    await expect.poll(() => page.evaluate('location.hash')).toContain('service=undone');
    await page.keyboard.press('x');
    expect(await page.locator('#progress').textContent()).toBe('1 of 4 changes reviewed');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    expect(await page.locator('#progress').textContent()).toBe('2 of 4 changes reviewed');
    await page.locator('#clear').click();
    await expect.poll(() => rows.count()).toBe(4);
    expect(faults).toEqual([]);
  });

  test('both sides of a conflict are marked', async () => {
    const { page } = await folder.open(refusedPage());
    expect(await page.locator('.conflicts td:nth-child(3) ins, .conflicts td:nth-child(4) ins').count()).toBe(2);
  });
});
