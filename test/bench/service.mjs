// `lexform serve`: a large dictionary against the checking and storing of its bytes, and small calls against a server
// that answers the same with no work.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createService } from '../../dist/library.js';
import { entries } from './data.mjs';
import { median } from './measure.mjs';

const CLI = resolve('dist/main.js');
const KEY = 'bench-key';
const ROUNDS = 7;
const SMALL_CALLS = 1000;
const CONCURRENCY = 8;

const folder = mkdtempSync(join(tmpdir(), 'lexform-bench-service-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const headers = { authorization: `Service-Auth-Key ${KEY}`, 'content-type': 'application/json' };
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

function call(method, url, body) {
  return new Promise((done, failed) => {
    const sent = request(url, {
      method,
      agent,
      headers: { ...headers, ...(body !== undefined && { 'content-length': body.byteLength }) },
    });
    sent.on('error', failed).on('response', (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk)).on('error', failed);
      response.on('end', () =>
        response.statusCode < 300
          ? done(Buffer.concat(chunks))
          : failed(new Error(`${method} ${url}: ${response.statusCode} ${Buffer.concat(chunks)}`)),
      );
    });
    sent.end(body);
  });
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const children = new Set();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a program that says where it listens. */
async function started(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  child.on('exit', () => children.delete(child));
  let said = '';
  const url = await new Promise((found, failed) => {
    child.on('exit', () => failed(new Error(`it ended: ${said}`)));
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const match = /http:\/\/[\w.:[\]]+/.exec(said);
      if (match !== null) found(match[0]);
    });
  });
  return { url, stop: () => child.kill('SIGKILL') };
}

const json = (value) => Buffer.from(JSON.stringify(value));
const dictionary = (text) => ({ source_lang: 'en', target_lang: 'de', entries: text, entries_format: 'tsv' });

async function largeBody(report, url) {
  const text = entries(9_900_000, 1)
    .map((row) => row.join('\t'))
    .join('\n');
  const body = json(dictionary(text));
  const ports = { now: () => new Date(), id: randomUUID, sleep: async () => {}, random: Math.random };
  const inside = createService({ accounts: [{ key: KEY, plan: 'pro' }] }, ports);
  const first = json({ name: 'Large', dictionaries: [dictionary('a\tb')] });
  const { glossary_id: there } = JSON.parse(await call('POST', `${url}/v3/glossaries`, first));
  const asked = (method, path, sent) =>
    inside.answer({
      method,
      url: `http://inside.test${path}`,
      headers: { get: (name) => headers[name] ?? null },
      body:
        sent === undefined
          ? null
          : (async function* () {
              yield sent;
            })(),
    });
  const { glossary_id: here } = JSON.parse((await asked('POST', '/v3/glossaries', first)).body);
  const times = { checked: [], put: [], get: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = {
      checked: await timed(() => asked('PUT', `/v3/glossaries/${here}/dictionaries`, body)),
      put: await timed(() => call('PUT', `${url}/v3/glossaries/${there}/dictionaries`, body)),
      get: await timed(() => call('GET', `${url}/v3/glossaries/${there}/entries?source_lang=en&target_lang=de`)),
    };
    if (round > 0) for (const name of Object.keys(times)) times[name].push(one[name]);
  }
  const checked = median(times.checked);
  report('serve, PUT of 10 MB', median(times.put) / checked, '× check and store', 3);
  report('serve, GET of 10 MB', median(times.get) / checked, '× check and store', 3);
}

async function smallCalls(url) {
  let left = SMALL_CALLS;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await call('GET', url);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

const PATH = '/v3/glossaries';
const serveFolder = (data) => started([CLI, 'serve', '--port', '0', '--key', KEY, '--quiet', '--data', data]);

/** Milliseconds until a server that starts has answered its first read. */
const firstRead = (data) =>
  timed(async () => {
    const { url, stop } = await serveFolder(data);
    await call('GET', `${url}${PATH}`);
    stop();
  });

/** Kills a server while it has the lock of its folder; false when it had just released it. */
async function killWithLock(data) {
  const { url, stop } = await serveFolder(data);
  const text = entries(1_000_000, 1)
    .map((row) => row.join('\t'))
    .join('\n');
  const lock = join(data, 'lock');
  let isKilled = false;
  const making = (async () => {
    while (!isKilled) {
      const body = json({ name: randomUUID(), dictionaries: [dictionary(text)] });
      await call('POST', `${url}${PATH}`, body).catch(() => undefined);
    }
  })();
  while (!existsSync(lock)) await new Promise((next) => setImmediate(next));
  stop();
  isKilled = true;
  await making;
  return existsSync(lock);
}

/** How much later the first read is answered where a killed server has left its lock: the longest of some. */
async function killRows(report) {
  const stalls = [];
  for (let round = 0; round < ROUNDS * 4 && stalls.length < ROUNDS; round += 1) {
    const data = join(folder, `data-${round}`);
    if (!(await killWithLock(data))) continue;
    const ms = await firstRead(data);
    stalls.push(ms - (await firstRead(data)));
  }
  if (stalls.length === 0) throw new Error('no killed server left its lock');
  report('serve --data, stall of the first read after a kill', Math.max(...stalls) / 1000, 's', 1);
}

const ECHO = `const body = process.argv[1];
const server = require('node:http').createServer((incoming, outgoing) => {
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}).listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;

export async function serviceRows(report) {
  const serve = await started([CLI, 'serve', '--port', '0', '--key', KEY, '--quiet']);
  const small = await started([CLI, 'serve', '--port', '0', '--key', KEY, '--quiet']);
  const path = '/v3/glossaries';
  const answer = (await call('GET', `${small.url}${path}`)).toString();
  const echo = await started(['-e', ECHO, answer]);
  const times = { service: [], echo: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = {
      service: await timed(() => smallCalls(`${small.url}${path}`)),
      echo: await timed(() => smallCalls(`${echo.url}${path}`)),
    };
    if (round > 0) for (const name of Object.keys(times)) times[name].push(one[name]);
  }
  report('serve, 1,000 small calls at concurrency 8', median(times.service) / median(times.echo), '× bare echo', 1.43);
  await largeBody(report, serve.url);
  await killRows(report);
  agent.destroy();
  for (const each of [serve, small, echo]) each.stop();
}
