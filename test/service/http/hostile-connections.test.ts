import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../../src/service/create-service.ts';
import { type Listening, listen } from '../../../src/service/http/listen.ts';
import { folderStore } from '../../../src/service/store/folder-store.ts';
import { anyRequest } from '../../contract/any-request.ts';
import { idsInOrder, TEST_KEY, testService } from '../../support/in-process.ts';
import { least, runs } from '../../support/runs.ts';
import { caller, parseAnswer } from '../../support/service-caller.ts';
import { filesOf, processOn, tempFolder } from '../folder-service.ts';

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

interface Wanted {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: Uint8Array;
}

/** What one request over an agent is answered; the status is 0 when the connection was broken off. */
const sent = (
  { url }: Pick<Listening, 'url'>,
  agent: Agent,
  { method, path, headers, body }: Wanted,
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve) => {
    const request = httpRequest(`${url}/`, { agent, method, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece) => (text += piece));
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    request.on('error', () => resolve({ status: 0, text: '' })).end(body);
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
      const { status } = await sent(world, agent, { method, path: wanted, headers, ...(bytes && { body: bytes }) });
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

const ADMIN = 'admin-key';
const STRANGER = 'stranger-key';

const ACCOUNTS = [
  { key: TEST_KEY, plan: 'pro' },
  { key: ADMIN, plan: 'pro', admin: true, account: TEST_KEY },
  { key: STRANGER, plan: 'pro' },
] as const;

/** Texts of one service without its times and signatures, and with its ids by the order in which they came. */
function toCompare(): (text: string) => string {
  const ids = new Map<string, string>();
  const numbered = (id: string): string => {
    const number = ids.get(id) ?? `#${ids.size}`;
    ids.set(id, number);
    return number;
  };
  return (text) =>
    text
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, 'T')
      .replace(/"signature":"[^"]*"|http:\/\/(?:x|127\.0\.0\.1:\d+)\//g, '')
      .replace(/(?!99999999)[\da-f]{8}-0000-4000-8000-\d{12}/g, numbered);
}

/** Everything that the two accounts have, as they read it. */
async function everything(service: Service, shown: (text: string) => string): Promise<string> {
  const all: string[] = [];
  for (const key of [TEST_KEY, STRANGER]) {
    const call = caller(service, key);
    const { glossaries, text = '' } = (await call('GET', '/v3/glossaries')).body;
    all.push(JSON.stringify(glossaries), text);
    for (const { glossary_id, dictionaries } of glossaries)
      for (const { source_lang, target_lang } of dictionaries) {
        const query = `source_lang=${source_lang}&target_lang=${target_lang}`;
        all.push((await call('GET', `/v3/glossaries/${glossary_id}/entries?${query}`)).text);
      }
    for (let page = 0; page < 3; page += 1)
      all.push((await call('GET', `/v3/style_rules?detailed=true&page_size=25&page=${page}`)).text);
    all.push((await call('GET', '/v2/usage')).text);
  }
  all.push((await caller(service, ADMIN)('GET', '/v2/admin/developer-keys')).text);
  return shown(all.join('\n'));
}

test('hostile requests with a key are answered over a connection as in the process, and a restart reads what they left', async () => {
  const folder = tempFolder();
  const faults: unknown[] = [];
  const onError = (error: unknown): void => void faults.push(error);
  const stored = (): Service => {
    const ids = idsInOrder();
    const ports = { now: () => new Date(), id: ids, sleep: async () => undefined, random: () => 0.5 };
    return testService({ accounts: ACCOUNTS, onError, store: folderStore(folder, ports) });
  };
  const [service, twin] = [stored(), testService({ accounts: ACCOUNTS, onError })];
  const world = await listen(service);
  onTestFinished(async () => {
    await world.cut();
    await world.close();
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const sides = [service, twin].map((each) => ({ each, ids: new Map<string, string>(), shown: toCompare() }));
  const [ours, theirs] = sides as [(typeof sides)[number], (typeof sides)[number]];
  for (const [whose, key] of Object.entries({ own: TEST_KEY, stranger: STRANGER }))
    for (const { each, ids } of sides) {
      const dictionaries = [{ ...DICTIONARY, entries: `${whose}\tb` }];
      const call = caller(each, key);
      const glossary = await call('POST', '/v3/glossaries', { name: whose, dictionaries });
      const list = await call('POST', '/v3/style_rules', { name: whose, language: 'de' });
      ids.set(`${whose}.glossary_id`, glossary.body.glossary_id).set(`${whose}.style_id`, list.body.style_id);
    }
  const ofStranger = (each: Service) => caller(each, STRANGER)('GET', '/v3/glossaries').then(({ text }) => text);
  const before = await ofStranger(service);
  const statuses = new Map<number, number>();
  for (const { method, path, as, type, body: any } of fc.sample(anyRequest, runs(500))) {
    const key = as === 'admin' ? ADMIN : as === 'unknown' ? STRANGER : TEST_KEY;
    // Strangers read alone: what they have must be the same in the end.
    if (key === STRANGER && method !== 'GET') continue;
    const requestOf = ({ ids }: typeof ours) => {
      const withIds = (text: string): string =>
        text.replace(/(?:\{|%7B)((?:own|stranger)\.\w+)(?:\}|%7D)/g, (_, name) => ids.get(name) ?? 'none');
      const url = new URL(`http://x/${withIds(path.replace(/[\ud800-\udfff]/g, '?')).replace(/^\//, '')}`);
      const hasBody = any !== undefined && method !== 'GET' && method !== 'HEAD';
      const body = hasBody ? Buffer.from(typeof any === 'string' ? withIds(any) : any) : undefined;
      const headers: Record<string, string> = {
        authorization: `Service-Auth-Key ${key}`,
        ...(type !== undefined && body && { 'content-type': type }),
        // Node sends the body of a DELETE without its length.
        ...(body && { 'content-length': String(body.length) }),
      };
      return { method, url, path: url.pathname + url.search, headers, ...(body && { body }) };
    };
    const request = requestOf(theirs);
    const expected = await parseAnswer(await twin.handle(new Request(request.url, request)));
    const answer = await sent(world, agent, requestOf(ours));
    const about = `${method} ${request.url} ${request.body}`;
    expect([about, answer.status, method === 'HEAD' ? '' : ours.shown(answer.text)]).toEqual([
      about,
      expected.status,
      method === 'HEAD' ? '' : theirs.shown(expected.text),
    ]);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  }
  expect([...statuses.keys()].filter((status) => status === 0 || status >= 500)).toEqual([]);
  expect(statuses.get(201)).toBeGreaterThan(least(5));
  expect(faults).toEqual([]);
  expect(await ofStranger(service)).toBe(before);
  const left = await everything(service, ours.shown);
  expect(left).toBe(await everything(twin, theirs.shown));
  expect(await everything(stored(), ours.shown)).toBe(left);
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

test('a slow upload to one process on a folder keeps no other process waiting, and a cut leaves nothing of it', async () => {
  const folder = tempFolder();
  const [first, second] = [processOn(folder), processOn(folder)];
  const world = await listen(first.service);
  onTestFinished(() => world.close());
  const body = JSON.stringify({ name: 'slow', dictionaries: [{ ...DICTIONARY, entries: 'a\tb' }] });
  const sockets = await Promise.all(
    Array.from(
      { length: 20 },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(Number(new URL(world.url).port), '127.0.0.1', () => {
            socket.write(
              `POST /v3/glossaries HTTP/1.1\r\nhost: x\r\nauthorization: ${AUTHORIZATION}\r\n` +
                `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
              () => resolve(socket),
            );
          });
          socket.on('error', () => undefined);
        }),
    ),
  );
  const names = Array.from({ length: runs(20) }, (_, index) => `g${index}`).slice(0, 500);
  const begin = performance.now();
  for (const name of names) {
    const made = { name, dictionaries: [{ ...DICTIONARY, entries: 'a\tb' }] };
    expect((await second.call('POST', '/v3/glossaries', made)).status).toBe(201);
  }
  // A lock that an upload held would be taken from it after ten seconds at the earliest.
  expect((performance.now() - begin) / names.length).toBeLessThan(2000);
  // Half of them end well, the others are cut.
  const [whole, cut] = [sockets.slice(0, 10), sockets.slice(10)];
  const answers = whole.map(
    (socket) => new Promise<string>((resolve) => socket.once('data', (piece) => resolve(piece.toString('latin1')))),
  );
  for (const socket of whole) socket.write(body.slice(-1));
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 201/);
  const closed = [...whole, ...cut].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  expect(await world.cut()).toBe(20);
  await Promise.all(closed);
  for (const { call } of [second, processOn(folder)]) {
    const { glossaries } = (await call('GET', '/v3/glossaries')).body;
    expect(glossaries.map(({ name }: { name: string }) => name).sort()).toEqual(
      [...names, ...Array(10).fill('slow')].sort(),
    );
  }
  expect([...filesOf(folder).keys()].filter((name) => /lock|\.tmp$/.test(name))).toEqual([]);
});
