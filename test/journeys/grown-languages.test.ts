import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CATALAN = { code: 'ca', name: 'Catalan', customizable: true } as const;
const BASQUE = { code: 'eu', name: 'Basque', customizable: true } as const;

/** A listening service with more languages than the description, and an empty or filled workspace. */
async function world(files: Readonly<Record<string, string>>, languages: readonly (typeof CATALAN | typeof BASQUE)[]) {
  const service = testService({ languages });
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1
targets:
  prod: { base_url: "${url}", key: env:KEY }
glossaries: glossaries/*/glossary.yaml
style_rules: style-rules/*.yaml
`,
    ...files,
  });
  const run = (args: readonly string[], more: Partial<CliInput> = {}) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, ...more }, ...args);
  return { cwd, run, service, call: caller(service), read: (path: string) => readFileSync(join(cwd, path), 'utf8') };
}

const FILES = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-ca.csv': 'en,ca\nhouse,casa\n',
  'style-rules/tone-ca.yaml': 'name: Tone\nlanguage: ca\n',
};

test('a language that only the service has is planned, applied, translated and planned again as nothing', async () => {
  const { run, call } = await world(FILES, [CATALAN]);
  const offline = await run(['validate']);
  expect(offline.code).toBe(0);
  expect(offline.out).toContain(
    'glossaries/product/en-ca.csv:1:1: warning: Lexform does not know the language "ca"; the target decides whether it accepts it [language-unknown]',
  );
  expect(offline.out).toContain('style-rules/tone-ca.yaml:2:11: warning: ');

  const planned = await run(['plan']);
  expect([planned.code, planned.err]).toEqual([0, '']);
  expect((await run(['apply', '--auto-approve'])).code).toBe(0);
  const { glossaries } = (await call('GET', '/v3/glossaries')).body;
  expect(glossaries[0].dictionaries).toMatchObject([{ source_lang: 'en', target_lang: 'ca', entry_count: 1 }]);
  const again = await run(['plan']);
  expect([again.code, again.err, again.out]).toEqual([0, '', expect.stringContaining('No changes')]);
  const to = ['--from', 'en', '--to', 'ca', '--glossary', 'glossary.product', '--style', 'style_rules.tone-ca'];
  const translated = await run(['service', 'translate', ...to, 'a house']);
  expect([translated.code, translated.out]).toEqual([0, expect.stringContaining('‹casa›')]);
  expect((await run(['explain', 'house', '--lang', 'en'])).code).toBe(0);
  expect((await run(['explain', 'casa', '--lang', 'ca'])).out).toContain('house');
});

test('what a service has in languages that only it knows is pulled, and planned as nothing', async () => {
  const { run, call, read } = await world({}, [CATALAN, BASQUE]);
  const dictionary = (source_lang: string, target_lang: string) => ({
    source_lang,
    target_lang,
    entries: 'casa\tetxe',
    entries_format: 'tsv',
  });
  const dictionaries = [dictionary('CA', 'EU'), dictionary('en', 'ca')];
  await call('POST', '/v3/glossaries', { name: 'Product', dictionaries });
  await call('POST', '/v3/style_rules', { name: 'Tone', language: 'eu' });
  expect((await run(['pull'])).code).toBe(0);
  expect(read('glossaries/product/ca-eu.csv')).toContain('casa,etxe');
  expect(read('style-rules/tone.yaml')).toContain('language: eu');
  const planned = await run(['plan']);
  expect(planned.out).toContain('No changes');
  expect([planned.code, planned.err]).toEqual([0, expect.not.stringContaining('language')]);
  const kept = await run(['backup', 'b']);
  expect([kept.code, kept.err]).toEqual([0, expect.not.stringContaining('language')]);
  expect((await run(['restore', 'b', '--dry-run'])).out).toContain('No changes');
});

test('a language that neither side knows is refused before any call changes something', async () => {
  const { run, service } = await world(FILES, []);
  for (const args of [['plan'], ['apply', '--auto-approve']]) {
    const { code, err } = await run(args);
    expect([code, err]).toEqual([
      4,
      expect.stringContaining(
        'glossaries/product/en-ca.csv:1:1: error: neither Lexform nor the target knows ca as a language of glossary.product/en->ca; "lexform service languages --resource glossary" shows what the target lists [language-not-listed]',
      ),
    ]);
    expect(err).toContain('style-rules/tone-ca.yaml');
  }
  expect(service.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a target that does not answer with its languages leaves the warning', async () => {
  const { run, service } = await world(FILES, [CATALAN]);
  service.faults.set([{ kind: 'status', status: 403, path: '/v3/languages*' }]);
  const { code, err } = await run(['plan']);
  expect([code, err]).toEqual([0, expect.stringContaining('[language-unknown]')]);
  const unasked = await run(['apply', '--auto-approve']);
  expect([unasked.code, unasked.err]).toEqual([0, expect.stringContaining('[language-unknown]')]);
});

test('a plan against the last apply cannot ask, and keeps the warning', async () => {
  const { run } = await world(FILES, [CATALAN]);
  await run(['apply', '--auto-approve']);
  const { code, err } = await run(['plan', '--against', 'ledger']);
  expect([code, err]).toEqual([0, expect.stringContaining('[language-unknown]')]);
});
