import { chmodSync, lstatSync, readlinkSync, renameSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/git-repository.ts';
import { pullWorld } from './pull-world.ts';

const FILES = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'shared/words.csv': 'house,Haus\ncat,Katze\n',
  'shared/other.csv': 'a,b\n',
};

/** A workspace in which a dictionary is a link to a file with a mode of its own. */
async function linked() {
  const world = await pullWorld({
    ...FILES,
    'lexform.yaml': 'glossaries: glossaries/*/glossary.yaml\n',
    'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
  });
  const link = join(world.cwd, 'glossaries/product/en-de.csv');
  unlinkSync(link);
  symlinkSync('../../shared/words.csv', link);
  chmodSync(join(world.cwd, 'shared/words.csv'), 0o640);
  return { ...world, link };
}

test('pull writes the file that a link points to, and keeps the link and the mode', async () => {
  const { run, put, read, link, cwd } = await linked();
  await put('Product', 'de', 'house\tHeim\ncat\tKatze');
  expect(await run('pull')).toMatchObject({ code: 0, out: expect.stringContaining('shared/words.csv') });
  expect(readlinkSync(link)).toBe('../../shared/words.csv');
  expect(read('shared/words.csv')).toBe('house,Heim\ncat,Katze\n');
  expect(statSync(join(cwd, 'shared/words.csv')).mode & 0o777).toBe(0o640);
  expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
});

test('two links to one file are one file: what both glossaries take in is in it', async () => {
  const world = await pullWorld({
    ...FILES,
    'lexform.yaml': 'glossaries: glossaries/*/glossary.yaml\n',
    'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
    'glossaries/home/glossary.yaml': 'name: Home\n',
    'glossaries/home/en-de.csv': 'house,Haus\ncat,Katze\n',
  });
  for (const name of ['product', 'home']) {
    unlinkSync(join(world.cwd, `glossaries/${name}/en-de.csv`));
    symlinkSync('../../shared/words.csv', join(world.cwd, `glossaries/${name}/en-de.csv`));
  }
  await world.put('Product', 'de', 'house\tHeim\ncat\tKatze');
  await world.put('Home', 'de', 'house\tHaus\ncat\tKater');
  expect((await world.run('pull')).code).toBe(0);
  expect(world.read('shared/words.csv')).toBe('house,Heim\ncat,Kater\n');
  expect(lstatSync(join(world.cwd, 'glossaries/home/en-de.csv')).isSymbolicLink()).toBe(true);
});

test('whole files go to where a link of their folder leads, and nowhere outside', async () => {
  const world = await pullWorld({
    'lexform.yaml': 'glossaries: glossaries/*/glossary.yaml\n',
    'glossaries/product/glossary.yaml': 'name: Product\n',
    'glossaries/product/en-de.csv': 'house,Haus\n',
  });
  const folder = join(world.cwd, 'glossaries/product');
  renameSync(folder, join(world.cwd, 'real'));
  symlinkSync('../real', folder);
  await world.put('Product', 'de', 'house\tHeim');
  expect((await world.run('pull', '--force')).code).toBe(0);
  expect(world.read('real/en-de.csv')).toContain('Heim');
  expect(lstatSync(folder).isSymbolicLink()).toBe(true);

  unlinkSync(folder);
  symlinkSync(tempFolder(), folder);
  const refused = await world.run('pull', '--force');
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining('leads out of the workspace through a link'),
  ]);
});
