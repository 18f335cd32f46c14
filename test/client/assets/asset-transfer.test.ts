import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { UploadSource } from '../../../src/client/assets/upload-feed.ts';
import { isAmbiguousFailure } from '../../../src/client/transport/no-answer.ts';
import { ServiceError, UnreachableError, UsageError } from '../../../src/model/errors.ts';
import { bytesSource } from '../../support/bytes-source.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { answer } from '../../support/scripted-client.ts';
import {
  BY_SIGNATURE,
  BY_URL,
  bodyOf,
  breaks,
  countedSource,
  failure,
  SIGNATURE,
  SIGNED,
  scripted,
  type Treatment,
  takes,
  utf8,
} from '../scripted-transfer.ts';

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

  test('is reported with its status and without its address; a download with its bytes too', async () => {
    const refuses: Treatment = () => answer(503, 'busy');
    const gives: Treatment = () => answer(200, 'four');
    const { transfer, calls } = scripted([refuses, takes([], 204), gives]);
    await transfer.upload(BY_URL, bytesSource(utf8('recording')));
    await transfer.download(BY_URL, () => undefined);
    expect(calls).toEqual([
      { method: 'PUT', path: '<asset>', attempt: 1, status: 503, bytes: 6 },
      { method: 'PUT', path: '<asset>', attempt: 2, status: 204, bytes: 0 },
      { method: 'GET', path: '<asset>', attempt: 1, status: 200, bytes: 6 },
    ]);
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
    expect((error as Error).message).toBe(
      'PUT upload of job j-1 got no answer from store.example.net: the connection was broken off (EPIPE); check the network, the firewall and the proxy (HTTPS_PROXY, NO_PROXY), and try again (tried 3 times in 750 ms)',
    );
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
    expect(isAmbiguousFailure(error)).toBe(true);
    expect((error as Error).message).toContain('its repetition was answered 409: was uploaded');
  });

  test('that is refused after an attempt of which only a part was sent has not happened', async () => {
    const { transfer } = scripted([breaks(), takes([], 403)]);
    const error = await failure(transfer.upload(BY_SIGNATURE, bytesSource(utf8('x'))));
    expect(error).toBeInstanceOf(ServiceError);
    expect(isAmbiguousFailure(error)).toBe(false);
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
