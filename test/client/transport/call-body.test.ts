import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { nodeFetchPort } from '../../../src/app/machine/node-fetch-port.ts';
import { makeClient } from '../../../src/client/make-client.ts';
import { encodeBody } from '../../../src/client/transport/body.ts';
import { entriesTsv, glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { type Entry, entriesOf } from '../../../src/model/entries/entries.ts';
import { glossaryId } from '../../../src/model/ids.ts';
import { secret } from '../../../src/model/secret.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { packedOf } from '../../support/packed-of.ts';

const ROWS = Array.from({ length: 5000 }, (_, at): Entry => [`term "${at}" é`, `Wort\u0001 \\ ${at} 字😀`]);

const bodyOf = (rows: readonly Entry[]): string => JSON.stringify([...entriesTsv(entriesOf(rows))].join(''));

test('the body of a call is its JSON, in which long texts are strings', () => {
  const long = 'z'.repeat(70_000);
  const body = { name: `é${long}`, none: undefined, list: [1, null, {}], entries: () => entriesTsv(packedOf(ROWS)) };
  const expected = `{"name":"é${long}","list":[1,null,{}],"entries":${bodyOf(ROWS)}}`;
  for (const each of [body, () => body]) expect(new TextDecoder().decode(encodeBody(each))).toBe(expected);
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

  test('is the same in each attempt', async () => {
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
    const { now, sleep, after } = manualClock();
    const client = makeClient(
      { baseUrl, authScheme: 'Service-Auth-Key', key: secret('a-key') },
      {
        now,
        sleep,
        after,
        random: () => 0.5,
        fetch: nodeFetchPort(),
      },
    );
    const dictionary = { pair: { source: 'en', target: 'de' }, entries: packedOf(ROWS) };
    // The transport never repeats a change: each attempt is a call, which makes its body again.
    for (const isLast of [false, false, true]) {
      const patching = glossaryCalls(client).patch(glossaryId('g'), { dictionary });
      if (isLast) await patching;
      else await expect(patching).rejects.toThrow();
    }
    const entries = bodyOf(ROWS);
    const body = `{"dictionaries":[{"source_lang":"en","target_lang":"de","entries":${entries},"entries_format":"tsv"}]}`;
    const length = String(Buffer.byteLength(body));
    expect(received).toEqual([
      { length, chunked: undefined, body },
      { length, chunked: undefined, body },
    ]);
    expect(count).toBe(3);
  });
});
