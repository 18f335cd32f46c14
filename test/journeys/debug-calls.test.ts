import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { openWorkspace } from '../../src/shells/library/open-workspace.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

async function world() {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: [glossaries/*/glossary.yaml]\n`,
    'glossaries/product/glossary.yaml': 'name: Product\n',
    'glossaries/product/en-de.csv': 'house,Haus\ncat,Katze\n',
  });
  const run = (debug: string | undefined, ...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY, ...(debug !== undefined && { LEXFORM_DEBUG: debug }) } }, ...args);
  return { cwd, run, service };
}

/** Lines about calls, without times. */
const callsIn = (err: string): readonly string[] =>
  err
    .split('\n')
    .filter((line) => /^(?:GET|POST|PUT|PATCH|DELETE) /.test(line))
    .map((line) => line.replace(/\d+ ms/, 'N ms').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID'));

test('LEXFORM_DEBUG=calls prints each attempt at a call, and no key, header, body or query', async () => {
  const { run, service } = await world();
  service.faults.set([{ kind: 'status', method: 'GET', path: '/v3/glossaries', status: 503, calls: [1] }]);
  const before = service.calls.length;
  const { code, err } = await run('calls', 'apply', '--auto-approve');
  expect(code, err).toBe(0);
  const lines = callsIn(err);
  expect(lines).toHaveLength(service.calls.length - before);
  expect(lines[0]).toMatch(/^GET \/v3\/glossaries 503, N ms, \d+ bytes, attempt 1$/);
  expect(lines.some((line) => /^GET \/v3\/glossaries 200, N ms, \d+ bytes, attempt 2$/.test(line))).toBe(true);
  expect(lines.some((line) => /^POST \/v3\/glossaries 201, N ms, \d+ bytes, attempt 1$/.test(line))).toBe(true);
  for (const secret of [TEST_KEY, 'Haus', 'authorization', '?']) expect(lines.join('\n')).not.toContain(secret);
});

test('without it, or with another value, no call is printed', async () => {
  const { run } = await world();
  for (const value of [undefined, '1']) expect(callsIn((await run(value, 'plan')).err)).toEqual([]);
});

test('a call without an answer is printed as such', async () => {
  const { run, service } = await world();
  service.faults.set([{ kind: 'reset-before', method: 'GET', path: '/v3/glossaries', calls: [1] }]);
  const { err } = await run('calls', 'plan');
  expect(callsIn(err)[0]).toBe('GET /v3/glossaries no answer, N ms, attempt 1');
});

test('the library hands each call to onMessage', async () => {
  const { cwd, service } = await world();
  vi.stubEnv('LEXFORM_DEBUG', 'calls');
  vi.stubEnv('KEY', TEST_KEY);
  onTestFinished(() => void vi.unstubAllEnvs());
  const messages: string[] = [];
  const workspace = await openWorkspace(cwd, { ledger: false, onMessage: (text) => messages.push(text) });
  await workspace.plan();
  expect(callsIn(messages.join('\n'))).toHaveLength(service.calls.length);
  expect(messages.join('\n')).not.toContain(TEST_KEY);
});
