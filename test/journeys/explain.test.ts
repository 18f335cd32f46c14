import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CONFIG = 'version: 1\ntargets:\n  local: { service: embedded }\nglossaries: glossaries/*/glossary.yaml\n';
const PRODUCT = 'glossaries/product/en-de.csv';
const FILES = {
  'lexform.yaml': CONFIG,
  'glossaries/product/glossary.yaml': 'name: Product terms\ncomments: "#"\ndictionaries: auto\n',
  [PRODUCT]: '# the shop\nbasket,Korb\ncheckout,Kasse\ncheckout page,Kassenseite\n',
  'glossaries/product/de-en.csv': 'Kasse,checkout\n',
  'glossaries/billing/glossary.yaml':
    'name: Billing\ntables: [{ file: terms.csv, pairs: ["en->*"] }]\ndictionaries: []\n',
  'glossaries/billing/terms.csv': 'en,de,fr,note,status\nCheckout,Abschluss,paiement,of a period,draft\n',
};

/** A workspace with the embedded service, and the command line in it. */
async function world(files: Readonly<Record<string, string>> = FILES) {
  const cwd = await tempWorkspace(files);
  const lexform = (...args: readonly string[]) => runLexform({ cwd }, ...args);
  return {
    cwd,
    lexform,
    write: (path: string, text: string) => writeFileSync(join(cwd, path), text),
    json: async (...args: readonly string[]) => {
      const { code, out, err } = await lexform('explain', ...args, '--json');
      return { code, err, document: JSON.parse(out) as Record<string, never> };
    },
  };
}

describe('lexform explain', () => {
  test('tells where a term stands, what the table says of it, and what the service has, before and after apply', async () => {
    const { lexform, write } = await world();
    expect(await lexform('explain', 'checkout')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "",
        "out": ""checkout" is in 3 dictionaries of the files.

      glossary.product/en->de  "Product terms"
        checkout → Kasse  glossaries/product/en-de.csv:3:1
        local does not have this glossary

      glossary.billing/en->de  "Billing"
        Checkout → Abschluss  (different spelling)  glossaries/billing/terms.csv:2:1
          note: of a period
          status: draft
        local does not have this glossary

      glossary.billing/en->fr  "Billing"
        Checkout → paiement  (different spelling)  glossaries/billing/terms.csv:2:1
          note: of a period
          status: draft
        local does not have this glossary

      Also in 2 entries:
        glossary.product/de->en  Kasse → checkout  (as translation)  glossaries/product/de-en.csv:1:1
        glossary.product/en->de  checkout page → Kassenseite  glossaries/product/en-de.csv:4:1

      Searched 4 dictionaries (6 terms) of the files and 0 dictionaries (0 terms) on local.
      ",
      }
    `);
    expect((await lexform('apply', '--auto-approve')).code).toBe(0);
    write(PRODUCT, 'basket,Korb\ncheckout,zur Kasse\n');
    expect(await lexform('explain', 'checkout', '--lang', 'English')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "err": "",
        "out": ""checkout" is in 3 dictionaries of the files.

      glossary.product/en->de  "Product terms"
        checkout → zur Kasse  glossaries/product/en-de.csv:2:1
        local has → Kasse

      glossary.billing/en->de  "Billing"
        Checkout → Abschluss  (different spelling)  glossaries/billing/terms.csv:2:1
          note: of a period
          status: draft
        local has the same

      glossary.billing/en->fr  "Billing"
        Checkout → paiement  (different spelling)  glossaries/billing/terms.csv:2:1
          note: of a period
          status: draft
        local has the same

      Also in 2 entries:
        glossary.product/de->en  Kasse → checkout  (as translation)  glossaries/product/de-en.csv:1:1
        glossary.product/en->de  checkout page → Kassenseite  on local

      Searched 4 dictionaries (5 terms) of the files and 4 dictionaries (6 terms) on local, from or into en only.
      ",
      }
    `);
  });

  test('asks no service with --offline, and makes no folder for it', async () => {
    const { cwd, lexform, json } = await world();
    const { code, out, err } = await lexform('explain', 'basket', '--offline');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(existsSync(join(cwd, '.lexform'))).toBe(false);
    expect(out).toContain('  basket → Korb  glossaries/product/en-de.csv:2:1\n');
    expect(out).toContain('The service was not searched: --offline.\n');
    expect((await json('basket', '--offline')).document).toMatchObject({
      formatVersion: 1,
      found: true,
      files: [{ dictionary: 'glossary.product/en->de', likeness: 'exact', service: null }],
      looked: { service: null },
    });
  });

  test('finds a term whatever its case, and by its translation', async () => {
    const { json } = await world();
    expect((await json('BASKET', '--offline')).document).toMatchObject({
      files: [{ source: 'basket', likeness: 'alike' }],
    });
    expect((await json('korb', '--offline')).document).toMatchObject({
      files: [],
      mentions: {
        count: 1,
        first: [{ source: 'basket', as: 'translation', at: { file: PRODUCT, line: 2, column: 1 } }],
      },
    });
  });

  test('exits 1 when a term is nowhere, says where it looked, and what may have been meant', async () => {
    const { lexform, json } = await world();
    const { code, out, err } = await lexform('explain', 'baskte');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toBe(
      '"baskte" was not found.\nDid you mean "basket"?\n\nSearched 4 dictionaries (6 terms) of the files and 0 dictionaries (0 terms) on local.\n',
    );
    expect(await json('baskte')).toMatchObject({ code: 1, err: '', document: { found: false, nearest: ['basket'] } });
  });

  test('tells of what no file names with --all, and counts it without', async () => {
    const { lexform, cwd, write, json } = await world();
    await lexform('apply', '--auto-approve');
    rmSync(join(cwd, 'glossaries/billing'), { recursive: true });
    write('glossaries/product/de-en.csv', 'Korb,basket\n');
    const narrow = await lexform('explain', 'paiement');
    expect(narrow.code).toBe(1);
    expect(narrow.out).toContain(
      'On local, 2 dictionaries that no file names were not searched; --all searches them.\n',
    );
    expect((await json('Checkout', '--all')).document).toMatchObject({
      serviceOnly: [
        { dictionary: 'glossary.billing/en->de', target: 'Abschluss', managed: false },
        { dictionary: 'glossary.billing/en->fr', target: 'paiement', managed: false },
      ],
    });
    expect((await json('Kasse')).document).toMatchObject({
      serviceOnly: [{ dictionary: 'glossary.product/de->en', target: 'checkout', managed: true }],
    });
  });

  test('with several targets, asks the one that is named; without a name, none, and says so', async () => {
    const service = testService();
    const { url, close } = await listen(service);
    try {
      const config = `version: 1\ntargets:\n  local: { service: embedded }\n  test: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n`;
      const cwd = await tempWorkspace({ ...FILES, 'lexform.yaml': config });
      const lexform = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
      const none = await lexform('explain', 'basket');
      expect(none).toMatchObject({ code: 0, err: '' });
      expect(none.out).toContain(
        'The service was not searched: lexform.yaml has several targets (local, test); name one with --target.\n',
      );
      await lexform('apply', '--auto-approve', '--target', 'test');
      const named = await lexform('explain', 'basket', '-t', 'test');
      expect(named.out).toContain('\n  test has the same\n');
      const other = await lexform('explain', 'basket', '-t', 'local');
      expect(other.out).toContain('\n  local does not have this glossary\n');
      const all = await lexform('explain', 'basket', '--all');
      expect(all).toMatchObject({ code: 1, out: '' });
      expect(all.err).toContain('name one with --target');
    } finally {
      await close();
    }
  });

  test('a term of another language than --lang names is told as that, and any well-formed code is a language', async () => {
    const cwd = await tempWorkspace({
      'lexform.yaml': 'version: 1\ntargets: { local: { service: embedded } }\nglossaries: glossaries/*/glossary.yaml\n',
      'glossaries/p/glossary.yaml': 'name: P\n',
      'glossaries/p/en-de.csv': 'checkout,Kasse\n',
    });
    const explained = (...args: readonly string[]) => runLexform({ cwd }, 'explain', '--offline', ...args);
    const { code, out } = await explained('checkout', '--lang', 'de');
    expect([code, out]).toEqual([1, expect.stringContaining('It is a phrase of en: leave out --lang')]);
    expect(out).not.toContain('Did you mean');
    expect((await explained('Kasse', '--lang', 'de')).code).toBe(0);
    expect((await explained('Kasse', '--lang', 'ca')).out).toContain('from or into ca only');
    expect(JSON.parse((await explained('checkout', '--lang', 'de', '--json')).out).otherLanguages).toEqual(['en']);
  });

  test('refuses what is no question: an empty term, an unknown language, --all with --offline', async () => {
    const { lexform } = await world();
    for (const [args, words] of [
      [['explain'], "missing required argument 'term'"],
      [['explain', ' \u200b '], 'the term is empty'],
      [['explain', 'x', '--lang', 'klingon'], '"klingon" is not a language of a dictionary'],
      [['explain', 'x', '--all', '--offline'], 'cannot be used with'],
    ] as const) {
      const { code, out, err } = await lexform(...args);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toContain(words);
    }
  });

  test('exits 4 when the files have faults', async () => {
    const { lexform } = await world({ ...FILES, [PRODUCT]: 'basket,Korb\nbasket,Warenkorb\n' });
    const { code, err } = await lexform('explain', 'basket', '--offline');
    expect(code).toBe(4);
    expect(err).toContain('[duplicate-source]');
  });

  test('shows a hostile phrase so that it cannot act', async () => {
    const { lexform } = await world({ ...FILES, [PRODUCT]: 'basket,"\u202eKorb ##[error]x"\n' });
    const { code, out } = await lexform('explain', 'basket', '--offline');
    expect(code).toBe(0);
    expect(out).toContain('basket → ⟨U+202E⟩Korb # #[error]x');
  });

  test('has help with examples', async () => {
    const { lexform } = await world();
    const { code, out } = await lexform('explain', '--help');
    expect(code).toBe(0);
    expect(out).toContain("$ lexform explain 'sign in'");
  });
});
