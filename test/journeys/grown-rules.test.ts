import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller, parseAnswer } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { serving } from './serving.ts';

/** Rules that no built-in catalogue has, and an option that the built-in one lacks of a rule that it has. */
const OWN = {
  numbers: { emoji_numerals: 'use_keycaps' },
  punctuation: { apostrophe: 'use_wavy_apostrophes' },
  poetry: { rhyme: 'use_couplets' },
};
const DOCUMENT = JSON.stringify({
  components: {
    schemas: {
      ConfiguredRules: {
        properties: Object.fromEntries(
          Object.entries(OWN).map(([category, rules]) => [
            category,
            {
              properties: Object.fromEntries(
                Object.entries(rules).map(([rule, option]) => [rule, { type: 'string', enum: [option] }]),
              ),
            },
          ]),
        ),
      },
    },
  },
});
const CATALOGUE = new Map(
  Object.entries(OWN).map(([category, rules]) => [
    category,
    new Map(Object.entries(rules).map(([rule, option]) => [rule, [option] as const])),
  ]),
);

async function world(config = '', files: Readonly<Record<string, string>> = {}) {
  const service = testService({ rules: CATALOGUE });
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nstyle_rules: style-rules/*.yaml\n${config}`,
    ...files,
  });
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  return { cwd, run, call: caller(service), read: (path: string) => readFileSync(join(cwd, path), 'utf8') };
}

test('rules that only the service has are pulled, backed up, restored, and planned as nothing', async () => {
  const { run, call, read } = await world();
  const { style_id: id } = (
    await call('POST', '/v3/style_rules', { name: 'Tone', language: 'de', configured_rules: OWN })
  ).body;
  expect((await run('pull')).code).toBe(0);
  expect(read('style-rules/tone.yaml')).toContain('rhyme: use_couplets');
  const planned = await run('plan');
  expect([planned.code, planned.out]).toEqual([0, expect.stringContaining('No changes')]);
  expect(planned.err).toContain(
    'warning: the option "use_wavy_apostrophes" of punctuation.apostrophe is not in the built-in catalogue ("rule_catalog" in lexform.yaml names another one), which has "use_curly_apostrophes" and "use_straight_apostrophes"; it is sent as it is; did you mean',
  );
  expect((await run('apply', '--auto-approve')).code).toBe(0);

  expect((await run('backup', 'b')).code).toBe(0);
  await call('PUT', `/v3/style_rules/${id}/configured_rules`, { poetry: { meter: 'use_iambs' } });
  // Drift with a rule that nobody knows is taken into the file, too.
  expect((await run('pull')).code).toBe(0);
  expect(read('style-rules/tone.yaml')).toContain('meter: use_iambs');
  const restored = await run('restore', 'b', '--auto-approve');
  expect([restored.code, restored.err]).toEqual([0, expect.not.stringContaining('error:')]);
  expect((await call('GET', `/v3/style_rules/${id}`)).body.configured_rules).toEqual(OWN);
});

test('a catalogue of the workspace holds in every command, and messages name it', async () => {
  const list = `name: Tone\nlanguage: de\nconfigured_rules: ${JSON.stringify(OWN)}\n`;
  const files = { 'api/openapi.json': DOCUMENT, 'style-rules/tone.yaml': list };
  const { run, cwd } = await world('rule_catalog: api/openapi.json\n', files);
  for (const args of [['validate'], ['plan'], ['apply', '--auto-approve'], ['drift'], ['pull'], ['backup', 'b']]) {
    const { code, out, err } = await run(...args);
    expect([args[0], code, `${out}${err}`]).toEqual([args[0], 0, expect.not.stringContaining('catalogue')]);
  }
  const other = await world('rule_catalog: openapi.json\n', {
    'openapi.json': DOCUMENT,
    'style-rules/a.yaml': 'name: A\nlanguage: de\nconfigured_rules: { punctuation: { apostrofe: x } }\n',
  });
  expect((await other.run('validate')).out).toContain(
    'the rule "apostrofe" of "punctuation" is not in the catalogue "openapi.json"; it is sent as it is; did you mean "apostrophe"?',
  );
  // A target with the embedded service takes what the catalogue of the workspace has.
  const embedded = await tempWorkspace({
    'lexform.yaml':
      'version: 1\ntargets: { local: { service: embedded } }\nstyle_rules: style-rules/*.yaml\nrule_catalog: api/openapi.json\n',
    ...files,
  });
  expect((await runLexform({ cwd: embedded }, 'apply', '--auto-approve')).code).toBe(0);

  // So does `serve`, by its seed and by its option.
  for (const args of [
    ['--seed', cwd],
    ['--rule-catalog', join(cwd, 'api/openapi.json')],
  ]) {
    const { url } = await serving('--key', 'k', '--quiet', ...args);
    const headers = { authorization: 'Service-Auth-Key k', 'content-type': 'application/json' };
    const post = async (configured_rules: object) =>
      parseAnswer(
        await fetch(`${url}/v3/style_rules`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ name: 'x', language: 'de', configured_rules }),
        }),
      );
    expect((await post(OWN)).status).toBe(201);
    expect((await post({ poetry: { rhyme: 'none' } })).status).toBe(400);
  }
});

test('the embedded service knows the built-in catalogue: options of it are taken, others of a known rule are not', async () => {
  const call = caller(testService());
  const post = (configured_rules: object) =>
    call('POST', '/v3/style_rules', { name: 'x', language: 'fr', configured_rules });
  const accents = 'accents_in_verbs_conjugated_like_french_word_céder';
  expect((await post({ numbers: { emoji_numerals: 'x' } })).status).toBe(201);
  expect((await post({ punctuation: { apostrophe: 'use_straight_apostrophes' } })).status).toBe(201);
  expect((await post({ punctuation: { apostrophe: 'use_wavy_apostrophes' } })).status).toBe(400);
  // Names are compared in NFC.
  const { status } = await post({ spelling_and_grammar: { [accents.normalize('NFD')]: 'none of them' } });
  expect(status).toBe(400);
});
