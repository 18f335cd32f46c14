import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { layerNamed } from '../../src/steps/pull/pull-into.ts';
import { readDesired } from '../../src/steps/workspace/read-desired.ts';
import { lifeOf, mortalFiles } from '../support/mortal.ts';
import { runs } from '../support/runs.ts';
import { pullWorld } from './pull-world.ts';

type World = Awaited<ReturnType<typeof pullWorld>>;

const glossary = (name: string, csv: string, yaml = ''): Readonly<Record<string, string>> => ({
  [`glossaries/${name}/glossary.yaml`]: `name: ${name}\n${yaml}`,
  [`glossaries/${name}/en-de.csv`]: csv,
});

const LAYER = 'publish: false\n';
const EXTENDS = 'extends: [glossary.company]\n';

const STACK = {
  ...glossary('company', 'cart,Warenkorb\naccount,Konto\ninvoice,Rechnung\n', LAYER),
  ...glossary('product', 'source,target,override\nhome,Start,\ninvoice,Faktura,yes\n', EXTENDS),
  ...glossary('shop', 'shelf,Regal\n', EXTENDS),
  ...glossary('desk', 'source,target,override\ncart,Wagen,yes\n', EXTENDS),
};

const pullInto = async (world: World, ...more: readonly string[]) => {
  const { code, out, err } = await world.run('pull', '--into', 'glossary.company', '--json', ...more);
  return { code, err, ...JSON.parse(out) };
};

/** Address → number of terms in the plan. */
async function planned({ run }: World): Promise<Readonly<Record<string, readonly string[]>>> {
  const { out } = await run('plan', '--json');
  const { changes } = JSON.parse(out) as {
    readonly changes: readonly {
      readonly address: string;
      readonly children: readonly { readonly values: readonly { readonly key: readonly string[] }[] }[];
    }[];
  };
  return Object.fromEntries(
    changes.map(({ address, children }) => [
      address,
      children.flatMap(({ values }) => values.map(({ key }) => key[2] as string)).sort(),
    ]),
  );
}

/** The files of a workspace, without those that a killed process had begun. Nothing reads them. */
const filesOf = (world: World) =>
  Object.fromEntries(Object.entries(world.files()).filter(([path]) => !path.endsWith('.tmp')));

describe('pull --into', () => {
  test('changes an inherited term in its layer, and names what else changes', async () => {
    const world = await pullWorld(STACK);
    await world.put('product', 'de', 'cart\tEinkaufswagen\naccount\tKonto\ninvoice\tBeleg\nhome\tHaus\nnew\tneu');
    const { code, out, err } = await world.run('pull', '--into', 'glossary.company');
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(
      'Changed 2 files to what prod has:\n' +
        '  glossaries/company/en-de.csv\n  glossaries/product/en-de.csv\n' +
        'Changed 1 term of glossary.company; the next apply also changes 1 glossary:\n' +
        '  glossary.shop: 1 term\n' +
        '1 glossary does not change, because another row decides:\n' +
        '  glossary.desk: 1 term\n',
    );
    expect(world.read('glossaries/company/en-de.csv')).toBe('cart,Einkaufswagen\naccount,Konto\ninvoice,Rechnung\n');
    expect(world.read('glossaries/product/en-de.csv')).toBe(
      'source,target,override\nhome,Haus,\ninvoice,Beleg,yes\nnew,neu,\n',
    );
    expect(await planned(world)).toEqual({ 'glossary.shop': ['cart'] });
  });

  test('removes a term from its layer', async () => {
    const world = await pullWorld(STACK);
    await world.put('product', 'de', 'cart\tWarenkorb\ninvoice\tFaktura\nhome\tStart');
    expect(await pullInto(world)).toMatchObject({
      code: 0,
      into: { layer: 'glossary.company', terms: 1, changes: expect.arrayContaining([]), keeps: [] },
    });
    expect(world.read('glossaries/company/en-de.csv')).toBe('cart,Warenkorb\ninvoice,Rechnung\n');
    expect(await planned(world)).toEqual({ 'glossary.desk': ['account'], 'glossary.shop': ['account'] });
  });

  test('with --check shows the same and writes nothing', async () => {
    const world = await pullWorld(STACK);
    await world.put('product', 'de', 'cart\tKarre\naccount\tKonto\ninvoice\tFaktura\nhome\tStart');
    const before = world.files();
    const { code, out } = await world.run('pull', '--into', 'glossary.company', '--check');
    expect(code).toBe(2);
    expect(out).toContain('Would change 1 term of glossary.company; the next apply also changes 1 glossary:\n');
    expect(world.files()).toEqual(before);
  });

  test('leaves a term with two values as it is, and takes one that two glossaries agree on', async () => {
    const world = await pullWorld(STACK);
    await world.put('product', 'de', 'cart\tKarre\naccount\tBenutzer\ninvoice\tFaktura\nhome\tStart');
    await world.put('shop', 'de', 'cart\tWagen\naccount\tBenutzer\ninvoice\tRechnung\nshelf\tRegal');
    const { code, left, into, err } = await pullInto(world);
    expect([code, err]).toEqual([5, err]);
    expect(left).toMatchObject([{ code: 'pull-into-conflict', file: 'glossaries/company/en-de.csv', line: 1 }]);
    expect(into).toMatchObject({ terms: 1, changes: [{ address: 'glossary.desk', terms: 1 }] });
    expect(world.read('glossaries/company/en-de.csv')).toBe('cart,Warenkorb\naccount,Benutzer\ninvoice,Rechnung\n');
    expect(await world.run('pull', 'glossary.shop', '--into', 'glossary.company')).toMatchObject({ code: 0 });
    expect(world.read('glossaries/company/en-de.csv')).toContain('cart,Wagen\n');
  });

  test('takes a new dictionary into the files of its own glossary', async () => {
    const world = await pullWorld(STACK);
    await world.put('product', 'de', 'cart\tKarre\naccount\tKonto\ninvoice\tFaktura\nhome\tStart');
    await world.put('product', 'fr', 'home\taccueil');
    const { code, files, into } = await pullInto(world);
    expect([code, into.terms]).toEqual([0, 1]);
    expect(files).toEqual(['glossaries/company/en-de.csv', 'glossaries/product/en-fr.csv']);
    expect(world.read('glossaries/product/en-fr.csv')).toBe('home,accueil\n');
  });

  test('names the layer that has a term', async () => {
    const world = await pullWorld({
      ...glossary('legal', 'contract,Vertrag\n', LAYER),
      ...glossary('company', 'cart,Warenkorb\n', `${LAYER}extends: [glossary.legal]\n`),
      ...glossary('product', 'home,Start\n', EXTENDS),
    });
    await world.put('product', 'de', 'cart\tKarre\ncontract\tKontrakt\nhome\tStart');
    const { code, left } = await pullInto(world);
    expect(code).toBe(5);
    expect(left).toMatchObject([{ code: 'pull-into-owner', file: 'glossaries/legal/en-de.csv', line: 1 }]);
    expect(await planned(world)).toEqual({ 'glossary.product': ['contract'] });
    expect(await world.run('pull', '--into', 'glossary.legal')).toMatchObject({ code: 0 });
    expect(await planned(world)).toEqual({});
  });

  test('leaves a term if another glossary would have an error', async () => {
    const world = await pullWorld({
      ...STACK,
      ...glossary('legal', 'account,Konto\n', LAYER),
      ...glossary('shop', 'cart,Warenkorb\n', 'extends: [glossary.company, glossary.legal]\n'),
    });
    await world.put('product', 'de', 'cart\tKarre\naccount\tBenutzer\ninvoice\tFaktura\nhome\tStart');
    const before = world.files();
    const { code, left, files } = await pullInto(world);
    expect([code, files]).toEqual([3, []]);
    expect(left).toMatchObject([
      { code: 'pull-into-blocked', related: [{ file: 'glossaries/shop/en-de.csv', line: 1 }] },
      { code: 'pull-into-blocked', related: [{ file: 'glossaries/shop/glossary.yaml', line: 2 }] },
    ]);
    expect(world.files()).toEqual(before);
  });

  test('leaves a term that another layer also has, if its removal would have no effect', async () => {
    const world = await pullWorld({
      ...STACK,
      ...glossary('legal', 'account,Konto\n', LAYER),
      ...glossary('product', '', 'extends: [glossary.company, glossary.legal]\n'),
    });
    await world.put('product', 'de', 'cart\tWarenkorb\ninvoice\tRechnung');
    const { code, left, files } = await pullInto(world, 'glossary.product');
    expect([code, files]).toEqual([3, []]);
    expect(left).toMatchObject([{ code: 'pull-into-blocked' }]);
  });

  test('decides conflicts with --theirs and --ours', async () => {
    for (const [option, expected] of [
      ['--theirs', 'Karre'],
      ['--ours', 'Korb'],
    ] as const) {
      const world = await pullWorld(STACK);
      await world.put('product', 'de', 'cart\tKarre\naccount\tKonto\ninvoice\tFaktura\nhome\tStart');
      writeFileSync(join(world.cwd, 'glossaries/company/en-de.csv'), 'cart,Korb\naccount,Konto\ninvoice,Rechnung\n');
      expect(await pullInto(world)).toMatchObject({ code: 3, conflicts: 1, into: { terms: 0 } });
      expect(await pullInto(world, option)).toMatchObject({ code: 0 });
      expect(world.read('glossaries/company/en-de.csv')).toContain(`cart,${expected}\n`);
      expect((await planned(world))['glossary.product']).toEqual(option === '--theirs' ? undefined : ['cart']);
    }
  });

  test('needs a glossary from which another inherits', async () => {
    const world = await pullWorld(STACK);
    const into = (address: string) => world.run('pull', '--into', address);
    expect(await into('glossary.compny')).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'no glossary of the files inherits from glossary.compny; did you mean glossary.company?',
      ),
    });
    expect(await into('glossary.shop')).toMatchObject({ code: 1 });
    expect(await into('style_rules.x')).toMatchObject({ code: 1 });
    expect(() => layerNamed('glossary.company', {})).toThrow('no glossary of the files inherits from glossary.company');
  });

  test('changes the base of a variant, and the variant of a layer', async () => {
    const yaml = 'tables: [{ file: t.csv, pairs: [en->*] }]\nvariants: { pt-BR: { over: pt } }\n';
    const world = await pullWorld({
      'glossaries/company/glossary.yaml': `name: Company\n${LAYER}${yaml}`,
      'glossaries/company/t.csv': 'en,pt,pt-BR\ncart,carrinho,sacola\nhome,início,\n',
      'glossaries/product/glossary.yaml': `name: Product\n${EXTENDS}${yaml}`,
      'glossaries/product/t.csv': 'en,pt,pt-BR\nscreen,ecrã,\n',
    });
    const variant = 'Product (pt-BR)';
    await world.put(variant, 'pt', 'cart\tcesto\nhome\tlar\nscreen\ttela');
    expect(await world.run('pull', '--into', 'glossary.product')).toMatchObject({ code: 5 });
    expect(world.read('glossaries/product/t.csv')).toBe('en,pt,pt-BR\nscreen,tela,\n');
    expect(await world.run('pull', '--into', 'glossary.company')).toMatchObject({ code: 5 });
    expect(world.read('glossaries/company/t.csv')).toBe('en,pt,pt-BR\ncart,carrinho,sacola\nhome,lar,\n');
    expect(await world.run('pull', '--into', 'glossary.company.pt-BR')).toMatchObject({ code: 0 });
    expect(world.read('glossaries/company/t.csv')).toBe('en,pt,pt-BR\ncart,carrinho,cesto\nhome,lar,\n');
    expect(await planned(world)).toEqual({ 'glossary.product': ['home', 'screen'] });
  });

  test('never writes to a layer of another folder', async () => {
    const { 'glossaries/company/glossary.yaml': yaml, 'glossaries/company/en-de.csv': csv, ...others } = STACK;
    const { cwd: outside } = await pullWorld(glossary('own', 'own,eigen\n'));
    const folder = `../${basename(outside)}`;
    mkdirSync(join(outside, 'glossaries/company'));
    writeFileSync(join(outside, 'glossaries/company/glossary.yaml'), String(yaml));
    writeFileSync(join(outside, 'glossaries/company/en-de.csv'), String(csv));
    const world = await pullWorld({
      ...others,
      'lexform.yaml': `glossaries: [glossaries/*/glossary.yaml, ${folder}/glossaries/company/glossary.yaml]\nlayers: [${folder}]\n`,
    });
    await world.put('product', 'de', 'cart\tKarre\naccount\tKonto\ninvoice\tFaktura\nhome\tStart');
    const { code, err } = await world.run('pull', '--into', 'glossary.company');
    expect([code, err]).toEqual([4, expect.stringContaining('[layer-not-written]')]);
    expect(await world.run('pull')).toMatchObject({ code: 0 });
    expect(world.read('glossaries/product/en-de.csv')).toContain('cart,Karre,yes');
  });

  test('escapes hostile text of the service', async () => {
    const hostile = '\u202e::error::x';
    const world = await pullWorld({ ...STACK, ...glossary('company', `${hostile},Warenkorb\n`, LAYER) });
    await world.put('product', 'de', `${hostile}\t${hostile}1\ninvoice\tFaktura\nhome\tStart`);
    await world.put('shop', 'de', `${hostile}\t${hostile}2\nshelf\tRegal`);
    const { code, out, err } = await world.run('pull', '--into', 'glossary.company');
    expect(code).toBe(3);
    expect(err).toContain('[pull-into-conflict]');
    expect(out + err).not.toMatch(/\u202e|^::/m);
  });

  test('killed at any write and run again, ends in the same files', async () => {
    const setUp = async () => {
      const world = await pullWorld(STACK);
      await world.put('product', 'de', 'cart\tKarre\naccount\tKonto\ninvoice\tBeleg\nhome\tHaus');
      return world;
    };
    const args = ['pull', '--into', 'glossary.company'];
    const whole = await setUp();
    expect(await whole.run(...args)).toMatchObject({ code: 0 });
    let kills = 0;
    for (let step = 1; ; step += 1) {
      const world = await setUp();
      const life = lifeOf(step);
      await world.runWith({ files: mortalFiles(life) }, ...args).catch(() => undefined);
      if (!life.isOver()) break;
      kills += 1;
      expect(await world.run(...args)).toMatchObject({ code: 0 });
      expect([step, filesOf(world)]).toEqual([step, filesOf(whole)]);
    }
    expect(kills).toBeGreaterThan(3);
  });
});

/** Address → the terms of each glossary in the files, with inherited ones. */
async function compiledOf({ cwd }: World) {
  const { desired = {} } = await readDesired(nodeFiles(), cwd);
  const terms = (desired.glossaries ?? []).map(
    ({ address, dictionaries }) =>
      [address, Object.fromEntries([...dictionaries.values()].flatMap(({ entries }) => [...entries]))] as const,
  );
  return { sources: Object.fromEntries(terms) };
}

/** Rows of a glossary: source phrase → target phrase. */
const TERMS = ['a', 'b', 'c', 'd'];
const terms = fc.dictionary(fc.constantFrom(...TERMS), fc.constantFrom('1', '2', '3'), { noNullPrototype: true });
type Terms = Readonly<Record<string, string>>;

const rowsOf = (entries: Terms, mark = ''): string =>
  Object.entries(entries)
    .map(([source, target]) => `${source},${target}${mark}\n`)
    .join('');

const marked = (entries: Terms): string => `source,target,override\n${rowsOf(entries, ',yes')}`;

/** The drift of a glossary: source phrase → new target phrase; absent: it is removed. */
const drift = fc.dictionary(
  fc.constantFrom(...TERMS, 'new'),
  fc.option(fc.constantFrom('1', '2', '4'), { nil: undefined }),
  {
    noNullPrototype: true,
  },
);

interface Left {
  readonly source: string;
}

test('after any drift of a stack, the plan has the changes that the pull names, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ company: terms, legal: terms, product: terms, shop: terms, isLegalBelow: fc.boolean() }),
      fc.record({ product: drift, shop: drift, company: drift }),
      fc.boolean(),
      async ({ company, legal, product, shop, isLegalBelow }, drifts, isPublished) => {
        const extendsBoth = 'extends: [glossary.company, glossary.legal]\noverrides: allow\n';
        // Parents that disagree need rows of their own in each glossary.
        const apart = Object.fromEntries(
          Object.entries(legal).filter(([source]) => isLegalBelow || !(source in company)),
        );
        const world = await pullWorld({
          ...glossary('legal', `law,Recht\n${rowsOf(apart)}`, LAYER),
          ...glossary(
            'company',
            marked({ base: 'Basis', ...company }),
            `${isPublished ? '' : LAYER}${isLegalBelow ? 'extends: [glossary.legal]\n' : ''}`,
          ),
          ...glossary('product', marked({ keep: 'x', ...product }), isLegalBelow ? EXTENDS : extendsBoth),
          ...glossary('shop', marked({ keep: 'x', ...shop }), EXTENDS),
        });
        try {
          const { sources } = await compiledOf(world);
          const drifted = new Map<string, ReadonlySet<string>>();
          for (const [name, changes] of Object.entries(drifts)) {
            if (name === 'company' && !isPublished) continue;
            const before = sources[`glossary.${name}`] ?? {};
            const effective = Object.keys(changes).filter((source) => changes[source] !== before[source]);
            drifted.set(`glossary.${name}`, new Set(effective));
            const now = { ...before, ...changes };
            const entries = Object.entries(now).filter(([, target]) => target !== undefined);
            await world.put(name, 'de', entries.map(([source, target]) => `${source}\t${target}`).join('\n'));
          }
          const { left, into, code } = await pullInto(world);
          expect([0, 3, 5]).toContain(code);
          const notPulled = new Set(
            (left as readonly { readonly details: Left }[]).map(({ details }) => details.source),
          );
          const after = Object.entries(await planned(world)).flatMap(([address, sources]) => {
            const changed = drifted.get(address);
            const named = sources.filter((source) => !notPulled.has(source) || changed?.has(source) !== true).length;
            return named === 0 ? [] : [{ address, terms: named }];
          });
          const changes = into.changes as readonly { readonly address: string; readonly terms: number }[];
          expect(after).toEqual([...changes].sort((one, two) => (one.address < two.address ? -1 : 1)));
          expect(await world.run('validate')).toMatchObject({ code: 0 });
        } finally {
          rmSync(world.cwd, { recursive: true, force: true });
        }
      },
    ),
    { numRuns: runs(30) },
  );
});
