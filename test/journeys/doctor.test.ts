import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { folderPorts } from '../../src/app/session/open-ledger.ts';
import { nodeFiles } from '../../src/files/node/node-files.ts';
import { folderLedger } from '../../src/ledger/folder-ledger.ts';
import { listen } from '../../src/service/http/listen.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { administeredService, TEST_ADMIN_KEY } from '../support/target.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const NOW = new Date('2026-01-02T03:04:05Z');
const CONFIG = `version: 1
targets:
  prod: { base_url: "https://api.test", key: env:KEY, admin_key: env:ADMIN }
glossaries: glossaries/*/glossary.yaml
style_rules: style-rules/*.yaml
developer_keys: developer-keys.yaml
ledger: { dir: .lexform/ledger }
`;
const FILES = {
  'glossaries/p/glossary.yaml': 'name: P\n',
  'glossaries/p/en-de.csv': 'a,b\n',
  'style-rules/tone.yaml': 'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be kind. }\n',
  'developer-keys.yaml': 'ci: {}\n',
};

async function world(config = CONFIG, more: Partial<CliInput> = {}, files: Readonly<Record<string, string>> = FILES) {
  const service = administeredService();
  const cwd = await tempWorkspace({ 'lexform.yaml': config, ...files });
  const env = { KEY: TEST_KEY, ADMIN: TEST_ADMIN_KEY };
  const given = { cwd, env, fetch: inProcessFetch(service), nodeVersion: '22.1.0', ...more };
  const run = (...args: readonly string[]) => runLexform(given, ...args);
  const doctor = async (...args: readonly string[]) => {
    const { code, out } = await run('doctor', '--json', ...args);
    const { canApply, workspace, targets } = JSON.parse(out);
    const checks = [...workspace, ...targets.flatMap((each: { checks: unknown[] }) => each.checks)];
    const of = (code: string) => checks.find((each: { code: string }) => each.code === code);
    const bad = checks.filter(({ level }: { level: string }) => level === 'error' || level === 'warning');
    return { code, canApply, checks, of, bad: bad.map((each: { code: string }) => each.code), out };
  };
  return { service, cwd, run, doctor };
}

const refusing =
  (error: Error): NonNullable<CliInput['fetch']> =>
  () =>
    Promise.reject(error);

describe('doctor', () => {
  test.each([
    ['ENOTFOUND', 'address-unknown'],
    ['ECONNREFUSED', 'address-refuses'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'address-tls'],
    ['ECONNRESET', 'address-silent'],
  ])('%s is told as what it is', async (system, expected) => {
    const fetch = refusing(Object.assign(new Error('no'), { code: system }));
    const { code, bad } = await (await world(CONFIG, { fetch })).doctor();
    expect([code, bad]).toEqual([1, [expected]]);
  });

  test('an address of something else is told as that', async () => {
    const fetch: NonNullable<CliInput['fetch']> = async () => ({
      status: 404,
      headers: { get: () => null },
      arrayBuffer: async () => new ArrayBuffer(0),
    });
    const { code, bad } = await (await world(CONFIG, { fetch })).doctor();
    expect([code, bad]).toEqual([1, ['address-other-service']]);
  });

  test('a lock that is held is an error that names its holder; one that has ended is not', async () => {
    for (const [now, expected] of [
      [NOW, ['lock-held']],
      [new Date(NOW.getTime() + 3_600_000), []],
    ] as const) {
      const { cwd, doctor } = await world(CONFIG, { now: () => now });
      const ports = folderPorts(nodeFiles());
      const target = { name: 'prod', baseUrl: 'https://api.test', workspace: '' };
      const ledger = folderLedger(join(cwd, '.lexform/ledger/prod'), ports, target, () => NOW);
      await ledger.lock.acquire({ id: 'run', who: 'ana' });
      const { code, bad, of } = await doctor();
      expect([code, bad]).toEqual([expected.length, expected]);
      expect((of('lock-held') ?? of('lock-expired')).message).toContain('ana');
    }
  });

  test('a clock that goes wrong is a warning, by the Date header of a real answer', async () => {
    const { url, close } = await listen(testService());
    onTestFinished(close);
    const config = `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n`;
    const { nodeFetchPort } = await import('../../src/app/machine/node-fetch-port.ts');
    const at = async (now: Date) => (await world(config, { fetch: nodeFetchPort(), now: () => now })).doctor();
    expect((await at(new Date())).of('clock-agrees')).toBeDefined();
    const late = await at(new Date(Date.now() + 600_000));
    expect([late.code, late.bad, late.of('clock-differs').message]).toEqual([
      0,
      ['clock-differs'],
      expect.stringMatching(/seconds ahead of that of the service$/),
    ]);
  });
});
