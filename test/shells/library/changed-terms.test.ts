import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fencedBlocks } from '../../support/markdown-parts.ts';
import { FILES, libraryWorld } from './world.ts';

test('the loop of the page prints each changed term', async () => {
  const loop = fencedBlocks(readFileSync('docs/library.md', 'utf8')).find(({ text }) => text.startsWith('for ('));
  const { open, write } = await libraryWorld();
  await (await (await open()).plan('prod')).apply();
  const many = Array.from({ length: 150 }, (_, index) => `new ${index},neu ${index}\n`).join('');
  await write({
    ...FILES,
    'glossaries/product/en-de.csv': `house,Heim\ncat,Katze\n${many}`,
    'style-rules/tone.yaml': 'name: Tone\nlanguage: de\n',
  });
  const plan = await (await open()).plan('prod');
  const printed: string[] = [];
  new Function('plan', 'console', loop?.text ?? '')(plan, { log: (text: string) => printed.push(text) });
  expect(printed.slice(0, 3)).toEqual([
    'glossary.product/en->de  dog: Hund → (none)',
    'glossary.product/en->de  house: Haus → Heim',
    'glossary.product/en->de  new 0: (none) → neu 0',
  ]);
  expect(printed).toHaveLength(152);
});
