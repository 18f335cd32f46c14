import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { actionWorld, BASE, configOf } from './world.ts';

const VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'];

/** What the proxy was asked for: the method and the address. */
const seen: string[] = [];
/** Where a name leads that the proxy knows; nobody else does. */
const hosts = new Map<string, string>();

const proxy = createServer((incoming, outgoing) => {
  const { host, pathname, search } = new URL(incoming.url ?? '');
  seen.push(`${incoming.method} ${host}`);
  const to = new URL(hosts.get(host) ?? 'http://127.0.0.1:9');
  const onward = request(
    { host: to.hostname, port: to.port, path: pathname + search, method: incoming.method, headers: incoming.headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(onward);
});
proxy.on('connect', ({ url }, socket) => {
  seen.push(`CONNECT ${url}`);
  socket.on('error', () => undefined);
  socket.destroy();
});

beforeEach(async () => {
  seen.length = 0;
  hosts.clear();
  for (const name of VARIABLES) for (const each of [name, name.toLowerCase()]) vi.stubEnv(each, undefined);
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  proxy.closeAllConnections();
  await new Promise((closed) => proxy.close(closed));
});

/** The runner gives a step the environment of its process. */
function proxied(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return variables;
}
const address = (): string => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

describe('a runner behind a proxy', () => {
  test('HTTP_PROXY carries the calls to a GitHub of the company; the service of this machine is called directly', async () => {
    const { onPullRequest, github } = await actionWorld();
    hosts.set('github.company.example', github.url);
    const { code, log } = await onPullRequest(
      {},
      { apiUrl: 'http://github.company.example', env: proxied({ HTTP_PROXY: address() }) },
    );
    expect([code, log]).toEqual([0, expect.stringContaining('+ house → Haus')]);
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining('2 terms to add')]);
    expect(new Set(seen)).toEqual(new Set(['GET github.company.example', 'POST github.company.example']));
  });

  test('HTTPS_PROXY carries the calls to the service, through a tunnel', async () => {
    const { onPullRequest, github, write } = await actionWorld();
    write('terms/lexform.yaml', configOf('https://service.example'));
    github.files.set(`terms/lexform.yaml@${BASE}`, configOf('https://service.example'));
    const { code, log } = await onPullRequest({}, { env: proxied({ HTTPS_PROXY: address() }) });
    expect(code).toBe(1);
    expect(log).not.toContain(address());
    expect(new Set(seen)).toEqual(new Set(['CONNECT service.example:443']));
  });

  test('what NO_PROXY lists is called directly', async () => {
    const { onPullRequest, github } = await actionWorld();
    // An address of this machine that is none of loopback, for which a proxy would be asked.
    const apiUrl = github.url.replace('127.0.0.1', '0.0.0.0');
    const proxies = { HTTP_PROXY: address(), NO_PROXY: 'service.example,0.0.0.0' };
    const { code } = await onPullRequest({}, { apiUrl, env: proxied(proxies) });
    expect([code, github.comments.length, seen]).toEqual([0, 1, []]);
    hosts.set(new URL(apiUrl).host, github.url);
    await onPullRequest({}, { apiUrl, env: proxied({ ...proxies, NO_PROXY: 'service.example' }) });
    expect(seen.length).toBeGreaterThan(0);
  });
});
