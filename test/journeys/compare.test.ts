import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const FILES = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\ndog,Hund\n',
  'glossaries/product/en-fr.csv': 'house,maison\n',
  'style-rules/tone.yaml':
    'name: Tone\nlanguage: de\nconfigured_rules:\n  punctuation: { apostrophe: use_curly_apostrophes }\ncustom_instructions:\n  - { label: Tone, prompt: Be kind. }\n',
};

async function serviceOf(plan: 'pro' | 'free' = 'pro') {
  const service = testService({ accounts: [{ key: TEST_KEY, plan }] });
  const { url, close } = await listen(service);
  onTestFinished(close);
  const call = caller(service);
  const first = async () => (await call('GET', '/v3/glossaries')).body.glossaries[0].glossary_id;
  return {
    service,
    url,
    call,
    /** Somebody edits terms in the web interface. */
    edit: async (entries: string) =>
      call('PATCH', `/v3/glossaries/${await first()}`, {
        dictionaries: [{ source_lang: 'en', target_lang: 'de', entries, entries_format: 'tsv' }],
      }),
    create: (name: string, entries = 'a\tb') =>
      call('POST', '/v3/glossaries', {
        name,
        dictionaries: [{ source_lang: 'en', target_lang: 'de', entries, entries_format: 'tsv' }],
      }),
    list: async () => (await call('GET', '/v3/style_rules?detailed=true')).body.style_rules[0],
  };
}

/** Two targets that have what the files ask for, and the command line. */
async function applied() {
  const [eu, us] = [await serviceOf(), await serviceOf()];
  const target = (name: string, url: string) => `  ${name}: { base_url: "${url}", key: env:KEY }\n`;
  const config = (...more: readonly string[]) =>
    `version: 1\ntargets:\n${target('eu', eu.url)}${target('us', us.url)}${more.join('')}glossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`;
  const cwd = await tempWorkspace({ ...FILES, 'lexform.yaml': config() });
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  expect((await run('apply', '--target', 'all', '--auto-approve')).code).toBe(0);
  /** Adds a target to lexform.yaml. */
  const add = (name: string, url: string) => writeFileSync(join(cwd, 'lexform.yaml'), config(target(name, url)));
  return { eu, us, run, add };
}

test('an account without style rules is compared by its glossaries', async () => {
  const { run, add } = await applied();
  const free = await serviceOf('free');
  add('test', free.url);
  const { code, out } = await run('service', 'compare', '--target', 'us,test');
  expect(code).toBe(0);
  expect(out).toContain('us has it, test lacks it');
  expect(out).toContain('Style lists are not compared: test may not read them.');
});
