import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { nodeFetchPort } from '../../../src/cli/ports/node-fetch-port.ts';
import { makeClient } from '../../../src/client/make-client.ts';
import { requestWith } from '../../../src/client/transport/call-body.ts';
import type { HttpRequest } from '../../../src/client/transport/ports.ts';
import { encodeBody } from '../../../src/client/transport/send.ts';
import { entriesTsv, glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { type Entry, entriesOf } from '../../../src/model/entries/entries.ts';
import { glossaryId } from '../../../src/model/ids.ts';
import { secret } from '../../../src/model/secret.ts';
import { rowParts } from '../../../src/packed/packed-entries.ts';
import { entryStore } from '../../../src/packed/spilled-entries.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { packedOf } from '../../support/packed-of.ts';
import { runs } from '../../support/runs.ts';

const textOf = (chunks: Iterable<string | Uint8Array>): string => {
  let text = '';
  for (const chunk of chunks) text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
  return text;
};

const ROWS = Array.from({ length: 5000 }, (_, at): Entry => [`term "${at}" é`, `Wort\u0001 \\ ${at} 字😀`]);

const bodyOf = (rows: readonly Entry[]): string => JSON.stringify([...entriesTsv(entriesOf(rows))].join(''));

/** The same entries in a spill file, which holds all but the first that a store is given. */
function spilledOf(rows: readonly Entry[]) {
  let all = Buffer.alloc(0);
  const append = (bytes: Uint8Array): number => {
    all = Buffer.concat([all, bytes]);
    return all.length - bytes.length;
  };
  const read = (at: number, into: Uint8Array): void => void all.copy(into, 0, at, at + into.length);
  const store = entryStore(() => ({ append, read }), { small: 0, large: 0 });
  store.hold(packedOf([['x', 'y']]) as never, new Uint8Array(0));
  const spilled = store.hold(packedOf(rows) as never, new Uint8Array(0));
  expect(spilled.parts).toBeDefined();
  return spilled;
}

const phrase = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.stringMatching(/^["\\a\u0001\u007f\u2028]{1,6}$/),
  fc.constantFrom('""', '"a"', '"a""b"', '\ufeffa', 'x'.repeat(3000), '\\n', '"'.repeat(2000)),
);
const dictionary = fc
  .array(fc.tuple(phrase, phrase), { maxLength: 60 })
  .map((rows) => [...new Map(rows.filter((row) => !/[\t\r\n]/.test(row.join(''))))]);

describe('entries over bytes', () => {
  test('are written as the bytes that their strings would be', () => {
    fc.assert(
      fc.property(dictionary, (rows) => {
        for (const entries of [packedOf(rows), spilledOf(rows)])
          expect(`"${textOf(entriesTsv(entries))}"`).toBe(bodyOf(rows));
      }),
      { numRuns: runs(200) },
    );
  });

  test('of a large dictionary are written in pieces, wherever they lie', () => {
    for (const entries of [packedOf(ROWS), spilledOf(ROWS)]) {
      const sizes = Array.from(entriesTsv(entries), ({ length }) => length);
      expect(sizes.length).toBeGreaterThan(3);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536);
      expect(`"${textOf(entriesTsv(entries))}"`).toBe(bodyOf(ROWS));
    }
    expect([...spilledOf(ROWS)]).toEqual(ROWS);
    expect(Math.max(...Array.from(rowParts(spilledOf(ROWS)), ({ text }) => text.length))).toBeLessThan(100_000);
  });
});

describe('the body of a call', () => {
  const bare: HttpRequest = { method: 'POST', headers: { a: 'b' } };

  test('is sent whole when it is short', () => {
    const { stream, body, headers } = requestWith(encodeBody({ name: 'é' }), bare);
    expect([stream, new TextDecoder().decode(body), headers]).toEqual([undefined, '{"name":"é"}', { a: 'b' }]);
  });

  test('is a stream of known length when it is long, and whole for who asks for that', async () => {
    const text = () => entriesTsv(packedOf(ROWS));
    const long = 'z'.repeat(70_000);
    const expected = `{"name":"${long}","entries":${bodyOf(ROWS)}}`;
    const encoded = encodeBody({ name: long, entries: text });
    const request = requestWith(encoded, bare);
    const chunks: Uint8Array[] = [];
    for await (const chunk of request.stream ?? []) chunks.push(chunk);
    // Each belongs to whoever took it.
    expect(textOf(chunks)).toBe(expected);
    expect(request.headers).toEqual({ a: 'b', 'content-length': String(Buffer.byteLength(expected)) });
    expect(new TextDecoder().decode(request.body)).toBe(expected);
    expect(textOf(encoded.chunks?.() ?? [])).toBe(expected);
  });
});

describe('a long body on its way', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    closing.push(
      () => server.closeAllConnections(),
      () => server.close(),
    );
    await new Promise((done) => server.once('listening', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test('is made again for each attempt, and never whole in memory', async () => {
    const received: { readonly length: unknown; readonly chunked: unknown; readonly body: string }[] = [];
    let count = 0;
    const baseUrl = await serve((request, response) => {
      count += 1;
      // The first attempt is broken off on its way, and the second one is refused.
      if (count === 1) return void request.once('data', () => request.socket.destroy());
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
        received.push({ length, chunked, body });
        response.writeHead(count === 2 ? 503 : 204).end();
      });
    });
    let whole = 0;
    const fetch = nodeFetchPort();
    const { now, sleep, after } = manualClock();
    const client = makeClient(
      { baseUrl, authScheme: 'Service-Auth-Key', key: secret('a-key') },
      {
        now,
        sleep,
        after,
        random: () => 0.5,
        fetch: (url, request) => {
          const watched = Object.defineProperty({ ...bareOf(request) }, 'body', {
            get() {
              whole += 1;
              return request.body;
            },
          });
          return fetch(url, watched as HttpRequest);
        },
      },
    );
    const dictionary = { pair: { source: 'en', target: 'de' }, entries: spilledOf(ROWS) };
    await glossaryCalls(client).patch(glossaryId('g'), { dictionary });
    const entries = bodyOf(ROWS);
    const body = `{"dictionaries":[{"source_lang":"en","target_lang":"de","entries":${entries},"entries_format":"tsv"}]}`;
    const length = String(Buffer.byteLength(body));
    expect(received).toEqual([
      { length, chunked: undefined, body },
      { length, chunked: undefined, body },
    ]);
    expect([count, whole]).toEqual([3, 0]);
  });
});

/** A request without what would make its body. */
function bareOf({ method, headers, stream, signal }: HttpRequest): HttpRequest {
  return { method, headers, ...(stream && { stream }), ...(signal && { signal }) };
}
