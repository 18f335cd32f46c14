import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fault, parseFaults } from '../../src/service/faults/faults.ts';
import { anyFault } from '../support/any-fault.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { runs } from '../support/runs.ts';
import { contract, type Opened } from './bench.ts';

const GLOSSARY = {
  name: 'A',
  dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }],
};

contract('faults', (bench) => {
  const open = (...faults: readonly Fault[]) => bench.open({ faults });
  const count = async ({ call, service }: Opened): Promise<number> => {
    service.faults.set([]);
    return (await call('GET', '/v3/glossaries')).body.glossaries.length;
  };
  /** The statuses of calls of one path, one after the other. */
  const statuses = async ({ call }: Opened, calls: number, path = '/v3/glossaries', method = 'GET') => {
    const found: number[] = [];
    for (let done = 0; done < calls; done += 1) found.push((await call(method, path)).status);
    return found;
  };

  test('faults.delay: the answer comes late, by the sum of all delays, and is the answer', async () => {
    const { call, clock } = await open({ kind: 'delay', milliseconds: 300 }, { kind: 'delay', milliseconds: 50 });
    const { status, body } = await call('POST', '/v3/glossaries', GLOSSARY);
    expect([status, body.creation_time, clock.waits]).toEqual([201, '2026-01-15T12:00:00.350Z', [350]]);
  });

  test('faults.delay: is never longer than a timer can take', async () => {
    const longest: Fault = { kind: 'delay', milliseconds: 2 ** 31 - 1 };
    const { call, clock } = await open(longest, longest);
    expect((await call('GET', '/v3/glossaries')).status).toBe(200);
    expect(clock.waits).toEqual([2 ** 31 - 1]);
  });

  test.each([400, 429, 456, 500, 503, 504, 529])(
    'faults.status: %i is answered with a body, and nothing is done',
    async (status) => {
      const opened = await open({ kind: 'status', status });
      const answer = await opened.call('POST', '/v3/glossaries', GLOSSARY);
      expect([answer.status, answer.body, answer.headers.get('retry-after')]).toEqual([
        status,
        { message: 'A simulated fault' },
        null,
      ]);
      expect(answer.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
      expect(await count(opened)).toBe(0);
    },
  );

  test('faults.status: a Retry-After comes with it, and the first of several counts', async () => {
    const { call } = await open({ kind: 'status', status: 529, retryAfter: 0 }, { kind: 'status', status: 500 });
    const { status, headers } = await call('GET', '/v3/glossaries');
    expect([status, headers.get('retry-after')]).toEqual([529, '0']);
  });

  test.each([429, 503])('faults.status-after: %i is answered, and all is done', async (status) => {
    const opened = await open({ kind: 'status-after', status, retryAfter: 3 });
    const answer = await opened.call('POST', '/v3/glossaries', GLOSSARY);
    expect([answer.status, answer.body, answer.headers.get('retry-after')]).toEqual([
      status,
      { message: 'A simulated fault' },
      '3',
    ]);
    expect(await count(opened)).toBe(1);
  });

  test('faults.status: comes before the key is looked at, as an overload does', async () => {
    const { as } = await open({ kind: 'status', status: 503 });
    expect((await as(undefined)('GET', '/v3/glossaries')).status).toBe(503);
  });

  test('faults.rate-limit: a burst at once, then one token for each part of a second, and Retry-After in whole seconds', async () => {
    const opened = await open({ kind: 'rate-limit', perSecond: 0.5, burst: 3 });
    const { call, clock } = opened;
    expect(await statuses(opened, 3)).toEqual([200, 200, 200]);
    const refused = await call('GET', '/v3/glossaries');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    clock.advance(1500);
    const early = await call('GET', '/v3/glossaries');
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1']);
    clock.advance(1000);
    expect(await statuses(opened, 2)).toEqual([200, 429]);
    clock.advance(3_600_000);
    expect(await statuses(opened, 4)).toEqual([200, 200, 200, 429]);
  });

  test('faults.rate-limit: a caller that waits as long as it is told is served, however often it asked before', async () => {
    const opened = await open({ kind: 'rate-limit', perSecond: 0.1 });
    expect(await statuses(opened, 1)).toEqual([200]);
    for (let second = 9; second > 0; second -= 1) {
      opened.clock.advance(1000);
      const { status, headers } = await opened.call('GET', '/v3/glossaries');
      expect([status, headers.get('retry-after')]).toEqual([429, String(second)]);
    }
    opened.clock.advance(1000);
    expect(await statuses(opened, 1)).toEqual([200]);
  });

  test('faults.rate-limit: of two limits the longer wait is told, and a refused change is not made', async () => {
    const opened = await open(
      { kind: 'rate-limit', perSecond: 1, method: 'POST' },
      { kind: 'rate-limit', perSecond: 0.1, path: '/v3/glossaries' },
    );
    expect((await opened.call('POST', '/v3/glossaries', GLOSSARY)).status).toBe(201);
    const refused = await opened.call('POST', '/v3/glossaries', GLOSSARY);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await count(opened)).toBe(1);
  });

  test('faults.rate-limit: a clock that is set back does not shut anybody out', async () => {
    const opened = await open({ kind: 'rate-limit', perSecond: 1, burst: 2 });
    expect(await statuses(opened, 2)).toEqual([200, 200]);
    opened.clock.advance(-3_600_000);
    const refused = await opened.call('GET', '/v3/glossaries');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    opened.clock.advance(1000);
    expect(await statuses(opened, 1)).toEqual([200]);
  });

  test('faults.reset-before: the connection breaks, and the change is not made', async () => {
    const opened = await open({ kind: 'reset-before', method: 'POST' });
    await expect(opened.call('POST', '/v3/glossaries', GLOSSARY)).rejects.toThrow();
    expect(opened.service.calls.map(({ status }) => status)).toEqual([0]);
    expect(await count(opened)).toBe(0);
  });

  test('faults.reset-after: the connection breaks, and the change is made', async () => {
    const opened = await open({ kind: 'reset-after', method: 'POST' });
    await expect(opened.call('POST', '/v3/glossaries', GLOSSARY)).rejects.toThrow();
    expect(opened.service.calls.map(({ status }) => status)).toEqual([0]);
    expect(await count(opened)).toBe(1);
  });

  test('faults.truncate: half of the answer comes, the change is made, and the next call is whole', async () => {
    const opened = await open({ kind: 'truncate', method: 'POST', calls: [1] });
    await expect(opened.call('POST', '/v3/glossaries', GLOSSARY)).rejects.toThrow();
    expect((await opened.call('POST', '/v3/glossaries', GLOSSARY)).status).toBe(201);
    expect(await count(opened)).toBe(2);
  });

  test('faults.truncate: an answer without a body has no half: the connection breaks', async () => {
    const opened = await open({ kind: 'truncate', method: 'DELETE' });
    const { body } = await opened.call('POST', '/v3/glossaries', GLOSSARY);
    await expect(opened.call('DELETE', `/v3/glossaries/${body.glossary_id}`)).rejects.toThrow();
    expect(await count(opened)).toBe(0);
  });

  test('faults.not-ready: a created glossary cannot be used until its time has come', async () => {
    const { call, clock } = await open({ kind: 'not-ready', milliseconds: 5000, calls: [1] });
    const { body } = await call('POST', '/v3/glossaries', GLOSSARY);
    expect(body.ready).toBe(false);
    const request = { text: ['a'], source_lang: 'en', target_lang: 'de', glossary_id: body.glossary_id };
    const translate = async () => (await call('POST', '/v2/translate', request)).status;
    expect(await translate()).toBe(400);
    clock.advance(4999);
    expect(await translate()).toBe(400);
    clock.advance(1);
    expect(await translate()).toBe(200);
    expect((await call('POST', '/v3/glossaries', GLOSSARY)).body.ready).toBe(true);
  });

  test('faults.not-ready: without a time only the answer says so', async () => {
    const { call } = await open({ kind: 'not-ready' });
    const { body } = await call('POST', '/v3/glossaries', GLOSSARY);
    expect(body.ready).toBe(false);
    const request = { text: ['a'], source_lang: 'en', target_lang: 'de', glossary_id: body.glossary_id };
    expect((await call('POST', '/v2/translate', request)).status).toBe(200);
    expect((await call('POST', '/v3/style_rules', { name: 'L', language: 'de' })).body).not.toHaveProperty('ready');
  });

  test.each<readonly [Partial<Fault>, readonly boolean[]]>([
    [{}, [true, true]],
    [{ target: 2 }, [false, true]],
    [{ target: 3 }, [false, false]],
  ])('faults.fail-target: %o lets these targets of a voice job fail: %o', async (fault, failing) => {
    const { call, as, clock } = await open({ kind: 'fail-target', ...fault });
    const { body: job } = await call('POST', '/v1/jobs/voice/translate', {
      source_file: { name: 'a.mp3', content_type: 'audio/mpeg', content_length: 3 },
      parameters: { source_language: 'en' },
      targets: [
        { language: 'de', type: 'text/plain' },
        { language: 'fr', type: 'text/plain' },
      ],
    });
    const headers = { authorization: `Service-Signature ${job.signature}`, 'content-type': 'application/octet-stream' };
    const { pathname } = new URL(job.upload_url);
    expect((await as(undefined)('PUT', pathname, new TextEncoder().encode('ID3'), headers)).status).toBe(204);
    clock.advance(60_000);
    const { body } = await call('GET', `/v1/jobs/voice/translate/${job.job_id}`);
    expect(body.results.map((result: { status: string }) => result.status === 'failed')).toEqual(failing);
    for (const result of body.results)
      if (result.status === 'failed') expect(result.error.message).toEqual(expect.any(String));
  });

  describe('which calls', () => {
    const fault: Fault = { kind: 'status', status: 500 };

    test('faults.calls: counted from 1 among those that method and path let through', async () => {
      const opened = await open({ ...fault, method: 'get', path: '/v3/gloss*', calls: [2, 4] });
      expect(await statuses(opened, 1)).toEqual([200]);
      expect(await statuses(opened, 2, '/v3/style_rules')).toEqual([200, 200]);
      expect(await statuses(opened, 4)).toEqual([500, 200, 500, 200]);
      expect(opened.service.calls.map(({ status }) => status)).toEqual([200, 200, 200, 500, 200, 500, 200]);
    });

    test('faults.calls: from a call on', async () => {
      expect(await statuses(await open({ ...fault, from: 3 }), 4)).toEqual([200, 200, 500, 500]);
    });

    test('faults.calls: setting faults begins the count anew', async () => {
      const opened = await open({ ...fault, calls: [1] });
      expect(await statuses(opened, 2)).toEqual([500, 200]);
      opened.service.faults.set(opened.service.faults.list());
      expect(await statuses(opened, 2)).toEqual([500, 200]);
    });

    test.each([
      ['/v3/glossaries', true],
      ['*', true],
      ['', false],
      ['/v3/*', true],
      ['*/glossaries', true],
      ['/v3/glossaries*', true],
      ['/v3/glossaries/*', false],
      ['/v3/gl*ss*ries', true],
      ['/v3/gl**ries', true],
      ['/v3/glossaries*glossaries', false],
      ['/V3/glossaries', false],
      ['/v3/glossarie.', false],
      ['.*', false],
      [`${'*a'.repeat(5000)}*b`, false],
    ])('faults.pattern: the path pattern %.20s fits: %o; the query does not count', async (path, fits) => {
      expect(await statuses(await open({ ...fault, path }), 1, '/v3/glossaries?page=1')).toEqual([fits ? 500 : 200]);
    });

    test('faults.probability: a seed picks the same calls in every service, about as many as it should, and another seed others', async () => {
      const picks = async (seed: number) => statuses(await open({ ...fault, probability: 0.3, seed }), 100, '/v3/x');
      const [first, again, other] = [await picks(1), await picks(1), await picks(2)];
      expect(again).toEqual(first);
      expect(other).not.toEqual(first);
      for (const picked of [first, other]) {
        const share = picked.filter((status) => status === 500).length / 100;
        expect(share).toBeGreaterThan(0.15);
        expect(share).toBeLessThan(0.45);
      }
    });

    test('faults.probability: the first picks of seeds that follow each other differ', async () => {
      const first: number[] = [];
      for (let seed = 0; seed < 40; seed += 1)
        first.push(...(await statuses(await bench.open({ faults: [{ ...fault, probability: 0.5, seed }] }), 1)));
      expect(first.filter((status) => status === 500).length).toBeGreaterThan(8);
      expect(first.filter((status) => status === 500).length).toBeLessThan(32);
    });

    test('faults.probability: 0 picks none, 1 every one; without a seed the service’s own randomness decides', async () => {
      expect(await statuses(await open({ ...fault, probability: 0 }), 2)).toEqual([200, 200]);
      expect(await statuses(await open({ ...fault, probability: 1 }), 2)).toEqual([500, 500]);
      // The bench's is always 0.5.
      expect(await statuses(await open({ ...fault, probability: 0.5 }), 1)).toEqual([200]);
      expect(await statuses(await open({ ...fault, probability: 0.51 }), 1)).toEqual([500]);
    });
  });

  test('faults: every fault that is taken can be met without a 500 of our own', async () => {
    const opened = await bench.open();
    const { service, fetch, url } = opened;
    await fc.assert(
      fc.asyncProperty(fc.array(anyFault, { maxLength: 3 }), async (given) => {
        const { faults } = parseFaults(given);
        service.faults.set(faults);
        const asked = new Set(faults.flatMap(({ status }) => status ?? []));
        const headers = { authorization: `Service-Auth-Key ${TEST_KEY}`, 'content-type': 'application/json' };
        const body = JSON.stringify(GLOSSARY);
        for (const init of [{ headers }, { method: 'POST', headers, body }]) {
          const answer = await fetch(`${url}/v3/glossaries`, init).catch(() => undefined);
          await answer?.text().catch(() => undefined);
          // A glossary more than the plan allows is 456.
          if (answer !== undefined) expect([200, 201, 429, 456, ...asked]).toContain(answer.status);
        }
      }),
      { numRuns: runs(60) },
    );
  });
});
