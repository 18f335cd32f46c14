import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../src/service/http/listen.ts';
import { TEST_KEY, testService } from '../../support/in-process.ts';

const MEGABYTE = 1024 * 1024;

async function open() {
  const { url, close } = await listen(testService());
  onTestFinished(close);
  return url;
}

/** Sends a body piece by piece and gives the status of the answer. */
function send(url: string, options: RequestOptions, pieces: number, piece: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const call: ClientRequest = httpRequest(url, { method: 'POST', ...options }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject);
    let left = pieces;
    const write = (): void => {
      while (left > 0) {
        left -= 1;
        if (!call.write(piece)) {
          call.once('drain', write);
          return;
        }
      }
      call.end();
    };
    write();
  });
}

describe('a body that is not wanted', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };

  test('of 20 MB without a key is passed over, and the caller reads why', async () => {
    expect(await send(`${await open()}/v3/glossaries`, { headers: JSON_TYPE }, 20, Buffer.alloc(MEGABYTE))).toBe(401);
  });

  test('that never ends in time is refused with 413, though it was not announced', async () => {
    const headers = { ...JSON_TYPE, authorization: `Service-Auth-Key ${TEST_KEY}` };
    expect(await send(`${await open()}/v3/glossaries`, { headers }, 129, Buffer.alloc(MEGABYTE, 32))).toBe(413);
  });

  test('for a path that is not there is passed over, and the connection serves the next call', async () => {
    const url = await open();
    const headers = { ...JSON_TYPE, authorization: `Service-Auth-Key ${TEST_KEY}` };
    expect(await send(`${url}/v3/nothing`, { headers }, 4, Buffer.alloc(MEGABYTE))).toBe(404);
    expect((await fetch(`${url}/v3/glossaries`, { headers })).status).toBe(200);
  });
});

test('an upload that stalls holds the end up until its connection is cut, and the caller hears of it', async () => {
  const service = testService();
  const { url, close, cut } = await listen(service);
  const headers = { 'content-type': 'application/json', 'content-length': '100' };
  const call = httpRequest(`${url}/v3/glossaries`, {
    method: 'POST',
    headers: { ...headers, authorization: `Service-Auth-Key ${TEST_KEY}` },
  });
  const broken = new Promise<string | undefined>((resolve) =>
    call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code)),
  );
  call.write('{');
  await new Promise<void>((resolve) => call.on('socket', (socket) => socket.once('connect', () => resolve())));
  // The service has taken the connection when it has answered another one that came later.
  await new Promise<void>((resolve) => {
    const other = httpRequest(`${url}/v3/nothing`, { agent: false }, (answer) => answer.resume());
    other.on('close', resolve);
    other.end();
  });
  let isClosed = false;
  const closed = close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  expect(await cut()).toBe(1);
  await closed;
  expect(await broken).toBe('ECONNRESET');
});
