import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import { listen } from '../../src/service/http/listen.ts';
import { helpBlocks } from '../../src/shells/cli/help/help-text.ts';
import { ENVIRONMENT } from '../../src/shells/cli/options/common-options.ts';
import { runLexform } from '../support/cli.ts';
import { expectGenerated } from '../support/generated-part.ts';
import { GIT_ENV } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { blocksMarkdown } from './commands-markdown.ts';

const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'];

test('the help and docs/running.md name the variables that have a test here', () => {
  const items = helpBlocks(ENVIRONMENT).flatMap((block) => (block.kind === 'list' ? block.items : []));
  expect(items.flatMap(({ term = '' }) => term.split(', ')).sort()).toEqual(
    [
      'COLUMNS',
      'FORCE_COLOR',
      'HTTPS_PROXY',
      'HTTP_PROXY',
      'LEXFORM_API_KEY',
      'LEXFORM_DEBUG',
      'LEXFORM_PAGE_URL',
      'NO_COLOR',
      'NO_PROXY',
    ].sort(),
  );
  expectGenerated('docs/running.md', 'the environment', blocksMarkdown(ENVIRONMENT, 'variable'));
});

const workspace = (target: string) =>
  tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: ${target}\nglossaries: glossaries/*/glossary.yaml\n`,
    'glossaries/product/glossary.yaml': 'name: Product\n',
    'glossaries/product/en-de.csv': 'house,Haus\n',
  });

test('LEXFORM_API_KEY is the key of a target that names none', async () => {
  const { url, close } = await listen(testService());
  onTestFinished(close);
  const cwd = await workspace(`{ base_url: "${url}" }`);
  expect(await runLexform({ cwd, env: { LEXFORM_API_KEY: TEST_KEY } }, 'plan')).toMatchObject({ code: 0 });
  const { code, err } = await runLexform({ cwd, env: { KEY: TEST_KEY } }, 'plan');
  expect([code, err]).toEqual([1, expect.stringContaining('LEXFORM_API_KEY')]);
});

test('LEXFORM_PAGE_URL is where markdown links to, term by term and target by target', async () => {
  const { url, close } = await listen(testService());
  onTestFinished(close);
  const cwd = await workspace(`{ base_url: "${url}" }`);
  const env = { LEXFORM_API_KEY: TEST_KEY, LEXFORM_PAGE_URL: 'https://pages.example/{target}.html' };
  await runLexform({ cwd, env }, 'plan', '--report', 'markdown=plan.md');
  const markdown = readFileSync(resolve(cwd, 'plan.md'), 'utf8');
  expect(markdown).toContain('](https://pages.example/prod.html#term=glossary.product%2Fen-%3Ede%2Fhouse)');
});

test('LEXFORM_DEBUG tells where an error came from', async () => {
  const cwd = await tempWorkspace({});
  const args = ['plan', '--target', 'none', '-C', 'nowhere'];
  const plain = await runLexform({ cwd }, ...args);
  const told = await runLexform({ cwd, env: { LEXFORM_DEBUG: '1' } }, ...args);
  expect([plain.code, told.code]).toEqual([1, 1]);
  expect(told.err.startsWith(plain.err)).toBe(true);
  expect(plain.err).not.toMatch(/^\s+at /m);
  expect(told.err).toMatch(/^\s+at .*\.ts:\d+/m);
});

describe('a proxy', () => {
  const connected: string[] = [];
  const proxy = createServer((_, response) => response.end());
  proxy.on('connect', ({ url }, socket) => {
    connected.push(String(url));
    socket.on('error', () => undefined);
    socket.destroy();
  });
  beforeEach(async () => {
    connected.length = 0;
    for (const name of PROXIES) for (const each of [name, name.toLowerCase()]) vi.stubEnv(each, undefined);
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    proxy.closeAllConnections();
    await new Promise((closed) => proxy.close(closed));
  });
  const address = (): string => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  test('HTTPS_PROXY carries the calls of a command, and what NO_PROXY lists is called directly', async () => {
    // An address of this machine that is none of loopback: nothing leaves it, and nothing listens at port 9.
    const cwd = await workspace('{ base_url: "https://0.0.0.0:9", key: env:KEY }');
    vi.stubEnv('HTTPS_PROXY', address());
    const plan = () => runLexform({ cwd, env: { KEY: TEST_KEY }, fetch: nodeFetchPort(process.env) }, 'plan');
    expect((await plan()).code).toBe(1);
    expect(new Set(connected)).toEqual(new Set(['0.0.0.0:9']));
    connected.length = 0;
    vi.stubEnv('NO_PROXY', '0.0.0.0');
    expect((await plan()).code).toBe(1);
    expect(connected).toEqual([]);
  });

  test('HTTP_PROXY carries no call to this machine', async () => {
    const { url, close } = await listen(testService());
    onTestFinished(close);
    const cwd = await workspace(`{ base_url: "${url}", key: env:KEY }`);
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
    const { code } = await runLexform({ cwd, env: { KEY: TEST_KEY }, fetch: nodeFetchPort(process.env) }, 'plan');
    expect(code).toBe(0);
  });
});

test('FORCE_COLOR colours a pipe, unless NO_COLOR or --color says otherwise', async () => {
  const cwd = await workspace('{ service: embedded }');
  const planned = (env: NodeJS.ProcessEnv, ...args: readonly string[]): boolean =>
    execFileSync(process.execPath, [resolve('dist/main.js'), 'plan', ...args], {
      cwd,
      encoding: 'utf8',
      env: { ...GIT_ENV, TERM: 'xterm', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }).includes('\u001b[');
  expect(planned({})).toBe(false);
  expect(planned({ FORCE_COLOR: '1' })).toBe(true);
  expect(planned({ FORCE_COLOR: '0' })).toBe(false);
  expect(planned({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
});

test('COLUMNS is the width of the help', () => {
  const width = (env: NodeJS.ProcessEnv): number =>
    Math.max(
      ...execFileSync(process.execPath, [resolve('dist/main.js'), '--help'], {
        encoding: 'utf8',
        env: { ...GIT_ENV, ...env },
      })
        .split('\n')
        .map((line) => line.length),
    );
  expect(width({})).toBeLessThanOrEqual(80);
  expect(width({ COLUMNS: '60' })).toBeLessThanOrEqual(60);
  expect(width({ COLUMNS: '100' })).toBeGreaterThan(80);
  expect(width({ COLUMNS: 'wide' })).toBe(width({}));
});

// `script` of util-linux gives a program a terminal.
test.skipIf(!existsSync('/usr/bin/script') || process.platform !== 'linux')(
  'NO_COLOR takes the colours away that a terminal gets (skipped where there is no `script` of util-linux)',
  async () => {
    const cwd = await workspace('{ service: embedded }');
    const planned = (env: NodeJS.ProcessEnv): string =>
      execFileSync('script', ['-qec', `"${process.execPath}" "${resolve('dist/main.js')}" plan`, '/dev/null'], {
        cwd,
        encoding: 'utf8',
        env: { ...GIT_ENV, TERM: 'xterm', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const [colored, plain] = [planned({}), planned({ NO_COLOR: '1' })];
    const ESCAPE = '\u001b[';
    expect(colored).toContain(ESCAPE);
    expect(plain).not.toContain(ESCAPE);
    expect(plain).toContain('house → Haus');
  },
);
