import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageText } from '../support/pages.ts';
import { expectSession } from './session.ts';

const PAGES = readdirSync('docs/how-to').map((name) => `docs/how-to/${name}`);
const WORDS_MAX = 600;

test.each(PAGES.filter((page) => pageText(page).includes('```console')))(
  'the commands of %s show what the page says',
  async (page) => {
    await expectSession({ page });
  },
);

test('a page about one task is short', () => {
  expect(PAGES.length).toBeGreaterThanOrEqual(10);
  expect(PAGES.filter((page) => pageText(page).split(/\s+/).length > WORDS_MAX)).toEqual([]);
});
