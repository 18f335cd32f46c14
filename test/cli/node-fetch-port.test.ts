import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { nodeFetchPort } from '../../src/cli/node-fetch-port.ts';

const servers: Server[] = [];

/** A server on a free loopback port; its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const get = { method: 'GET', headers: {} } as const;

test('sends the exact bytes of a body, a view into a larger buffer too, and returns those of the answer', async () => {
  const url = await serve((request, response) => {
    response.writeHead(201, { 'x-trace-id': request.method ?? '' });
    request.pipe(response);
  });
  const body = new Uint8Array([9, 0, 255, 10, 9]).subarray(1, 4);
  const answer = await nodeFetchPort()(url, { method: 'PUT', headers: {}, body });
  expect([answer.status, answer.headers.get('X-Trace-ID')]).toEqual([201, 'PUT']);
  expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([0, 255, 10]);
});

test('calls one after the other share a connection', async () => {
  const ports = new Set<number | undefined>();
  const url = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('x');
  });
  const fetch = nodeFetchPort();
  for (let call = 0; call < 3; call += 1) await (await fetch(url, get)).arrayBuffer();
  expect(ports.size).toBe(1);
});

test('a redirect is returned and not followed', async () => {
  const paths: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    paths.push(request.url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  expect((await nodeFetchPort()(`${url}/here`, get)).status).toBe(307);
  expect(paths).toEqual(['/here']);
});

test('a refused connection and one that is cut reject with the code of the system', async () => {
  const url = await serve((request) => request.socket.destroy());
  await expect(nodeFetchPort()(url, get)).rejects.toMatchObject({ code: 'ECONNRESET' });
  const server = servers.pop();
  await new Promise((resolve) => server?.close(resolve));
  await expect(nodeFetchPort()(url, get)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('an aborted call rejects, while the head or the body is awaited', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/body') response.writeHead(200, { 'content-length': '5' }).write('x');
  });
  const fetch = nodeFetchPort();
  const early = new AbortController();
  const head = fetch(`${url}/head`, { ...get, signal: early.signal });
  early.abort();
  await expect(head).rejects.toMatchObject({ name: 'AbortError' });
  const late = new AbortController();
  const body = (await fetch(`${url}/body`, { ...get, signal: late.signal })).arrayBuffer();
  late.abort();
  await expect(body).rejects.toMatchObject({ name: 'AbortError' });
});
