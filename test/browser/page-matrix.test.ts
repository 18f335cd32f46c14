import { readFileSync, statSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { driftOf } from '../../src/plan/drift/detect-drift.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { planHtml } from '../../src/review/html/plan-html.ts';
import { reportHtml } from '../../src/review/html/report-html.ts';
import { driftInput } from '../plan/drift-input.ts';
import { LINKS } from '../support/full-page.ts';
import { AXE, AXE_FINDINGS } from './axe.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';

type Side = Readonly<Record<string, Readonly<Record<string, string>>>>;

const of = (dictionaries: Side) => ({ glossaries: { product: { name: 'Product terms', dictionaries } } });

/** Arabic, Japanese and mixed text, from left to right and from right to left. */
const WORLD = driftInput({
  base: of({
    'en->ar': { cart: 'سلة التسوق', price: 'السعر', coupon: 'قسيمة', 'USB-C cable': 'كابل USB-C', size: 'الحجم (cm)' },
    'en->ja': {
      cart: 'ショッピングカート',
      coupon: 'クーポン',
      'API key': 'API キー',
      invoice: '請求書',
      order: '注文',
    },
    'ar->en': { 'سلة التسوق': 'cart' },
  }),
  ours: of({
    'en->ar': { cart: 'عربة التسوق', price: 'السعر (USD)', 'USB-C cable': 'كابل USB-C بطول 2 m', size: 'الحجم (cm)' },
    'en->ja': {
      cart: 'カート',
      'API key': 'APIキー（β版）',
      'delivery note': '納品書',
      invoice: 'インボイス',
      order: '注文',
    },
    'ar->en': { 'سلة التسوق': 'shopping cart' },
  }),
  theirs: of({
    'en->ar': {
      cart: 'حقيبة التسوق',
      price: 'السعر',
      coupon: 'كوبون',
      'USB-C cable': 'سلك USB-C',
      size: 'المقاس (cm)',
    },
    'en->ja': { cart: '買い物かご', coupon: 'クーポン券', 'API key': 'API キー', invoice: '請求書', order: '注文書' },
    'ar->en': { 'سلة التسوق': 'basket' },
  }),
});

const { plan } = makePlan(WORLD);

const PAGES: Readonly<Record<string, string>> = {
  plan: planHtml(plan, { links: LINKS }),
  drift: reportHtml({ kind: 'drifted', plan, drift: driftOf(WORLD), findings: [] }, { links: LINKS }),
};
/** The page of a plan with drift, of which no picture is kept. */
const WITH_DRIFT = planHtml(plan, { links: LINKS, drift: driftOf(WORLD) });
const WIDTHS = [390, 1280] as const;
const MEDIA = ['light', 'dark', 'print'] as const;

const pictureOf = (name: string, width: number, medium: string): string => `docs/images/${name}-${width}-${medium}.png`;
const PICTURE_MAX_BYTES = 150_000;

/** Where the cells of a row are, and what of a page is cut off: the same in every font. */
const LAYOUT = `(() => {
  const shown = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
  const box = (element) => element.getBoundingClientRect();
  const faults = [];
  const fault = (what, element) => faults.push(what + ': ' + element.outerHTML.slice(0, 120));
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the window');
  for (const element of document.querySelectorAll('main td, main th, header p, header li, #bar *'))
    if (shown(element) && !element.closest('.sr, thead, .scroll') && (box(element).right > innerWidth + 1 || box(element).left < -1))
      fault('out of the window', element);
  for (const row of document.querySelectorAll('main table:not(.resources) tbody tr')) {
    const cells = [...row.cells].filter(shown);
    for (const [index, cell] of cells.entries()) {
      const range = document.createRange();
      range.selectNodeContents(cell);
      for (const { left, right, width } of range.getClientRects())
        if (width > 0 && (left < box(cell).left - 1 || right > box(cell).right + 1)) fault('text beside its cell', cell);
      const next = cells[index + 1];
      if (next && box(next).top < box(cell).bottom - 1 && box(next).left < box(cell).right - 1) fault('cells overlap', cell);
    }
  }
  return faults;
})()`;

/** The side of its cell at which each text of some cells begins, by the language of the cell. */
const startsOf = (page: Page, cells: string): Promise<readonly (readonly [lang: string, start: string])[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(cells)})].filter((cell) => cell.checkVisibility()).map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell.querySelector('bdi'));
    const rects = [...range.getClientRects()];
    const { left, right } = cell.getBoundingClientRect();
    const ends = [Math.min(...rects.map((each) => each.left)) - left, right - Math.max(...rects.map((each) => each.right))];
    return [cell.lang, ends[0] < ends[1] ? 'left' : 'right'];
  })`);

describe('the pages of a plan and of drift in docs/images', () => {
  const kept = Object.keys(PAGES).flatMap((name) =>
    WIDTHS.flatMap((width) => MEDIA.map((medium) => [pictureOf(name, width, medium), width] as const)),
  );
  test.each(kept)('%s is there, as wide as its window, and not large', (path, width) => {
    const bytes = readFileSync(path);
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBe(width);
    expect(statSync(path).size).toBeLessThan(PICTURE_MAX_BYTES);
  });
});

describe.skipIf(CHROMIUM === undefined)(`Arabic, Japanese and mixed text in Chromium${WHERE}`, () => {
  const folder = sharedPages();

  for (const [name, html] of Object.entries({ ...PAGES, 'plan with drift': WITH_DRIFT }))
    for (const width of WIDTHS)
      for (const medium of MEDIA) {
        const open = async () => {
          const { page, faults } = await folder.open(html, {
            viewport: { width, height: width === 390 ? 844 : 800 },
            colorScheme: medium === 'dark' ? 'dark' : 'light',
          });
          if (medium === 'print') await page.emulateMedia({ media: 'print' });
          return { page, faults };
        };

        test(`the page of a ${name} at ${width} pixels, ${medium}: axe-core finds nothing, nothing is cut off or covered`, async () => {
          const { page, faults } = await open();
          await page.evaluate(AXE);
          expect(await page.evaluate(AXE_FINDINGS)).toEqual([]);
          expect(await page.evaluate(LAYOUT)).toEqual([]);
          expect(faults).toEqual([]);
        });

        // LEXFORM_PICTURE=1 takes the pictures again: see CONTRIBUTING.md.
        test.skipIf(process.env.LEXFORM_PICTURE === undefined || !(name in PAGES))(
          `${pictureOf(name, width, medium)} is taken`,
          async () => {
            const { page } = await open();
            await page.screenshot({ path: pictureOf(name, width, medium), animations: 'disabled' });
          },
        );
      }

  for (const width of WIDTHS)
    test(`at ${width} pixels, each text of terms and of conflicts begins at the side of its language`, async () => {
      for (const [html, cells] of [
        [PAGES.plan ?? '', '#table td:is(.before, .after):has(bdi)'],
        [PAGES.drift ?? '', '#table td:is(.before, .after):has(bdi)'],
        [PAGES.drift ?? '', '.conflicts td:not(.place):has(bdi), .conflicts th div'],
        [WITH_DRIFT, '.notice .conflicts td:not(.place):has(bdi), .notice .conflicts th div'],
        [WITH_DRIFT, '.notice .parts td:is(.before, .after):has(bdi), .notice .parts th div'],
      ] as const) {
        const { page } = await folder.open(html, { viewport: { width, height: 800 } });
        const starts = await startsOf(page, cells);
        expect(new Set(starts.map(([lang]) => lang))).toContain('ar');
        expect(starts).toEqual(starts.map(([lang]) => [lang, lang === 'ar' ? 'right' : 'left']));
      }
    });

  test('the drift on the page of a plan is tables in neutral colours', async () => {
    const { page } = await folder.open(WITH_DRIFT);
    const box = page.locator('section[aria-labelledby="drift-title"]');
    expect(await box.locator('pre').count()).toBe(0);
    expect(await box.locator('table.parts tbody tr').count()).toBe(8);
    const colours = await page.evaluate(`['before', 'after'].map((side) =>
      getComputedStyle(document.querySelector('.notice .parts:not(.conflicts) td.' + side + ':not(:empty)')).backgroundColor)`);
    expect(new Set(colours as readonly string[]).size).toBe(1);
  });

  test('the sides of drift have the same colours, unlike those of a plan', async () => {
    const colours = async (html: string): Promise<readonly string[]> => {
      const { page } = await folder.open(html);
      return page.evaluate(`['before', 'after'].map((side) =>
        getComputedStyle(document.querySelector('#table tr:not(.same) td.' + side + ':not(:empty)')).backgroundColor)`);
    };
    expect(new Set(await colours(PAGES.drift ?? '')).size).toBe(1);
    expect(new Set(await colours(PAGES.plan ?? '')).size).toBe(2);
  });

  test('on a telephone, the sides of a conflict have their names', async () => {
    const { page } = await folder.open(PAGES.drift ?? '', { viewport: { width: 390, height: 844 } });
    const names = await page.evaluate(`[...document.querySelectorAll('.conflicts tbody tr:first-child td:not(.place)')]
      .map((cell) => getComputedStyle(cell, '::before').content)`);
    const heads = await page.locator('.conflicts thead th').allTextContents();
    expect(names).toEqual(heads.slice(1, 4).map((head) => `"${head}"`));
  });
});
