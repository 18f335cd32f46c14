import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import type { Service } from '../../src/service/create-service.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { RULES_OFF } from '../support/rules-off.ts';
import { runs } from '../support/runs.ts';
import { caller } from '../support/service-caller.ts';
import { administeredService, TEST_ADMIN_KEY } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const FILES = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
  'glossaries/legal/glossary.yaml': 'name: Legal\n',
  'glossaries/legal/en-de.csv': 'contract,Vertrag\n',
  'style-rules/tone.yaml': 'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be kind. }\n',
};

interface Selected {
  readonly staging?: string;
  readonly prod?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly service?: () => Service;
}

/** A workspace with the targets `staging` and `prod`, each a service of its own. */
async function world({ staging = '', prod = '', files = {}, service = testService }: Selected = {}) {
  const services = { staging: service(), prod: service() };
  const hosts = {
    'http://127.0.0.1:8': inProcessFetch(services.staging),
    'http://127.0.0.1:9': inProcessFetch(services.prod),
  };
  const fetch: ReturnType<typeof inProcessFetch> = (url, request) => {
    const [, send] = Object.entries(hosts).find(([host]) => url.toString().startsWith(host)) ?? [];
    if (send === undefined) throw new Error('no such host');
    return send(url, request);
  };
  const hasKeys = 'developer-keys.yaml' in files;
  const target = (name: string, port: number, more: string) =>
    `  ${name}: { base_url: "http://127.0.0.1:${port}", key: env:KEY${hasKeys ? ', admin_key: env:ADMIN' : ''}${more === '' ? '' : `, ${more}`} }\n`;
  const config = (one: string, other: string): string =>
    `version: 1\ntargets:\n${target('staging', 8, one)}${target('prod', 9, other)}glossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n${
      hasKeys ? 'developer_keys: developer-keys.yaml\n' : ''
    }${RULES_OFF}`;
  const cwd = await tempWorkspace({ ...FILES, 'lexform.yaml': config(staging, prod), ...files });
  const run = (...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY, ADMIN: TEST_ADMIN_KEY }, fetch }, ...args);
  const calls = { staging: caller(services.staging), prod: caller(services.prod) };
  return {
    cwd,
    run,
    calls,
    write: (path: string, text: string) => writeFileSync(join(cwd, path), text),
    select: (one: string, other = '') => writeFileSync(join(cwd, 'lexform.yaml'), config(one, other)),
    read: (path: string) => readFileSync(join(cwd, path), 'utf8'),
    /** The names of all glossaries and style lists of a target. */
    async names(of: 'staging' | 'prod'): Promise<readonly string[]> {
      const { glossaries } = (await calls[of]('GET', '/v3/glossaries')).body;
      const { style_rules: lists } = (await calls[of]('GET', '/v3/style_rules')).body;
      return [...glossaries, ...lists].map(({ name }: { readonly name: string }) => name).sort();
    },
    glossary: async (of: 'staging' | 'prod', wanted: string): Promise<string> =>
      (await calls[of]('GET', '/v3/glossaries')).body.glossaries.find(
        ({ name }: { readonly name: string }) => name === wanted,
      )?.glossary_id,
  };
}

const STAGING = 'resources: [glossary.product*, "style_rules.*"], names: "{name} (staging)"';
const apply = ['apply', '--target', 'all', '--auto-approve'] as const;
const empty = ['plan', '--target', 'all', '--detailed-exitcode'] as const;

describe('a target with its own resources and names', () => {
  test('limits and labels of developer keys for a target', async () => {
    const keys = 'ci:\n  characters: 1000\n  on:\n    staging: { characters: 10, label: CI of staging }\nweb:\n';
    const { run, calls } = await world({ service: administeredService, files: { 'developer-keys.yaml': keys } });
    const done = await run(...apply, '--secrets-file', 'secrets.json');
    expect(done).toMatchObject({ code: 0 });
    const of = async (target: 'staging' | 'prod') =>
      (
        await calls[target]('GET', '/v2/admin/developer-keys', undefined, {
          authorization: `Service-Auth-Key ${TEST_ADMIN_KEY}`,
        })
      ).body
        .slice(1)
        .map(({ label, usage_limits: limits }: never) => [label, (limits as { characters: number | null }).characters]);
    expect(await of('staging')).toEqual([
      ['CI of staging', 10],
      ['web', null],
    ]);
    expect(await of('prod')).toEqual([
      ['ci', 1000],
      ['web', null],
    ]);
    expect((await run(...empty)).code).toBe(0);
  });

  test('two targets can share an account if their names differ', async () => {
    const shared = testService();
    const { run, names } = await world({ staging: 'names: "{name} (staging)"', service: () => shared });
    expect((await run(...apply)).code).toBe(0);
    const all = ['Legal', 'Legal (staging)', 'Product', 'Product (staging)', 'Tone', 'Tone (staging)'];
    expect(await names('prod')).toEqual(all);
    expect((await run(...empty)).code).toBe(0);
  });
});

describe('pull from a target with a pattern', () => {
  const renamed = async (name: string, files: Readonly<Record<string, string>> = {}) => {
    const made = await world({ staging: STAGING, files });
    expect((await made.run(...apply)).code).toBe(0);
    const [before = ''] = await made.names('staging');
    const id = await made.glossary('staging', before);
    expect((await made.calls.staging('PATCH', `/v3/glossaries/${id}`, { name })).status).toBe(200);
    expect((await made.run('pull', '--target', 'staging')).code).toBe(0);
    expect((await made.run('plan', '--target', 'staging', '--detailed-exitcode')).code).toBe(0);
    return made.read('glossaries/product/glossary.yaml');
  };

  test('writes a name that does not match only for this target', async () => {
    expect(await renamed('Goods')).toBe('name: Product\n"on":\n  staging:\n    name: Goods\n');
    expect(await renamed(' (staging)')).toBe('name: Product\n"on":\n  staging:\n    name: " (staging)"\n');
  });
});

const word = fc.stringMatching(/^[A-Za-z ({)]{1,8}$/).filter((text) => text.trim() === text && !text.includes('{'));
const PATTERNS = ['{name}', '{name} (staging)', 'x {name}', '({name})', '{name}Legal'] as const;

test('law: after an apply each plan is empty, after drift of names and a pull too, and strangers stay', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PATTERNS),
      fc.subarray(['glossary.product', 'glossary.legal', 'style_rules.tone', 'glossary.*'], { minLength: 1 }),
      fc.dictionary(fc.constantFrom('Product', 'Legal'), word, { noNullPrototype: true }),
      fc.boolean(),
      async (pattern, resources, own, isOwn) => {
        const files = Object.fromEntries(
          Object.entries(own).flatMap(([name, text]) =>
            isOwn
              ? [
                  [
                    `glossaries/${name.toLowerCase()}/glossary.yaml`,
                    `name: ${name}\non: { staging: { name: "${text}${name}" } }\n`,
                  ],
                ]
              : [],
          ),
        );
        const { run, names, glossary, calls } = await world({
          staging: `names: "${pattern}", resources: ${JSON.stringify(resources)}`,
          files,
        });
        await calls.staging('POST', '/v3/glossaries', {
          name: 'a stranger',
          dictionaries: [{ source_lang: 'en', target_lang: 'fr', entries: 'a\tb', entries_format: 'tsv' }],
        });
        expect((await run(...apply)).code).toBe(0);
        expect((await run(...empty)).code).toBe(0);
        for (const [name, text] of Object.entries(own)) {
          const there = (await names('staging')).find((each) => each !== 'a stranger' && each.includes(name));
          const id = there === undefined ? undefined : await glossary('staging', there);
          if (id !== undefined) await calls.staging('PATCH', `/v3/glossaries/${id}`, { name: `${text}${name}` });
        }
        expect((await run('pull', '--target', 'staging')).code).toBe(0);
        expect((await run('plan', '--target', 'staging', '--detailed-exitcode')).code).toBe(0);
        expect(await names('staging')).toContain('a stranger');
      },
    ),
    { numRuns: runs(15) },
  );
});
