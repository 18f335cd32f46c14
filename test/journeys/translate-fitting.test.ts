import { describe, expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

async function world(more: Readonly<Record<string, string>> = {}) {
  const cwd = await tempWorkspace({
    'lexform.yaml': 'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\n',
    'glossaries/product/glossary.yaml': 'name: Product\n',
    'glossaries/product/en-de.csv': 'house,Hütte\n',
    'glossaries/product/en-fr.csv': 'house,cabane\n',
    ...more,
  });
  return (...args: readonly string[]) => runLexform({ cwd }, ...args);
}

describe('translate without a named glossary', () => {
  test('uses the one dictionary of the files that fits, and says which', async () => {
    const run = await world();
    const before = await run('service', 'translate', '--to', 'de', 'house');
    expect([before.code, before.err]).toEqual([
      0,
      expect.stringContaining('No terms were used: glossary.product/en->de is not on the service yet'),
    ]);
    expect((await run('apply', '-y')).code).toBe(0);
    const { code, out, err } = await run('service', 'translate', '--to', 'de', 'house');
    expect([code, out, err]).toEqual([
      0,
      expect.stringContaining('Hütte'),
      expect.stringContaining('en → de with glossary.product "Product"'),
    ]);
    expect(JSON.parse((await run('service', 'translate', '--to', 'fr', '--json', 'house')).out)).toMatchObject({
      from: 'en',
      glossary: { address: 'glossary.product' },
    });
    for (const args of [
      ['--to', 'de', '--no-glossary'],
      ['--to', 'de', '--from', 'fr'],
      ['--to', 'ja'],
    ]) {
      const without = await run('service', 'translate', ...args, 'house');
      expect([args, without.code, without.err]).toEqual([args, 0, expect.not.stringContaining('glossary.product')]);
    }
  });

  test.each([[[]], [['--glossary', 'glossary.product']], [['--glossary', 'product']]])(
    'uses the variant for the language, also if its base is named: %j',
    async (named) => {
      const run = await world({
        'glossaries/product/glossary.yaml': 'name: Product\nvariants: { pt-BR: { over: pt } }\n',
        'glossaries/product/en-pt.csv': 'train,comboio\nhouse,casa\n',
        'glossaries/product/en-pt-BR.csv': 'train,trem\n',
      });
      expect((await run('apply', '-y')).code).toBe(0);
      const translated = (to: string) =>
        run('service', 'translate', '--from', 'en', '--to', to, ...named, 'train and house');
      const variant = await translated('pt-br');
      expect(variant).toMatchObject({ code: 0, err: expect.stringContaining('with glossary.product.pt-BR') });
      expect(variant.out).toMatch(/trem.*casa/);
      expect((await translated('pt-PT')).out).toMatch(/comboio.*casa/);
    },
  );

  test('uses none where several fit, and names them', async () => {
    const run = await world({
      'glossaries/other/glossary.yaml': 'name: Other\n',
      'glossaries/other/en-de.csv': 'house,Heim\n',
    });
    expect((await run('apply', '-y')).code).toBe(0);
    const { code, err } = await run('service', 'translate', '--to', 'de', 'house');
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('several dictionaries fit (glossary.other/en->de, glossary.product/en->de)'),
    ]);
  });

  test('does without terms where the files have errors', async () => {
    const run = await world({ 'glossaries/product/en-de.csv': 'a,b\na,c\n' });
    const { code, err } = await run('service', 'translate', '--to', 'de', 'house');
    expect([code, err]).toEqual([0, expect.not.stringContaining('glossary')]);
  });
});
