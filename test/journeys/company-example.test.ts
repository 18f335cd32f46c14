import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runLexform } from '../support/cli.ts';

/** A copy of the example, with its two embedded targets. */
function company() {
  const cwd = mkdtempSync(join(tmpdir(), 'lexform-company-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  cpSync('examples/company', cwd, { recursive: true, filter: (path) => !path.includes('.lexform') });
  const run = (...args: readonly string[]) => runLexform({ cwd }, ...args);
  return {
    run,
    read: (path: string) => readFileSync(join(cwd, path), 'utf8'),
    write: (path: string, text: string) => writeFileSync(join(cwd, path), text),
  };
}

const EMPTY = ['plan', '--target', 'all', '--detailed-exitcode'] as const;

test('the example of a company is applied to both targets, and a company term reaches every product', async () => {
  const { run, read, write } = company();
  expect(await run('validate')).toMatchObject({ code: 0, out: expect.stringMatching(/^No findings\./) });
  expect(await run('lint')).toMatchObject({ code: 0, out: expect.stringMatching(/^No findings\./) });
  expect((await run('apply', '--target', 'all', '--auto-approve')).code).toBe(0);
  expect((await run(...EMPTY)).code).toBe(0);

  const terms = 'glossaries/company/terms.csv';
  write(terms, read(terms).replace('dashboard,Übersicht', 'dashboard,Startseite'));
  const plan = async (target: string) =>
    JSON.parse((await run('plan', '--target', target, '--json')).out).changes.map(
      ({ address }: { readonly address: string }) => address,
    );
  // German and its variant, in each of the twelve products.
  expect(await plan('production')).toHaveLength(24);
  expect(await plan('staging')).toEqual([
    'glossary.booking',
    'glossary.booking.de-AT',
    'glossary.shop',
    'glossary.shop.de-AT',
  ]);
});

test('its targets have their own resources and names, its variants and style lists inherit', async () => {
  const { run } = company();
  expect((await run('apply', '--target', 'all', '--auto-approve')).code).toBe(0);
  const names = async (target: string): Promise<string> =>
    (await run('service', 'list', '--target', target, '--json')).out;
  const [staging, production] = [await names('staging'), await names('production')];
  expect(staging).toContain('"Shop (staging)"');
  expect(staging).toContain('"Shop (pt-BR) (staging)"');
  expect(staging).not.toContain('Payroll');
  expect(staging).not.toContain('Chat');
  expect(production).toContain('"Payroll (fr-CA)"');
  expect(production).not.toContain('staging');
  const translated = async (text: string, to: string, glossary: string, target: string): Promise<string> =>
    (await run('service', 'translate', text, '--from', 'en', '--to', to, '--glossary', glossary, '--target', target))
      .out;
  expect(await translated('the order', 'pt-BR', 'glossary.shop', 'staging')).toContain('pedido');
  expect(await translated('the order', 'de', 'glossary.shop', 'production')).toContain('Bestellung');
  expect((await run('service', 'compare', '--only', 'glossary.shop', '--detailed-exitcode')).code).toBe(0);
});
