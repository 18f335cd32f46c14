import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { nodeFetchPort } from '../../../src/app/machine/node-fetch-port.ts';
import { realPorts } from '../../../src/app/machine/real-ports.ts';
import type { AssetAddress } from '../../../src/client/assets/asset-address.ts';
import { type AssetTransfer, makeAssetTransfer } from '../../../src/client/assets/asset-transfer.ts';
import type { UploadSource } from '../../../src/client/assets/upload-feed.ts';
import { DEFAULT_RETRY } from '../../../src/client/transport/retry.ts';
import { secret } from '../../../src/model/secret.ts';

const servers: Server[] = [];

/** A server on a free loopback port; its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  vi.unstubAllEnvs();
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

test.each([
  ['of known length', { 'content-length': '300000' }],
  ['of unknown length', {}],
])('a body in many chunks, %s, is whole', async (_, headers) => {
  const body = Buffer.from(Array.from({ length: 300_000 }, (__, index) => index % 251));
  const url = await serve((_request, response) => {
    response.writeHead(200, headers);
    for (let at = 0; at < body.length; at += 7001) response.write(body.subarray(at, at + 7001));
    response.end();
  });
  const answer = await nodeFetchPort()(url, get);
  expect(body.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
});

test('a body is taken as it comes in, and who takes it may fail', async () => {
  const body = 'a\tb\n'.repeat(60_000);
  const url = await serve((_request, response) => response.end(body));
  let taken = '';
  const left = await (await nodeFetchPort()(url, get)).readBody?.((bytes) => {
    const most = bytes.length - 7;
    taken += Buffer.from(bytes.subarray(0, most)).toString();
    return most;
  }, 1_000_000);
  expect(taken + new TextDecoder().decode(left)).toBe(body);
  expect(left?.byteLength).toBe(7);
  const answer = await nodeFetchPort()(url, get);
  const failing = answer.readBody?.(() => {
    throw new Error('cannot take it');
  }, 1_000_000);
  await expect(failing).rejects.toThrow('cannot take it');
});

test('bodies that come in one after another, and at the same time, stay as they came', async () => {
  const sizes = [70_000, 256 * 1024, 400_000];
  const url = await serve((request, response) => {
    const [, letter = '', size = ''] = /\/(.)(\d+)/.exec(request.url ?? '') ?? [];
    response.end(letter.repeat(Number(size)));
  });
  const fetch = nodeFetchPort();
  const read = async (path: string) => (await fetch(`${url}/${path}`, get)).readBody?.(() => 0, 1_000_000);
  const wanted = [...'abcdefgh'].flatMap((letter) => sizes.map((size) => ({ letter, size })));
  const found: (ArrayBuffer | undefined)[] = [];
  for (const { letter, size } of wanted.slice(0, 6)) found.push(await read(`${letter}${size}`));
  found.push(...(await Promise.all(wanted.slice(6).map(({ letter, size }) => read(`${letter}${size}`)))));
  for (const [at, { letter, size }] of wanted.entries())
    expect(new TextDecoder().decode(found[at]) === letter.repeat(size)).toBe(true);
});

test('a body behind gzip is inflated, and one that is cut or broken rejects', async () => {
  const body = Buffer.from('a\tb\n'.repeat(200_000));
  const zipped = gzipSync(body);
  const broken = Buffer.from(zipped).fill(0xff, 200);
  const url = await serve((request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(request.url === '/cut' ? zipped.subarray(0, -20) : request.url === '/broken' ? broken : zipped);
  });
  const answer = await nodeFetchPort()(`${url}/whole`, get);
  expect(body.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  for (const path of ['/cut', '/broken'])
    await expect((await nodeFetchPort()(url + path, get)).arrayBuffer()).rejects.toThrow();
});

test('gzip is asked for, but not of this machine, where it takes longer than it saves', async () => {
  const asked: unknown[] = [];
  const url = await serve((request, response) => {
    asked.push(request.headers['accept-encoding']);
    response.writeHead(200, asked.length === 1 ? { 'content-encoding': 'gzip' } : {});
    response.end(asked.length === 1 ? gzipSync('through the proxy') : 'from here');
  });
  // The proxy stands for the service: nothing but this machine is reached.
  vi.stubEnv('HTTP_PROXY', url);
  vi.stubEnv('NO_PROXY', undefined);
  const far = await nodeFetchPort(process.env)('http://service.example/v3/glossaries', get);
  expect(new TextDecoder().decode(await far.arrayBuffer())).toBe('through the proxy');
  await (await nodeFetchPort()(url, get)).arrayBuffer();
  await (await nodeFetchPort()(url.replace('127.0.0.1', 'localhost'), get)).arrayBuffer();
  expect(asked).toEqual(['gzip', 'identity', 'identity']);
});

test('a body that unpacks to more than is read is given up, and its connection with it', async () => {
  // 300 kB on the line that would be 300 MB.
  const bomb = gzipSync(Buffer.alloc(300_000_000));
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(bomb);
  });
  const most: number[] = [];
  const answer = await nodeFetchPort()(url, get);
  const read = answer.readBody?.((bytes) => {
    most.push(bytes.length);
    return bytes.length;
  }, 20_000_000);
  await expect(read).rejects.toMatchObject({ name: 'BodyTooLargeError', maxBytes: 20_000_000 });
  expect(Math.max(...most)).toBeLessThan(1_000_000);
  // The pieces are large: many small ones take twice the time.
  expect(Math.max(...most)).toBe(256 * 1024);
  expect(most.length).toBeLessThan(1300);
  await expect((await nodeFetchPort()(url, get)).arrayBuffer()).rejects.toMatchObject({ name: 'BodyTooLargeError' });
});

test('a body of as many bytes as are read is read', async () => {
  const url = await serve((_, response) => response.end('12345'));
  const readUpTo = async (bytes: number) => {
    const read: string[] = [];
    const answer = await nodeFetchPort()(url, get);
    await answer.readBody?.((part) => {
      read.push(Buffer.from(part).toString());
      return part.length;
    }, bytes);
    return read.join('');
  };
  expect(await readUpTo(5)).toBe('12345');
  await expect(readUpTo(4)).rejects.toMatchObject({ name: 'BodyTooLargeError' });
});

test.each([204, 200])('an answer %i without content that says it is gzip is empty', async (status) => {
  const url = await serve((_, response) =>
    response.writeHead(status, { 'content-encoding': 'gzip', ...(status === 200 && { 'content-length': '0' }) }).end(),
  );
  expect((await (await nodeFetchPort()(url, get)).arrayBuffer()).byteLength).toBe(0);
});

test('a body of this machine is asked for as it is', async () => {
  const url = await serve((request, response) => response.end(request.headers['accept-encoding']));
  const answer = await nodeFetchPort()(url, get);
  expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe('identity');
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

test('at most 32 connections to one host are open, with TLS too', async () => {
  const sockets: Socket[] = [];
  const arrived = new EventEmitter();
  const server = createNetServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    arrived.emit(String(sockets.length));
    arrived.emit(`from ${socket.remotePort}`);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const opened = once(arrived, '32');
  const fetch = nodeFetchPort();
  const stops = Array.from({ length: 40 }, () => new AbortController());
  const calls = stops.map(({ signal }) =>
    fetch(`https://127.0.0.1:${port}`, { ...get, signal }).catch(() => undefined),
  );
  await opened;
  // Connections arrive in the order in which they were opened, and this one was opened last.
  const last = connect(port, '127.0.0.1');
  await once(last, 'connect');
  if (!sockets.some(({ remotePort }) => remotePort === last.localPort)) await once(arrived, `from ${last.localPort}`);
  expect(sockets.length).toBe(33);
  for (const stop of stops) stop.abort();
  last.destroy();
  for (const socket of sockets) socket.destroy();
  await Promise.all(calls);
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

describe('a large file', () => {
  const MIB = 1024 * 1024;
  const TOTAL = 32 * MIB;
  /** More than the buffers of two sockets hold, and much less than the file. */
  const IN_FLIGHT = 16 * MIB;

  /** The n-th MiB of the file: none is like another. */
  const part = (index: number): Buffer => Buffer.alloc(MIB, `part ${index};`);
  const digest = createHash('sha256');
  for (let index = 0; index < TOTAL / MIB; index += 1) digest.update(part(index));
  const DIGEST = digest.digest('hex');

  function source(): UploadSource & { given: number; opened: number } {
    const counted = {
      given: 0,
      opened: 0,
      lengthBytes: TOTAL,
      open: async function* () {
        counted.opened += 1;
        counted.given = 0;
        for (let index = 0; index < TOTAL / MIB; index += 1) {
          counted.given += MIB;
          yield part(index);
        }
      },
    };
    return counted;
  }

  const transfer = (baseUrl: string): AssetTransfer =>
    makeAssetTransfer(
      {
        fetch: nodeFetchPort(),
        now: () => new Date(0),
        random: () => 0,
        sleep: realPorts({}).sleep,
        after: realPorts({}).after,
      },
      {
        baseUrl,
        signatureScheme: 'Service-Signature',
        timeoutMs: 10_000,
        retry: { ...DEFAULT_RETRY, attempts: 2 },
        userAgent: 'test',
      },
    );
  const address = (url: string): AssetAddress => ({
    kind: 'signature',
    what: 'transfer',
    url,
    signature: secret('s1gnature'),
  });

  test('is uploaded as it is read, with its length and its signature', async () => {
    const hash = createHash('sha256');
    const file = source();
    let received = 0;
    let mostInFlight = 0;
    let headers: Readonly<Record<string, unknown>> = {};
    const url = await serve((request, response) => {
      headers = request.headers;
      request.on('data', (chunk: Buffer) => {
        hash.update(chunk);
        mostInFlight = Math.max(mostInFlight, file.given - received);
        received += chunk.byteLength;
      });
      request.on('end', () => response.writeHead(204).end());
    });
    const progress: number[] = [];
    await transfer(url).upload(address(url), file, { onProgress: (bytes) => progress.push(bytes) });
    expect(hash.digest('hex')).toBe(DIGEST);
    expect(mostInFlight).toBeLessThan(IN_FLIGHT);
    expect(headers).toMatchObject({
      authorization: 'Service-Signature s1gnature',
      'content-length': String(TOTAL),
      'content-type': 'application/octet-stream',
    });
    expect(headers).not.toHaveProperty('transfer-encoding');
    expect([progress.length, progress.at(-1)]).toEqual([TOTAL / 65_536, TOTAL]);
  });

  test('is read again from its start when the connection breaks', async () => {
    let hash = createHash('sha256');
    let calls = 0;
    const url = await serve((request, response) => {
      calls += 1;
      hash = createHash('sha256');
      if (calls === 1) request.once('data', () => request.socket.destroy());
      request.on('data', (chunk: Buffer) => hash.update(chunk));
      request.on('end', () => response.writeHead(204).end());
    });
    const file = source();
    await transfer(url).upload(address(url), file);
    expect([calls, file.opened]).toEqual([2, 2]);
    expect(hash.digest('hex')).toBe(DIGEST);
  });

  test('is read no further when it is refused', async () => {
    const url = await serve((_, response) => {
      // Not ended: a server that ends its answer reads the rest of the body.
      response.writeHead(413, { 'content-length': '20' });
      response.write('{"message":"too big"');
    });
    const file = source();
    await expect(transfer(url).upload(address(url), file)).rejects.toMatchObject({ refusal: { status: 413 } });
    expect(file.given).toBeLessThan(IN_FLIGHT);
    expect(file.opened).toBe(1);
  });

  test('goes nowhere else when its address redirects, and neither does its signature', async () => {
    let elsewhere = 0;
    const other = await serve((_, response) => {
      elsewhere += 1;
      response.end();
    });
    const url = await serve((request, response) => {
      request.resume().on('end', () => response.writeHead(307, { location: other }).end());
    });
    await expect(transfer(url).upload(address(url), source())).rejects.toMatchObject({ refusal: { status: 307 } });
    await expect(transfer(url).download(address(url), () => undefined)).rejects.toMatchObject({
      refusal: { status: 307 },
    });
    expect(elsewhere).toBe(0);
  });

  test('is downloaded as it is written', async () => {
    let written = 0;
    const url = await serve(async (_, response) => {
      response.writeHead(200, { 'content-length': String(TOTAL) });
      for (let index = 0; index < TOTAL / MIB; index += 1) {
        written += MIB;
        if (!response.write(part(index))) await once(response, 'drain');
      }
      response.end();
    });
    const hash = createHash('sha256');
    let bytes = 0;
    let mostInFlight = 0;
    let largest = 0;
    const outcome = await transfer(url).download(address(url), async (chunk) => {
      mostInFlight = Math.max(mostInFlight, written - bytes);
      largest = Math.max(largest, chunk.byteLength);
      bytes += chunk.byteLength;
      hash.update(chunk);
      await new Promise((resolve) => setImmediate(resolve));
    });
    expect(outcome).toEqual({ kind: 'complete', bytes: TOTAL });
    expect(hash.digest('hex')).toBe(DIGEST);
    expect(mostInFlight).toBeLessThan(IN_FLIGHT);
    expect(largest).toBeLessThanOrEqual(MIB);
  });

  test.each([
    ['with its length', { 'content-length': String(TOTAL) }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('that comes %s and breaks off is known to be cut, and is not asked for again', async (_, headers) => {
    let calls = 0;
    const url = await serve((_request, response) => {
      calls += 1;
      response.writeHead(200, headers);
      response.write(part(0), () => response.socket?.destroy());
    });
    let bytes = 0;
    const outcome = await transfer(url).download(address(url), (chunk) => {
      bytes += chunk.byteLength;
    });
    expect(outcome).toMatchObject({ kind: 'cut', bytes, error: { name: 'UnreachableError' } });
    expect(bytes).toBeGreaterThan(0);
    expect(calls).toBe(1);
  });

  test('that waits for another attempt can be interrupted', async () => {
    const interrupt = new AbortController();
    const url = await serve((_, response) => {
      response.on('close', () => setImmediate(() => interrupt.abort(new Error('Ctrl-C'))));
      response.writeHead(503, { 'retry-after': '60' }).end();
    });
    const run = transfer(url).download(address(url), () => undefined, { signal: interrupt.signal });
    await expect(run).rejects.toThrow('Ctrl-C');
  });

  test('whose writer fails is not read to its end', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const url = await serve((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-length': String(TOTAL) });
      response.write(part(0));
    });
    const full = new Error('disk full');
    await expect(
      transfer(url).download(address(url), () => {
        throw full;
      }),
    ).rejects.toBe(full);
    // The server still has to send, and would wait for ever.
    await closed;
  });
});
