import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { makeClient } from '../../../src/client/make-client.ts';
import { isAmbiguousFailure } from '../../../src/client/transport/no-answer.ts';
import { developerKeyCalls } from '../../../src/kinds/developer-key/service/developer-key-calls.ts';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { styleListCalls } from '../../../src/kinds/style-list/service/style-list-calls.ts';
import { type Entries, entriesOf } from '../../../src/model/entries/entries.ts';
import { ServiceError, UnreachableError, UsageError } from '../../../src/model/errors.ts';
import { glossaryId, instructionId, styleId } from '../../../src/model/ids.ts';
import { secret } from '../../../src/model/secret.ts';
import { limitedClient } from '../../../src/steps/apply/resource-calls.ts';
import { makeLimit } from '../../../src/steps/make-limit.ts';
import { answer, KEY, type Reply, scriptedClient } from '../../support/scripted-client.ts';

const ID = glossaryId('g-1');
const PAIR = { source: 'en', target: 'de' };
const EMPTY_LIST = { glossaries: [] };
const reset = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const failure = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => undefined,
    (error: unknown) => error,
  );
const refusal = async (run: Promise<unknown>): Promise<ServiceError['refusal']> => {
  const error = await failure(run);
  expect(error).toBeInstanceOf(ServiceError);
  return (error as ServiceError).refusal;
};

describe('a request', () => {
  test('carries the scheme, the key and the user agent, and a content type only with a body', async () => {
    const { client, sent } = scriptedClient([answer(200, EMPTY_LIST), answer(200)], { userAgent: 'lexform/9.9.9' });
    await glossaryCalls(client).list();
    await glossaryCalls(client).patch(ID, { name: 'x' });
    expect(sent[0]?.headers).toEqual({
      accept: 'application/json',
      authorization: `Service-Auth-Key ${KEY}`,
      'user-agent': 'lexform/9.9.9',
    });
    expect(sent[1]?.headers['content-type']).toBe('application/json');
  });

  test('has a body that is made when the call has its turn', async () => {
    const { client } = scriptedClient(() => answer(200));
    let made = 0;
    const entries = (name: string): Entries => {
      const all = entriesOf([[name, 'b']]);
      return {
        ...all,
        digest: all.digest,
        [Symbol.iterator]() {
          made += 1;
          return all[Symbol.iterator]();
        },
      };
    };
    const limit = makeLimit(1);
    const calls = glossaryCalls(limitedClient(client, { limit, signal: new AbortController().signal }));
    const order: (number | string)[] = [];
    await Promise.all(
      ['one', 'two', 'three'].map(async (name) => {
        await calls.patch(ID, { dictionary: { pair: PAIR, entries: entries(name) } });
        order.push(name, made);
      }),
    );
    // The second call begins when the first one has ended.
    expect(order[1]).toBeLessThan(3);
    expect(made).toBe(3);
  });

  test('has ids percent-encoded, and none that a URL would resolve', async () => {
    const { client, sent } = scriptedClient(() => answer(404));
    await glossaryCalls(client).read(glossaryId('a/../b?c#d é'));
    expect(sent.map(({ path }) => path)).toEqual(['/v3/glossaries/a%2F..%2Fb%3Fc%23d%20%C3%A9']);
    for (const id of ['', '.', '..', '\ud800', 'a\nb'])
      expect(await failure(glossaryCalls(client).read(glossaryId(id)))).toBeInstanceOf(UsageError);
    expect(await failure(styleListCalls(client).deleteInstruction(styleId('s'), instructionId('..')))).toBeInstanceOf(
      UsageError,
    );
    expect(sent).toHaveLength(1);
  });
});

describe('repeating', () => {
  test('tells the pace of every answer whether there were too many calls', async () => {
    const { client, paced } = scriptedClient([answer(429), answer(529), answer(500), answer(200, EMPTY_LIST)]);
    await glossaryCalls(client).list();
    expect(paced).toEqual([true, true, false, false]);
  });

  test('tells of a long wait for a turn', async () => {
    const tell = (onLong?: (perSecond: number) => void): number => {
      onLong?.(12.3);
      return 0;
    };
    const { client, events } = scriptedClient([answer(200, EMPTY_LIST)], {}, tell);
    await glossaryCalls(client).list();
    expect(events).toEqual([{ kind: 'paced', host: 'api.example.com', perSecond: 12.3 }]);
  });

  test('what the user has set wrongly is said at once, as it is', async () => {
    const wrong = new UsageError('no such proxy');
    const { client, sent } = scriptedClient(() => {
      throw wrong;
    });
    expect(await failure(glossaryCalls(client).list())).toBe(wrong);
    expect(sent).toHaveLength(1);
  });

  const passing: readonly Reply[] = [429, 500, 502, 503, 504, 529].map((status) => answer(status));

  test.each(passing)('a read is sent again after %o', async (reply) => {
    const { client, clock, sent } = scriptedClient([reply, answer(200, EMPTY_LIST)]);
    expect(await glossaryCalls(client).list()).toEqual([]);
    expect(sent).toHaveLength(2);
    expect(clock.waits).toEqual([250]);
  });

  test('waits as the service asks', async () => {
    const { client, clock } = scriptedClient([
      answer(429, undefined, { 'retry-after': '7' }),
      answer(503, undefined, { 'retry-after': 'Tue, 01 Jan 2030 00:00:17 GMT' }),
      answer(529, undefined, { 'retry-after': '60' }),
      answer(200, EMPTY_LIST),
    ]);
    await glossaryCalls(client).list();
    expect(clock.waits).toEqual([7000, 10_000, 60_000]);
  });

  test('waits until a date by the clock of the service, which says what time it has', async () => {
    const { client, clock } = scriptedClient([
      answer(503, undefined, { 'retry-after': 'Tue, 01 Jan 2030 05:00:17 GMT', date: 'Tue, 01 Jan 2030 05:00:07 GMT' }),
      answer(503, undefined, { 'retry-after': 'Mon, 31 Dec 2029 20:00:05 GMT', date: 'Mon, 31 Dec 2029 20:00:00 GMT' }),
      answer(503, undefined, { 'retry-after': 'Tue, 01 Jan 2030 00:00:27 GMT', date: 'no time' }),
      answer(200, EMPTY_LIST),
    ]);
    await glossaryCalls(client).list();
    expect(clock.waits).toEqual([10_000, 5000, 12_000]);
  });

  test('ends with what was asked and the flag that allows it when the service asks for more than is allowed', async () => {
    const long = (): Reply => answer(503, { message: 'busy' }, { 'retry-after': '3600' });
    const { client, clock } = scriptedClient(long);
    const error = (await failure(glossaryCalls(client).list())) as ServiceError;
    expect(error.message).toBe(
      'GET /v3/glossaries at api.example.com answered 503: busy; it asks to wait 1 h before another try, and at most 60 s are allowed; try again then, or allow it with --max-wait 60m (max_wait under http: in lexform.yaml)',
    );
    expect(error.refusal.retryAfterMs).toBe(3_600_000);
    expect(clock.waits).toEqual([]);
    const patient = scriptedClient([long(), answer(200, EMPTY_LIST)], { retry: { maxRetryAfterMs: 3_600_000 } });
    await glossaryCalls(patient.client).list();
    expect(patient.clock.waits).toEqual([3_600_000]);
  });

  test('a wait that is asked for with an answer that is not repeated changes nothing', async () => {
    const { client } = scriptedClient([answer(456, undefined, { 'retry-after': '3600' })]);
    expect((await refusal(styleListCalls(client).rename(styleId('s'), 'n'))).hint).toMatch(/^the quota/);
  });

  test('ends when the time of all attempts is over', async () => {
    const { client, clock, sent } = scriptedClient(() => answer(429, undefined, { 'retry-after': '50' }), {
      retry: { timeLimitMs: 120_000 },
    });
    const error = (await failure(glossaryCalls(client).list())) as Error;
    expect(error.message).toMatch(/answered 429 \(too many requests\).*\(tried 3 times in 100 s\)$/);
    expect([sent.length, clock.waits]).toEqual([3, [50_000, 50_000]]);
  });

  test('is told, with what happened, the wait and the number of the retry', async () => {
    const { client, events } = scriptedClient([
      answer(429, undefined, { 'retry-after': '12' }),
      reset(),
      answer(200, EMPTY_LIST),
    ]);
    await glossaryCalls(client).list();
    expect(events).toEqual([
      {
        kind: 'retry',
        host: 'api.example.com',
        reason: { kind: 'status', status: 429 },
        waitMs: 12_000,
        retry: 1,
        retries: 4,
      },
      {
        kind: 'retry',
        host: 'api.example.com',
        reason: { kind: 'no-answer', what: 'the connection was broken off' },
        waitMs: 500,
        retry: 2,
        retries: 4,
      },
    ]);
  });

  test('a certificate that is not trusted is not asked for again', async () => {
    const { client, sent } = scriptedClient(() =>
      Object.assign(
        new Error('request to https://api.example.com/v3/glossaries failed, reason: certificate has expired'),
        {
          code: 'CERT_HAS_EXPIRED',
        },
      ),
    );
    const { message } = (await failure(glossaryCalls(client).list())) as Error;
    expect(message).toMatch(
      /^GET \/v3\/glossaries got no answer from api\.example\.com: its certificate has expired \(certificate has expired\); .*NODE_EXTRA_CA_CERTS$/,
    );
    expect(sent).toHaveLength(1);
  });

  test('a read that is reset every time ends as unreachable after five attempts', async () => {
    const { client, sent } = scriptedClient(() => reset());
    const error = await failure(glossaryCalls(client).list());
    expect(error).toBeInstanceOf(UnreachableError);
    expect((error as Error).message).toBe(
      'GET /v3/glossaries got no answer from api.example.com: the connection was broken off (read ECONNRESET); check the network, the firewall and the proxy (HTTPS_PROXY, NO_PROXY), and try again (tried 5 times in 3.8 s)',
    );
    expect((error as Error).cause).toMatchObject({ code: 'ECONNRESET' });
    expect(sent).toHaveLength(5);
  });

  test.each([429, 500, 503, 'no answer'])('a PUT, PATCH or DELETE is never sent again here: %s', async (how) => {
    const reply = typeof how === 'number' ? answer(how) : reset();
    const { client, sent, clock } = scriptedClient(() => reply);
    const error = await failure(glossaryCalls(client).putDictionary(ID, PAIR, entriesOf([['a', 'b']])));
    await failure(glossaryCalls(client).patch(ID, { name: 'x' }));
    await failure(glossaryCalls(client).deleteDictionary(ID, PAIR));
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'PATCH', 'DELETE']);
    // Whoever checks first waits as the policy says.
    expect(await client.waitToRepeat({ error, attempt: 1, elapsedMs: 0 })).toBe(true);
    expect(await client.waitToRepeat({ error, attempt: 1, elapsedMs: 300_000 })).toBe(false);
    expect(await client.waitToRepeat({ error, attempt: 5, elapsedMs: 0 })).toBe(false);
    expect(clock.waits).toEqual([250]);
  });

  test.each(['glossary', 'instruction'])(
    'the POST of a new %s is never sent again after a lost answer or a 5xx',
    async (kind) => {
      for (const reply of [reset(), answer(500), answer(502), answer(503), answer(504), answer(529)]) {
        const { client, sent } = scriptedClient([reply]);
        const error = await failure(
          kind === 'glossary'
            ? glossaryCalls(client).create({ name: 'n', dictionaries: new Map() })
            : styleListCalls(client).addInstruction(styleId('s'), { label: 'l', prompt: 'p' }),
        );
        expect(isAmbiguousFailure(error)).toBe(true);
        expect(sent).toHaveLength(1);
      }
    },
  );

  test.each([429, 529])(
    'the POST that creates is not sent again after %i either: it may have been carried out',
    async (status) => {
      const content = { name: 'n', language: 'de', rules: new Map(), instructions: [] };
      const calls: readonly ((client: Client) => Promise<unknown>)[] = [
        (client) => glossaryCalls(client).create({ name: 'n', dictionaries: new Map() }),
        (client) => styleListCalls(client).create(content),
        (client) => styleListCalls(client).addInstruction(styleId('s'), { label: 'l', prompt: 'p' }),
        (client) => developerKeyCalls(client).create('l'),
      ];
      for (const call of calls) {
        const { client, sent, clock } = scriptedClient([answer(status, undefined, { 'retry-after': '7' })]);
        const error = await failure(call(client));
        expect([sent.length, isAmbiguousFailure(error)]).toEqual([1, true]);
        // Whoever looks first waits as the policy says, and not for ever.
        expect([await client.waitToRepeat({ error, attempt: 1, elapsedMs: 0, isCreation: true }), clock.waits]).toEqual(
          [true, [7000]],
        );
        expect([await client.waitToRepeat({ error, attempt: 5, elapsedMs: 0, isCreation: true }), clock.waits]).toEqual(
          [false, [7000]],
        );
      }
    },
  );

  test('a POST that creates nothing is sent again after 429', async () => {
    const { client, sent } = scriptedClient([answer(429), answer(200, { translations: [] })]);
    await failure(client.translation.translate({ text: ['a'], targetLang: 'de' }));
    expect(sent).toHaveLength(2);
  });

  test.each([400, 456, 500, 503])('nobody waits to repeat a POST after %i', async (status) => {
    const { client, clock } = scriptedClient([answer(status)]);
    const error = await failure(glossaryCalls(client).create({ name: 'n', dictionaries: new Map() }));
    expect([await client.waitToRepeat({ error, attempt: 1, elapsedMs: 0, isCreation: true }), clock.waits]).toEqual([
      false,
      [],
    ]);
  });

  test('456 is not repeated, and on glossaries both of its meanings are told', async () => {
    const { client, sent } = scriptedClient(() => answer(456));
    const error = await failure(glossaryCalls(client).list());
    expect((error as Error).message).toMatch(/too many requests to the glossary endpoints recently.*quota/);
    expect((await refusal(styleListCalls(client).rename(styleId('s'), 'n'))).hint).toBe(
      'the quota of the key is spent; see lexform service usage',
    );
    expect(sent).toHaveLength(2);
    expect(isAmbiguousFailure(error)).toBe(false);
  });
});

describe('a DELETE that gets 404', () => {
  test('is an error: a check says what became of it', async () => {
    expect((await refusal(glossaryCalls(scriptedClient([answer(404)]).client).delete(ID))).status).toBe(404);
  });
});

describe('the deadline', () => {
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  test('ends a POST that nobody answers, and its fate is open', async () => {
    const { client, clock, sent } = scriptedClient(['silence']);
    const run = failure(glossaryCalls(client).create({ name: 'n', dictionaries: new Map() }));
    await turns();
    clock.advance(29_000);
    await turns();
    expect(clock.pending()).toBe(1);
    clock.advance(2000);
    const error = await run;
    expect(error).toBeInstanceOf(UnreachableError);
    expect((error as Error).message).toBe(
      'POST /v3/glossaries got no answer from api.example.com: no data arrived within 30 s; try again, or allow more time with http: { timeout: 60s } in lexform.yaml',
    );
    expect(sent).toHaveLength(1);
  });

  test('counts for a body that never ends as well, and a read is tried again', async () => {
    const endless = { status: 200, headers: new Headers(), arrayBuffer: () => new Promise<never>(() => undefined) };
    const { client, clock } = scriptedClient([endless, answer(200, EMPTY_LIST)]);
    const run = glossaryCalls(client).list();
    await turns();
    clock.advance(200_000);
    expect(await run).toEqual([]);
  });

  test('counts for a body that stands still, and not for one that comes slowly', async () => {
    for (const [gaps, ends] of [
      [2, 'stands still'],
      [1, 'comes'],
    ] as const) {
      const { client, clock } = scriptedClient(() => ({
        status: 200,
        headers: new Headers(),
        arrayBuffer: () => Promise.reject(new Error('is not read so')),
        body: (async function* () {
          for (const part of ['{"gloss', 'aries"', ':[]}']) {
            yield new TextEncoder().encode(part);
            for (let gap = 0; gap < gaps; gap += 1) {
              await turns();
              clock.advance(31_000);
            }
            await turns();
          }
        })(),
      }));
      const error = await failure(glossaryCalls(client).list());
      if (ends === 'comes') expect(error).toBeUndefined();
      else expect((error as Error).message).toContain('no data arrived within 30 s');
    }
  });

  test('leaves no wait behind when the answer is there', async () => {
    const { client, clock } = scriptedClient([answer(200, EMPTY_LIST)]);
    await glossaryCalls(client).list();
    expect(clock.pending()).toBe(0);
  });

  test('gives a large body its time', async () => {
    const { client, clock } = scriptedClient(['silence']);
    const run = failure(glossaryCalls(client).create({ name: 'x'.repeat(5_000_000), dictionaries: new Map() }));
    await turns();
    clock.advance(79_000);
    await turns();
    expect(clock.pending()).toBe(1);
    clock.advance(2000);
    expect(await run).toBeInstanceOf(UnreachableError);
  });
});

describe('a refusal', () => {
  test('has the words of the service and the trace id', async () => {
    const body = { message: 'Invalid glossary entries provided', detail: 'Key with the index 1 duplicates' };
    const { client } = scriptedClient([answer(400, body, { 'x-trace-id': 'abc-123' })]);
    const error = await failure(glossaryCalls(client).patch(ID, { name: 'n' }));
    expect((error as Error).message).toBe(
      'PATCH /v3/glossaries/g-1 at api.example.com answered 400: Invalid glossary entries provided: Key with the index 1 duplicates (X-Trace-ID abc-123)',
    );
  });

  test('names the scope that the key lacks', async () => {
    const body = { message: 'Forbidden', detail: 'Missing required scope(s): glossaries:write' };
    const { client } = scriptedClient([answer(403, body)]);
    expect((await refusal(glossaryCalls(client).list())).hint).toBe('the key lacks the scope glossaries:write');
  });

  test('of style rules with an empty 403 speaks of the plan and of the key', async () => {
    const { client } = scriptedClient(() => answer(403));
    expect((await refusal(styleListCalls(client).list())).hint).toMatch(/paid plan.*key is wrong/);
    expect((await refusal(glossaryCalls(client).list())).hint).toMatch(/^the key is wrong/);
  });

  test('of a redirect says so, and the key goes nowhere else', async () => {
    const { client, sent } = scriptedClient([answer(302, undefined, { location: 'https://evil.example' })]);
    expect(await refusal(glossaryCalls(client).list())).toMatchObject({ status: 302, hint: /redirects/ as unknown });
    expect(sent).toHaveLength(1);
  });

  const hostile: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[] = [
    ['HTML with a stack trace', '<html><pre>Error at /srv/app.js:1</pre></html>'],
    ['nothing', ''],
    ['a list', '[1,2]'],
    ['null', 'null'],
    ['a message that is no text', '{"message":{"a":1},"detail":7}'],
    ['300 kB of message', JSON.stringify({ message: 'x'.repeat(300_000) })],
    ['bytes that are not UTF-8', new Uint8Array([0xff, 0xfe, 0x00])],
  ];
  test.each(hostile)('with %s for a body has no message', async (_, body) => {
    const { client } = scriptedClient([new Response(body, { status: 400 })]);
    expect((await refusal(glossaryCalls(client).list())).message).toBe('');
  });

  test('is at most 500 characters of one plain line', async () => {
    const message = `\u001b[2J::error::x\r\n\u202eabc${'😀'.repeat(900)}`;
    const { client } = scriptedClient([answer(400, { message }, { 'x-trace-id': 'a' })]);
    const found = (await refusal(glossaryCalls(client).list())).message;
    expect([...found]).toHaveLength(500);
    expect(found).toMatch(/^\[2J::error::x abc😀/);
    expect(found).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe('too large an answer', () => {
  const MIB = 1024 * 1024;
  /** A body that would never end. */
  const endless = (status: number): { readonly reply: Reply; readonly given: () => number } => {
    let given = 0;
    const body = (async function* () {
      for (;;) {
        given += MIB;
        yield new Uint8Array(MIB).fill(0x20);
      }
    })();
    const arrayBuffer = (): Promise<never> => Promise.reject(new Error('is not read so'));
    return { reply: { status, headers: new Headers(), body, arrayBuffer }, given: () => given };
  };

  test('to a read is a refusal that names the limit, and is not asked for again', async () => {
    const { reply, given } = endless(200);
    const { client, sent } = scriptedClient(() => reply);
    expect((await refusal(glossaryCalls(client).list())).message).toBe(
      'the answer cannot be read: it has more than 16 MiB, which is the most that is read',
    );
    expect([given(), sent.length]).toEqual([17 * MIB, 1]);
  });

  test('may be larger where it has the entries of a dictionary', async () => {
    const { reply, given } = endless(200);
    const { client } = scriptedClient(() => reply);
    expect((await refusal(glossaryCalls(client).readEntries(ID, PAIR))).message).toContain('more than 64 MiB');
    expect(given()).toBe(65 * MIB);
  });

  test('to a write is as good as lost', async () => {
    const { client } = scriptedClient([endless(201).reply]);
    const error = await failure(glossaryCalls(client).create({ name: 'n', dictionaries: new Map() }));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(isAmbiguousFailure(error)).toBe(true);
  });

  test('that says no counts by its status', async () => {
    const { reply, given } = endless(404);
    const { client } = scriptedClient([reply]);
    expect(await glossaryCalls(client).read(ID)).toBeUndefined();
    expect(given()).toBe(MIB);
  });
});

describe('the key', () => {
  test('is in no error, although the service echoes it', async () => {
    const echo = { message: `bad key ${KEY}`, detail: `${encodeURIComponent(KEY)} ${'x'.repeat(480)}${KEY}` };
    const replies: readonly Reply[] = [
      answer(403, echo, { 'x-trace-id': KEY }),
      answer(456, echo),
      answer(200, { glossaries: [{ [KEY]: 1 }] }),
      answer(200, { glossaries: KEY }),
    ];
    const rules = { style_id: 's', name: 'n', language: 'de', configured_rules: { [KEY]: 7 }, custom_instructions: [] };
    const unreadable = (await failure(
      styleListCalls(scriptedClient([answer(200, rules)]).client).read(styleId('s')),
    )) as Error;
    expect(unreadable.message).toContain('configured_rules.[key] is not an object');
    expect(String(unreadable.cause)).not.toContain(KEY);
    for (const reply of replies) {
      const error = (await failure(glossaryCalls(scriptedClient([reply]).client).list())) as ServiceError;
      expect(error).toBeInstanceOf(ServiceError);
      expect(`${error.stack} ${JSON.stringify(error.refusal)} ${String(error.cause)}`).not.toContain(KEY);
    }
    const lost = scriptedClient(() => new TypeError(`invalid header value "Service-Auth-Key ${KEY}"`));
    const error = (await failure(glossaryCalls(lost.client).list())) as Error;
    expect(`${error.stack} ${(error.cause as Error).stack}`).not.toContain(KEY);
    expect(error.message).toContain('[key]');
  });

  test('is refused when no header can carry it, without being shown', () => {
    const ports = scriptedClient([]).clock;
    for (const key of ['', 'abc def', 'abc\ndef', 'schlüssel']) {
      const make = (): unknown =>
        makeClient(
          { baseUrl: 'https://api.example.com', authScheme: 'Service-Auth-Key', key: secret(key) },
          { ...ports, random: () => 0, fetch: () => Promise.reject(new Error('no call is made')) },
        );
      expect(make).toThrow(UsageError);
      if (key !== '') expect(make).not.toThrow(key);
    }
  });
});
