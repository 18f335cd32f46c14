import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationsOf } from '../../../src/model/plan/plan.ts';
import { planCounts } from '../../../src/plan/counts.ts';
import type { Service } from '../../../src/service/create-service.ts';
import { applyPlan } from '../../../src/steps/apply/apply-plan.ts';
import { reportVerdict } from '../../../src/steps/apply/verdict.ts';
import { makeLimit } from '../../../src/steps/make-limit.ts';
import { desiredGlossary, desiredStyleList } from '../../support/build.ts';
import { testService } from '../../support/in-process.ts';
import { intercepted } from '../../support/live-client.ts';
import { runs } from '../../support/runs.ts';
import { caller } from '../../support/service-caller.ts';
import { allowAll, applyWith, bring, clientOf, desiredState, planFor } from '../../support/target.ts';

/** Everything that a service holds, by name, without the ids and times that differ from run to run. */
async function contentOf(service: Service) {
  const call = caller(service);
  const { glossaries } = (await call('GET', '/v3/glossaries')).body;
  const made: unknown[] = [];
  for (const { glossary_id, name, dictionaries } of glossaries) {
    for (const { source_lang, target_lang } of dictionaries) {
      const { body } = await call(
        'GET',
        `/v3/glossaries/${glossary_id}/entries?source_lang=${source_lang}&target_lang=${target_lang}`,
      );
      made.push([name, source_lang, target_lang, body.dictionaries[0].entries.split('\n').sort()]);
    }
  }
  const lists = (await call('GET', '/v3/style_rules?detailed=true&page_size=25')).body.style_rules.map(
    (list: {
      name: string;
      language: string;
      configured_rules: object;
      custom_instructions: readonly { label: string; prompt: string }[];
    }) => [
      list.name,
      list.language,
      list.configured_rules,
      list.custom_instructions.map(({ label, prompt }) => [label, prompt]).sort(),
    ],
  );
  const byText = (left: unknown, right: unknown): number => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1);
  // Lists stand in the order in which they were made, and resources run at once.
  return { glossaries: made.sort(byText), lists: lists.sort(byText) };
}

const TONE = { label: 'Tone', prompt: 'Be friendly.' };
const writes = (service: Service) =>
  service.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, status }) => `${method} ${path.replace(/[0-9a-f-]{36}/g, '…')} ${status}`);

describe('an error of a change', () => {
  const BEFORE = { glossaries: [desiredGlossary('a', { 'en->de': { house: 'Haus' } })] };
  const AFTER = { glossaries: [desiredGlossary('a', { 'en->de': { house: 'Heim' } })] };
  /** Applies a plan to a service that refuses each call of one method. */
  async function applied(method: 'PATCH' | 'GET', more: Partial<ReturnType<typeof clientOf>> = {}) {
    const service = testService();
    await bring(service, BEFORE);
    const { plan } = await planFor(clientOf(service), AFTER);
    const busy = clientOf(
      service,
      (fetch) => async (url, request) =>
        request.method === method ? new Response(null, { status: 503 }) : fetch(url, request),
    );
    return applyPlan({
      plan,
      verdict: allowAll(plan),
      client: { ...busy, ...more },
      limit: makeLimit(4),
      ports: { sleep: busy.sleep, signal: new AbortController().signal },
    });
  }

  test('that nobody expects leaves the result unknown', async () => {
    const { outcomes } = await applied('PATCH', { waitToRepeat: () => Promise.reject('broken') });
    expect(outcomes).toMatchObject([{ kind: 'unknown', address: 'glossary.a/en->de', error: { message: 'broken' } }]);
  });

  test.each(['PATCH', 'GET'] as const)('says how often the operation was tried: %s', async (method) => {
    const { outcomes } = await applied(method);
    expect(outcomes).toMatchObject([{ error: { message: expect.stringMatching(/\(tried 5 times in [\d.]+ m?s\)$/) } }]);
  });
});

describe('apply, then plan', () => {
  test('is empty, on random states; nothing unmanaged is touched; the plan is the same however often it is made', async () => {
    await fc.assert(
      fc.asyncProperty(desiredState, desiredState, async (before, after) => {
        const service = testService();
        const stranger = {
          name: 'stranger',
          dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'x\ty', entries_format: 'tsv' }],
        };
        const { body: foreign } = await caller(service)('POST', '/v3/glossaries', stranger);
        await bring(service, before);
        const client = clientOf(service);
        const consent = ['glossary.*', 'glossary.*/*', 'style_rules.*'];
        const calls = service.calls.length;
        const { plan, findings } = await planFor(client, after);
        expect(findings).toEqual([]);
        expect(JSON.stringify((await planFor(client, after)).plan)).toBe(JSON.stringify(plan));
        expect(service.calls.slice(calls).every(({ method }) => method === 'GET')).toBe(true);
        const report = await applyWith(client, plan);
        expect(report.outcomes.map(({ kind }) => kind)).toEqual(operationsOf(plan).map(() => 'applied'));
        expect(service.calls.slice(calls).filter(({ method }) => method !== 'GET')).toHaveLength(
          planCounts(plan).calls,
        );
        expect((await planFor(client, after)).plan.changes).toEqual([]);
        const { body: now } = await caller(service)('GET', `/v3/glossaries/${foreign.glossary_id}`);
        expect(now).toEqual((({ ready: _, ...metadata }) => metadata)(foreign));
        // With consent to everything else, what is left is what was asked for.
        await bring(service, after, consent);
        expect((await planFor(client, after)).plan).toMatchObject({ changes: [], unmanaged: [] });
      }),
      { numRuns: runs(60) },
    );
  });
});

const BEFORE = {
  glossaries: [
    desiredGlossary('a', { 'en->de': { one: '1', two: '2' }, 'en->fr': { one: '1' }, 'en->it': { x: 'y' } }),
  ],
  styleLists: [
    desiredStyleList('l', { instructions: [TONE, { label: 'Old', prompt: 'Old.' }], rules: { numbers: { a: 'x' } } }),
    desiredStyleList('m', { language: 'de', instructions: [TONE] }),
  ],
};
/**
 * Ten calls: POST glossary, PATCH, PUT, DELETE dictionary; rename, rules, edit and add an instruction; a replacement
 * (POST and DELETE).
 */
const AFTER = {
  glossaries: [
    desiredGlossary('a', { 'en->de': { one: '1', two: 'zwei', three: '3' }, 'en->fr': { uno: '1' } }),
    desiredGlossary('b', { 'en->de': { new: 'neu' } }),
  ],
  styleLists: [
    desiredStyleList('l', {
      instructions: [TONE, { label: 'Old', prompt: 'New.' }, { label: 'More', prompt: 'More.' }],
      rules: { numbers: { a: 'y' } },
    }),
    desiredStyleList('m', { language: 'fr', instructions: [TONE] }),
    desiredStyleList('n', { instructions: [TONE] }),
  ],
};
const CONSENT = ['glossary.a/en->it'];

async function prepared(): Promise<Service> {
  const service = testService();
  await bring(service, BEFORE);
  return service;
}

describe('a run that is killed', () => {
  for (const moment of ['before', 'after'] as const) {
    test(`${moment} the change of any call, and run again: the same end, no twin, nothing lost`, async () => {
      const whole = await prepared();
      const { plan: reference } = await planFor(clientOf(whole), AFTER, CONSENT);
      expect(operationsOf(reference)).toHaveLength(10);
      const firstCall = whole.calls.length;
      await applyWith(clientOf(whole), reference, undefined, 1);
      const callsOfRun = whole.calls.length - firstCall;
      const end = await contentOf(whole);
      for (let killedAt = 1; killedAt <= callsOfRun; killedAt += 1) {
        const service = await prepared();
        const { plan } = await planFor(clientOf(service), AFTER, CONSENT);
        let count = 0;
        const dying = clientOf(service, (fetch) => async (url, request) => {
          count += 1;
          const dead = Object.assign(new Error('killed'), { code: 'ECONNRESET' });
          if (count > killedAt || (count === killedAt && moment === 'before')) throw dead;
          const answer = await fetch(url, request);
          if (count === killedAt) throw dead;
          return answer;
        });
        const report = await applyWith(dying, plan, undefined, 1);
        expect(report.outcomes).toHaveLength(10);
        expect(reportVerdict(report)).not.toBe('done');
        // The same saved plan, by a new process.
        const resumed = await applyWith(clientOf(service), JSON.parse(JSON.stringify(plan)));
        expect(resumed.outcomes.filter(({ kind }) => kind !== 'applied' && kind !== 'already-done')).toEqual([]);
        expect(await contentOf(service)).toEqual(end);
        expect((await planFor(clientOf(service), AFTER)).plan.changes).toEqual([]);
      }
    });
  }

  test('can be planned again in place of being resumed', async () => {
    const service = await prepared();
    service.faults.set([{ kind: 'reset-before', from: 9 }]);
    const { plan } = await planFor(clientOf(service), AFTER, CONSENT);
    expect(reportVerdict(await applyWith(clientOf(service), plan))).not.toBe('done');
    service.faults.set([]);
    await bring(service, AFTER, CONSENT);
    expect((await planFor(clientOf(service), AFTER)).plan.changes).toEqual([]);
  });
});

describe('a POST whose answer was lost', () => {
  test.each([{ kind: 'reset-after' }, { kind: 'status', status: 503 }, { kind: 'reset-before' }] as const)(
    '%j: there is one glossary and one list in the end, and not two',
    async (fault) => {
      const service = testService({ faults: [{ ...fault, method: 'POST', calls: [1, 2] }] });
      const desired = {
        glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' } })],
        styleLists: [desiredStyleList('l', { instructions: [TONE] })],
      };
      const { plan } = await planFor(clientOf(service), desired);
      const report = await applyWith(clientOf(service), plan);
      expect(report.outcomes.map(({ kind }) => kind)).toEqual(['applied', 'applied']);
      const { glossaries, lists } = await contentOf(service);
      expect([glossaries.length, lists.length]).toEqual([1, 1]);
      expect(report.ids.map(({ address }) => address)).toEqual(['glossary.a', 'style_rules.l']);
    },
  );

  test('an instruction is added once, even beside an equal one', async () => {
    const service = testService();
    await bring(service, { styleLists: [desiredStyleList('l', { instructions: [TONE] })] });
    service.faults.set([{ kind: 'reset-after', method: 'POST' }]);
    await bring(service, { styleLists: [desiredStyleList('l', { instructions: [TONE, TONE] })] });
    expect((await contentOf(service)).lists).toMatchObject([
      [
        'l',
        'de',
        {},
        [
          ['Tone', 'Be friendly.'],
          ['Tone', 'Be friendly.'],
        ],
      ],
    ]);
  });

  test.each([429, 529, 456, 503, 408, 400])(
    'is not sent again when it was carried out and answered with %i: one glossary, one list, one instruction',
    async (status) => {
      const service = testService();
      await bring(service, { styleLists: [desiredStyleList('k', { instructions: [TONE] })] });
      service.faults.set([{ kind: 'status-after', status, method: 'POST' }]);
      const { plan } = await planFor(clientOf(service), {
        glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' } })],
        styleLists: [
          desiredStyleList('k', { instructions: [TONE, TONE] }),
          desiredStyleList('l', { instructions: [TONE] }),
        ],
      });
      const before = writes(service).length;
      const report = await applyWith(clientOf(service), plan);
      expect(report.outcomes.map(({ kind }) => kind)).toEqual(['applied', 'applied', 'applied']);
      expect(writes(service).slice(before)).toHaveLength(3);
      const { glossaries, lists } = await contentOf(service);
      expect([glossaries.length, lists.map(([, , , instructions]: unknown[][]) => instructions?.length)]).toEqual([
        1,
        [2, 1],
      ]);
    },
  );

  test('is sent again after 429 when a look shows that nothing came of it, after the time that the service asks for', async () => {
    const service = testService({
      faults: [{ kind: 'status', status: 429, retryAfter: 9, method: 'POST', calls: [1, 2] }],
    });
    const { plan } = await planFor(clientOf(service), { glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' } })] });
    const before = service.calls.length;
    expect((await applyWith(clientOf(service), plan)).outcomes).toMatchObject([{ kind: 'applied' }]);
    expect(service.calls.slice(before, -2).map(({ method, status }) => `${method} ${status}`)).toEqual([
      'GET 200',
      'POST 429',
      'GET 200',
      'POST 429',
      'GET 200',
      'POST 201',
    ]);
  });

  test('is not sent again when the service asks to wait for too long, and the error names the option', async () => {
    const service = testService({ faults: [{ kind: 'status', status: 429, retryAfter: 300, method: 'POST' }] });
    const client = clientOf(service);
    const { plan } = await planFor(client, { glossaries: [desiredGlossary('a', { 'en->de': { a: 'x' } })] });
    const report = await applyWith(client, plan);
    const [outcome] = report.outcomes;
    expect(outcome).toMatchObject({ kind: 'failed', error: { message: expect.stringContaining('--max-wait 300s') } });
    expect(service.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('ends as failed when the service throttles it every time, and nothing is there', async () => {
    const service = testService({ faults: [{ kind: 'status', status: 429, method: 'POST' }] });
    const { plan } = await planFor(clientOf(service), { glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' } })] });
    const report = await applyWith(clientOf(service), plan);
    expect(report.outcomes).toMatchObject([{ kind: 'failed', error: { refusal: { status: 429 } } }]);
    expect(service.calls.filter(({ method }) => method === 'POST')).toHaveLength(5);
  });

  test('whatever is answered to whatever call, before or after it is carried out: no twin, one outcome each, and a rerun ends it', async () => {
    const whole = await prepared();
    await bring(whole, AFTER, CONSENT);
    // A list that took a second attempt was made later, and stands later in the listing.
    const sorted = ({ glossaries, lists }: Awaited<ReturnType<typeof contentOf>>) => [
      glossaries,
      lists.map((list: unknown) => JSON.stringify(list)).sort(),
    ];
    const end = sorted(await contentOf(whole));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('status', 'status-after'),
        fc.constantFrom(408, 429, 456, 500, 503, 529),
        fc.nat(1000),
        fc.constantFrom(0.2, 0.6),
        async (kind, status, seed, probability) => {
          const service = await prepared();
          const { plan } = await planFor(clientOf(service), AFTER, CONSENT);
          service.faults.set([{ kind, status, seed, probability }]);
          const report = await applyWith(clientOf(service), plan);
          expect(report.outcomes.map(({ operation }) => operation.id)).toEqual(operationsOf(plan).map(({ id }) => id));
          service.faults.set([]);
          const resumed = await applyWith(clientOf(service), plan);
          expect(resumed.outcomes.filter((each) => each.kind !== 'applied' && each.kind !== 'already-done')).toEqual(
            [],
          );
          expect(sorted(await contentOf(service))).toEqual(end);
        },
      ),
      { numRuns: runs(25) },
    );
  });

  test('is not sent a third time when nothing comes of it', async () => {
    const service = testService({ faults: [{ kind: 'reset-before', method: 'POST' }] });
    const { plan } = await planFor(clientOf(service), { glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' } })] });
    const report = await applyWith(clientOf(service), plan);
    expect(report.outcomes).toMatchObject([{ kind: 'failed' }]);
    expect(service.calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });
});

describe('a foreign edit between plan and apply', () => {
  const desired = { glossaries: [desiredGlossary('a', { 'en->de': { one: 'eins' }, 'en->fr': { one: '1' } })] };
  const put = (target: string, entries: string) => ({
    source_lang: 'en',
    target_lang: target,
    entries,
    entries_format: 'tsv',
  });

  async function editedMeanwhile(target: string) {
    const service = testService();
    await bring(service, { glossaries: [desiredGlossary('a', { 'en->de': { one: '1' }, 'en->fr': { one: '1' } })] });
    const { plan } = await planFor(clientOf(service), desired);
    const { body } = await caller(service)('GET', '/v3/glossaries');
    await caller(service)(
      'PUT',
      `/v3/glossaries/${body.glossaries[0].glossary_id}/dictionaries`,
      put(target, 'one\tforeign'),
    );
    const before = writes(service).length;
    const report = await applyWith(clientOf(service), plan);
    return { report, sent: writes(service).slice(before) };
  }

  test('of the same part is refused, and nothing is sent', async () => {
    const { report, sent } = await editedMeanwhile('de');
    expect(report.outcomes).toMatchObject([{ kind: 'stale', now: expect.stringMatching(/^entries:/) }]);
    expect(reportVerdict(report)).toBe('stale');
    expect(sent).toEqual([]);
  });

  test('of another part is no conflict', async () => {
    const { report, sent } = await editedMeanwhile('fr');
    expect(report.outcomes).toMatchObject([{ kind: 'applied' }]);
    expect(sent).toEqual(['PATCH /v3/glossaries/… 200']);
  });

  test('a glossary of the same name that appeared meanwhile is not doubled', async () => {
    const service = testService();
    const create = { glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' } })] };
    const { plan } = await planFor(clientOf(service), create);
    await caller(service)('POST', '/v3/glossaries', { name: 'a', dictionaries: [put('de', 'other\tterm')] });
    expect((await applyWith(clientOf(service), plan)).outcomes).toMatchObject([{ kind: 'stale' }]);
    expect((await contentOf(service)).glossaries).toHaveLength(1);
  });
});

describe('outcomes', () => {
  test('a refusal of the service fails its resource only, and what comes after it there is not tried', async () => {
    const service = await prepared();
    service.faults.set([{ kind: 'status', status: 456, method: 'PATCH', path: '/v3/glossaries/*' }]);
    const { plan } = await planFor(clientOf(service), AFTER, CONSENT);
    const report = await applyWith(clientOf(service), plan);
    const ofA = report.outcomes.filter(({ address }) => address.startsWith('glossary.a')).map(({ kind }) => kind);
    expect(ofA).toEqual(['failed', 'not-tried', 'not-tried']);
    expect(
      report.outcomes
        .filter(({ address }) => !address.startsWith('glossary.a'))
        .every(({ kind }) => kind === 'applied'),
    ).toBe(true);
    expect(reportVerdict(report)).toBe('partly');
  });

  test('a throttled call is repeated after the time that the service asks for', async () => {
    const service = testService({ faults: [{ kind: 'status', status: 429, retryAfter: 3, calls: [1, 3, 5] }] });
    await bring(service, { glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' } })] });
    expect((await contentOf(service)).glossaries).toHaveLength(1);
  });

  test('an interrupted run finishes what it has begun and tries nothing more', async () => {
    const service = await prepared();
    const { plan } = await planFor(clientOf(service), AFTER, CONSENT);
    const stop = new AbortController();
    const client = clientOf(service, (fetch) => async (url, request) => {
      if (request.method !== 'GET') stop.abort();
      return fetch(url, request);
    });
    const report = await applyWith(client, plan, stop.signal, 1);
    expect(reportVerdict(report)).toBe('interrupted');
    expect(report.outcomes.filter(({ kind }) => kind === 'applied')).toHaveLength(1);
    expect(
      report.outcomes.filter((outcome) => outcome.kind === 'not-tried' && outcome.because === 'interrupted'),
    ).toHaveLength(9);
  });

  test('what the service does not keep is found by the read-back', async () => {
    const service = testService();
    const { plan } = await planFor(clientOf(service), {
      glossaries: [desiredGlossary('a', { 'en->de': { a: 'b', c: 'd' } })],
    });
    const losing = clientOf(service, (fetch) => (url, request) => {
      const body =
        request.body === undefined
          ? undefined
          : new TextEncoder().encode(new TextDecoder().decode(request.body).replace('\\nc\\td', ''));
      return fetch(url, { ...request, ...(body !== undefined && { body }) });
    });
    const report = await applyWith(losing, plan);
    expect(report.outcomes).toMatchObject([
      { kind: 'failed', error: { message: expect.stringContaining('read back') } },
    ]);
  });

  test('a PATCH in place of a PUT is found by the read-back', async () => {
    const service = testService();
    await bring(service, { glossaries: [desiredGlossary('a', { 'en->de': { a: 'b', c: 'd' } })] });
    const client = clientOf(service);
    const { plan } = await planFor(client, { glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' } })] });
    const merging = intercepted(
      client,
      ({ method }) => method === 'PUT',
      async ({ path, body }) => {
        await client.exchange.send({
          method: 'PATCH',
          path: path.replace('/dictionaries', ''),
          body: { dictionaries: [typeof body === 'function' ? body() : body] },
        });
        return { entryCount: 1 };
      },
    );
    expect((await applyWith(merging, plan)).outcomes).toMatchObject([{ kind: 'failed' }]);
  });

  test('never more calls in flight than the limit, and as many as it allows', async () => {
    const service = testService();
    const desired = {
      glossaries: Array.from({ length: 12 }, (_, index) => desiredGlossary(`g${index}`, { 'en->de': { a: 'b' } })),
    };
    const { plan } = await planFor(clientOf(service), desired);
    let [running, most] = [0, 0];
    const counting = clientOf(service, (fetch) => async (url, request) => {
      running += 1;
      most = Math.max(most, running);
      const answer = await fetch(url, request);
      running -= 1;
      return answer;
    });
    await applyWith(counting, plan, undefined, 3);
    expect(most).toBe(3);
    // The list of the plan, one that shows all, and for each: a list, POST, its one dictionary.
    expect(service.calls.length).toBe(1 + 1 + 12 * 3);
  });

  test('a glossary that another person creates during the run is not created a second time', async () => {
    const service = testService();
    const named = (name: string, target: string) => desiredGlossary(name, { 'en->de': { [name]: target } });
    const { plan } = await planFor(clientOf(service), { glossaries: ['a', 'b', 'c'].map((name) => named(name, 'x')) });
    let isFirst = true;
    const disturbed = clientOf(service, (fetch) => async (url, request) => {
      const answer = await fetch(url, request);
      if (request.method === 'POST' && isFirst) {
        isFirst = false;
        await bring(service, { glossaries: [named('a', 'x'), named('b', 'y')] });
      }
      return answer;
    });
    const { outcomes } = await applyWith(disturbed, plan, undefined, 1);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['applied', 'stale', 'applied']);
    const { glossaries } = (await caller(service)('GET', '/v3/glossaries')).body;
    expect(glossaries.map(({ name }: { name: string }) => name).sort()).toEqual(['a', 'b', 'c']);
  });

  test('an update costs a read, a write and a read', async () => {
    const service = await prepared();
    const { plan } = await planFor(clientOf(service), {
      glossaries: [
        desiredGlossary('a', {
          'en->de': { one: '1', two: '2', x: 'y' },
          'en->fr': { one: '1' },
          'en->it': { x: 'y' },
        }),
      ],
    });
    const before = service.calls.length;
    await applyWith(clientOf(service), plan);
    expect(service.calls.slice(before).map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET']);
  });

  test('each of ten changes of one list is checked and read back by its own reads', async () => {
    const service = testService();
    const instructions = Array.from({ length: 10 }, (_, index) => ({ label: `l${index}`, prompt: 'old' }));
    await bring(service, { styleLists: [desiredStyleList('l', { instructions })] });
    const { plan } = await planFor(clientOf(service), {
      styleLists: [
        desiredStyleList('l', { instructions: instructions.map(({ label }) => ({ label, prompt: 'new' })) }),
      ],
    });
    const before = service.calls.length;
    await applyWith(clientOf(service), plan);
    const methods = service.calls.slice(before).map(({ method }) => method);
    expect([
      methods.filter((method) => method === 'GET').length,
      methods.filter((method) => method === 'PUT').length,
    ]).toEqual([20, 10]);
  });

  test('a replaced list reports its old and its new id', async () => {
    const service = await prepared();
    const { plan } = await planFor(clientOf(service), AFTER, CONSENT);
    const { ids } = await applyWith(clientOf(service), plan);
    expect(ids.find(({ address }) => address === 'style_rules.m')).toMatchObject({
      id: expect.any(String),
      replaces: expect.any(String),
    });
  });
});
