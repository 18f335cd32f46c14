import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type Listening, listen } from '../../../src/service/http/listen.ts';
import { anyRequest } from '../../contract/any-request.ts';
import { TEST_KEY, testService } from '../../support/in-process.ts';
import { runs } from '../../support/runs.ts';
import { caller } from '../../support/service-caller.ts';

const AUTHORIZATION = `Service-Auth-Key ${TEST_KEY}`;
const DICTIONARY = { source_lang: 'en', target_lang: 'de', entries_format: 'tsv' };

/** A service on loopback whose own faults are kept. */
async function open() {
  const faults: unknown[] = [];
  const service = testService({ onError: (error) => void faults.push(error) });
  const listening = await listen(service);
  onTestFinished(async () => {
    await listening.cut();
    await listening.close();
  });
  return { service, faults, call: caller(service), ...listening };
}

/** Sends one request over an agent and gives its status; 0 when the connection was broken off. */
const send = (
  { url }: Listening,
  agent: Agent,
  { method, path, headers, body }: { method: string; path: string; headers: Record<string, string>; body?: Uint8Array },
): Promise<number> =>
  new Promise((resolve) => {
    const sent = httpRequest(`${url}/`, { agent, method, path, headers }, (answer) => {
      answer.resume().on('close', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0)).end(body);
  });

/** Bytes that are no request, or two at once, or one that lies about its length. */
const RAW: readonly string[] = [
  'GET\r\n\r\n',
  '\u0000\u0001\u0002\r\n\r\n',
  'GET /v3/glossaries HTTP/9.9\r\n\r\n',
  'GET /v3/glossaries HTTP/1.1\r\n\r\n',
  `GET ${'/x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  `GET / HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(5000)}\r\n`,
  'POST /v3/glossaries HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
  'POST /v3/glossaries HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcde',
  'POST /v3/glossaries HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /v3/glossaries HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  'POST /v3/glossaries HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\nx',
  'GET http://[ HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET //../../etc/passwd HTTP/1.1\r\nhost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n',
  'CONNECT 127.0.0.1:1 HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
];

/** Everything that a socket receives after these bytes, once it is closed from either side. */
const sendRaw = ({ url }: Listening, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(bytes, 'latin1'));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => undefined).on('close', () => resolve(received));
  });

test('thousands of hostile requests over connections that are kept alive: each is answered, and the data stays', async () => {
  const world = await open();
  const { call, faults } = world;
  const made = await call('POST', '/v3/glossaries', { name: 'A', dictionaries: [{ ...DICTIONARY, entries: 'a\tb' }] });
  const path = `/v3/glossaries/${made.body.glossary_id}/entries?source_lang=en&target_lang=de`;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  onTestFinished(() => agent.destroy());
  const statuses = new Map<number, number>();
  let count = 0;
  const requests = fc.sample(anyRequest, runs(3000));
  const next = requests[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const { method, path: any, as, type, body } of next) {
      const raw = RAW[count % (RAW.length * 10)];
      count += 1;
      if (raw !== undefined) expect(await sendRaw(world, raw)).not.toMatch(/^HTTP\/1\.1 5/);
      // Node itself refuses to send some paths.
      const wanted = encodeURI(any.replace(/[\ud800-\udfff]/g, '?'));
      const headers: Record<string, string> = {
        // Strangers alone: what they send changes nothing.
        ...(as !== 'nobody' && { authorization: `Service-Auth-Key ${as === 'key' ? 'wrong' : 'other'}` }),
        ...(type !== undefined && /^[\x20-\x7e]*$/.test(type) && { 'content-type': type }),
      };
      const bytes = body === undefined ? undefined : Buffer.from(body as string);
      const status = await send(world, agent, { method, path: wanted, headers, ...(bytes && { body: bytes }) });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  expect(count).toBe(requests.length);
  expect([...statuses.keys()].filter((status) => status === 0 || status >= 500)).toEqual([]);
  expect(faults).toEqual([]);
  expect((await call('GET', path)).body.dictionaries).toEqual([{ ...DICTIONARY, entries: 'a\tb' }]);
  expect((await call('GET', '/v3/glossaries')).body.glossaries).toHaveLength(1);
});

test('two hundred connections at once: each write is made once, and each is answered with its own glossary', async () => {
  const world = await open();
  // An account has at most 1,000 glossaries.
  const names = Array.from({ length: Math.min(runs(200), 1000) }, (_, index) => `glossary ${index}`);
  const agent = new Agent({ keepAlive: true, maxSockets: names.length });
  onTestFinished(() => agent.destroy());
  const answers = await Promise.all(
    names.map(
      (name) =>
        new Promise<string>((resolve, reject) => {
          const body = JSON.stringify({ name, dictionaries: [{ ...DICTIONARY, entries: `${name}\tb` }] });
          const headers = { authorization: AUTHORIZATION, 'content-type': 'application/json' };
          httpRequest(`${world.url}/v3/glossaries`, { agent, method: 'POST', headers }, (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
            answer.on('end', () => resolve(JSON.parse(text).name));
          })
            .on('error', reject)
            .end(body);
        }),
    ),
  );
  expect(answers).toEqual(names);
  const { glossaries } = (await world.call('GET', '/v3/glossaries')).body;
  expect(glossaries.map(({ name }: { name: string }) => name).sort()).toEqual([...names].sort());
  expect(world.faults).toEqual([]);
});

test('slow clients keep nobody else waiting, leave nothing behind, and end when the service is cut', async () => {
  const world = await open();
  const { call, url } = world;
  const entries = Array.from({ length: 60_000 }, (_, index) => `term ${index}\tBegriff ${index}`).join('\n');
  const made = await call('POST', '/v3/glossaries', { name: 'A', dictionaries: [{ ...DICTIONARY, entries }] });
  const path = `/v3/glossaries/${made.body.glossary_id}/entries?source_lang=en&target_lang=de`;
  const body = JSON.stringify({ name: 'slow', dictionaries: [{ ...DICTIONARY, entries: 'a\tb' }] });
  const post = `POST /v3/glossaries HTTP/1.1\r\nhost: x\r\nauthorization: ${AUTHORIZATION}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const sockets: Socket[] = [];
  const ended: Promise<void>[] = [];
  const slow = async (begin: string): Promise<Socket> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    sockets.push(socket);
    ended.push(new Promise((resolve) => socket.on('error', () => undefined).on('close', () => resolve())));
    await new Promise<void>((written) => socket.on('connect', () => socket.write(begin, () => written())));
    return socket;
  };
  const readers: Socket[] = [];
  for (let index = 0; index < 20; index += 1) {
    // Headers that never end, a body of which all but the last byte comes byte by byte, and a reader that never reads.
    await slow(`${post.slice(0, 20 + index)}`);
    const upload = await slow(post);
    for (const byte of body.slice(0, -1)) upload.write(byte);
    const reader = await slow(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${AUTHORIZATION}\r\n\r\n`);
    readers.push(reader.pause());
  }
  for (let index = 0; index < runs(50); index += 1)
    expect((await fetch(`${url}/v3/glossaries`, { headers: { authorization: AUTHORIZATION } })).status).toBe(200);
  expect(await world.cut()).toBeGreaterThanOrEqual(sockets.length);
  for (const reader of readers) reader.resume();
  await Promise.all(ended);
  await world.close();
  const { glossaries } = (await call('GET', '/v3/glossaries')).body;
  expect(glossaries.map(({ name }: { name: string }) => name)).toEqual(['A']);
  expect(world.faults).toEqual([]);
});
