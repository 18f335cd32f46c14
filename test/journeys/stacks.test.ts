import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../support/runs.ts';
import { pullWorld } from './pull-world.ts';

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
    expect(lines[1]).toBe('4 shared phrases change 3 glossaries, in 2 languages.');
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
    expect(short).toContain('\n~ 1 more glossary has only changes of the same terms: glossary.shop\n');
    expect(short).not.toContain('change glossary.shop');
    expect((await world.run('plan', '--full')).out).toContain('change glossary.shop');
    expect((await world.run('plan', '--report', 'markdown=plan.md')).code).toBe(0);
    expect(world.read('plan.md')).toContain('\n#### 1 more glossary has only changes of the same terms: ');
    writeFileSync(join(world.cwd, 'glossaries/shop/t.csv'), 'en,de,fr,override\nhome,Startseite,accueil,\n');
    const reports = ['markdown=plan.md', 'html=plan.html'].flatMap((report) => ['--report', report]);
    expect(await world.run('plan', ...reports)).toMatchObject({ code: 0 });
    const markdown = world.read('plan.md');
    for (const page of [markdown, world.read('plan.html')])
      expect(page).toContain('4 shared phrases change 3 glossaries, in 2 languages.');
    for (const page of [markdown, world.read('plan.html')]) expect(page.split('Benutzerkonto')).toHaveLength(2);
  });

  test('a shared term takes the room of one line, in however many glossaries it changes', async () => {
    const products = Array.from({ length: 45 }, (_, index) => `glossaries/p${index}`);
    const world = await pullWorld({
      'glossaries/company/glossary.yaml': 'name: Company\npublish: false\n',
      'glossaries/company/en-de.csv': 'cart,Warenkorb\nold,alt\nkeep,behalten\n',
      ...Object.fromEntries(
        products.flatMap((folder, index) => [
          [`${folder}/glossary.yaml`, `name: P${index}\nextends: [glossary.company]\n`],
          [`${folder}/en-de.csv`, `product ${index},Produkt ${index}\n`],
        ]),
      ),
    });
    writeFileSync(join(world.cwd, 'glossaries/company/en-de.csv'), 'cart,Einkaufswagen\nkeep,behalten\n');
    const { out } = await world.run('plan');
    expect(out.split('\n')[0]).toContain('45 terms to change, 45 to remove');
    expect(out).toContain(
      '    - old → alt  (in 45 dictionaries)\n    ~ cart: Warenkorb → Einkaufswagen  (in 45 dictionaries)',
    );
    expect(out).not.toContain('Not named above');
  });
});

describe('pull', () => {
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
