import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import type { Service } from '../../src/service/create-service.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { livesFor } from '../support/killed-run.ts';
import { contentOf } from '../support/live-content.ts';
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
  const runWith = (more: Partial<CliInput>, ...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY, ADMIN: TEST_ADMIN_KEY }, fetch, ...more }, ...args);
  const run = (...args: readonly string[]) => runWith({}, ...args);
  const calls = { staging: caller(services.staging), prod: caller(services.prod) };
  return {
    cwd,
    run,
    runWith,
    services,
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
          const there = isOwn ? `${text}${name}` : pattern.replace('{name}', name);
          const id = (await names('staging')).includes(there) ? await glossary('staging', there) : undefined;
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

describe('the reach of a change of a shared term', () => {
  const product = (name: string, more = '') => ({
    [`glossaries/${name}/glossary.yaml`]: `name: ${name}\nextends: [glossary.company]\n${more}`,
    [`glossaries/${name}/en-de.csv`]: `${name},${name}\n`,
  });
  const company = (csv: string) => ({
    'glossaries/company/glossary.yaml': 'name: Company\npublish: false\n',
    'glossaries/company/en-de.csv': csv,
  });
  const reach = async (staging: string, more: Readonly<Record<string, string>> = {}) => {
    const made = await world({
      staging,
      files: { ...company('cart,Warenkorb\n'), ...product('shop'), ...product('desk'), ...more },
    });
    expect((await made.run(...apply)).code).toBe(0);
    made.write('glossaries/company/en-de.csv', 'cart,Einkaufswagen\n');
    return { ...made, out: (await made.run('plan', '--target', 'prod')).out };
  };

  test('has the targets that have at least one of the glossaries', async () => {
    const { out, run, read } = await reach('names: "{name} (staging)"');
    expect(out).toContain(
      '1 shared phrase changes 2 glossaries, in 1 language, on 2 targets: staging and prod. This plan changes only prod.\n',
    );
    const reports = ['markdown=plan.md', 'html=plan.html'].flatMap((report) => ['--report', report]);
    const saved = await run('plan', '--target', 'prod', '--json', ...reports);
    expect(JSON.parse(saved.out)).toMatchObject({ reachedTargets: ['staging', 'prod'] });
    expect(read('plan.md')).toContain(
      'in 1 language, on 2 targets: <code>staging</code> and <code>prod</code>. This plan changes only <code>prod</code>.',
    );
    expect(read('plan.html')).toContain('in 1 language, on 2 targets: ');
    expect((await run('plan', '--target', 'prod', '--against', 'ledger')).out).toContain('on 2 targets: staging and');
    expect((await run('plan', '--target', 'prod', '--only', 'glossary.shop')).out).not.toContain('shared');
  });

  test('has one target without a word about it', async () => {
    expect((await reach('resources: [glossary.legal]')).out).toContain('2 glossaries, in 1 language.\n');
    const hidden = 'on: { staging: { publish: false } }\n';
    const off = { ...product('shop', hidden), ...product('desk', hidden) };
    expect((await reach('', off)).out).toContain('2 glossaries, in 1 language.\n');
    const half = { ...product('shop', hidden) };
    expect((await reach('', half)).out).toContain(
      '2 glossaries, in 1 language, on 2 targets: staging and prod. This plan changes only prod.\n',
    );
  });

  test('says that terms are removed or added', async () => {
    const { run, write } = await reach('');
    write('glossaries/company/en-de.csv', 'cart,Warenkorb\nhelp,Hilfe\nhome,Start\n');
    expect((await run('plan', '--target', 'prod')).out).toContain(
      '2 shared phrases are added to 2 glossaries, in 1 language, on 2 targets: staging and prod. This plan changes only prod.\n',
    );
    expect((await run(...apply)).code).toBe(0);
    write('glossaries/company/en-de.csv', 'cart,Warenkorb\nhelp,Hilfe\n');
    expect((await run('plan', '--target', 'prod')).out).toContain('1 shared phrase is removed from 2 glossaries, ');
  });
});

test('a killed apply runs again to the same end, whichever call it was killed at, and deletes nothing else', async () => {
  const yaml = 'name: Product\non: { staging: { name: Try me } }\n';
  const begin = async () => {
    const made = await world({ staging: 'names: "{name} (staging)"' });
    expect((await made.run(...apply)).code).toBe(0);
    made.select(STAGING);
    made.write('glossaries/product/glossary.yaml', yaml);
    made.write('glossaries/product/en-de.csv', 'house,Gebäude\ndog,Hund\n');
    made.write('style-rules/tone.yaml', `${FILES['style-rules/tone.yaml']}on: { staging: { publish: false } }\n`);
    return made;
  };
  const args = ['apply', '--target', 'staging', '--auto-approve', '--concurrency', '1'] as const;
  const consent = ['--allow-delete', 'glossary.legal', '--allow-delete', 'style_rules.tone'] as const;
  const whole = await begin();
  expect((await whole.run(...args)).code).toBe(3);
  expect((await whole.run(...args, '--allow-delete', 'glossary.legal')).code).toBe(3);
  expect((await whole.run(...args, ...consent)).code).toBe(0);
  expect(await whole.names('staging')).toEqual(['Try me']);
  const [end, other] = await Promise.all([contentOf(whole.services.staging), contentOf(whole.services.prod)]);
  let kills = 0;
  for (let calls = 0; ; calls += 1) {
    const made = await begin();
    if (await livesFor(calls, made.services.staging, (more) => made.runWith(more, ...args, ...consent))) break;
    kills += 1;
    const later = { now: () => new Date('2030-01-03T03:04:05Z') };
    expect(await made.runWith(later, ...args, ...consent)).toMatchObject({ code: 0 });
    expect(await contentOf(made.services.staging)).toEqual(end);
    expect(await contentOf(made.services.prod)).toEqual(other);
    expect((await made.runWith(later, 'plan', '--target', 'staging', '--detailed-exitcode')).code).toBe(0);
  }
  expect(kills).toBeGreaterThan(5);
});
