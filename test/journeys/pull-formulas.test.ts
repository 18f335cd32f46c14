import { expect, test } from 'vitest';
import { pullWorld } from './pull-world.ts';

const FILES = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'house,Haus\n-ing,-ung\n',
};
const NOTE =
  'glossaries/product/en-de.csv:1:7: info: 3 cells taken from the service begin with =, +, -, @, a tab or a line end, which a spreadsheet may run as a formula; open the file as text, or import its columns as text (see glossaries/product/en-de.csv:3:1, glossaries/product/en-de.csv:3:5) [formula-cells]';

test('pull notes the cells that a spreadsheet would run, once a file, without those that were there', async () => {
  const { run, put } = await pullWorld(FILES);
  await put('Product', 'de', 'house\t=HYPERLINK(1)\n-ing\t-ung\n@me\t+1');
  const looked = await run('pull', '--check');
  expect(looked.out).not.toContain('[formula-cells]');
  const { code, out } = await run('pull');
  expect(code).toBe(0);
  expect(out.split('\n').filter((line) => line.includes('[formula-cells]'))).toEqual([NOTE]);
  await put('Product', 'de', 'house\t=HYPERLINK(1)\n-ing\t-ung\n@me\t+1\ncat\tKatze');
  expect((await run('pull')).out).not.toContain('[formula-cells]');
});

test('--json has the notes, and whole files have them too', async () => {
  const { run, put } = await pullWorld(FILES);
  await put('Product', 'de', 'house\t=1\n-ing\t-ung');
  expect(JSON.parse((await run('pull', '--json')).out).notes).toMatchObject([
    { code: 'formula-cells', severity: 'info', line: 1, details: { count: 1 } },
  ]);
  await put('Product', 'de', 'house\t=2\n-ing\t-ung');
  expect(JSON.parse((await run('pull', '--force', '--json')).out).notes).toMatchObject([
    { code: 'formula-cells', file: 'glossaries/product/en-de.csv', details: { count: 1 } },
  ]);
});
