import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { runLexform } from '../support/cli.ts';
import { idsInOrder, TEST_KEY, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { sharedPages, WHERE } from './chromium.ts';
import { CHROMIUM } from './chromium-path.ts';

const PICTURE = 'docs/images/review.png';
const PICTURE_MAX_BYTES = 200_000;

const edits: Readonly<Record<string, (text: string) => string>> = {
  'lexform.yaml': (text) =>
    text.replace(/^ {2}local:.*$/m, '  prod: { base_url: "https://api.example.com", key: env:KEY }'),
  'glossaries/product/en-de.csv': (text) =>
    text
      .replace('dashboard,Übersicht', 'dashboard,Dashboard')
      .replace('sign in,anmelden', 'sign in,Anmelden')
      .replace('time tracking,Zeiterfassung\n', '')
      .concat('guest access,Gastzugang\n'),
  'style-rules/marketing-de.yaml': (text) => text.replace('friendly, informal tone', 'friendly tone'),
};

/** The page of a plan of the quickstart after somebody has edited some terms and an instruction. */
async function quickstartPage(): Promise<string> {
  const cwd = join(await tempWorkspace({}), 'harbor-terms');
  cpSync('examples/quickstart', cwd, { recursive: true });
  const world = {
    cwd,
    id: idsInOrder(),
    env: { KEY: TEST_KEY, GITHUB_ACTOR: 'ada' },
    fetch: inProcessFetch(testService()),
  };
  const run = (...args: readonly string[]) => runLexform(world, ...args);
  const edit = (path: string): void => {
    const before = readFileSync(join(cwd, path), 'utf8');
    const after = edits[path]?.(before) ?? before;
    if (after === before) throw new Error(`${path} has not what is to be edited`);
    writeFileSync(join(cwd, path), after);
  };
  edit('lexform.yaml');
  expect(await run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  for (const path of Object.keys(edits)) if (path !== 'lexform.yaml') edit(path);
  expect(await run('plan', '--report', 'html=plan.html')).toMatchObject({ code: 0 });
  return readFileSync(join(cwd, 'plan.html'), 'utf8');
}

describe('the picture of a review page in README.md', () => {
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
      const { page } = await folder.open(await quickstartPage());
      const text = await page.locator('body').innerText();
      expect(quoted.filter((words) => !text.includes(words))).toEqual([]);
    });

    // LEXFORM_PICTURE=1 takes it anew: see CONTRIBUTING.md.
    test.skipIf(process.env.LEXFORM_PICTURE === undefined)('is taken', async () => {
      const { page } = await folder.open(await quickstartPage(), {
        viewport: { width: 1100, height: 600 },
        colorScheme: 'light',
      });
      await page.screenshot({ path: PICTURE, fullPage: true, animations: 'disabled' });
      expect(existsSync(PICTURE)).toBe(true);
    });
  });
});
