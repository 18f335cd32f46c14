import { expect, test } from 'vitest';
import { makeEarlyReads } from '../../../src/cli/early/early-reads.ts';
import type { TargetOptions, WorkspaceOptions } from '../../../src/cli/options/common-options.ts';
import type { CliPorts } from '../../../src/cli/ports.ts';
import type { OpenWorkspace } from '../../../src/cli/session/open-workspace.ts';
import type { WorkspaceConfig } from '../../../src/model/workspace/workspace.ts';

const target = {
  kind: 'remote',
  name: 'prod',
  baseUrl: 'https://service.example',
  authScheme: 'Service-Auth-Key',
  key: { kind: 'env', name: 'KEY' },
};
const config = { targets: [target], http: {}, concurrency: 2 } as unknown as WorkspaceConfig;
const workspace = { root: '/workspace', config } as unknown as OpenWorkspace;
const options = {} as unknown as TargetOptions & WorkspaceOptions;

/** Ports that note which calls are made with them; no call is answered. */
function noting() {
  const calls: string[] = [];
  const ports = {
    cwd: '/workspace',
    env: () => 'key',
    fetch: async (url: string) => {
      calls.push(url);
      throw new Error('nobody answers');
    },
    now: () => new Date(0),
    monotonic: () => 0,
    random: () => 0,
    sleep: async () => undefined,
    after: () => () => undefined,
    interrupted: new AbortController().signal,
    terminal: { err: () => undefined },
  } as unknown as CliPorts;
  return { ports, calls };
}

test.each([
  ['those of the command: reads that have begun with them go on', true],
  ['its own, as each of several targets has: every call is made with those', false],
])('a run has the ports that it is given: %s', async (_, isCommand) => {
  const [command, other] = [noting(), noting()];
  const early = makeEarlyReads(options, command.ports, { begin: async () => undefined });
  early.listener.onConfig(config);
  const { begun, once } = await early.connect(workspace, options, isCommand ? command.ports : other.ports);
  expect(begun !== undefined).toBe(isCommand);
  await once.exchange.send({ method: 'GET', path: '/v3/glossaries' }).catch(() => undefined);
  expect([command.calls.length > 0, other.calls.length > 0]).toEqual([isCommand, !isCommand]);
  early.end();
});
