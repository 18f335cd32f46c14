import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

async function world(files: Readonly<Record<string, string>> = {}) {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: [glossaries/*/glossary.yaml]\nstyle_rules: [style/*.yaml]\n`,
    'glossaries/product/glossary.yaml': 'name: "Product\u202e"\n',
    'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
    'style/site.yaml':
      'name: Site\nlanguage: de\nconfigured_rules: {}\ncustom_instructions:\n  - { label: Tone, prompt: Be friendly }\n',
    ...files,
  });
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  return { run, service };
}

test('service list shows the live resources, and says what it cannot list', async () => {
  const { run } = await world();
  expect((await run('service', 'list')).out).toBe('The target has no resources.\n');
  const applied = await run('apply', '--auto-approve');
  expect(applied.code, applied.err + applied.out).toBe(0);
  const { code, out, err } = await run('service', 'list');
  expect(code).toBe(0);
  expect(out.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')).toMatchInlineSnapshot(`
    "kind        id                                    name             content
    glossary    ID  Product⟨U+202E⟩  en->de (2)
    style list  ID  Site             0 rules, 1 instruction
    "
  `);
  expect(err).toContain('developer keys are not listed: the target "prod" has no admin_key in lexform.yaml');
  const document = JSON.parse((await run('service', 'list', '--json')).out);
  expect(document).toMatchObject({
    formatVersion: 1,
    target: 'prod',
    resources: [
      { kind: 'glossary', name: 'Product\u202e', inUse: true, children: [{ name: 'en->de', entries: 2 }] },
      { name: 'Site', children: [], sizes: { instruction: 1 } },
    ],
    notListed: ['developer-key'],
  });
});

test('service list needs no valid term files and makes no change', async () => {
  const { run, service } = await world({ 'glossaries/product/en-de.csv': 'house\n' });
  expect((await run('validate')).code).toBe(4);
  expect((await run('service', 'list')).code).toBe(0);
  expect(service.calls.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual([]);
});
