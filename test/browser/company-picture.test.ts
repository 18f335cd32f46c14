import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';

const PICTURE = 'docs/images/company-list.png';
const PAGE = 'docs/how-to/share-terms.md';
const PICTURE_MAX_BYTES = 200_000;

/** The page of a plan of `examples/company` after a change of two company terms. */
async function companyReport(): Promise<string> {
  const cwd = join(await tempWorkspace({}), 'company');
  cpSync('examples/company', cwd, { recursive: true, filter: (path) => !path.includes('.lexform') });
  const run = (...args: readonly string[]) => runLexform({ cwd }, ...args);
  expect((await run('apply', '--target', 'all', '--auto-approve')).code).toBe(0);
  const terms = join(cwd, 'glossaries/company/terms.csv');
  const text = readFileSync(terms, 'utf8');
  writeFileSync(
    terms,
    text.replace('dashboard,Übersicht', 'dashboard,Startseite').replace('compte,', 'compte client,'),
  );
  expect((await run('plan', '--target', 'production', '--report', 'html=plan.html')).code).toBe(0);
  return readFileSync(join(cwd, 'plan.html'), 'utf8');
}

describe('the picture of a changed company list in the how-to page', () => {
  test('is there, and is not large', () => {
    expect(readFileSync(PICTURE).subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(statSync(PICTURE).size).toBeLessThan(PICTURE_MAX_BYTES);
  });

  describe.skipIf(CHROMIUM === undefined)(`is of a page that the tool makes${WHERE}`, () => {
    const folder = sharedPages();

    test('which shows what the alternative text says', async () => {
      const [, alternative = ''] =
        /!\[([^\]]+)\]\(\.\.\/images\/company-list\.png\)/.exec(readFileSync(PAGE, 'utf8').replaceAll('\n', ' ')) ?? [];
      const quoted = [...alternative.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
      expect(quoted.length).toBeGreaterThan(2);
      const { page } = await folder.open(await companyReport());
      const text = await page.locator('body').innerText();
      expect(quoted.filter((words) => !text.includes(words))).toEqual([]);
    });

    test('a row of a shared term names the dictionary that the filter shows', async () => {
      const { page } = await folder.open(await companyReport());
      const names = () => page.locator('#table td.dictionary .of').allTextContents();
      expect(new Set(await names())).toEqual(new Set(['Booking']));
      const dictionary = page.getByLabel('Dictionary', { exact: true });
      const [option = ''] = (await dictionary.locator('option').allTextContents()).filter(
        (each) => each.includes('German') && each.includes('Shop'),
      );
      await dictionary.selectOption(option);
      await expect.poll(async () => [...new Set(await names())]).toEqual([expect.stringMatching(/^Shop/)]);
      expect(await page.locator('#table td.dictionary .other').first().textContent()).toContain(
        'glossary.booking/en->de',
      );
    });

    // LEXFORM_PICTURE=1 takes it again: see CONTRIBUTING.md.
    test.skipIf(process.env.LEXFORM_PICTURE === undefined)('is taken', async () => {
      const { page } = await folder.open(await companyReport(), {
        viewport: { width: 1100, height: 640 },
        colorScheme: 'light',
      });
      const terms = await page.locator('#terms').boundingBox();
      const height = Math.min(640, Math.ceil((terms?.y ?? 0) + (terms?.height ?? 640)));
      await page.screenshot({ path: PICTURE, clip: { x: 0, y: 0, width: 1100, height }, animations: 'disabled' });
      expect(existsSync(PICTURE)).toBe(true);
    });
  });
});
