import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AREAS } from '../../../src/contract/calls.ts';
import type {
  CreatedKey,
  DesiredDeveloperKey,
  DeveloperKey,
  KeyId,
} from '../../../src/kinds/developer-key/developer-key.ts';
import { developerKeyCalls } from '../../../src/kinds/developer-key/service/developer-key-calls.ts';
import { operationsOf } from '../../../src/model/plan/plan.ts';
import { planCounts } from '../../../src/plan/counts.ts';
import { reportJson, reportText } from '../../../src/review/apply/report-text.ts';
import type { Service } from '../../../src/service/create-service.ts';
import type { OnSecret } from '../../../src/steps/apply/secret-keeper.ts';
import { reportVerdict } from '../../../src/steps/apply/verdict.ts';
import { desiredDeveloperKey, desiredGlossary } from '../../support/build.ts';
import { callsOf, intercepted } from '../../support/live-client.ts';
import { runs } from '../../support/runs.ts';
import { caller } from '../../support/service-caller.ts';
import { administeredService, applyWith, bring, clientOf, desiredKeys, planFor } from '../../support/target.ts';

const keysOf = (service: Service): Promise<readonly DeveloperKey[]> => developerKeyCalls(clientOf(service)).list();

/** What an account holds, without the ids and times that differ from run to run. */
const contentOf = async (service: Service): Promise<readonly string[]> =>
  (await keysOf(service)).map(({ label, limits, deactivated }) => JSON.stringify([label, limits, deactivated])).sort();

const writes = (service: Service): readonly string[] =>
  service.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.split('/').at(-1)}`);

async function idOf(service: Service, label: string): Promise<KeyId> {
  const found = (await keysOf(service)).find((key) => key.label === label && !key.deactivated);
  if (found === undefined) throw new Error(`no active key is called ${label}`);
  return found.id;
}

/** A place for secrets that remembers. */
function secrets(): { readonly onSecret: OnSecret; readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    onSecret: async (address, secret) => {
      kept.set(address, secret.reveal());
    },
  };
}

test('apply, then plan is empty, on random states; what is unmanaged is untouched; calls are as many as the plan says', async () => {
  await fc.assert(
    fc.asyncProperty(desiredKeys, desiredKeys, async (before, after) => {
      const service = administeredService();
      await bring(service, { developerKeys: before });
      const [client, calls] = [clientOf(service), service.calls.length];
      const { plan, findings } = await planFor(client, { developerKeys: after });
      expect(findings).toEqual([]);
      expect(JSON.stringify((await planFor(client, { developerKeys: after })).plan)).toBe(JSON.stringify(plan));
      expect(service.calls.slice(calls).every(({ method }) => method === 'GET')).toBe(true);
      const others = (await keysOf(service)).filter(({ id }) => plan.unmanaged.some((each) => each.id === id));
      const report = await applyWith(client, plan);
      expect(report.outcomes.map(({ kind }) => kind)).toEqual(operationsOf(plan).map(() => 'applied'));
      expect(service.calls.slice(calls).filter(({ method }) => method !== 'GET')).toHaveLength(planCounts(plan).calls);
      expect((await planFor(client, { developerKeys: after })).plan.changes).toEqual([]);
      expect(await keysOf(service)).toEqual(expect.arrayContaining([...others]));
    }),
    { numRuns: runs(60) },
  );
});

test('each change is checked by its own read, and each is read back', async () => {
  const service = administeredService();
  const developerKeys = ['a', 'b', 'c'].map((name) => desiredDeveloperKey(name, { limits: { characters: 1 } }));
  const { plan } = await planFor(clientOf(service), { developerKeys });
  const calls = service.calls.length;
  await applyWith(clientOf(service), plan);
  expect(service.calls.slice(calls).map(({ method }) => method)).toEqual(
    Array.from({ length: 6 }, (_, index) => ['GET', index % 2 === 0 ? 'POST' : 'PUT', 'GET']).flat(),
  );
});

/** Seven calls: a deactivation, a rename with limits, limits alone, and two new keys, one with limits. */
async function prepared(): Promise<{ readonly service: Service; readonly wanted: readonly DesiredDeveloperKey[] }> {
  const service = administeredService();
  const limits = { characters: 10 };
  await bring(service, { developerKeys: ['old', 'ci', 'bot'].map((name) => desiredDeveloperKey(name, { limits })) });
  const wanted = [
    desiredDeveloperKey('old', { deactivated: true, pinnedId: await idOf(service, 'old') }),
    desiredDeveloperKey('ci', {
      label: 'CI',
      pinnedId: await idOf(service, 'ci'),
      limits: { characters: null, speechToTextMilliseconds: 7 },
    }),
    desiredDeveloperKey('bot', { limits: { characters: 11 } }),
    desiredDeveloperKey('new', { limits: { characters: 3, speechToTextMilliseconds: 0 } }),
    desiredDeveloperKey('plain'),
  ];
  return { service, wanted };
}

describe('a run that is killed', () => {
  for (const moment of ['before', 'after'] as const) {
    test(`${moment} the change of any call, and run again: the same end, no twin, no secret unaccounted for`, async () => {
      const whole = await prepared();
      const { plan: reference } = await planFor(clientOf(whole.service), { developerKeys: whole.wanted });
      expect(operationsOf(reference)).toHaveLength(7);
      const first = whole.service.calls.length;
      await applyWith(clientOf(whole.service), reference, undefined, 1);
      const callsOfRun = whole.service.calls.length - first;
      const end = await contentOf(whole.service);
      for (let killedAt = 1; killedAt <= callsOfRun; killedAt += 1) {
        const { service, wanted } = await prepared();
        const { plan } = await planFor(clientOf(service), { developerKeys: wanted });
        let count = 0;
        const dying = clientOf(service, (fetch) => async (url, request) => {
          count += 1;
          const dead = Object.assign(new Error('killed'), { code: 'ECONNRESET' });
          if (count > killedAt || (count === killedAt && moment === 'before')) throw dead;
          const answer = await fetch(url, request);
          if (count === killedAt) throw dead;
          return answer;
        });
        const { onSecret, kept } = secrets();
        const report = await applyWith(dying, plan, undefined, 1, onSecret);
        expect(report.outcomes).toHaveLength(7);
        expect(reportVerdict(report)).not.toBe('done');
        // The same saved plan, by a new process.
        const resumed = await applyWith(clientOf(service), JSON.parse(JSON.stringify(plan)), undefined, 4, onSecret);
        expect(resumed.outcomes.filter(({ kind }) => kind !== 'applied' && kind !== 'already-done')).toEqual([]);
        expect(await contentOf(service)).toEqual(end);
        expect((await planFor(clientOf(service), { developerKeys: wanted })).plan.changes).toEqual([]);
        const told = resumed.secrets.filter(({ kind }) => kind === 'not-seen').map(({ address }) => address as string);
        expect([...new Set([...kept.keys(), ...told])].sort()).toEqual(['developer_key.new', 'developer_key.plain']);
      }
    });
  }

  test('can be planned again in place of being resumed', async () => {
    const { service, wanted } = await prepared();
    service.faults.set([{ kind: 'reset-before', from: 12 }]);
    const { plan } = await planFor(clientOf(service), { developerKeys: wanted });
    expect(reportVerdict(await applyWith(clientOf(service), plan))).toBe('partly');
    service.faults.set([]);
    await bring(service, { developerKeys: wanted });
    expect((await planFor(clientOf(service), { developerKeys: wanted })).plan.changes).toEqual([]);
    expect((await keysOf(service)).filter(({ label }) => label === 'new')).toHaveLength(1);
  });
});

test('an interrupted run keeps the secret of the key that it was making, and is resumed with the limits', async () => {
  const service = administeredService();
  const wanted = { developerKeys: ['a', 'b'].map((name) => desiredDeveloperKey(name, { limits: { characters: 5 } })) };
  const { plan } = await planFor(clientOf(service), wanted);
  const stop = new AbortController();
  const client = clientOf(service, (fetch) => async (url, request) => {
    if (request.method === 'POST') stop.abort();
    return fetch(url, request);
  });
  const { onSecret, kept } = secrets();
  const report = await applyWith(client, plan, stop.signal, 4, onSecret);
  expect(reportVerdict(report)).toBe('interrupted');
  expect(report.outcomes.map(({ kind }) => kind)).toEqual(['applied', 'not-tried', 'not-tried', 'not-tried']);
  expect([...kept.keys()]).toEqual(['developer_key.a']);
  const resumed = await applyWith(clientOf(service), plan, undefined, 4, onSecret);
  expect(resumed.outcomes.map(({ kind }) => kind)).toEqual(['already-done', 'applied', 'applied', 'applied']);
  expect((await planFor(clientOf(service), wanted)).plan.changes).toEqual([]);
});

describe('a POST whose answer was lost', () => {
  test.each([
    { kind: 'reset-after' },
    { kind: 'status', status: 503 },
    { kind: 'reset-before' },
    { kind: 'status-after', status: 429 },
    { kind: 'status', status: 429 },
  ] as const)('%j: there is one key in the end, with its limits', async (fault) => {
    const service = administeredService({ faults: [{ ...fault, method: 'POST', calls: [1] }] });
    const wanted = { developerKeys: [desiredDeveloperKey('ci', { limits: { characters: 5 } })] };
    const { plan } = await planFor(clientOf(service), wanted);
    const { onSecret, kept } = secrets();
    const report = await applyWith(clientOf(service), plan, undefined, 4, onSecret);
    expect(report.outcomes.map(({ kind }) => kind)).toEqual(['applied', 'applied']);
    const made = (await keysOf(service)).filter(({ label }) => label === 'ci');
    expect(made).toMatchObject([{ limits: { characters: 5 } }]);
    expect(report.ids).toEqual([{ address: 'developer_key.ci', id: made[0]?.id }]);
    const seen = fault.kind === 'reset-before' || kept.size === 1;
    expect(report.secrets).toEqual([{ kind: seen ? 'kept' : 'not-seen', address: 'developer_key.ci' }]);
  });

  test('is not taken for a key of the same label that was there before, or that works no more', async () => {
    const service = administeredService();
    await bring(service, { developerKeys: [desiredDeveloperKey('one', { label: 'ci' })] });
    const one = await idOf(service, 'ci');
    const wanted = [
      desiredDeveloperKey('one', { label: 'ci', pinnedId: one }),
      desiredDeveloperKey('two', { label: 'ci' }),
    ];
    service.faults.set([{ kind: 'reset-before', method: 'POST', calls: [1] }]);
    const { plan } = await planFor(clientOf(service), { developerKeys: wanted });
    await applyWith(clientOf(service), plan);
    expect((await keysOf(service)).filter(({ label }) => label === 'ci')).toHaveLength(2);
  });
});

describe('a foreign edit between plan and apply', () => {
  const limits = { characters: 10, speechToTextMilliseconds: 10 };
  async function editedMeanwhile(edit: (service: Service, id: KeyId) => Promise<unknown>) {
    const service = administeredService();
    await bring(service, { developerKeys: [desiredDeveloperKey('ci', { limits })] });
    const wanted = desiredDeveloperKey('ci', { limits: { characters: 20 } });
    const { plan } = await planFor(clientOf(service), { developerKeys: [wanted] });
    await edit(service, await idOf(service, 'ci'));
    const before = writes(service).length;
    return { report: await applyWith(clientOf(service), plan), sent: writes(service).slice(before), service };
  }

  test('of the limit that the plan sets is refused, and nothing is sent', async () => {
    const { report, sent } = await editedMeanwhile((service, id) =>
      developerKeyCalls(clientOf(service)).setLimits(id, { characters: 99 }),
    );
    expect(report.outcomes).toMatchObject([{ kind: 'stale' }]);
    expect(sent).toEqual([]);
  });

  test('of the other limit, or of the label, is no conflict and stays', async () => {
    const { report, service } = await editedMeanwhile(async (edited, id) => {
      await developerKeyCalls(clientOf(edited)).setLimits(id, { speechToTextMilliseconds: 99 });
      await developerKeyCalls(clientOf(edited)).rename(id, 'foreign');
    });
    expect(report.outcomes).toMatchObject([{ kind: 'applied' }]);
    expect((await keysOf(service)).find(({ label }) => label === 'foreign')?.limits).toEqual({
      characters: 20,
      speechToTextMilliseconds: 99,
    });
  });

  test('a key that was deactivated meanwhile is done already', async () => {
    const service = administeredService();
    await bring(service, { developerKeys: [desiredDeveloperKey('ci')] });
    const { plan } = await planFor(clientOf(service), {
      developerKeys: [desiredDeveloperKey('ci', { deactivated: true })],
    });
    await developerKeyCalls(clientOf(service)).deactivate(await idOf(service, 'ci'));
    expect((await applyWith(clientOf(service), plan)).outcomes).toMatchObject([{ kind: 'already-done' }]);
  });
});

describe('the cap on active keys', () => {
  test('a full account: what goes makes room for what comes, one call after another, whatever else runs', async () => {
    const service = administeredService();
    // One key is there from the start.
    const names = Array.from({ length: 24 }, (_, index) => `k${String(index).padStart(2, '0')}`);
    const full = names.map((name) => desiredDeveloperKey(name));
    await bring(service, { developerKeys: full });
    expect((await keysOf(service)).filter(({ deactivated }) => !deactivated)).toHaveLength(25);
    const wanted = [
      ...full.map((key, index) => ({ ...key, deactivated: index % 11 === 0 })),
      ...['a1', 'a2', 'a3'].map((name) => desiredDeveloperKey(name, { limits: { characters: 1 } })),
    ];
    const glossaries = ['x', 'y'].map((name) => desiredGlossary(name, { 'en->de': { a: 'b' } }));
    const calls = writes(service).length;
    await bring(service, { developerKeys: wanted, glossaries });
    const ofKeys = writes(service)
      .slice(calls)
      .filter((call) => !call.endsWith('glossaries'));
    expect(ofKeys).toEqual([
      ...Array(3).fill('PUT deactivate'),
      ...Array(3).fill(['POST developer-keys', 'PUT limits']).flat(),
    ]);
    expect((await keysOf(service)).filter(({ deactivated }) => !deactivated)).toHaveLength(25);
  });

  test('one more is refused by the plan, and by the service where a plan is older than the account', async () => {
    const service = administeredService();
    const one = { developerKeys: [desiredDeveloperKey('late')] };
    const { plan } = await planFor(clientOf(service), one);
    await bring(service, {
      developerKeys: Array.from({ length: 24 }, (_, index) => desiredDeveloperKey(`k${index}`)),
    });
    expect((await planFor(clientOf(service), one)).findings).toMatchObject([
      { code: 'too-many-keys', details: { after: 26, max: 25 } },
    ]);
    const report = await applyWith(clientOf(service), plan);
    expect(report.outcomes).toMatchObject([{ kind: 'failed' }]);
    expect(report.secrets).toEqual([]);
  });
});

describe('secrets', () => {
  const wanted = {
    developerKeys: ['a', 'b', 'c'].map((name) => desiredDeveloperKey(name, { limits: { characters: 5 } })),
  };

  test('are handed over before anything else is done, and open the account', async () => {
    const service = administeredService();
    const { plan } = await planFor(clientOf(service), wanted);
    const { onSecret, kept } = secrets();
    const calls = service.calls.length;
    const seen: string[] = [];
    const report = await applyWith(clientOf(service), plan, undefined, 4, async (address, secret) => {
      seen.push(`${address} ${service.calls.slice(calls).at(-1)?.method}`);
      await onSecret(address, secret);
    });
    expect(seen).toEqual(['developer_key.a POST', 'developer_key.b POST', 'developer_key.c POST']);
    expect(report.secrets.map(({ kind }) => kind)).toEqual(['kept', 'kept', 'kept']);
    for (const key of kept.values()) expect((await caller(service, key)('GET', '/v3/glossaries')).status).toBe(200);
    // And nothing else knows them.
    const told = [
      JSON.stringify(plan),
      JSON.stringify(report),
      reportJson(report, plan),
      reportText(report, plan, { color: false }),
    ];
    for (const key of kept.values()) for (const text of told) expect(text).not.toContain(key);
  });

  test('are dropped when nobody asks for them', async () => {
    const service = administeredService();
    const { plan } = await planFor(clientOf(service), wanted);
    const report = await applyWith(clientOf(service), plan);
    expect(report.secrets.map(({ kind }) => kind)).toEqual(['dropped', 'dropped', 'dropped']);
  });

  test('that the service does not give are told as such', async () => {
    const service = administeredService();
    const client = clientOf(service);
    const mute = intercepted(client, callsOf(AREAS.developerKeys, 'POST'), async (_, create) => {
      const { secret: _secret, ...made } = (await create()) as CreatedKey;
      return made;
    });
    const { plan } = await planFor(client, wanted);
    const { onSecret, kept } = secrets();
    const report = await applyWith(mute, plan, undefined, 4, onSecret);
    expect(report.secrets.map(({ kind }) => kind)).toEqual(['not-given', 'not-given', 'not-given']);
    expect(kept.size).toBe(0);
  });

  test('one that cannot be kept: its key is applied all the same, and no more keys are made', async () => {
    const service = administeredService();
    const gone = desiredDeveloperKey('gone');
    await bring(service, { developerKeys: [gone] });
    const { plan } = await planFor(clientOf(service), {
      developerKeys: [...wanted.developerKeys, { ...gone, deactivated: true }],
    });
    const { onSecret, kept } = secrets();
    const report = await applyWith(clientOf(service), plan, undefined, 4, async (address, secret) => {
      if (address === 'developer_key.b') throw new Error(`ENOSPC: ${secret.reveal()}`);
      await onSecret(address, secret);
    });
    expect(report.outcomes.map((outcome) => [outcome.operation.id, outcome.kind])).toEqual([
      ['developer_key.gone#1', 'applied'],
      ['developer_key.a#1', 'applied'],
      ['developer_key.a#2', 'applied'],
      ['developer_key.b#1', 'applied'],
      ['developer_key.b#2', 'applied'],
      ['developer_key.c#1', 'not-tried'],
      ['developer_key.c#2', 'not-tried'],
    ]);
    expect(report.outcomes.at(-1)).toMatchObject({ because: 'secret-lost' });
    expect(report.secrets).toMatchObject([
      { kind: 'kept', address: 'developer_key.a' },
      { kind: 'lost', address: 'developer_key.b', error: { message: 'ENOSPC: [key]' } },
    ]);
    expect([...kept.keys()]).toEqual(['developer_key.a']);
    expect((await keysOf(service)).filter(({ label }) => label === 'c')).toEqual([]);
  });
});

test('an operation for another key than its change is never sent', async () => {
  const service = administeredService();
  await bring(service, { developerKeys: [desiredDeveloperKey('a'), desiredDeveloperKey('b')] });
  const { plan } = await planFor(clientOf(service), {
    developerKeys: [desiredDeveloperKey('a', { deactivated: true })],
  });
  const forged = JSON.parse(JSON.stringify(plan));
  forged.changes[0].operations[0].keyId = await idOf(service, 'b');
  await expect(applyWith(clientOf(service), forged)).rejects.toThrow(
    'the plan contradicts itself at developer_key.a (operations)',
  );
  expect((await keysOf(service)).some(({ deactivated }) => deactivated)).toBe(false);
});
