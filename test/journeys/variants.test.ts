import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testService } from '../support/in-process.ts';
import { livesFor } from '../support/killed-run.ts';
import { contentOf } from '../support/live-content.ts';
import { runs } from '../support/runs.ts';
import { pullWorld } from './pull-world.ts';

const YAML = 'name: Product\ntables: [{ file: terms.csv, pairs: [en->*] }]\nvariants:\n  pt-BR: { over: pt }\n';
const PLAIN = YAML.slice(0, YAML.indexOf('variants:'));
const CSV =
  'en,de,pt,pt-BR,override\ncart,Warenkorb,carrinho,sacola,\nscreen,Bildschirm,ecrã,,\nhome,Start,início,,remove: pt-BR\n';

const product = (csv = CSV, yaml = YAML): Readonly<Record<string, string>> => ({
  'glossaries/product/glossary.yaml': yaml,
  'glossaries/product/terms.csv': csv,
});

type World = Awaited<ReturnType<typeof pullWorld>>;

/** The terms of a glossary on the service. */
async function live({ call, glossaryId }: World, name = 'Product (pt-BR)', target = 'pt') {
  const query = `source_lang=en&target_lang=${target}`;
  const { body } = await call('GET', `/v3/glossaries/${await glossaryId(name)}/entries?${query}`);
  const { entries = '' } = body.dictionaries?.[0] ?? {};
  const rows = (entries as string).split('\n').filter((line) => line !== '');
  return Object.fromEntries(rows.map((line) => line.split('\t')));
}

const names = async ({ call }: World): Promise<readonly string[]> =>
  (await call('GET', '/v3/glossaries')).body.glossaries.map(({ name }: { readonly name: string }) => name).sort();

/** Each plan must be empty, with the ledger and without it. */
const expectNoChange = async ({ run }: World): Promise<void> =>
  expect(await run('plan', '--detailed-exitcode')).toMatchObject({ code: 0, err: '' });

describe('a variant', () => {
  test('with as: language has its own code on a target that has glossaries for it', async () => {
    const service = testService({ languages: [{ code: 'pt-BR', name: 'Portuguese (Brazilian)', customizable: true }] });
    const world = await pullWorld(product(CSV, `${YAML.slice(0, -3)}, as: language }\n`), service);
    expect(await live(world, 'Product (pt-BR)', 'pt-br')).toEqual({ cart: 'sacola', screen: 'ecrã' });
    await expectNoChange(world);
    await world.put('Product (pt-BR)', 'pt-br', 'cart\tcesto\nscreen\ttela');
    expect(await world.run('pull', '--into', 'glossary.product')).toMatchObject({ code: 0 });
    expect(world.read('glossaries/product/terms.csv')).toContain(
      'cart,Warenkorb,carrinho,cesto,\nscreen,Bildschirm,tela,,',
    );
    expect(await world.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
    expect(await live(world, 'Product')).toEqual({ cart: 'carrinho', screen: 'tela', home: 'início' });
    await expectNoChange(world);
    const { out } = await world.run('service', 'translate', 'screen', '--from', 'en', '--to', 'pt-BR', '--json');
    expect(JSON.parse(out).glossary.address).toBe('glossary.product.pt-BR');
  });

  test('is made whole when a killed apply runs again, whichever call it was killed at', async () => {
    const end = await contentOf((await pullWorld(product())).service);
    let kills = 0;
    for (let calls = 0; ; calls += 1) {
      const world = await pullWorld(product('en,pt,de\nold,velho,alt\n', PLAIN));
      for (const [path, text] of Object.entries(product())) writeFileSync(join(world.cwd, path), text);
      const args = ['apply', '--auto-approve', '--concurrency', '1'];
      if (await livesFor(calls, world.service, (more) => world.runWith(more, ...args))) break;
      kills += 1;
      const later = { now: () => new Date('2030-01-03T03:04:05Z') };
      expect(await world.runWith(later, ...args)).toMatchObject({ code: 0 });
      expect(await contentOf(world.service)).toEqual(end);
      await expectNoChange(world);
    }
    expect(kills).toBeGreaterThan(4);
  });
});

describe('pull of a variant', () => {
  test('writes a new name, and leaves a deleted glossary to a person', async () => {
    const world = await pullWorld(product());
    const id = await world.glossaryId('Product (pt-BR)');
    await world.call('PATCH', `/v3/glossaries/${id}`, { name: 'Brasil' });
    expect(await world.run('pull')).toMatchObject({ code: 0 });
    expect(world.read('glossaries/product/glossary.yaml')).toContain('pt-BR: { over: pt, name: Brasil }');
    await expectNoChange(world);
    expect(await world.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
    await world.removeGlossary('Brasil');
    const deleted = await world.run('pull', '--allow-delete', '*');
    expect(deleted).toMatchObject({
      code: 3,
      err: expect.stringContaining(
        'glossaries/product/glossary.yaml:4:3: warning: glossary.product.pt-BR was deleted on the service, but it cannot be removed from these files without changing their other content; remove it by hand (a variant: from "variants:", with its columns or files), or create it again with "lexform apply --overwrite-drift" [pull-by-hand]',
      ),
    });
    expect(world.read('glossaries/product/terms.csv')).toBe(CSV);
    // Both remedies work.
    expect(await world.run('apply', '--auto-approve', '--overwrite-drift')).toMatchObject({ code: 0 });
    expect(await names(world)).toEqual(['Brasil', 'Product']);
    await world.removeGlossary('Brasil');
    writeFileSync(join(world.cwd, 'glossaries/product/glossary.yaml'), PLAIN);
    writeFileSync(
      join(world.cwd, 'glossaries/product/terms.csv'),
      'en,de,pt\ncart,Warenkorb,carrinho\nscreen,Bildschirm,ecrã\nhome,Start,início\n',
    );
    await expectNoChange(world);
  });

  const TERMS = ['a', 'b', 'c', 'd'];
  const terms = fc.dictionary(fc.constantFrom(...TERMS), fc.constantFrom('1', '2', '3'), { noNullPrototype: true });
  const csvOf = (entries: Readonly<Record<string, string>>): string =>
    Object.entries(entries)
      .map(([source, target]) => `${source},${target}\n`)
      .join('');
  const tsvOf = (entries: Readonly<Record<string, string>>): string =>
    Object.entries(entries)
      .map(([source, target]) => `${source}\t${target}`)
      .join('\n');

  test('after any drift of the variant, the plan is empty; after drift of both, the variant keeps what drifted', async () => {
    await fc.assert(
      fc.asyncProperty(
        terms,
        terms,
        terms,
        terms,
        fc.option(terms, { nil: undefined }),
        fc.boolean(),
        async (company, base, own, theirs, other, isTable) => {
          const files: Readonly<Record<string, string>> = isTable
            ? {
                'glossaries/product/glossary.yaml': `${YAML}extends: [glossary.company]\noverrides: allow\n`,
                'glossaries/product/terms.csv': `en,pt,pt-BR\nkeep,x,\n${TERMS.map((term) => `${term},${base[term] ?? ''},${own[term] ?? ''}\n`).join('')}`,
              }
            : {
                'glossaries/product/glossary.yaml':
                  'name: Product\nextends: [glossary.company]\noverrides: allow\nvariants: { pt-BR: { over: pt } }\n',
                'glossaries/product/en-pt.csv': `keep,x\n${csvOf(base)}`,
                'glossaries/product/en-pt-BR.csv': csvOf(own),
              };
          const world = await pullWorld({
            'glossaries/company/glossary.yaml': 'name: Company\npublish: false\n',
            'glossaries/company/en-pt.csv': `base,Basis\n${csvOf(company)}`,
            ...files,
          });
          try {
            const before = await live(world);
            const drifted: typeof before = { last: 'y', ...theirs };
            await world.put('Product (pt-BR)', 'pt', tsvOf(drifted));
            if (other !== undefined) await world.put('Product', 'pt', tsvOf({ keep: 'x', ...other }));
            expect(await world.run('pull', '--allow-delete', '*')).toMatchObject({ code: 0 });
            if (other === undefined) await expectNoChange(world);
            else expect(await world.run('apply', '--auto-approve', '--allow-delete', '*')).toMatchObject({ code: 0 });
            const after = await live(world);
            const all = other === undefined ? Object.keys({ ...after, ...drifted }) : TERMS;
            for (const term of all.filter((each) => before[each] !== drifted[each] || other === undefined))
              expect(after[term]).toBe(drifted[term]);
            if (other !== undefined) expect(await live(world, 'Product')).toEqual({ keep: 'x', ...other });
          } finally {
            rmSync(world.cwd, { recursive: true, force: true });
          }
        },
      ),
      { numRuns: runs(20) },
    );
  });
});
