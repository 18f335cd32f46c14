import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { pullWorld } from '../../journeys/pull-world.ts';

test('pull writes tables, then the files that name them, then lexform.yaml', async () => {
  const { call, cwd, put, runWith } = await pullWorld({
    'glossaries/product/glossary.yaml':
      'name: Product\ndictionaries:\n  - { file: terms.csv, source_lang: en, target_lang: de }\n',
    'glossaries/product/terms.csv': 'house,Haus\n',
  });
  await put('Product', 'de', 'house\tHeim');
  await put('Product', 'fr', 'house\tmaison');
  const list = { name: 'Tone', language: 'de', configured_rules: {} };
  expect((await call('POST', '/v3/style_rules', list)).status).toBe(201);
  const orders: (readonly string[])[] = [];
  const files = nodeFiles();
  const recorded: typeof files = {
    ...files,
    writeAll: (changes) => {
      orders.push([...changes.keys()].map((path) => relative(cwd, path)));
      return files.writeAll(changes);
    },
  };
  expect(await runWith({ files: recorded }, 'pull', 'glossary.product', 'style_rules.*')).toMatchObject({
    code: 0,
    err: '',
  });
  expect(orders).toEqual([
    [
      'glossaries/product/en-fr.csv',
      'glossaries/product/terms.csv',
      'glossaries/product/glossary.yaml',
      'style-rules/tone.yaml',
      'lexform.yaml',
    ],
  ]);
});
