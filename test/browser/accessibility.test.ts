import { describe, expect, test } from 'vitest';
import { fullPage } from '../support/full-page.ts';
import { AXE, AXE_FINDINGS } from './axe.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';

/** What Tab stops at: elements in sight that take the focus; the search and the rows of the table are one stop each. */
const STOPS = `[...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')]
  .filter((element) => element.checkVisibility() && element.tabIndex >= 0).length`;

/** Whether whoever looks sees where the focus is: a line around the element, or around its label. */
const FOCUS = `(() => {
  const active = document.activeElement;
  if (active === document.body) return undefined;
  const isSeen = [active, active.closest('label')].some((element) => {
    const { outlineStyle, outlineWidth } = element ? getComputedStyle(element) : { outlineStyle: 'none' };
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  });
  const { top, bottom, width } = active.getBoundingClientRect();
  const isInSight = width > 0 && bottom > 0 && top < innerHeight;
  return { name: active.outerHTML.slice(0, 80), isSeen, isInSight };
})()`;

interface Focus {
  readonly name: string;
  readonly isSeen: boolean;
  readonly isInSight: boolean;
}

describe.skipIf(CHROMIUM === undefined)(`whoever cannot see or point, in Chromium${WHERE}`, () => {
  const folder = sharedPages();
  const html = fullPage();

  for (const width of [390, 1280])
    for (const colorScheme of ['light', 'dark'] as const)
      test(`axe-core finds nothing at ${width} pixels in ${colorScheme} colours`, async () => {
        const { page } = await folder.open(html, { viewport: { width, height: 900 }, colorScheme });
        await page.evaluate(AXE);
        expect(await page.evaluate(AXE_FINDINGS)).toEqual([]);
      });

  test('axe-core finds nothing in the help, which the keyboard opens and closes', async () => {
    const { page } = await folder.open(html);
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog', { name: 'Keys' }).isVisible()).toBe(true);
    await page.evaluate(AXE);
    expect(await page.evaluate(AXE_FINDINGS)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
  });

  for (const width of [390, 1280])
    test(`at ${width} pixels, no two controls have one name`, async () => {
      const { page } = await folder.open(html, { viewport: { width, height: 900 } });
      const names = await page.getByRole('button').allTextContents();
      expect(names).toContain('Show terms of Product terms: glossary.product/en->de');
      expect(names).toContain('Show terms of Legal terms: glossary.legal/en->de');
      expect(new Set(names).size).toBe(names.length);
    });

  for (const width of [390, 1280])
    test(`at ${width} pixels, Tab stops at every control, shows where it is, and leaves the page`, async () => {
      const { page } = await folder.open(html, { viewport: { width, height: 900 } });
      const expected = await page.evaluate(STOPS);
      const stops: Focus[] = [];
      for (let step = 0; step < 200; step += 1) {
        await page.keyboard.press('Tab');
        const focus = (await page.evaluate(FOCUS)) as Focus | undefined;
        if (focus === undefined) break;
        stops.push(focus);
      }
      expect(stops.filter(({ isSeen, isInSight }) => !isSeen || !isInSight)).toEqual([]);
      expect(stops).toHaveLength(expected as number);
    });

  test('each option that lifts a refusal is copied by itself, with the keyboard', async () => {
    const { page, faults } = await folder.open(html, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByText('What you can do').click();
    await page.getByRole('button', { name: "Copy --allow-delete 'glossary.product/en->fr'" }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe("--allow-delete 'glossary.product/en->fr'");
    expect(faults).toEqual([]);
  });

  test('where the page may not copy, it selects the option', async () => {
    const { page, faults } = await folder.open(html);
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByText('What you can do').click();
    await page.getByRole('button', { name: 'Copy --allow-delete glossary.product', exact: true }).click();
    expect(await page.evaluate('getSelection().toString()')).toBe('--allow-delete glossary.product');
    expect(await page.locator('#copied').textContent()).toContain('Ctrl+C');
    expect(faults).toEqual([]);
  });
});
