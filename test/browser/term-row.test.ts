import { describe, expect, test } from 'vitest';
import type { TermMark } from '../../src/model/entries/held-back.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { planHtml } from '../../src/review/html/plan-html.ts';
import { at, type Line } from '../support/changes.ts';
import { planOfEntries } from '../support/page-plans.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';
import { termTable } from './term-table.ts';

/** A plan of one dictionary whose first row has other fields. */
function planWithFields(term: TermMark, lines: readonly Line[]): Plan {
  const plan = planOfEntries(lines);
  const changes = plan.changes.map((change) => ({
    ...change,
    children: change.children.map((child) => ({
      ...child,
      values: child.values.map((value, index) => (index === 0 ? { ...value, term } : value)),
    })),
  }));
  return { ...plan, changes };
}

const FINDING: Finding = {
  code: 'space/double',
  severity: 'warning',
  at: at('a.csv', 2),
  details: { side: 'source', phrase: 'cart', term: 'cart' },
};

describe.skipIf(CHROMIUM === undefined)(`the row of a term in Chromium${WHERE}`, () => {
  const folder = sharedPages();
  const open = (...lines: readonly Line[]) => folder.open(planHtml(planOfEntries(lines)));

  for (const width of [390, 1280])
    test(`at ${width} pixels, each finding of the linter has a line of its own below its term, as wide as the table`, async () => {
      const plan = planWithFields({ note: 'Only in the shop' }, [
        ['+', 'cart', 'Korb', at('a.csv', 2)],
        ['+', 'tax', 'Steuer', at('a.csv', 3)],
      ]);
      const { page } = await folder.open(planHtml(plan, { findings: [FINDING, { ...FINDING, severity: 'info' }] }), {
        viewport: { width, height: 900 },
      });
      const lines = page.locator('#table .about .lint');
      expect(await lines.allTextContents()).toEqual([
        expect.stringMatching(/^lint warning: /),
        expect.stringMatching(/^lint note: /),
      ]);
      const [first, second] = [await lines.nth(0).boundingBox(), await lines.nth(1).boundingBox()];
      expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
      const source = await page.locator('#table tr[data-at="0"] .source').boundingBox();
      expect(first?.y).toBeGreaterThanOrEqual((source?.y ?? 0) + (source?.height ?? 0));
      expect(first?.width).toBeGreaterThan(width * 0.8);
      expect(await termTable(page).rowCount()).toBe(2);
      expect(await page.locator('#table .about').count()).toBe(1);
    });

  test('note, example, definition and part of speech are shown on request, with the mouse or with Enter; a status at once', async () => {
    const term = {
      partOfSpeech: 'noun\u202e',
      status: 'draft',
      definition: 'For <b>goods</b>',
      example: 'A full cart',
      note: 'Shop',
    } as const;
    const plan = planWithFields(term, [['+', 'cart', 'Korb', at('a.csv', 2)]]);
    const { page, faults } = await folder.open(planHtml(plan));
    const row = page.locator('#table tr[data-at="0"]');
    expect(await row.locator('.said').allTextContents()).toEqual(['draft']);
    const fields = page.locator('#table .about dl');
    expect(await fields.isVisible()).toBe(false);
    expect(await page.locator('#table .about summary').textContent()).toBe('part of speech, definition, example, note');
    await row.focus();
    await page.keyboard.press('Enter');
    expect(await fields.isVisible()).toBe(true);
    expect(await fields.locator('dd').allTextContents()).toEqual([
      'noun⟨U+202E⟩',
      'For <b>goods</b>',
      'A full cart',
      'Shop',
    ]);
    await page.keyboard.press('Enter');
    expect(await fields.isVisible()).toBe(false);
    await page.locator('#table .about summary').click();
    expect(await fields.isVisible()).toBe(true);
    expect(faults).toEqual([]);
  });

  test('a field that changes with its term is shown at once, with both sides', async () => {
    const plan = planWithFields({ note: 'new', changed: [{ field: 'note', from: 'old', to: 'new' }] }, [
      ['+', 'cart', 'Korb', at('a.csv', 2)],
    ]);
    const { page } = await folder.open(planHtml(plan));
    expect(await page.locator('#table .said').allTextContents()).toEqual(['note: old → new']);
    expect(await page.locator('#table .about').count()).toBe(0);
  });

  test('in a changed phrase, the words that differ are marked, and in a changed word the letters', async () => {
    const { page } = await open(
      ['~', 'note', 'der rote Schein mit der Auftragsnummer', 'der Schein mit der Bestellnummer'],
      ['~', 'cart', 'Wagen', 'Korb'],
    );
    const before = page.locator('#table tr[data-at="0"] .before');
    expect(await before.locator('del').allTextContents()).toEqual(['rote ', 'Auftragsnummer']);
    expect(await before.locator('mark').allTextContents()).toEqual(['Auftrags']);
    expect(await page.locator('#table tr[data-at="0"] .after mark').allTextContents()).toEqual(['Bestell']);
    expect(await page.locator('#table tr[data-at="1"] :is(ins, del)').count()).toBe(0);
  });

  test('marked letters of a script that joins them keep their shape', async () => {
    const [from, to] = ['التسجيل الإلكتروني', 'التسجيلات الإلكترونية'];
    const { page } = await open(['~', 'entry', from, to], ['+', 'plain', to]);
    const width = (row: number): Promise<number> =>
      page.evaluate(`(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('#table tr[data-at="${row}"] .after bdi'));
        return Math.max(...[...range.getClientRects()].map((box) => box.right)) - Math.min(...[...range.getClientRects()].map((box) => box.left));
      })()`);
    expect(await page.locator('#table tr[data-at="0"] .after mark').count()).toBeGreaterThan(0);
    expect(Math.abs((await width(0)) - (await width(1)))).toBeLessThan(1);
  });

  test('white space that matters is drawn, has its name, and is copied as it is', async () => {
    const { page, faults } = await open(['~', 'a', 'Wort ', ' Wort'], ['+', 'b', 'x\ty\nz'], ['+', 'c', 'a␠b']);
    const marks = page.locator('#table .unseen');
    expect(await marks.evaluateAll((all) => all.map(({ title }) => title))).toEqual([
      'space',
      'space',
      'tab',
      'line end',
      'symbol for a space, U+2420',
    ]);
    expect(await marks.allTextContents()).toEqual([' ', ' ', '\t', '\n', '⟨U+2420⟩']);
    for (let index = 0; index < 3; index += 1) expect((await marks.nth(index).boundingBox())?.width).toBeGreaterThan(4);
    // A border is drawn on paper and in forced colours too.
    const border = "getComputedStyle(document.querySelector('#table .space')).borderBottomWidth";
    expect(await page.evaluate(border)).toBe('2px');
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(border)).toBe('2px');
    expect(faults).toEqual([]);
  });
});
