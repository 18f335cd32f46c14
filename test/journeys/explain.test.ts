import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
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
});
