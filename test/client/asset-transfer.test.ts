import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type AssetAddress, signatureScheme } from '../../src/client/asset-address.ts';
import { type AssetTransfer, makeAssetTransfer } from '../../src/client/asset-transfer.ts';
import { mayHaveHappened } from '../../src/client/may-have-happened.ts';
import type { HttpRequest, HttpResponse } from '../../src/client/ports.ts';
import { DEFAULT_RETRY } from '../../src/client/retry.ts';
import { bytesSource, type UploadSource } from '../../src/client/upload-feed.ts';
import { ServiceError, UnreachableError, UsageError } from '../../src/model/errors.ts';
import { secret } from '../../src/model/secret.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { answer } from '../support/scripted-client.ts';

const SIGNATURE = 's1gn4tur3-of-the-upload';
const SIGNED = 'https://store.example.net/b/4f1e0a5c9d?token=t0k3n%2Ft0k3n&expires=300';
const BY_SIGNATURE: AssetAddress = {
  kind: 'signature',
  what: 'upload of job j-1',
  url: 'https://store.example.net/b/4f1e0a5c9d?part=7',
  signature: secret(SIGNATURE),
};
const BY_URL: AssetAddress = { kind: 'signed-url', what: 'upload of job j-1', url: secret(SIGNED) };

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const failure = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => undefined,
    (error: unknown) => error,
  );

/** How the network treats one call; it has not read the body yet. */
type Treatment = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

interface Scripted {
  readonly transfer: AssetTransfer;
  readonly clock: ManualClock;
  /** Address and headers of every call. */
  readonly sent: readonly { readonly url: string; readonly method: string; readonly headers: HttpRequest['headers'] }[];
  /** Every signal that was passed. */
  readonly signals: readonly (AbortSignal | undefined)[];
}

function scripted(
  treatments: readonly Treatment[],
  baseUrl = 'https://api.example.com',
  clock: ManualClock = manualClock(),
): Scripted {
  const sent: Scripted['sent'][number][] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const { now, sleep } = clock;
  const transfer = makeAssetTransfer(
    {
      now,
      sleep,
      random: () => 0.5,
      fetch: async (url, request) => {
        sent.push({ url, method: request.method, headers: request.headers });
        signals.push(request.signal);
        const treatment = treatments[sent.length - 1];
        if (treatment === undefined) throw new Error(`no answer for call ${sent.length}`);
        return treatment(request);
      },
    },
    {
      baseUrl,
      signatureScheme: 'Service-Signature',
      timeoutMs: 1000,
      retry: { ...DEFAULT_RETRY, attempts: 3 },
      userAgent: 'test',
    },
  );
  return { transfer, clock, sent, signals };
}

/** Reads the whole body, as a server does. */
async function bodyOf({ stream }: HttpRequest): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += new TextDecoder().decode(chunk);
  return text;
}

/** Reads the whole body, notes it, and answers so. */
const takes =
  (bodies: string[], status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): Treatment =>
  async (request) => {
    bodies.push(await bodyOf(request));
    return answer(status, body, headers);
  };

const breaks =
  (code = 'ECONNRESET', words = 'reset'): Treatment =>
  () => {
    throw Object.assign(new Error(words), { code });
  };

/** A source that counts how often it was opened and closed. */
function countedSource(...chunks: readonly string[]): UploadSource & { opened: number; closed: number } {
  const counted = {
    opened: 0,
    closed: 0,
    lengthBytes: utf8(chunks.join('')).byteLength,
    open: async function* () {
      counted.opened += 1;
      try {
        for (const chunk of chunks) yield utf8(chunk);
      } finally {
        counted.closed += 1;
      }
    },
  };
  return counted;
}

/** An answer whose body comes in these chunks, and breaks at an error. */
const streamed =
  (chunks: readonly (string | Error)[], headers: Readonly<Record<string, string>> = {}): Treatment =>
  () => ({
    status: 200,
    headers: new Headers(headers),
    arrayBuffer: () => Promise.reject(new Error('it is read in chunks')),
    body: (async function* () {
      for (const chunk of chunks) {
        if (chunk instanceof Error) throw chunk;
        yield utf8(chunk);
      }
    })(),
  });

/** Writes into a text. */
function sink(): { readonly write: (chunk: Uint8Array) => void; readonly text: () => string } {
  let text = '';
  return {
    write: (chunk) => {
      text += new TextDecoder().decode(chunk);
    },
    text: () => text,
  };
}

describe('an upload', () => {
  test('carries the signature, the type and the length, and neither a key nor anything else', async () => {
    const bodies: string[] = [];
    const { transfer, sent } = scripted([takes(bodies, 204)]);
    await transfer.upload(BY_SIGNATURE, bytesSource(utf8('recording')));
    expect(sent).toEqual([
      {
        url: 'https://store.example.net/b/4f1e0a5c9d?part=7',
        method: 'PUT',
        headers: {
          authorization: `Service-Signature ${SIGNATURE}`,
          'content-type': 'application/octet-stream',
          'content-length': '9',
          'user-agent': 'test',
        },
      },
    ]);
    expect(bodies).toEqual(['recording']);
  });

  test('with a signed address carries no authorization', async () => {
    const { transfer, sent } = scripted([takes([], 204)]);
    await transfer.upload(BY_URL, bytesSource(utf8('recording')));
    expect(sent[0]?.url).toBe(SIGNED);
    expect(Object.keys(sent[0]?.headers ?? {}).sort()).toEqual(['content-length', 'content-type', 'user-agent']);
  });

  test('reports every piece once it was taken, and cuts large chunks into pieces', async () => {
    const seen: (number | undefined)[][] = [];
    const { transfer } = scripted([takes([], 204)]);
    await transfer.upload(BY_SIGNATURE, bytesSource(new Uint8Array(150_000)), {
      onProgress: (...progress) => seen.push(progress),
    });
    expect(seen).toEqual([
      [65_536, 150_000],
      [131_072, 150_000],
      [150_000, 150_000],
    ]);
  });

  test.each([
    ['a lost connection', breaks()],
    ['429', takes([], 429)],
    ['503', takes([], 503)],
  ])('is started over after %s, from a source that is opened again', async (_, first) => {
    const bodies: string[] = [];
    const source = countedSource('one ', 'two');
    const { transfer, clock } = scripted([first, takes(bodies, 204)]);
    await transfer.upload(BY_SIGNATURE, source);
    expect(bodies).toEqual(['one two']);
    expect(source.closed).toBe(source.opened);
    expect(clock.waits).toEqual([250]);
  });

  test('that breaks in the middle closes its source before it is opened again', async () => {
    const bodies: string[] = [];
    const source = countedSource('one ', 'two');
    const openAtRetry: number[] = [];
    const { transfer } = scripted([
      async ({ stream }) => {
        await stream?.[Symbol.asyncIterator]().next();
        throw new Error('broken');
      },
      async (request) => {
        openAtRetry.push(source.opened - source.closed);
        return takes(bodies, 204)(request);
      },
    ]);
    await transfer.upload(BY_SIGNATURE, source);
    expect(openAtRetry).toEqual([0]);
    expect(bodies).toEqual(['one two']);
    expect(source.opened).toBe(2);
  });

  test('waits as long as it is asked to', async () => {
    const { transfer, clock } = scripted([takes([], 429, undefined, { 'retry-after': '7' }), takes([], 204)]);
    await transfer.upload(BY_SIGNATURE, bytesSource(utf8('x')));
    expect(clock.waits).toEqual([7000]);
  });

  test('is given up after as many attempts as the policy has', async () => {
    const { transfer, sent } = scripted([breaks(), breaks(), breaks('EPIPE')]);
    const error = await failure(transfer.upload(BY_SIGNATURE, bytesSource(utf8('x'))));
    expect(error).toBeInstanceOf(UnreachableError);
    expect((error as Error).message).toBe('PUT upload of job j-1 got no answer: the connection failed with EPIPE');
    expect(sent).toHaveLength(3);
  });

  test.each([400, 401, 403, 404, 409, 410, 413, 307])('is not repeated after %i', async (status) => {
    const { transfer, sent } = scripted([takes([], status, { message: 'no' })]);
    const error = await failure(transfer.upload(BY_SIGNATURE, bytesSource(utf8('x'))));
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).refusal).toMatchObject({ request: 'PUT upload of job j-1', status, message: 'no' });
    expect(sent).toHaveLength(1);
  });

  test('that is refused after an attempt whose answer was lost may have happened', async () => {
    const lostAnswer: Treatment = async (request) => {
      await bodyOf(request);
      throw new Error('broken');
    };
    const { transfer } = scripted([lostAnswer, takes([], 409, { message: 'was uploaded' })]);
    const error = await failure(transfer.upload(BY_SIGNATURE, bytesSource(utf8('x'))));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(mayHaveHappened(error)).toBe(true);
    expect((error as Error).message).toContain('its repetition was answered 409: was uploaded');
  });

  test('that is refused after an attempt of which only a part was sent has not happened', async () => {
    const { transfer } = scripted([breaks(), takes([], 403)]);
    const error = await failure(transfer.upload(BY_SIGNATURE, bytesSource(utf8('x'))));
    expect(error).toBeInstanceOf(ServiceError);
    expect(mayHaveHappened(error)).toBe(false);
  });

  test('is not done by a yes that came before all was sent', async () => {
    const early: Treatment = () => answer(204);
    const { transfer, sent } = scripted([early, early, early]);
    const error = await failure(transfer.upload(BY_SIGNATURE, bytesSource(utf8('x'))));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(sent).toHaveLength(3);
  });

  test('that is refused before all was sent is stopped, and its source is closed', async () => {
    const source = countedSource('one ', 'two');
    const { transfer, signals } = scripted([
      async ({ stream }) => {
        await stream?.[Symbol.asyncIterator]().next();
        return answer(413);
      },
    ]);
    expect(await failure(transfer.upload(BY_SIGNATURE, source))).toMatchObject({ refusal: { status: 413 } });
    expect(signals[0]?.aborted).toBe(true);
    expect(source.closed).toBe(1);
  });
});

describe('the source of an upload', () => {
  test('that is still being read when the upload is refused does not start the clock again', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { transfer, clock } = scripted([
      async ({ stream }) => {
        const chunks = stream?.[Symbol.asyncIterator]();
        await chunks?.next();
        void chunks?.next();
        return answer(413);
      },
    ]);
    const source: UploadSource = {
      lengthBytes: 8,
      open: async function* () {
        yield utf8('one ');
        await held;
        yield utf8('two ');
      },
    };
    expect(await failure(transfer.upload(BY_SIGNATURE, source))).toMatchObject({ refusal: { status: 413 } });
    release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.pending()).toBe(0);
  });

  test('may fail, with its own error and without another attempt', async () => {
    const gone = Object.assign(new Error('no such file'), { code: 'ENOENT' });
    const source: UploadSource = {
      lengthBytes: 8,
      open: async function* () {
        yield utf8('one ');
        throw gone;
      },
    };
    const { transfer, sent } = scripted([takes([], 204)]);
    expect(await failure(transfer.upload(BY_SIGNATURE, source))).toBe(gone);
    expect(sent).toHaveLength(1);
  });

  test('that fails is no answer of the service, whatever it answers to the broken body', async () => {
    const gone = new Error('no such file');
    const source: UploadSource = {
      lengthBytes: 8,
      open: () => {
        throw gone;
      },
    };
    const { transfer } = scripted([
      async (request) =>
        bodyOf(request).then(
          () => answer(204),
          () => answer(400),
        ),
    ]);
    expect(await failure(transfer.upload(BY_SIGNATURE, source))).toBe(gone);
  });

  test.each([
    [4, 'what is uploaded has more than the 4 bytes that were announced', 'one '],
    [9, 'what is uploaded has 7 of the 9 bytes that were announced', 'one two'],
  ])(
    'of another length than the announced %i bytes is refused, and no byte too many is sent',
    async (lengthBytes, words, taken) => {
      let received = '';
      const { transfer, sent } = scripted([
        async ({ stream }) => {
          for await (const chunk of stream ?? []) received += new TextDecoder().decode(chunk);
          return answer(204);
        },
      ]);
      const source = { ...countedSource('one ', 'two'), lengthBytes };
      const error = await failure(transfer.upload(BY_SIGNATURE, source));
      expect(error).toBeInstanceOf(UsageError);
      expect((error as Error).message).toBe(words);
      expect(received).toBe(taken);
      expect(sent).toHaveLength(1);
    },
  );

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('cannot be %d bytes long', async (lengthBytes) => {
    const { transfer, sent } = scripted([]);
    const error = await failure(transfer.upload(BY_SIGNATURE, { ...countedSource(), lengthBytes }));
    expect(error).toBeInstanceOf(UsageError);
    expect(sent).toEqual([]);
  });
});

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
    ['ends too early', ['one '], '4 of 7 bytes came'],
    ['brings too much', ['one two ', '3'], '9 of 7 bytes came'],
    ['breaks', ['one ', Object.assign(new Error('reset'), { code: 'ECONNRESET' })], 'failed with ECONNRESET'],
  ])('that %s after its first byte is cut, and not made again', async (_, chunks, words) => {
    const { transfer, sent } = scripted([streamed(chunks, { 'content-length': '7' })]);
    const outcome = await transfer.download(FROM, sink().write);
    expect(outcome).toMatchObject({ kind: 'cut', error: { name: 'UnreachableError' } });
    expect(outcome.kind === 'cut' && outcome.error.message).toContain(words);
    expect(sent).toHaveLength(1);
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

describe('the deadline', () => {
  const silence: Treatment = () => new Promise(() => undefined);
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const stalled = 'nothing moved within 1 s';

  test.each(['upload', 'download'] as const)('ends an %s that nobody answers, and the call with it', async (what) => {
    const { transfer, clock, signals } = scripted([silence, silence, silence]);
    const run =
      what === 'upload'
        ? transfer.upload(BY_SIGNATURE, bytesSource(utf8('x')))
        : transfer.download(BY_SIGNATURE, () => undefined);
    const error = failure(run);
    for (let count = 0; count < 3; count += 1) {
      await turn();
      clock.advance(1000);
    }
    expect(await error).toMatchObject({ name: 'UnreachableError', cause: { message: stalled } });
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
    expect(clock.pending()).toBe(0);
  });

  test('begins again with every chunk of a download, and cuts one that stops', async () => {
    const { transfer, clock } = scripted([
      () => ({
        status: 200,
        headers: new Headers(),
        arrayBuffer: () => Promise.reject(new Error('it is read in chunks')),
        body: (async function* () {
          for (let count = 0; count < 5; count += 1) {
            clock.advance(900);
            yield utf8('x');
          }
          await new Promise(() => undefined);
        })(),
      }),
    ]);
    const outcome = transfer.download(BY_SIGNATURE, () => clock.advance(5000));
    await turn();
    clock.advance(1000);
    expect(await outcome).toMatchObject({ kind: 'cut', bytes: 5, error: { cause: { message: stalled } } });
  });

  test('begins again with every chunk of an upload, and stands while the source is read', async () => {
    const { transfer, clock, sent } = scripted([
      async ({ stream }) => {
        for await (const _ of stream ?? []) clock.advance(900);
        return answer(204);
      },
    ]);
    await transfer.upload(BY_SIGNATURE, {
      lengthBytes: 5,
      open: async function* () {
        for (let count = 0; count < 5; count += 1) {
          clock.advance(5000);
          yield utf8('x');
        }
      },
    });
    expect(sent).toHaveLength(1);
  });

  test('ends an upload of which a chunk is not taken', async () => {
    const { transfer, clock } = scripted([
      async ({ stream }) => {
        await stream?.[Symbol.asyncIterator]().next();
        return new Promise(() => undefined);
      },
      takes([], 204),
    ]);
    const source = countedSource('one ', 'two');
    const run = transfer.upload(BY_SIGNATURE, source);
    await turn();
    expect(clock.waits).toEqual([]);
    clock.advance(1000);
    await run;
    expect(source).toMatchObject({ opened: 2, closed: 2 });
  });
});

describe('an interruption', () => {
  test.each(['upload', 'download'] as const)('ends an %s with its reason, and nothing is sent again', async (what) => {
    const interrupt = new AbortController();
    const { transfer, sent, signals, clock } = scripted([
      () => {
        interrupt.abort(new Error('Ctrl-C'));
        return new Promise(() => undefined);
      },
    ]);
    const options = { signal: interrupt.signal };
    const run =
      what === 'upload'
        ? transfer.upload(BY_SIGNATURE, bytesSource(utf8('x')), options)
        : transfer.download(BY_SIGNATURE, () => undefined, options);
    expect(await failure(run)).toMatchObject({ message: 'Ctrl-C' });
    expect(getEventListeners(interrupt.signal, 'abort')).toEqual([]);
    expect(sent).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(true);
    expect(clock.pending()).toBe(0);
  });

  test('during a wait ends with its reason, whatever the clock ends with', async () => {
    const interrupt = new AbortController();
    const clock = manualClock();
    const sleep: ManualClock['sleep'] = (milliseconds, signal) => {
      if (signal !== interrupt.signal) return clock.sleep(milliseconds, signal);
      interrupt.abort(new Error('Ctrl-C'));
      return Promise.reject(new Error('the clock was stopped'));
    };
    const { transfer, sent } = scripted([takes([], 503)], undefined, { ...clock, sleep });
    const run = transfer.upload(BY_SIGNATURE, bytesSource(utf8('x')), { signal: interrupt.signal });
    expect(await failure(run)).toMatchObject({ message: 'Ctrl-C' });
    expect(sent).toHaveLength(1);
  });

  test('is listened for no longer than the transfer takes', async () => {
    const { signal } = new AbortController();
    const { transfer } = scripted([takes([], 503), takes([], 204)], undefined, {
      ...manualClock(),
      sleep: (_, given) => (given === signal ? Promise.resolve() : new Promise(() => undefined)),
    });
    await transfer.upload(BY_SIGNATURE, bytesSource(utf8('x')), { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('before the start sends nothing, and during a wait nothing more', async () => {
    const early = scripted([]);
    const source = bytesSource(utf8('x'));
    const over = AbortSignal.abort(new Error('Ctrl-C'));
    expect(await failure(early.transfer.upload(BY_SIGNATURE, source, { signal: over }))).toMatchObject({
      message: 'Ctrl-C',
    });
    expect(early.sent).toEqual([]);
    const interrupt = new AbortController();
    const { transfer, sent } = scripted([takes([], 503)]);
    const run = failure(transfer.upload(BY_SIGNATURE, source, { signal: interrupt.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    interrupt.abort(new Error('Ctrl-C'));
    expect(await run).toMatchObject({ message: 'Ctrl-C' });
    expect(sent).toHaveLength(1);
  });
});

describe('what opens an address', () => {
  const shown = (error: unknown): string =>
    [
      inspect(error, { depth: null, showHidden: true }),
      (error as Error).stack,
      JSON.stringify(error),
      JSON.stringify(error instanceof ServiceError ? error.refusal : error),
      String((error as Error).cause),
    ].join('\n');
  const hasSecret = (text: string): boolean => /s1gn4tur3|t0k3n|4f1e/.test(text);
  const words = `cannot PUT ${SIGNED} or %2Fb%2F4f1e0a5c9d with ${SIGNATURE}, t0k3n/t0k3n; token=t0k3n%2Ft0k3n`;
  const echoes: Treatment = () => answer(403, { message: words, detail: words }, { 'x-trace-id': `of ${SIGNATURE}` });

  test.each([
    ['a refusal', echoes],
    ['a fetch that quotes it', breaks('ECONNRESET', `request to ${SIGNED} failed: ${SIGNATURE}`)],
    ['a code that is none', breaks(`${SIGNED} ${SIGNATURE}`)],
    ['a fetch that throws a text', () => Promise.reject(`${SIGNED} ${SIGNATURE}`)],
    ['a cause', () => Promise.reject(new TypeError('fetch failed', { cause: new Error(`${SIGNED} ${SIGNATURE}`) }))],
  ] as const)('is in no error after %s', async (_, treatment) => {
    for (const address of [BY_SIGNATURE, { ...BY_URL, url: secret(SIGNED) }]) {
      const { transfer } = scripted([treatment, treatment, treatment]);
      const error = await failure(transfer.upload(address, bytesSource(utf8('x'))));
      expect(error).toBeInstanceOf(Error);
      const text = shown(error);
      expect(text).toContain('upload of job j-1');
      // Each address has its own secret: the signed one is no secret of the other.
      if (address.kind === 'signature') expect(text).not.toContain(SIGNATURE);
      else expect(hasSecret(text.replaceAll(SIGNATURE, ''))).toBe(false);
    }
  });

  test('is taken out as a whole, where a part of it is a part of something else', async () => {
    const url = secret('https://store.example.net/abcdefgh?t=abcdefgh-s3cr3t');
    const { transfer } = scripted([() => answer(403, { message: 'not abcdefgh-s3cr3t' })]);
    const error = await failure(transfer.download({ ...BY_URL, url }, () => undefined));
    expect(error).toMatchObject({ refusal: { message: 'not [key]' } });
  });

  test('is not shown by the address that it is part of', () => {
    for (const address of [BY_SIGNATURE, BY_URL])
      expect(`${JSON.stringify(address)} ${inspect(address, { depth: null })}`).not.toMatch(/s1gn4tur3|t0k3n/);
  });

  test.each([
    ['DeepL-Auth-Key', 'DeepL-Signature'],
    ['deepl-auth-key', 'DeepL-Signature'],
    ['Service-Auth-Key', 'Service-Signature'],
    ['Bearer', 'Service-Signature'],
  ])('after the key word %s has the word %s before it', (authScheme, word) => {
    expect(signatureScheme(authScheme)).toBe(word);
  });
});

describe('an address that the service names', () => {
  test.each([
    ['http://store.example.net/b', 'https://api.example.com'],
    ['ftp://store.example.net/b', 'http://api.example.com'],
    ['file:///etc/passwd', 'http://api.example.com'],
    ['data:text/plain,x', 'http://api.example.com'],
    ['javascript:alert(1)', 'http://api.example.com'],
    ['https://user@store.example.net/b', 'https://api.example.com'],
    ['https://:word@store.example.net/b', 'https://api.example.com'],
    ['https://store.example.net/b\r\nauthorization: x', 'https://api.example.com'],
    ['https://store.example.net/\u202eb', 'https://api.example.com'],
    ['https://', 'https://api.example.com'],
    ['/b/4f1e', 'https://api.example.com'],
    ['//store.example.net/b', 'https://api.example.com'],
    ['', 'https://api.example.com'],
    [`https://store.example.net/${'b'.repeat(9000)}`, 'https://api.example.com'],
  ])('%j below %s is not called, and not quoted', async (url, baseUrl) => {
    const { transfer, sent } = scripted([], baseUrl);
    const source = countedSource('x');
    for (const address of [
      { ...BY_SIGNATURE, url },
      { ...BY_URL, url: secret(url) },
    ] as const) {
      const error = await failure(transfer.upload(address, source));
      expect(error).toBeInstanceOf(UsageError);
      if (url.length > 8) expect((error as Error).message).not.toContain(url.slice(0, 16));
      expect(await failure(transfer.download(address, () => undefined))).toBeInstanceOf(UsageError);
    }
    expect(sent).toEqual([]);
    expect(source.opened).toBe(0);
  });

  test('may be on another host, and in clear where the service is', async () => {
    for (const url of ['http://127.0.0.1:8080/b', 'https://store.example.net/b']) {
      const { transfer, sent } = scripted([takes([], 204)], 'http://api.example.com');
      await transfer.upload({ ...BY_SIGNATURE, url }, bytesSource(utf8('x')));
      expect(sent[0]?.url).toBe(url);
    }
  });

  test.each(['', 'two words', 'line\r\nend: x', 'ü', '\u0000'])('%j is no signature', async (value) => {
    const { transfer, sent } = scripted([]);
    const error = await failure(transfer.download({ ...BY_SIGNATURE, signature: secret(value) }, () => undefined));
    expect(error).toBeInstanceOf(UsageError);
    if (value.length > 1) expect((error as Error).message).not.toContain(value);
    expect(sent).toEqual([]);
  });
});
