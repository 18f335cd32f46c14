import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeFetchPort } from '../../src/cli/ports/node-fetch-port.ts';
import type { CliPorts } from '../../src/cli/ports.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { listen } from '../../src/service/http/listen.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

/** Two glossaries and a style list that have been applied. */
async function world({ http = '', others = '' } = {}) {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\n${others}glossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\nledger: { dir: ledger }\n${http}`,
    'glossaries/a/glossary.yaml': 'name: A\n',
    'glossaries/a/en-de.csv': 'house,Haus\ncat,Katze\n',
    'glossaries/b/glossary.yaml': 'name: B\n',
    'glossaries/b/en-de.csv': 'law,Recht\n',
    'style-rules/one.yaml': 'name: One\nlanguage: de\n',
  });
  const run = (more: Partial<CliInput>, ...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, ...more }, ...args);
  const first = await run({}, 'apply', '--auto-approve', '--target', 'prod');
  expect(first.code, first.err).toBe(0);
  return { service, cwd, run, write: (path: string, text: string) => writeFileSync(join(cwd, path), text) };
}

type World = Awaited<ReturnType<typeof world>>;

/**
 * Ports with which no file of a resource is read before a call was made. `noted`: what came one after the other, the
 * paths of calls without their queries.
 */
function callsFirst(): { readonly ports: Pick<CliPorts, 'fetch' | 'files'>; readonly noted: string[] } {
  const fetch = nodeFetchPort();
  const files = nodeFiles();
  const noted: string[] = [];
  let called: () => void = () => undefined;
  const isCalled = new Promise<void>((done) => {
    called = done;
  });
  return {
    noted,
    ports: {
      fetch(url, request) {
        called();
        noted.push(`${request.method} ${new URL(url).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}`);
        return fetch(url, request);
      },
      files: {
        ...files,
        async readRegularFile(path, ...rest) {
          if (path.endsWith('.csv')) {
            await isCalled;
            noted.push('file');
          }
          return files.readRegularFile(path, ...rest);
        },
      },
    },
  };
}

/** A service that never answers, and what became of the calls to it. */
function silent() {
  const signals: (AbortSignal | undefined)[] = [];
  const fetch: CliPorts['fetch'] = (_, { signal }) => {
    signals.push(signal);
    return new Promise((_done, failed) => signal?.addEventListener('abort', () => failed(signal.reason)));
  };
  return { fetch, signals };
}

const LISTS = ['GET /v3/glossaries', 'GET /v3/style_rules'];

test.each([
  ['plan', []],
  ['apply', ['--auto-approve']],
])('%s begins to read the lists before the files, and makes no call twice', async (command, more) => {
  const { run } = await world();
  const { ports, noted } = callsFirst();
  expect((await run(ports, command, ...more)).code).toBe(0);
  const calls = noted.filter((each) => each !== 'file');
  expect([...calls].sort()).toEqual([...LISTS, ...Array(2).fill('GET /v3/glossaries/…/entries')].sort());
  expect(noted.indexOf('file')).toBeGreaterThan(0);
});

test.each(['plan', 'apply'])(
  'where files are bad, %s ends with their findings, whatever the service does',
  async (command) => {
    const here = await world();
    here.write('glossaries/a/en-de.csv', 'house,Haus\nhouse,Gebäude\n');
    const { fetch, signals } = silent();
    const made = here.service.calls.length;
    const ended = [
      await here.run({}, command),
      await here.run({ fetch }, command),
      await here.run({ fetch: async () => Promise.reject(new Error('unreachable')) }, command),
    ];
    expect(ended[0]).toMatchObject({ code: 4, out: '' });
    expect(ended[0]?.err).toContain('[duplicate-source]');
    expect(ended[0]?.err).not.toMatch(/retr|reach/);
    for (const each of ended) expect(each).toEqual(ended[0]);
    expect(signals.length).toBeGreaterThan(1);
    expect(signals.every((signal) => signal?.aborted === true)).toBe(true);
    expect(here.service.calls.slice(made).every(({ method }) => method === 'GET')).toBe(true);
  },
);

test.each<[string, readonly string[]]>([
  ['--against', ['plan', '--against', 'ledger']],
  ['validate', ['validate']],
  ['lint', ['lint']],
  ['fmt', ['fmt', '--check']],
])('nothing is read early with %s', async (_, args) => {
  const { run } = await world();
  const { fetch, signals } = silent();
  expect((await run({ fetch }, ...args)).code).toBe(0);
  expect(signals).toEqual([]);
});

test('nothing is read of a target that --target leaves out', async () => {
  const { run } = await world({ others: '  other: { base_url: "http://stranger.test", key: env:KEY }\n' });
  const { ports, noted } = callsFirst();
  const hosts: string[] = [];
  const fetch: CliPorts['fetch'] = (url, request) => {
    hosts.push(new URL(url).host);
    return ports.fetch(url, request);
  };
  expect((await run({ ...ports, fetch }, 'plan', '--target', 'prod')).code).toBe(0);
  expect(hosts).not.toContain('stranger.test');
  expect(noted.slice(0, 2).every((each) => LISTS.includes(each))).toBe(true);
});

test('an error of the ledger ends the run although a read is never answered', async () => {
  const here = await world();
  const { fetch, signals } = silent();
  rmSync(join(here.cwd, 'ledger'), { recursive: true });
  symlinkSync('/', join(here.cwd, 'ledger'));
  const { code, err } = await here.run({ fetch }, 'plan');
  expect([code, err]).toMatchObject([1, expect.stringContaining('leads out of the workspace')]);
  expect(signals.every((signal) => signal?.aborted === true)).toBe(true);
});

/** Makes a plan of these files, and applies it with calls before files. */
async function applySaved(here: World, files: Readonly<Record<string, string>>, more: Partial<CliInput> = {}) {
  for (const [path, text] of Object.entries(files)) here.write(path, text);
  expect((await here.run({}, 'plan', '--out', 'plan.json')).code).toBe(0);
  const { ports, noted } = callsFirst();
  const { code, err } = await here.run({ ...ports, ...more }, 'apply', 'plan.json', '--auto-approve');
  expect(code, err).toBe(0);
  return noted;
}

const CHANGED = { 'glossaries/a/en-de.csv': 'house,Gebäude\ncat,Katze\n', 'glossaries/b/en-de.csv': 'law,Gesetz\n' };
const ENTRIES = 'GET /v3/glossaries/…/entries';
const count = (noted: readonly string[], call: string): number => noted.filter((each) => each === call).length;

test('a saved plan reads before the lock what it changes with a PATCH, and makes no call twice', async () => {
  const noted = await applySaved(await world(), CHANGED);
  expect(noted.slice(0, noted.indexOf('file'))).toContain(ENTRIES);
  expect([count(noted, ENTRIES), count(noted, 'PATCH /v3/glossaries/…')]).toEqual([4, 2]);
});

test.each<[string, string, Partial<CliInput>]>([
  ['fresh_for is 0s', 'http: { fresh_for: 0s }\n', {}],
  ['the files took longer than fresh_for', 'http: { fresh_for: 1s }\n', { monotonic: manualClock(1500) }],
  ['the files took longer than a look before the lock serves', '', { monotonic: manualClock(3000) }],
])('a saved plan reads under the lock when %s', async (_, http, more) => {
  const here = await world({ http });
  for (const [path, text] of Object.entries(CHANGED)) here.write(path, text);
  expect((await here.run({}, 'plan', '--out', 'plan.json')).code).toBe(0);
  const from = here.service.calls.length;
  const { code, err } = await here.run(more, 'apply', 'plan.json', '--auto-approve');
  expect(code, err).toBe(0);
  const calls = here.service.calls.slice(from).map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);
  const early = http.includes('0s') ? 0 : 2;
  expect(calls.filter((each) => each.endsWith('/entries'))).toHaveLength(4 + early);
});

/** A clock of which each look is so many milliseconds later. */
function manualClock(stepMs: number): () => number {
  let now = 0;
  return () => {
    now += stepMs;
    return now;
  };
}

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['is removed', { 'glossaries/a/en-de.csv': 'house,Haus\n' }, []],
  ['is renamed', { 'glossaries/a/glossary.yaml': 'name: A2\n' }, []],
  ['somebody is asked about', CHANGED, ['ask']],
])('a saved plan reads nothing early of what %s', async (_, files, [ask]) => {
  const here = await world();
  for (const [path, text] of Object.entries(files)) here.write(path, text);
  expect((await here.run({}, 'plan', '--out', 'plan.json')).code).toBe(0);
  const fetch = nodeFetchPort();
  const store = nodeFiles();
  const noted: string[] = [];
  const ports: Partial<CliInput> = {
    fetch(url, request) {
      noted.push(request.method);
      return fetch(url, request);
    },
    files: {
      ...store,
      async readRegularFile(path, ...rest) {
        noted.push('file');
        return store.readRegularFile(path, ...rest);
      },
    },
    ...(ask !== undefined && { answer: 'yes' }),
  };
  const approval = ask === undefined ? ['--auto-approve'] : [];
  const { code, err } = await here.run(ports, 'apply', 'plan.json', ...approval);
  expect(code, err).toBe(0);
  expect(noted.slice(0, noted.lastIndexOf('file'))).not.toContain('GET');
  expect(noted).toContain('GET');
});

test('a saved plan that does not fit any more is refused as ever, and nothing is sent', async () => {
  const here = await world();
  for (const [path, text] of Object.entries(CHANGED)) here.write(path, text);
  expect((await here.run({}, 'plan', '--out', 'plan.json')).code).toBe(0);
  here.write('glossaries/a/en-de.csv', 'house,Bau\n');
  const made = here.service.calls.length;
  const { code, err } = await here.run({}, 'apply', 'plan.json', '--auto-approve');
  expect([code, err]).toMatchObject([3, expect.stringContaining('plan.json')]);
  expect(here.service.calls.slice(made).every(({ method }) => method === 'GET')).toBe(true);
});
