import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pullWorld } from './pull-world.ts';

const COMPANY = 'glossaries/company/t.csv';
const VARIANTS = 'tables: [{ file: t.csv, pairs: [en->*] }]\nvariants: { pt-BR: { over: pt } }\n';
const FILES = {
  'glossaries/company/glossary.yaml': `name: Company\npublish: false\n${VARIANTS}`,
  [COMPANY]: 'en,pt,pt-BR\ncart,carrinho,sacola\nhome,início,\n',
  'glossaries/product/glossary.yaml': `name: Product\nextends: [glossary.company]\n${VARIANTS}`,
  'glossaries/product/t.csv': 'en,pt,pt-BR\nscreen,ecrã,\n',
  'glossaries/other/glossary.yaml': 'name: Other\n',
  'glossaries/other/en-de.csv': 'cat,Katze\n',
};

async function world() {
  const made = await pullWorld(FILES);
  const write = (path: string, text: string): void => writeFileSync(join(made.cwd, path), text);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: made.cwd });
  /** Address → its terms in the plan. */
  const planned = async (...args: readonly string[]) => {
    const { changes } = JSON.parse((await made.run('plan', '--json', ...args)).out);
    return changes.map(({ address }: { readonly address: string }) => address);
  };
  return { ...made, write, git, planned };
}

/** The company list with another term of the variant, and with another term of the base language. */
const VARIANT_CHANGED = 'en,pt,pt-BR\ncart,carrinho,cesto\nhome,início,\n';
const BASE_CHANGED = 'en,pt,pt-BR\ncart,carrinho,sacola\nhome,lar,\n';
const SPACED = 'en,pt,pt-BR\ncart,carrinho,sacola\n\nhome,início,\n';

describe('a change of a layer counts as a change of what inherits from it', () => {
  test.each([
    ['its variant', VARIANT_CHANGED, ['glossary.product.pt-BR']],
    ['its base language', BASE_CHANGED, ['glossary.product', 'glossary.product.pt-BR']],
  ])('with --since: %s', async (_, text, addresses) => {
    const { write, git, planned } = await world();
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
    expect(await planned('--since', 'HEAD')).toEqual([]);
    write(COMPANY, text);
    expect(await planned('--since', 'HEAD')).toEqual(addresses);
  });

  test.each([
    ['its variant', VARIANT_CHANGED],
    ['its base language', BASE_CHANGED],
  ])('a saved plan is stale after a change of the layer: %s', async (_, text) => {
    const { run, write } = await world();
    write('glossaries/product/t.csv', 'en,pt,pt-BR\nscreen,visor,\n');
    expect((await run('plan', '--out', 'plan.json')).code).toBe(0);
    write(COMPANY, text);
    expect(await run('apply', 'plan.json', '--auto-approve')).toMatchObject({ code: 3 });
    write(COMPANY, FILES[COMPANY]);
    expect(await run('apply', 'plan.json', '--auto-approve')).toMatchObject({ code: 0 });
  });

  test('an approval has the terms of the layer at that time, and no later ones', async () => {
    const { run, write, planned } = await world();
    write(COMPANY, BASE_CHANGED);
    expect((await run('plan', '--out', 'plan.json')).code).toBe(0);
    write(COMPANY, 'en,pt,pt-BR\ncart,cesta,sacola\nhome,lar,\n');
    const refused = await run('apply', '--approved', 'plan.json', '--auto-approve');
    expect(refused).toMatchObject({ code: 3 });
    expect(refused.out + refused.err).toContain('cart');
    write(COMPANY, BASE_CHANGED);
    expect(await run('apply', '--approved', 'plan.json', '--auto-approve')).toMatchObject({ code: 0 });
    expect(await planned()).toEqual([]);
  });

  test('a change that gives the same terms leaves a saved plan as it is', async () => {
    const { run, write } = await world();
    write('glossaries/product/t.csv', 'en,pt,pt-BR\nscreen,visor,\n');
    expect((await run('plan', '--out', 'plan.json')).code).toBe(0);
    write(COMPANY, SPACED);
    expect(await run('apply', 'plan.json', '--auto-approve')).toMatchObject({ code: 0 });
  });
});
