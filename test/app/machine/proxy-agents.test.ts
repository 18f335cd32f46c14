import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nodeFetchPort } from '../../../src/app/machine/node-fetch-port.ts';
import { proxyAgents } from '../../../src/app/machine/proxy-agents.ts';

interface Seen {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
}

const seen: Seen[] = [];
/** The first bytes that came through a tunnel. */
let tunnelled: Uint8Array = new Uint8Array();
let address = '';

const proxy = createServer((request, response) => {
  seen.push({ line: `${request.method} ${request.url}`, headers: request.headers });
  response.end('from the proxy');
});
proxy.on('connect', (request, socket) => {
  seen.push({ line: `${request.method} ${request.url}`, headers: request.headers });
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  socket.once('data', (bytes: Buffer) => {
    tunnelled = bytes;
    socket.destroy();
  });
  socket.on('error', () => undefined);
});

beforeEach(async () => {
  seen.length = 0;
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'])
    for (const variable of [name, name.toLowerCase()]) vi.stubEnv(variable, undefined);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});

afterEach(async () => {
  vi.unstubAllEnvs();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});

const get = { method: 'GET', headers: { authorization: 'Service-Auth-Key s3cret' } } as const;

async function bodyOf(url: string): Promise<string> {
  const answer = await nodeFetchPort(process.env)(url, get);
  return new TextDecoder().decode(await answer.arrayBuffer());
}

test.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'])('a call goes through the proxy that %s names', async (name) => {
  vi.stubEnv(name, `http://someone:pass@${address}`);
  expect(await bodyOf('http://service.example/v2/languages')).toBe('from the proxy');
  expect(seen).toMatchObject([
    {
      line: 'GET http://service.example/v2/languages',
      headers: { 'proxy-authorization': `Basic ${Buffer.from('someone:pass').toString('base64')}` },
    },
  ]);
});

test('what is behind https goes through a tunnel, and the proxy sees no key', async () => {
  vi.stubEnv('HTTPS_PROXY', `http://${address}`);
  await expect(bodyOf('https://service.example/v2/languages')).rejects.toMatchObject({ name: 'FetchError' });
  expect(seen.map(({ line }) => line)).toEqual(['CONNECT service.example:443']);
  expect(JSON.stringify(seen)).not.toContain('s3cret');
  // A handshake of TLS.
  expect(tunnelled[0]).toBe(0x16);
});

test('what NO_PROXY lists, and this machine, are called directly', async () => {
  vi.stubEnv('HTTP_PROXY', `http://${address}`);
  vi.stubEnv('NO_PROXY', 'service.example,.company.example');
  const agentOf = proxyAgents({ keepAlive: true, maxSockets: 1 });
  const direct = [
    'http://service.example/',
    'http://a.company.example/',
    `http://${address}/`,
    'http://localhost:1/',
    'http://a.localhost/',
    'http://[::1]/',
    // No proxy is named for it.
    'https://other.example/',
  ];
  expect(direct.map((url) => agentOf(new URL(url)))).toEqual(direct.map(() => undefined));
  const [one, same] = ['http://other.example/a', 'http://127.evil.example/b'].map((url) => agentOf(new URL(url)));
  expect(one).toBeDefined();
  expect(same).toBe(one);
  expect(await bodyOf(`http://${address}/here`)).toBe('from the proxy');
  expect(seen.map(({ line }) => line)).toEqual(['GET /here']);
});

test('a proxy of another kind is refused, without a word of its address', async () => {
  vi.stubEnv('ALL_PROXY', 'socks5://someone:pass@proxy.example:1080');
  const refused = bodyOf('http://service.example/');
  await expect(refused).rejects.toMatchObject({ name: 'UsageError' });
  await expect(refused).rejects.not.toThrow(/pass|proxy\.example/);
  expect(await bodyOf(`http://${address}/`)).toBe('from the proxy');
});

test('a proxy that does not answer rejects with the code of the system, and names no password', async () => {
  const port = (proxy.address() as AddressInfo).port;
  await new Promise((resolve) => proxy.close(resolve));
  vi.stubEnv('HTTPS_PROXY', `http://someone:pass@127.0.0.1:${port}`);
  const failed = bodyOf('https://service.example/');
  await expect(failed).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await expect(failed).rejects.not.toThrow(/pass/);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
