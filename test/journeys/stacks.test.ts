import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { pullWorld } from './pull-world.ts';

const COMPANY = {
  'glossaries/company/glossary.yaml': 'name: Company\npublish: false\n',
  'glossaries/company/en-de.csv': 'cart,Warenkorb\naccount,Konto\ninvoice,Rechnung\n',
};

const product = (csv: string, more = ''): Readonly<Record<string, string>> => ({
  ...COMPANY,
  'glossaries/product/glossary.yaml': `name: Product\nextends: [glossary.company]\n${more}`,
  'glossaries/product/en-de.csv': csv,
});

const CSV = 'source,target,override\ncart,Einkaufswagen,yes\nhome,Start,\ninvoice,,remove\n';

/** The terms of a glossary on the service. */
async function live({ call, glossaryId }: Awaited<ReturnType<typeof pullWorld>>, name = 'Product', target = 'de') {
  const query = `source_lang=en&target_lang=${target}`;
  const { body } = await call('GET', `/v3/glossaries/${await glossaryId(name)}/entries?${query}`);
  const { entries = '' } = body.dictionaries?.[0] ?? {};
  return Object.fromEntries(
    (entries as string)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t')),
  );
}

describe('a glossary that extends another', () => {
  test('is sent as one dictionary, without the layer and its own removals', async () => {
    const world = await pullWorld(product(CSV));
    expect(await live(world)).toEqual({ cart: 'Einkaufswagen', home: 'Start', account: 'Konto' });
    expect((await world.call('GET', '/v3/glossaries')).body.glossaries).toHaveLength(1);
    expect(await world.run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
  });

  test('is counted and exported with its layer, each with its own rows', async () => {
    const { run } = await pullWorld(product(CSV));
    expect((await run('validate')).out).toContain('2 glossaries, 2 dictionaries, 5 terms');
    expect((await run('export', 'glossary.company', '--format', 'csv')).out).toContain('invoice,Rechnung');
    const { out } = await run('export', 'glossary.product', '--format', 'csv');
    expect(out).toContain('home,Start');
    expect(out).not.toContain('Konto');
  });

  test('may have no row of its own', async () => {
    const world = await pullWorld(product(''));
    expect(await live(world)).toEqual({ cart: 'Warenkorb', account: 'Konto', invoice: 'Rechnung' });
    expect((await world.run('validate')).out).toMatch(/^No findings\./);
  });

  test('names the layer of a changed term in the plan', async () => {
    const world = await pullWorld(product(CSV));
    writeFileSync(join(world.cwd, 'glossaries/company/en-de.csv'), 'cart,Warenkorb\naccount,Benutzerkonto\n');
    const { out } = await world.run('plan');
    expect(out).toContain('account: Konto → Benutzerkonto');
    expect(out).toContain('inherited from glossary.company');
    expect(out).toContain('glossaries/company/en-de.csv:2');
  });

  test('lists the change of a shared term once, and says how far it reaches', async () => {
    const table = (name: string, csv: string) => ({
      [`glossaries/${name}/glossary.yaml`]: `name: ${name}\nextends: [glossary.company]\ntables: [{ file: t.csv, pairs: [en->*] }]\n`,
      [`glossaries/${name}/t.csv`]: csv,
    });
    const company = (csv: string) => ({
      'glossaries/company/glossary.yaml': 'name: Company\npublish: false\ntables: [{ file: t.csv, pairs: [en->*] }]\n',
      'glossaries/company/t.csv': csv,
    });
    const world = await pullWorld({
      ...company('en,de,fr\ncart,Warenkorb,panier\naccount,Konto,compte\nold,alt,vieux\n'),
      ...table('shop', 'en,de,fr,override\nhome,Start,accueil,\n'),
      ...table('booking', 'en,de,fr,override\ncart,Wagen,,yes\n'),
      ...table('desk', 'en,de\nticket,Ticket\n'),
    });
    writeFileSync(
      join(world.cwd, 'glossaries/company/t.csv'),
      'en,de,fr\ncart,Einkaufswagen,chariot\naccount,Benutzerkonto,compte\nnew,neu,neuf\n',
    );
    writeFileSync(join(world.cwd, 'glossaries/shop/t.csv'), 'en,de,fr,override\nhome,Startseite,accueil,\n');
    const { out } = await world.run('plan');
    const lines = out.split('\n');
    expect(lines[1]).toBe('4 shared terms change 3 glossaries, in 2 languages.');
    const count = (text: string): number => lines.filter((line) => line.includes(text)).length;
    for (const text of ['account: Konto → Benutzerkonto', 'cart: Warenkorb → Einkaufswagen', 'cart: panier → chariot'])
      expect([text, count(text)]).toEqual([text, 1]);
    for (const text of ['- old → alt', '- old → vieux', '+ new → neu ', '+ new → neuf', 'home: Start → Startseite'])
      expect([text, count(text)]).toEqual([text, 1]);
    expect(out).toContain('3 the same as in glossary.booking/en->de, where they are listed');
    expect(out).toContain('1 the same as in glossary.desk/en->de, where it is listed');
    // A glossary that changes only by such terms has no heading of its own, except with --full.
    writeFileSync(join(world.cwd, 'glossaries/shop/t.csv'), 'en,de,fr,override\nhome,Start,accueil,\n');
    const short = (await world.run('plan')).out;
    expect(short).toContain('\n~ 1 more glossary has changes only of terms above: glossary.shop\n');
    expect(short).not.toContain('change glossary.shop');
    expect((await world.run('plan', '--full')).out).toContain('change glossary.shop');
    expect((await world.run('plan', '--report', 'markdown=plan.md')).code).toBe(0);
    expect(world.read('plan.md')).toContain('\n#### 1 more glossary has changes only of terms above: ');
    writeFileSync(join(world.cwd, 'glossaries/shop/t.csv'), 'en,de,fr,override\nhome,Startseite,accueil,\n');
    const reports = ['markdown=plan.md', 'html=plan.html'].flatMap((report) => ['--report', report]);
    expect(await world.run('plan', ...reports)).toMatchObject({ code: 0 });
    const markdown = world.read('plan.md');
    for (const page of [markdown, world.read('plan.html')])
      expect(page).toContain('4 shared terms change 3 glossaries, in 2 languages.');
    for (const page of [markdown, world.read('plan.html')]) expect(page.split('Benutzerkonto')).toHaveLength(2);
  });

  test('is explained layer by layer', async () => {
    const { run } = await pullWorld(product(CSV));
    const { out } = await run('explain', 'cart', '--offline');
    expect(out).toContain('glossary.product: Einkaufswagen  glossaries/product/en-de.csv:2:1  (used)');
    expect(out).toContain('glossary.company: Warenkorb  glossaries/company/en-de.csv:1:1\n');
    expect((await run('explain', 'account', '--offline')).out).toContain(
      'glossary.company: Konto  glossaries/company/en-de.csv:2:1  (used)',
    );
    const json = JSON.parse((await run('explain', 'cart', '--offline', '--json')).out);
    expect(json.files[0].layers).toMatchObject([
      { isUsed: true },
      { address: 'glossary.company', target: 'Warenkorb' },
    ]);
  });

  test('is explained where it removes an inherited term', async () => {
    const { run } = await pullWorld(product(CSV));
    const { out } = await run('explain', 'invoice', '--offline');
    expect(out).toContain('invoice → Rechnung  glossaries/product/en-de.csv:4:1\n');
    expect(out).toContain('    glossary.product: removed  glossaries/product/en-de.csv:4:1  (used)\n');
    expect(out).toContain('    glossary.company: Rechnung  glossaries/company/en-de.csv:3:1\n');
  });

  test('counts as changed with --since if a layer has changed', async () => {
    const world = await pullWorld({
      ...product(CSV),
      'glossaries/other/glossary.yaml': 'name: Other\n',
      'glossaries/other/en-de.csv': 'cat,Katze\n',
    });
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: world.cwd });
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
    writeFileSync(join(world.cwd, 'glossaries/company/en-de.csv'), 'cart,Warenkorb\naccount,Benutzerkonto\n');
    writeFileSync(join(world.cwd, 'glossaries/other/en-de.csv'), 'cat,Katze\n');
    const { out } = await world.run('plan', '--since', 'HEAD');
    expect(out).toContain('account: Konto → Benutzerkonto');
    expect(out).toContain('1 glossary');
  });

  test('costs no call for a term that it overrides', async () => {
    const world = await pullWorld(product(CSV));
    writeFileSync(join(world.cwd, 'glossaries/company/en-de.csv'), 'cart,Wagen\naccount,Konto\ninvoice,Faktura\n');
    expect(await world.run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
  });

  test('is deleted under guard when it is no longer published', async () => {
    const world = await pullWorld(product(CSV));
    writeFileSync(
      join(world.cwd, 'glossaries/product/glossary.yaml'),
      'name: Product\nextends: [glossary.company]\npublish: false\n',
    );
    expect(await world.run('apply', '--auto-approve')).toMatchObject({ code: 3 });
    expect(Object.keys(await live(world))).toHaveLength(3);
    expect(await world.run('apply', '--auto-approve', '--allow-delete', 'glossary.product')).toMatchObject({ code: 0 });
    expect((await world.call('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
  });
});

describe('pull', () => {
  test('overrides, removes and inherits beside the resource that drifted', async () => {
    const world = await pullWorld(product(CSV));
    await world.put('Product', 'de', 'cart\tWarenkorb\naccount\tBenutzerkonto\ninvoice\tFaktura\nnew\tNeu');
    expect(await world.run('pull', '--allow-delete', '*')).toMatchObject({ code: 0 });
    expect(world.read('glossaries/company/en-de.csv')).toBe(COMPANY['glossaries/company/en-de.csv']);
    expect(world.read('glossaries/product/en-de.csv')).toBe(
      'source,target,override\naccount,Benutzerkonto,yes\ninvoice,Faktura,yes\nnew,Neu,\n',
    );
    expect(await world.run('plan', '--detailed-exitcode')).toMatchObject({ code: 0, err: '' });
  });

  test('adds the column override to a file without a header', async () => {
    const world = await pullWorld(product('home,Start\n'));
    await world.put('Product', 'de', 'home\tStart\ncart\tWagen\ninvoice\tRechnung');
    expect(await world.run('pull')).toMatchObject({ code: 0 });
    expect(world.read('glossaries/product/en-de.csv')).toBe(
      'source,target,override\nhome,Start\ncart,Wagen,yes\naccount,,remove\n',
    );
    expect(await world.run('plan', '--detailed-exitcode')).toMatchObject({ code: 0, err: '' });
  });

  test('writes languages of a removal into a wide table', async () => {
    const world = await pullWorld({
      'glossaries/company/glossary.yaml': 'name: Company\npublish: false\ntables: [{ file: t.csv, pairs: [en->*] }]\n',
      'glossaries/company/t.csv': 'en,de,fr\ncart,Warenkorb,panier\naccount,Konto,compte\n',
      'glossaries/product/glossary.yaml':
        'name: Product\nextends: [glossary.company]\ntables: [{ file: t.csv, pairs: [en->*] }]\n',
      'glossaries/product/t.csv': 'en,de,fr,note\nhome,Start,accueil,main page\n',
    });
    await world.put('Product', 'de', 'home\tStart\ncart\tWagen');
    expect(await world.run('pull')).toMatchObject({ code: 0 });
    expect(world.read('glossaries/product/t.csv')).toBe(
      'en,de,fr,note,override\nhome,Start,accueil,main page\ncart,Wagen,,,yes\naccount,,,,remove: de\n',
    );
    expect(await world.run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
  });

  const TERMS = ['a', 'b', 'c', 'd'];
  const terms = fc.dictionary(fc.constantFrom(...TERMS), fc.constantFrom('1', '2', '3'), { noNullPrototype: true });
  const csvOf = (entries: Readonly<Record<string, string>>): string =>
    Object.entries(entries)
      .map(([source, target]) => `${source},${target}\n`)
      .join('');

  test('after any drift, the plan of the pulled glossary is empty', async () => {
    await fc.assert(
      fc.asyncProperty(terms, terms, terms, fc.boolean(), async (company, own, theirs, isAllowed) => {
        const first = { keep: 'x', ...own };
        const world = await pullWorld({
          'glossaries/company/glossary.yaml': 'name: Company\npublish: false\n',
          'glossaries/company/en-de.csv': `base,Basis\n${csvOf(company)}`,
          'glossaries/product/glossary.yaml': `name: Product\nextends: [glossary.company]\n${isAllowed ? 'overrides: allow\n' : ''}`,
          'glossaries/product/en-de.csv': `source,target,override\n${Object.entries(first)
            .map(([source, target]) => `${source},${target},yes\n`)
            .join('')}`,
        });
        try {
          const rows = Object.entries({ last: 'y', ...theirs }).map(([source, target]) => `${source}\t${target}`);
          await world.put('Product', 'de', rows.join('\n'));
          const layer = world.read('glossaries/company/en-de.csv');
          expect(await world.run('pull', '--allow-delete', '*')).toMatchObject({ code: 0 });
          expect(world.read('glossaries/company/en-de.csv')).toBe(layer);
          expect(await world.run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
          expect(await live(world)).toEqual({ last: 'y', ...theirs });
        } finally {
          rmSync(world.cwd, { recursive: true, force: true });
        }
      }),
      { numRuns: runs(30) },
    );
  });
});
