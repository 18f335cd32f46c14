import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { VOICE_POLL_MS } from '../../src/contract/limits.ts';
import { createService } from '../../src/service/create-service.ts';
import { wav } from '../contract/voice-bench.ts';
import { runLexform } from '../support/cli.ts';
import { idsInOrder, TEST_KEY } from '../support/in-process.ts';
import { manualClock } from '../support/manual-clock.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const ADMIN_KEY = 'test-admin-key';
const CONFIG = `version: 1
targets:
  test: { base_url: "https://service.test", key: env:KEY, admin_key: env:ADMIN }
  ordinary: { base_url: "https://service.test", key: env:KEY }
ledger: { dir: ledger }
`;

/** Changes the JSON of an answer. `place`: method and path, with `*` for ids. */
type Change = (json: unknown, place: string) => unknown;

/** Commands in a workspace, one after the other; the exit codes, and what was said. */
type Scenario = (opened: World) => Promise<void>;

interface World {
  readonly codes: readonly number[];
  readonly said: () => string;
  readonly write: (file: string, content: string) => void;
  readonly run: (...args: readonly string[]) => Promise<void>;
}

const placeOf = (method: string, url: string): string =>
  `${method} ${new URL(url).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)/g, '*')}`;

async function world(change: Change): Promise<World> {
  const clock = manualClock('2026-01-15T12:00:00Z');
  const service = createService(
    {
      accounts: [
        { key: TEST_KEY, plan: 'pro' },
        { key: ADMIN_KEY, plan: 'pro', admin: true, account: TEST_KEY },
      ],
      voiceMs: 1000,
    },
    { now: clock.now, id: idsInOrder(), sleep: clock.sleep, random: () => 0.5 },
  );
  const real = inProcessFetch(service);
  const fetch: typeof real = async (url, request) => {
    const answer = await real(url, request);
    if (answer.headers.get('content-type') !== 'application/json' || answer.status > 299) return answer;
    const json: unknown = JSON.parse(new TextDecoder().decode(await answer.arrayBuffer()));
    return Response.json(change(json, placeOf(request.method, url)), { status: answer.status });
  };
  const cwd = await tempWorkspace({ 'lexform.yaml': CONFIG, 'talk.wav': wav(1) });
  const codes: number[] = [];
  let said = '';
  const sleep = async (milliseconds: number): Promise<void> => {
    if (milliseconds === VOICE_POLL_MS) clock.advance(milliseconds);
  };
  return {
    codes,
    said: () => said,
    write: (file: string, content: string) => {
      mkdirSync(dirname(join(cwd, file)), { recursive: true });
      writeFileSync(join(cwd, file), content);
    },
    run: async (...args: readonly string[]) => {
      const env = { KEY: TEST_KEY, ADMIN: ADMIN_KEY };
      const to = args.includes('--target') ? [] : ['--target', 'test'];
      const { code, out, err } = await runLexform({ cwd, env, fetch, now: clock.now, sleep }, ...args, ...to);
      codes.push(code);
      said += out + err;
    },
  };
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  glossaries: async ({ write, run }) => {
    write('lexform.yaml', `${CONFIG}glossaries: glossaries/*/glossary.yaml\n`);
    write('glossaries/product/glossary.yaml', 'name: Product\n');
    write('glossaries/product/en-de.csv', 'house,Haus\ncat,Katze\n');
    await run('apply', '--auto-approve');
    write('glossaries/product/en-de.csv', 'house,Heim\n');
    await run('apply', '--auto-approve', '--max-deletes-per-run', '9');
    await run('plan', '--detailed-exitcode');
  },
  'style lists': async ({ write, run }) => {
    write('lexform.yaml', `${CONFIG}style_rules: style-rules/*.yaml\n`);
    const list = (rule: string, prompt: string): string =>
      `name: Tone\nlanguage: de\nconfigured_rules:\n  punctuation: { apostrophe: ${rule} }\ncustom_instructions:\n  - { label: Tone, prompt: ${prompt}, source_language: en }\n`;
    write('style-rules/tone.yaml', list('use_curly_apostrophes', 'Be kind.'));
    await run('apply', '--auto-approve');
    write(
      'style-rules/tone.yaml',
      `${list('use_curly_apostrophes', 'Be brief.')}  - { label: More, prompt: x, source_language: en }\n`,
    );
    await run('apply', '--auto-approve');
    await run('plan', '--detailed-exitcode');
  },
  'developer keys': async ({ write, run }) => {
    write('lexform.yaml', `${CONFIG}developer_keys: developer-keys.yaml\n`);
    write('developer-keys.yaml', 'ci: { label: CI, characters: 100 }\n');
    await run('apply', '--auto-approve', '--secrets-file', 'secrets');
    write('developer-keys.yaml', 'ci: { label: CI, characters: 200 }\n');
    await run('apply', '--auto-approve');
  },
  usage: async ({ run }) => {
    await run('service', 'translate', '--to', 'de', 'house');
    for (const args of [[], ['--group-by', 'key_and_day'], ['--format', 'csv'], ['--json']])
      await run('service', 'usage', ...args);
    for (const args of [[], ['--format', 'csv'], ['--json']])
      await run('service', 'usage', '--target', 'ordinary', ...args);
  },
  languages: async ({ run }) => {
    await run('service', 'languages', '--resource', 'all', '--refresh');
  },
  voice: async ({ run }) => {
    await run('service', 'voice', 'translate', 'talk.wav', '--to', 'de');
    await run('service', 'voice', 'translate', 'talk.wav', '--to', 'fr', '--out', 'signed', '--signed-urls');
    await run('service', 'voice', 'status', 'talk.voice.json');
  },
};

/** Objects whose names are content: nothing is taken out of them. */
const MAPS = /(?:^|\.)(?:features|configured_rules)$/;

/** Every field of an answer, `glossaries[].name`, each once. */
function fieldsOf(json: unknown, path = ''): readonly string[] {
  if (Array.isArray(json)) return json.flatMap((item) => fieldsOf(item, `${path}[]`));
  if (typeof json !== 'object' || json === null || MAPS.test(path)) return [];
  return Object.entries(json).flatMap(([name, value]) => {
    const at = path === '' || path.endsWith('.') ? `${path}${name}` : `${path}.${name}`;
    return [at, ...fieldsOf(value, at)];
  });
}

/** The answer without a field, wherever it stands. */
function without(json: unknown, wanted: string, path = ''): unknown {
  if (Array.isArray(json)) return json.map((item) => without(item, wanted, `${path}[]`));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return at === wanted ? [] : [[name, without(value, wanted, at)]];
    }),
  );
}

/** A field more in every object that is no map of content. */
function withMore(json: unknown, path = ''): unknown {
  if (Array.isArray(json)) return json.map((item) => withMore(item, `${path}[]`));
  if (typeof json !== 'object' || json === null || MAPS.test(path)) return json;
  const fields = Object.entries(json).map(([name, value]) => [
    name,
    withMore(value, path === '' ? name : `${path}.${name}`),
  ]);
  return { ...Object.fromEntries(fields), 'from tomorrow': { deep: [null, 7] } };
}

/**
 * What cannot be done without: ids, names, languages and contents of resources, and what opens a transfer. A command
 * may end with an error without them, or see something else; any other field may be absent. By place, as `fieldsOf`
 * writes fields.
 */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'POST /v3/glossaries': ['glossary_id'],
  'GET /v3/glossaries': [
    'glossaries',
    'glossaries[].glossary_id',
    'glossaries[].name',
    'glossaries[].dictionaries',
    'glossaries[].dictionaries[].source_lang',
    'glossaries[].dictionaries[].target_lang',
    'glossaries[].dictionaries[].entry_count',
  ],
  'GET /v3/glossaries/*': [
    'name',
    'dictionaries',
    'dictionaries[].source_lang',
    'dictionaries[].target_lang',
    'dictionaries[].entry_count',
  ],
  'GET /v3/glossaries/*/entries': ['dictionaries', 'dictionaries[].entries'],
  'POST /v3/style_rules': ['style_id'],
  'GET /v3/style_rules': [
    'style_rules',
    'style_rules[].style_id',
    'style_rules[].name',
    'style_rules[].language',
    'style_rules[].custom_instructions[].id',
    'style_rules[].custom_instructions[].label',
    'style_rules[].custom_instructions[].prompt',
    'style_rules[].custom_instructions[].source_language',
  ],
  'GET /v3/style_rules/*': [
    'name',
    'language',
    'configured_rules',
    'custom_instructions',
    'custom_instructions[].id',
    'custom_instructions[].label',
    'custom_instructions[].prompt',
    'custom_instructions[].source_language',
  ],
  'GET /v2/admin/developer-keys': ['[].key_id', '[].label', '[].usage_limits', '[].usage_limits.characters'],
  'POST /v2/admin/developer-keys': ['key_id', 'key'],
  'POST /v2/translate': ['translations', 'translations[].text'],
  'GET /v2/admin/analytics': ['usage_report'],
  'GET /v3/languages': ['[].lang'],
  'GET /v3/languages/resources': ['[].name', '[].features[].name'],
  'POST /v1/jobs/voice/translate': ['job_id', 'upload_url', 'signature', 'signed_upload_url'],
  'GET /v1/jobs/voice/translate/*': [
    'targets',
    'targets[].language',
    'targets[].type',
    'results',
    'results[].status',
    'results[].download_url',
    'results[].signature',
    'results[].signed_download_url',
  ],
};

describe.each(Object.entries(SCENARIOS))('%s', (_, scenario) => {
  test('need no field that can be done without, and no field of tomorrow is in their way', async () => {
    const fields = new Map<string, { readonly place: string; readonly field: string }>();
    const usual = await world((json, place) => {
      for (const field of fieldsOf(json)) fields.set(`${place} ${field}`, { place, field });
      return json;
    });
    await scenario(usual);
    expect([usual.codes.every((code) => code === 0), usual.said()]).toEqual([true, expect.anything()]);
    const more = await world((json) => withMore(json));
    await scenario(more);
    expect(more.codes).toEqual(usual.codes);
    expect(fields.size).toBeGreaterThan(10);
    for (const [name, { place, field }] of fields) {
      const less = await world((json, from) => (from === place ? without(json, field) : json));
      await scenario(less);
      expect([name, less.said()]).toEqual([name, expect.not.stringContaining('fault of lexform')]);
      if (NEEDED[place]?.includes(field) !== true) expect([name, less.codes]).toEqual([name, usual.codes]);
    }
  }, 120_000);
});
