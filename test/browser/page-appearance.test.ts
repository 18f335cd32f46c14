import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { planHtml } from '../../src/review/html/plan-html.ts';
import { smallPreview } from '../support/any-preview.ts';
import { companyPlan, largePlan, shopPlan } from '../support/page-plans.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';
import { termTable } from './term-table.ts';

/**
 * The lowest contrast of any text that is shown, and of which text: over the background of the nearest element that has
 * one. Source: WCAG 2.2, "relative luminance" and "contrast ratio".
 */
const LOWEST_CONTRAST = `(() => {
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = (color) => {
    const [r, g, b] = numbers(color).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (numbers(color)[3] !== 0) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  let lowest = { ratio: 21, text: '' };
  for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join('');
    if (text === '' || ['SCRIPT', 'STYLE', 'OPTION'].includes(element.tagName) || !element.checkVisibility()) continue;
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(background(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < lowest.ratio) lowest = { ratio, text };
  }
  return lowest;
})()`;

/** The widths of the placeholder of the search field, and of the room for it. */
const PLACEHOLDER = `(() => {
  const field = document.getElementById('search');
  const style = getComputedStyle(field);
  const context = document.createElement('canvas').getContext('2d');
  context.font = style.font;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return [context.measureText(field.placeholder).width, room];
})()`;

describe.skipIf(CHROMIUM === undefined)(`the looks of the page of a plan in Chromium${WHERE}`, () => {
  const folder = sharedPages();

  const page = planHtml(shopPlan(), {
    guard: {
      kind: 'refused',
      refusals: [{ code: 'empty-source', address: 'glossary.product', what: 'glossary', entries: 3 }],
    },
    preview: smallPreview(),
  });
  const background = (open: Page): Promise<string> => open.evaluate('getComputedStyle(document.body).backgroundColor');

  for (const colorScheme of ['light', 'dark'] as const)
    test(`in ${colorScheme} colours, all text stands out as far as WCAG AA asks`, async () => {
      const open = await folder.open(page, { colorScheme });
      expect(await background(open.page)).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(13, 17, 23)');
      const lowest = (await open.page.evaluate(LOWEST_CONTRAST)) as { readonly ratio: number; readonly text: string };
      expect(lowest.ratio, lowest.text).toBeGreaterThanOrEqual(4.5);
    });

  test('on paper the colours are those of light', async () => {
    const open = await folder.open(page, { colorScheme: 'dark' });
    await open.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await background(open.page)).toBe('rgb(255, 255, 255)');
  });

  for (const width of [360, 800, 1920])
    test(`at ${width} pixels, nothing is wider than the window`, async () => {
      const open = await folder.open(page, { viewport: { width, height: 800 } });
      expect(await open.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`at 390 pixels, in ${colorScheme} colours, the search field shows its whole placeholder`, async () => {
      for (const html of [page, planHtml(companyPlan()), planHtml(largePlan(12_345))]) {
        const open = await folder.open(html, { viewport: { width: 390, height: 800 }, colorScheme });
        const isWhole = async (): Promise<boolean> => {
          const [text, room] = (await open.page.evaluate(PLACEHOLDER)) as readonly [number, number];
          expect(text).toBeGreaterThan(50);
          return room >= text;
        };
        expect(await isWhole()).toBe(true);
        // The filter adds a button to the same line.
        await open.page.locator('#left').check();
        await open.page.locator('#clear').waitFor();
        expect(await isWhole()).toBe(true);
      }
    });

  for (const width of [390, 1280])
    test(`at ${width} pixels, nothing of the resources is cut off, and each row says what its numbers are`, async () => {
      const open = await folder.open(page, { viewport: { width, height: 800 } });
      const cut = await open.page.evaluate(`[...document.querySelectorAll('.overview *')]
        .filter((element) => !element.closest('.sr, thead') && element.checkVisibility())
        .filter((element) => element.getBoundingClientRect().right > innerWidth || element.scrollWidth > innerWidth)
        .map((element) => element.outerHTML.slice(0, 80))`);
      expect(cut).toEqual([]);
      const isWhole = `(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.scroll'))`;
      expect(await open.page.evaluate(isWhole)).toBe(true);
      const row = open.page.locator('.overview').getByRole('row', { name: 'English → Arabic' });
      expect(await row.getByRole('cell').allTextContents()).toEqual([
        'change',
        '3 changed',
        '3',
        'Show terms of Product terms: glossary.product/en->ar',
      ]);
      expect(await open.page.getByRole('columnheader', { name: 'Changes', exact: true }).count()).toBe(1);
    });

  test('at 1280 pixels, the filters take one line, and so do the marks of the reader', async () => {
    const open = await folder.open(page, { viewport: { width: 1280, height: 800 } });
    await open.page.getByRole('checkbox', { name: 'removed' }).check();
    await open.page.evaluate(`{
      document.querySelector('#status').textContent = '99,999 of 100,000 terms';
      document.querySelector('#progress').textContent = '99,999 of 100,000 changes reviewed';
    }`);
    for (const line of ['.controls > *, #selects > *', '#kinds, #review', '#review > *']) {
      const middles = (await open.page.evaluate(`[...document.querySelectorAll('${line}')]
        .map((each) => each.getBoundingClientRect())
        .filter(({ height }) => height > 1)
        .map(({ bottom }) => bottom)`)) as readonly number[];
      expect(middles.length, line).toBeGreaterThan(1);
      expect(Math.max(...middles) - Math.min(...middles), line).toBeLessThan(20);
    }
    expect(await open.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);
  });

  test('at 390 pixels, the name of a rule is as wide as the window allows', async () => {
    const open = await folder.open(page, { viewport: { width: 390, height: 800 } });
    const name = await open.page.locator('.parts tbody th').first().boundingBox();
    expect(name?.width).toBeGreaterThan(300);
  });

  for (const width of [390, 1280])
    test(`at ${width} pixels, the filter of dictionaries has the languages first, and fits`, async () => {
      const open = await folder.open(page, { viewport: { width, height: 800 } });
      if (width === 390) await open.page.getByRole('button', { name: 'Filters' }).click();
      const select = open.page.getByLabel('Dictionary', { exact: true });
      expect(await select.locator('option').allTextContents()).toContain(
        'English → German (2) · \u2068Legal terms\u2069',
      );
      const box = await select.boundingBox();
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      // No name is so long that the languages before it do not fit.
      expect(box?.width).toBeGreaterThan(250);
    });

  test('on a telephone, a term is a card, and its columns keep their names for who listens', async () => {
    const open = await folder.open(page, { viewport: { width: 380, height: 800 } });
    const row = open.page.locator('#table tr[data-at]', { hasText: 'delivery note' }).first();
    const [before, after] = [await row.locator('.before').boundingBox(), await row.locator('.after').boundingBox()];
    expect(after?.x).toBe(before?.x);
    expect(after?.y).toBeGreaterThan(before?.y ?? 0);
    expect(await open.page.getByRole('columnheader', { name: 'Translation before' }).count()).toBe(1);
  });

  test('the heads of the columns stay in sight below the filters', async () => {
    const open = await folder.open(page);
    await termTable(open.page).scroll('scrollTo(0, 3000)');
    const bar = await open.page.locator('#bar').boundingBox();
    const head = await open.page.getByRole('columnheader', { name: 'Source term' }).boundingBox();
    expect(bar?.y).toBe(0);
    expect(head?.y).toBeCloseTo(bar?.height ?? -1, 0);
  });

  test('a row that the keyboard reaches is not hidden behind the heads', async () => {
    const open = await folder.open(page);
    const table = termTable(open.page);
    await open.page.keyboard.press('/');
    await open.page.keyboard.press('ArrowDown');
    await open.page.keyboard.press('End');
    for (let step = 0; step < 40; step += 1) await open.page.keyboard.press('ArrowUp');
    const head = await open.page.getByRole('columnheader', { name: 'Source term' }).boundingBox();
    expect(await table.topOf(await table.focusedRow())).toBeGreaterThanOrEqual(
      (head?.y ?? 0) + (head?.height ?? 0) - 1,
    );
  });
});
