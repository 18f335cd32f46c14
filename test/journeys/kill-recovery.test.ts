import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import type { HttpResponse } from '../../src/client/transport/ports.ts';
import type { Service } from '../../src/service/create-service.ts';
import { type CliInput, type CliResult, runLexform } from '../support/cli.ts';
import { git, tempRepository, testGit } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { contentOf } from '../support/live-content.ts';
import { type Life, lifeOf, mortalFetch, mortalFiles, mortalGit } from '../support/mortal.ts';
import { RUNS_FACTOR } from '../support/runs.ts';
import { caller } from '../support/service-caller.ts';

type Fetch = ReturnType<typeof inProcessFetch>;
type Run = (args: readonly string[], more?: Partial<CliInput>) => Promise<CliResult>;

/** The ports of a process that dies instead of its n-th step: a call, a write of a file, a command of git that writes. */
const mortalPorts = (life: Life, service: Service): Partial<CliInput> => ({
  files: mortalFiles(life),
  git: (folder) => mortalGit(testGit(folder), life),
  fetch: mortalFetch<Parameters<Fetch>, HttpResponse>(life)(inProcessFetch(service)),
});

/** Path → content of all files of a folder, without those of git and of the ledger. */
function filesIn(root: string): Readonly<Record<string, string>> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    // A dead process leaves files that it had begun. Nothing reads them.
    .filter((path) => !/^(?:\.git|\.lexform|history)(?:\/|$)|(?:^|\/)\.lexform-[0-9a-f]+\.tmp$/.test(path))
    .filter((path) => statSync(join(root, path)).isFile());
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

function put(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const config = (url: string, ledger = '{ dir: history }'): string =>
  `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\nledger: ${ledger}\n`;
const URL = 'http://127.0.0.1:9';
const FILES = {
  'glossaries/product/glossary.yaml':
    'name: Product\ndictionaries:\n  - { source_lang: en, target_lang: de, file: en-de.csv }\n  - { source_lang: en, target_lang: fr, file: en-fr.csv }\n',
  'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
  'glossaries/product/en-fr.csv': 'house,maison\n',
  'glossaries/legal/glossary.yaml': 'name: Legal\n',
  'glossaries/legal/en-de.csv': 'law,Gesetz\n',
  'style-rules/tone.yaml': 'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: A, prompt: Be kind. }\n',
};
const CONSENT = ['--allow-delete', 'glossary.*', '--allow-delete', 'glossary.*/*', '--max-deletes-per-run', '20'];

async function world(ledger?: string) {
  const service = testService();
  const cwd = tempRepository().folder;
  put(cwd, { 'lexform.yaml': config(URL, ledger), ...FILES });
  const run: Run = (args, more = {}) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, fetch: inProcessFetch(service), ...more }, ...args);
  expect(await run(['apply', '--auto-approve'])).toMatchObject({ code: 0 });
  return { service, cwd, run, call: caller(service) };
}
type World = Awaited<ReturnType<typeof world>>;

/** When the lock of a dead run is over. */
const LATER: Partial<CliInput> = { now: () => new Date('2026-01-03T03:04:05Z') };

interface Recovery {
  readonly setUp: () => Promise<World>;
  readonly args: readonly string[];
  /** The same command again; default: the same arguments. */
  readonly again?: readonly string[];
  /** Everything that the end is compared by. */
  readonly end: (here: World) => Promise<unknown>;
}

/** `LEXFORM_RUNS=20` kills a run at each of its steps, else it is at every 20th one, from another one in each run. */
const STRIDE = Math.max(1, Math.round(20 / RUNS_FACTOR));

/**
 * Kills a command at its steps, and gives the number of the last one. Run again, the command must come to the end of a
 * run that nobody killed.
 */
async function killEverywhere({ setUp, args, again = args, end }: Recovery): Promise<number> {
  const whole = await setUp();
  expect(await whole.run(args)).toMatchObject({ code: 0 });
  const wanted = await end(whole);
  for (let step = 1 + randomInt(STRIDE); ; step += STRIDE) {
    const here = await setUp();
    const life = lifeOf(step);
    await here.run(args, mortalPorts(life, here.service)).catch(() => undefined);
    if (life.isOver()) {
      const { code, out, err } = await here.run(again, LATER);
      expect([step, code, out + err]).toEqual([step, 0, out + err]);
    }
    expect([step, await end(here)]).toEqual([step, wanted]);
    if (!life.isOver()) return step;
  }
}

const noChanges = async ({ run }: World): Promise<void> => {
  const plan = await run(['plan', '--json']);
  expect(JSON.parse(plan.out), plan.err).toMatchObject({ changes: [] });
};

/** Replaces the terms of the German dictionary of a glossary on the service. */
async function changeTerms({ call }: World, glossary: string, entries: string): Promise<void> {
  const { glossaries } = (await call('GET', '/v3/glossaries')).body;
  const found = glossaries.find(({ name }: { readonly name: string }) => name === glossary);
  const dictionary = { source_lang: 'en', target_lang: 'de', entries, entries_format: 'tsv' };
  await call('PUT', `/v3/glossaries/${found.glossary_id}/dictionaries`, dictionary);
}

describe('killed at any call and any write, and run again, the end is the same', () => {
  test('of pull', async () => {
    const setUp = async (): Promise<World> => {
      const here = await world();
      const { glossaries } = (await here.call('GET', '/v3/glossaries')).body;
      const id = (name: string): string =>
        glossaries.find((each: { readonly name: string }) => each.name === name).glossary_id;
      const product = `/v3/glossaries/${id('Product')}/dictionaries`;
      const dictionary = (target: string, entries: string) => ({
        source_lang: 'en',
        target_lang: target,
        entries,
        entries_format: 'tsv',
      });
      await here.call('PUT', product, dictionary('de', 'house\tHeim\ndog\tHund'));
      await here.call('PUT', product, dictionary('it', 'house\tcasa'));
      await here.call('DELETE', `${product}?source_lang=en&target_lang=fr`);
      await here.call('DELETE', `/v3/glossaries/${id('Legal')}`);
      await here.call('POST', '/v3/glossaries', { name: 'News', dictionaries: [dictionary('de', 'press\tPresse')] });
      const [list] = (await here.call('GET', '/v3/style_rules')).body.style_rules;
      await here.call('PATCH', `/v3/style_rules/${list.style_id}`, { name: 'New tone' });
      return here;
    };
    const { 'glossaries/product/en-fr.csv': french, 'glossaries/legal/en-de.csv': legal } = FILES;
    const tables = { 'glossaries/product/en-fr.csv': french, 'glossaries/legal/en-de.csv': legal };
    const steps = await killEverywhere({
      setUp,
      args: ['pull', ...CONSENT.slice(0, 4)],
      async end(here) {
        await noChanges(here);
        // The tables of what the service no longer has may stay, as they were. No glossary names them then.
        return { ...tables, ...filesIn(here.cwd) };
      },
    });
    expect(steps).toBeGreaterThan(20);
  });

  test.each(['{ dir: history }', 'true'])('of pull --ours, with ledger: %s', async (ledger) => {
    const steps = await killEverywhere({
      async setUp() {
        const here = await world(ledger);
        put(here.cwd, { 'glossaries/product/en-de.csv': 'house,Heim\ncat,Katze\n' });
        await changeTerms(here, 'Product', 'house\tHaushalt\ncat\tKater');
        return here;
      },
      args: ['pull', '--ours'],
      async end(here) {
        const { resources, decided } = JSON.parse((await here.run(['drift', '--json'])).out);
        const { entries } = JSON.parse((await here.run(['log', '--json'])).out);
        expect(decided).toMatchObject([{ address: 'glossary.product' }]);
        return { files: filesIn(here.cwd), resources, decided, entries: entries.length };
      },
    });
    expect(steps).toBeGreaterThan(5);
  });

  test('of pull --into', async () => {
    const above = 'extends: [glossary.company]\n';
    const steps = await killEverywhere({
      async setUp() {
        const here = await world();
        put(here.cwd, {
          'glossaries/company/glossary.yaml': 'name: Company\npublish: false\n',
          'glossaries/company/en-de.csv': 'cart,Warenkorb\naccount,Konto\n',
          'glossaries/shop/glossary.yaml': `name: Shop\n${above}`,
          'glossaries/shop/en-de.csv': 'shelf,Regal\n',
          'glossaries/desk/glossary.yaml': `name: Desk\n${above}`,
          'glossaries/desk/en-de.csv': 'desk,Tisch\n',
        });
        expect(await here.run(['apply', '--auto-approve'])).toMatchObject({ code: 0 });
        await changeTerms(here, 'Shop', 'cart\tKarre\naccount\tKonto\nshelf\tBrett');
        return here;
      },
      args: ['pull', '--into', 'glossary.company'],
      async end(here) {
        const { changes } = JSON.parse((await here.run(['plan', '--json'])).out);
        expect(changes).toMatchObject([{ address: 'glossary.desk' }]);
        return { files: filesIn(here.cwd), changes };
      },
    });
    expect(steps).toBeGreaterThan(5);
  });

  test('of rollback --write-files', async () => {
    const steps = await killEverywhere({
      async setUp() {
        const here = await world();
        put(here.cwd, {
          'glossaries/product/en-de.csv': 'house,Heim\ndog,Hund\n',
          'glossaries/new/glossary.yaml': 'name: New\n',
          'glossaries/new/en-de.csv': 'a,b\n',
        });
        rmSync(join(here.cwd, 'glossaries/legal'), { recursive: true });
        expect(await here.run(['apply', '--auto-approve', ...CONSENT])).toMatchObject({ code: 0 });
        return here;
      },
      args: ['rollback', '1', '--write-files', '--auto-approve', ...CONSENT],
      async end(here) {
        await noChanges(here);
        // A table of the deleted glossary may stay. No glossary names it then.
        return { 'glossaries/new/en-de.csv': 'a,b\n', ...filesIn(here.cwd) };
      },
    });
    expect(steps).toBeGreaterThan(20);
  });

  test.each(['{ dir: history }', 'true'])('of confirm-address, with ledger: %s', async (ledger) => {
    const steps = await killEverywhere({
      async setUp() {
        const here = await world(ledger);
        put(here.cwd, { 'lexform.yaml': config('http://127.0.0.1:10', ledger) });
        return here;
      },
      args: ['ledger', 'confirm-address', '--auto-approve'],
      async end(here) {
        await noChanges(here);
        const { entries } = JSON.parse((await here.run(['log', '--json'])).out);
        return entries.map(({ summary }: { readonly summary: string }) => summary);
      },
    });
    expect(steps).toBeGreaterThan(3);
  });

  test('of backup, over an earlier one', async () => {
    const steps = await killEverywhere({
      async setUp() {
        const here = await world();
        expect((await here.run(['backup', 'b'])).code).toBe(0);
        rmSync(join(here.cwd, 'glossaries/legal'), { recursive: true });
        put(here.cwd, {
          'glossaries/product/en-de.csv': 'house,Heim\n',
          'glossaries/news/glossary.yaml': 'name: News\n',
          'glossaries/news/en-de.csv': 'a,b\n',
        });
        expect((await here.run(['apply', '--auto-approve', ...CONSENT])).code).toBe(0);
        return here;
      },
      args: ['backup', 'b', '--force'],
      async end(here) {
        expect(await here.run(['restore', 'b', '--dry-run'])).toMatchObject({
          code: 0,
          out: expect.stringContaining('No changes'),
        });
        return Object.entries(filesIn(here.cwd)).filter(([path]) => path !== 'b/backup.json');
      },
    });
    expect(steps).toBeGreaterThan(8);
  });

  test.each(['{ dir: history }', 'true'])('of restore, with ledger: %s', async (ledger) => {
    const steps = await killEverywhere({
      async setUp() {
        const here = await world(ledger);
        expect((await here.run(['backup', 'b'])).code).toBe(0);
        rmSync(join(here.cwd, 'glossaries/legal'), { recursive: true });
        put(here.cwd, {
          'glossaries/product/en-de.csv': 'house,Heim\n',
          'style-rules/tone.yaml':
            'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: B, prompt: Be brief. }\n',
        });
        expect((await here.run(['apply', '--auto-approve', ...CONSENT])).code).toBe(0);
        put(here.cwd, FILES);
        return here;
      },
      args: ['restore', 'b', '--auto-approve', '--concurrency', '1', ...CONSENT],
      async end(here) {
        await noChanges(here);
        const { resources } = JSON.parse((await here.run(['drift', '--json'])).out);
        return { resources, live: await contentOf(here.service) };
      },
    });
    expect(steps).toBeGreaterThan(12);
  });

  test('of init --from', async () => {
    const service = testService();
    await caller(service)('POST', '/v3/glossaries', {
      name: 'Product',
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'cat\tKatze', entries_format: 'tsv' }],
    });
    await caller(service)('POST', '/v3/style_rules', { name: 'Tone', language: 'de' });
    const steps = await killEverywhere({
      async setUp() {
        const cwd = tempRepository().folder;
        const run: Run = (args, more = {}) =>
          runLexform({ cwd, env: { KEY: TEST_KEY }, fetch: inProcessFetch(service), ...more }, ...args);
        return { service, cwd, run, call: caller(service) };
      },
      args: ['init', '--from', URL, '--key', 'env:KEY'],
      async end(here) {
        await noChanges(here);
        expect((await here.run(['drift'])).code).toBe(0);
        return filesIn(here.cwd);
      },
    });
    expect(steps).toBeGreaterThan(15);
  });
});

describe('a merge that is killed at any write', () => {
  const TABLE = 'glossaries/product/en-de.csv';

  /** A repository in the middle of an operation of git that left files unmerged. */
  function conflicted(operation: 'merge' | 'rebase' | 'cherry-pick'): string {
    const cwd = tempRepository().folder;
    const commit = (files: Readonly<Record<string, string>>, message: string): void => {
      put(cwd, files);
      git(cwd, 'add', '-A');
      git(cwd, 'commit', '-q', '-m', message);
    };
    commit({ 'lexform.yaml': config(URL), ...FILES, '.gitattributes': '*.csv text eol=crlf\n' }, 'base');
    git(cwd, 'switch', '-q', '-c', 'feature');
    commit(
      { [TABLE]: 'house,Haus\ncat,Katze\nbird,Vogel\n', 'glossaries/legal/en-de.csv': 'law,Gesetz\nday,Tag\n' },
      'theirs',
    );
    git(cwd, 'switch', '-q', 'main');
    commit(
      { [TABLE]: 'house,Haus\ncat,Katze\nmouse,Maus\n', 'glossaries/legal/en-de.csv': 'law,Gesetz\nend,Ende\n' },
      'ours',
    );
    if (operation === 'rebase') git(cwd, 'switch', '-q', 'feature');
    expect(() => git(cwd, operation, operation === 'rebase' ? 'main' : 'feature')).toThrow();
    return cwd;
  }

  test.each(['merge', 'rebase', 'cherry-pick'] as const)('in a %s comes to the same end', async (operation) => {
    const service = testService();
    const steps = await killEverywhere({
      async setUp() {
        const cwd = conflicted(operation);
        const run: Run = (args, more = {}) => runLexform({ cwd, ...more }, ...args);
        return { service, cwd, run, call: caller(service) };
      },
      args: ['merge'],
      async end({ cwd }) {
        const status = git(cwd, 'status', '--porcelain');
        git(cwd, '-c', 'core.editor=true', operation, '--continue');
        return {
          status,
          files: filesIn(cwd),
          committed: git(cwd, 'show', `HEAD:${TABLE}`),
          left: git(cwd, 'status', '--porcelain'),
        };
      },
    });
    expect(steps).toBeGreaterThan(5);
  });
});
