import type { Page } from 'playwright-core';

/** Code for the page: what is shown has followed what is done. */
export const NEXT_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';

/**
 * What a reader sees of the term table of an open page. Code for the page is text: these tests are not compiled for a
 * browser.
 */
export const termTable = (page: Page) => ({
  /** The texts of one column, of the rows that are in the document. */
  column: (name: string): Promise<readonly string[]> => page.locator(`#table tr[data-at] .${name}`).allTextContents(),
  status: (): Promise<string | null> => page.locator('#status').textContent(),
  /** How many rows are in the document. */
  rowCount: (): Promise<number> => page.locator('#table tr[data-at]').count(),
  /** The numbers of the rows in the window, from the top. */
  inSight: (): Promise<readonly number[]> =>
    page.evaluate(`[...document.querySelectorAll('#table tr[data-at]')]
      .filter((row) => row.getBoundingClientRect().bottom > 0 && row.getBoundingClientRect().top < innerHeight)
      .map((row) => Number(row.dataset.at))`),
  /** Where a row is in the window; NaN: not in the document. */
  topOf: (row: number): Promise<number> =>
    page.evaluate(`document.querySelector('tr[data-at="${row}"]')?.getBoundingClientRect().top ?? NaN`),
  /** The source term of the row that has the focus. */
  focused: (): Promise<string | null> => page.locator(':focus .source').textContent({ timeout: 5000 }),
  /** The number of the row that has the focus. */
  focusedRow: async (): Promise<number> => Number(await page.locator(':focus').getAttribute('data-at')),
  /** Scrolls, and waits until the page has followed. */
  async scroll(how: string): Promise<void> {
    await page.evaluate(how);
    await this.settle();
  },
  settle: (): Promise<void> => page.evaluate(NEXT_FRAMES),
});
