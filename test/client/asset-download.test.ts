import { describe, expect, test } from 'vitest';
import type { AssetAddress } from '../../src/client/assets/asset-address.ts';
import { answer } from '../support/scripted-client.ts';
import {
  BY_SIGNATURE,
  BY_URL,
  breaks,
  failure,
  SIGNATURE,
  SIGNED,
  scripted,
  sink,
  streamed,
  type Treatment,
  utf8,
} from './scripted-transfer.ts';

describe('a download', () => {
  const FROM: AssetAddress = { ...BY_SIGNATURE, what: 'download of result 1 of job j-1' };

  test('writes the chunks in order, and says how far it is', async () => {
    const { transfer, sent } = scripted([streamed(['one ', 'two ', 'three'], { 'content-length': '13' })]);
    const { write, text } = sink();
    const seen: unknown[] = [];
    const outcome = await transfer.download(FROM, write, { onProgress: (...progress) => seen.push(progress) });
    expect(outcome).toEqual({ kind: 'complete', bytes: 13 });
    expect(text()).toBe('one two three');
    expect(seen).toEqual([
      [4, 13],
      [8, 13],
      [13, 13],
    ]);
    expect(sent[0]?.headers).toEqual({
      accept: '*/*',
      'accept-encoding': 'identity',
      authorization: `Service-Signature ${SIGNATURE}`,
      'user-agent': 'test',
    });
  });

  test('with a signed address carries no authorization', async () => {
    const { transfer, sent } = scripted([streamed(['x'])]);
    await transfer.download(BY_URL, sink().write);
    expect(sent[0]?.url).toBe(SIGNED);
    expect(sent[0]?.headers).not.toHaveProperty('authorization');
  });

  test.each([
    ['without an announced length', {}],
    ['of an encoded answer, whose announced length is another', { 'content-length': '99', 'content-encoding': 'gzip' }],
    ['with a length that is no number', { 'content-length': '13, 13' }],
  ])('%s is complete when it ends', async (_, headers) => {
    const { transfer } = scripted([streamed(['one'], headers)]);
    expect(await transfer.download(FROM, sink().write)).toEqual({ kind: 'complete', bytes: 3 });
  });

  test('takes the whole body of a port that does not stream, and an empty one', async () => {
    const whole: Treatment = () => ({
      status: 200,
      headers: new Headers(),
      arrayBuffer: async () => utf8('whole').buffer as ArrayBuffer,
    });
    const { transfer } = scripted([whole, streamed([], { 'content-length': '0' })]);
    const { write, text } = sink();
    expect(await transfer.download(FROM, write)).toEqual({ kind: 'complete', bytes: 5 });
    expect(await transfer.download(FROM, write)).toEqual({ kind: 'complete', bytes: 0 });
    expect(text()).toBe('whole');
  });

  test('the next chunk is asked for when the last one was taken', async () => {
    const events: string[] = [];
    const { transfer } = scripted([
      () => ({
        status: 200,
        headers: new Headers(),
        arrayBuffer: () => Promise.reject(new Error('it is read in chunks')),
        body: (async function* () {
          for (const name of ['a', 'b']) {
            events.push(`read ${name}`);
            yield utf8(name);
          }
        })(),
      }),
    ]);
    await transfer.download(FROM, async (chunk) => {
      await new Promise((resolve) => setImmediate(resolve));
      events.push(`wrote ${new TextDecoder().decode(chunk)}`);
    });
    expect(events).toEqual(['read a', 'wrote a', 'read b', 'wrote b']);
  });

  test.each([
    ['a lost connection', breaks()],
    ['an answer without its body', streamed([new Error('reset')])],
    ['an answer that ends before its first byte', streamed([], { 'content-length': '7' })],
    ['429', () => answer(429)],
    ['503', () => answer(503)],
  ] as const)('is made again after %s', async (_, first) => {
    const { transfer, clock } = scripted([first, streamed(['content'], { 'content-length': '7' })]);
    const { write, text } = sink();
    expect(await transfer.download(FROM, write)).toEqual({ kind: 'complete', bytes: 7 });
    expect(text()).toBe('content');
    expect(clock.waits).toEqual([250]);
  });

  test.each([
    ['ends too early', ['one '], '4 of 7 bytes arrived'],
    ['brings too much', ['one two ', '3'], '9 of 7 bytes arrived'],
    ['breaks', ['one ', Object.assign(new Error('reset'), { code: 'ECONNRESET' })], 'broken off (ECONNRESET)'],
  ])('that %s after its first byte is cut, and not made again', async (_, chunks, words) => {
    const { transfer, sent } = scripted([streamed(chunks, { 'content-length': '7' })]);
    const outcome = await transfer.download(FROM, sink().write);
    expect(outcome).toMatchObject({ kind: 'cut', error: { name: 'UnreachableError' } });
    expect(outcome.kind === 'cut' && outcome.error.message).toContain(words);
    expect(sent).toHaveLength(1);
  });

  test('of more bytes than a result may have ends with a refusal, and is not made again', async () => {
    const { transfer, sent } = scripted([streamed(['one ', 'two ', 'three'], {})], undefined, undefined, {
      maxResultBytes: 7,
    });
    const { write, text } = sink();
    const error = await failure(transfer.download(FROM, write));
    expect(error).toMatchObject({ name: 'ServiceError', message: expect.stringContaining('more than') as unknown });
    expect([text(), sent.length]).toEqual(['one ', 1]);
  });

  test('is refused without the words of an endless refusal', async () => {
    let left = false;
    const { transfer } = scripted([
      () => ({
        status: 403,
        headers: new Headers(),
        arrayBuffer: () => Promise.reject(new Error('it is read in chunks')),
        body: (async function* () {
          try {
            for (;;) yield new Uint8Array(10_000);
          } finally {
            left = true;
          }
        })(),
      }),
    ]);
    const error = await failure(transfer.download(FROM, sink().write));
    expect(error).toMatchObject({ refusal: { status: 403, message: '' } });
    expect(left).toBe(true);
  });

  test.each([201, 204, 206, 302, 400, 403, 404])('is not repeated after %i', async (status) => {
    const { transfer, sent } = scripted([() => answer(status)]);
    const error = await failure(transfer.download(FROM, sink().write));
    expect(error).toMatchObject({
      name: 'ServiceError',
      refusal: { request: 'GET download of result 1 of job j-1', status },
    });
    expect(sent).toHaveLength(1);
  });

  test.each([
    [
      'at once',
      () => {
        throw new Error('disk full');
      },
    ],
    ['later', () => Promise.reject(new Error('disk full'))],
  ])('ends with the error of a writer that fails %s', async (_, write) => {
    const { transfer, sent, signals } = scripted([streamed(['one', 'two'])]);
    expect(await failure(transfer.download(FROM, write))).toMatchObject({ message: 'disk full' });
    expect(sent).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(true);
  });
});
