import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProcessFetch } from '../../src/cli/ports/in-process-fetch.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { openWorkspace } from '../../src/library.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, TEST_URL, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CONFIG = `version: 1\ntargets:\n  prod: { base_url: "${TEST_URL}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\nledger: { dir: ledger }\n`;

/** Three dictionaries of two glossaries, and a style list, which is read last, that have been applied. */
async function world() {
  const service = testService();
  const fetch = inProcessFetch(service);
  const cwd = await tempWorkspace({
    'lexform.yaml': CONFIG,
    'glossaries/a/glossary.yaml': 'name: A\n',
    'glossaries/a/en-de.csv': 'house,Haus\n',
    'glossaries/a/en-fr.csv': 'house,maison\n',
    'glossaries/b/glossary.yaml': 'name: B\n',
    'glossaries/b/en-de.csv': 'law,Recht\n',
    'style-rules/one.yaml': 'name: One\nlanguage: de\n',
  });
  const run = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY }, fetch }, ...args);
  const first = await run('apply', '--auto-approve');
  expect(first.code, first.err).toBe(0);
  const path = (file: string): string => join(cwd, file);
  const call = caller(service);
  return {
    service,
    fetch,
    cwd,
    call,
    write: (file: string, text: string) => {
      mkdirSync(join(path(file), '..'), { recursive: true });
      writeFileSync(path(file), text);
    },
    remove: (file: string) => rmSync(path(file), { recursive: true }),
    move: (from: string, to: string) => renameSync(path(from), path(to)),
    async idOf(name: string): Promise<string> {
      const { body } = await call('GET', '/v3/glossaries');
      return body.glossaries.find((each: { readonly name: string }) => each.name === name).glossary_id;
    },
  };
}

type World = Awaited<ReturnType<typeof world>>;

const isEntries = ({ path }: { readonly path: string }): boolean => path.includes('/entries');

/** The calls of a plan, and how many dictionaries it had read before the last file was. */
async function planEarly({ service, fetch, cwd }: World, only: readonly string[]) {
  const files = nodeFiles();
  const from = service.calls.length;
  let early: number | undefined;
  const quiet = async (): Promise<void> => {
    for (let idle = 0, seen = -1; idle < 50; idle += 1) {
      if (service.calls.length === from || seen !== service.calls.length) idle = 0;
      seen = service.calls.length;
      await new Promise((next) => setImmediate(next));
    }
  };
  const readRegularFile: typeof files.readRegularFile = async (path, ...rest) => {
    if (path.endsWith('one.yaml')) {
      await quiet();
      early = service.calls.slice(from).filter(isEntries).length;
    }
    return files.readRegularFile(path, ...rest);
  };
  const ports = { cwd, env: { KEY: TEST_KEY }, fetch, files: { ...files, readRegularFile } };
  const { out } = await runLexform(ports, 'plan', '--json', ...only.flatMap((each) => ['--only', each]));
  return { early, calls: service.calls.slice(from).map(({ path }) => path), out };
}

/** The calls of the same plan where nothing begins early. */
async function planLate({ service, fetch, cwd }: World, only: readonly string[]) {
  const from = service.calls.length;
  const workspace = await openWorkspace(cwd, { ports: { fetch, env: () => TEST_KEY } });
  await workspace.plan('prod', { only }).catch(() => undefined);
  return service.calls.slice(from).map(({ path }) => path);
}

test.each<[string, number, (here: World) => unknown, (readonly string[])?]>([
  ['nothing has changed', 3, () => undefined],
  ['a term has changed', 3, ({ write }) => write('glossaries/a/en-de.csv', 'house,Gebäude\n')],
  ['nothing is owned, and the names tell', 3, ({ remove }) => remove('ledger')],
  ['the plan is about one of them', 2, () => undefined, ['glossary.a']],
  ['the plan is about one dictionary', 1, () => undefined, ['glossary.a/en->fr']],
  ['a glossary goes', 2, ({ remove }) => remove('glossaries/b')],
  ['a dictionary goes', 2, ({ remove }) => remove('glossaries/a/en-fr.csv')],
  ['a new one comes', 3, ({ write }) => write('glossaries/c/glossary.yaml', 'name: C\ndictionaries: []\n')],
  ['one has moved', 0, ({ move }) => move('glossaries/b', 'glossaries/c')],
  [
    'one has moved, and lexform.yaml says so',
    0,
    ({ move, write }) => {
      move('glossaries/b', 'glossaries/c');
      write('lexform.yaml', `${CONFIG}moved: [{ from: glossary.b, to: glossary.c }]\n`);
    },
  ],
  [
    'another one has the id that the ledger gives to one of them',
    3,
    async ({ write, idOf }) => {
      write('glossaries/c/glossary.yaml', `name: C\nid: ${await idOf('A')}\n`);
      write('glossaries/c/en-de.csv', 'house,Haus\n');
    },
  ],
  [
    'one has another id than the ledger says',
    2,
    async ({ write, idOf, call }) => {
      const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }];
      await call('POST', '/v3/glossaries', { name: 'Other', dictionaries });
      write('glossaries/a/glossary.yaml', `name: A\nid: ${await idOf('Other')}\n`);
    },
  ],
  [
    'two have its name',
    1,
    async ({ call, remove }) => {
      remove('ledger');
      const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }];
      await call('POST', '/v3/glossaries', { name: 'A', dictionaries });
    },
  ],
  [
    'the service has a dictionary that no file names',
    3,
    async ({ call, idOf }) => {
      const dictionary = { source_lang: 'en', target_lang: 'it', entries: 'a\tb', entries_format: 'tsv' };
      await call('PUT', `/v3/glossaries/${await idOf('A')}/dictionaries`, dictionary);
    },
  ],
])('dictionaries are read while files are, and no other ones, when %s', async (_, expected, edit, only = []) => {
  const here = await world();
  await edit(here);
  const late = await planLate(here, only);
  const { early, calls } = await planEarly(here, only);
  expect([...calls].sort()).toEqual([...late].sort());
  expect(early).toBe(expected);
});

test('where another file has the id of a glossary that one has the name of, a dictionary is read too many', async () => {
  const here = await world();
  const id = await here.idOf('A');
  here.remove('ledger');
  here.write('glossaries/c/glossary.yaml', `name: C\nid: ${id}\n`);
  here.write('glossaries/c/en-de.csv', 'house,Haus\n');
  const late = await planLate(here, []);
  const { calls } = await planEarly(here, []);
  const unneeded = `/v3/glossaries/${id}/entries?source_lang=en&target_lang=fr`;
  expect([...calls].sort()).toEqual([...late, unneeded].sort());
});

test('what another run has applied meanwhile is no drift', async () => {
  const here = await world();
  const files = nodeFiles();
  here.write('glossaries/a/en-de.csv', 'house,Gebäude\n');
  let isApplied = false;
  const readRegularFile: typeof files.readRegularFile = async (path, ...rest) => {
    if (path.endsWith('one.yaml') && !isApplied) {
      isApplied = true;
      while (here.service.calls.filter(isEntries).length < 6) await new Promise((next) => setImmediate(next));
      const other = { cwd: here.cwd, env: { KEY: TEST_KEY }, fetch: here.fetch };
      expect((await runLexform(other, 'apply', '--auto-approve')).code).toBe(0);
    }
    return files.readRegularFile(path, ...rest);
  };
  const ports = { cwd: here.cwd, env: { KEY: TEST_KEY }, fetch: here.fetch, files: { ...files, readRegularFile } };
  const { code, out } = await runLexform(ports, 'plan', '--detailed-exitcode');
  expect([code, out]).toEqual([0, 'No changes. prod matches the files.\n']);
});
