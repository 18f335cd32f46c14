import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { editedQuickstartReport } from '../support/edited-quickstart.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';

const PICTURE = 'docs/images/review.png';
const PICTURE_MAX_BYTES = 200_000;

describe('the picture of a review page in README.md and docs/review.md', () => {
  test('is there, and is not large', () => {
    expect(readFileSync(PICTURE).subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(statSync(PICTURE).size).toBeLessThan(PICTURE_MAX_BYTES);
  });

  describe.skipIf(CHROMIUM === undefined)(`is of a page that the tool makes${WHERE}`, () => {
    const folder = sharedPages();

    test('which shows what the alternative text says', async () => {
      const [, alternative = ''] =
        new RegExp(`!\\[([^\\]]+)\\]\\(${PICTURE}\\)`).exec(readFileSync('README.md', 'utf8').replaceAll('\n', ' ')) ??
        [];
      const quoted = [...alternative.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
      expect(quoted.length).toBeGreaterThan(3);
      const { page } = await folder.open(await editedQuickstartReport('html'));
      const text = await page.locator('body').innerText();
      expect(quoted.filter((words) => !text.includes(words))).toEqual([]);
    });

    // LEXFORM_PICTURE=1 takes it anew: see CONTRIBUTING.md.
    test.skipIf(process.env.LEXFORM_PICTURE === undefined)('is taken', async () => {
      const { page } = await folder.open(await editedQuickstartReport('html'), {
        viewport: { width: 1100, height: 600 },
        colorScheme: 'light',
      });
      await page.screenshot({ path: PICTURE, fullPage: true, animations: 'disabled' });
      expect(existsSync(PICTURE)).toBe(true);
    });
  });
});
