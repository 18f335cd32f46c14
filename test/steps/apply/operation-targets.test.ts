import { describe, expect, test } from 'vitest';
import type { Client, Limit } from '../../../src/client/client.ts';
import { encodeBody } from '../../../src/client/transport/body.ts';
import type { Call } from '../../../src/client/transport/send.ts';
import { AREAS } from '../../../src/contract/calls.ts';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { DesiredState, LedgerState, LiveState } from '../../../src/kinds/states.ts';
import { styleListCalls } from '../../../src/kinds/style-list/service/style-list-calls.ts';
import { patchedRules, patchedStyleList } from '../../../src/kinds/style-list/service/style-list-service.ts';
import type { Change, Plan } from '../../../src/model/plan/plan.ts';
import type { ValueChange } from '../../../src/model/resources/resource.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { checkPreconditions, stepsOf } from '../../../src/steps/apply/apply-plan.ts';
import { makeCreations, makeListings, type Run } from '../../../src/steps/apply/begin-run.ts';
import { limitedClient } from '../../../src/steps/apply/resource-calls.ts';
import { secretKeeper } from '../../../src/steps/apply/secret-keeper.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
  rules,
} from '../../support/build.ts';
import { styleListChange } from '../../support/changes.ts';
import { testService } from '../../support/in-process.ts';
import { answeringClient, callsOf, intercepted, liveClient } from '../../support/live-client.ts';
import { owning } from '../../support/owning.ts';
import { applyWith, bring, clientOf, planFor } from '../../support/target.ts';

const limit = (async (task: () => Promise<unknown>) => task()) as Limit;

/** A client of a service that has `there.live`, and the calls that were made of it. */
function targetsOver(live: LiveState) {
  const there: { live: LiveState; stored?: number } = { live };
  const calls: unknown[] = [];
  const made: Readonly<Record<string, unknown>> = {
    '/v3/glossaries': { id: 'g9', ready: true },
    '/v3/style_rules': { id: 's9' },
  };
  const service = liveClient(there, ({ method, path, body }) => {
    calls.push([
      `${method} ${path}`,
      ...(body === undefined ? [] : [JSON.parse(new TextDecoder().decode(encodeBody(body)))]),
    ]);
    if (method === 'PUT') return { entryCount: there.stored ?? 1 };
    return made[path];
  });
  const isTold = ({ path }: Call): boolean => path === '/v3/glossaries' || path.startsWith('/v3/style_rules/');
  const client = intercepted(
    service,
    (call) => call.method === 'GET' && isTold(call),
    async ({ path }, read) => {
      calls.push(`read ${path.split('/').at(-1)}`);
      return read();
    },
  );
  return { there, calls, client };
}

function planned(desired: DesiredState, live: LiveState, ledger: LedgerState = EMPTY_LEDGER) {
  const { plan } = makePlan(planInput(desired, live, { ledger }));
  return plan;
}

const only = ({ changes }: Plan): Change => {
  const [change, ...others] = changes;
  if (change === undefined || others.length > 0) throw new Error(`${changes.length} changes`);
  return change;
};

const runOf = (client: Client, base?: LedgerState): Run => ({
  client,
  callsOfResource: () => ({ client, isHeld: () => false, inOneSlot: (task) => task() }),
  listings: makeListings(client),
  creations: makeCreations({ changes: [] }, makeListings(client)),
  secrets: secretKeeper(undefined),
  base,
});
const stepsIn = (change: Change, client: Client, base?: LedgerState) =>
  new Map(stepsOf(change, runOf(client, base)).map((step) => [step.operation.kind as string, step]));
const FRESH = { fresh: true };
const EN_DE = { source: 'en', target: 'de' };
const WIRE_I = { source_lang: 'en', target_lang: 'de', entries: 'one\tI', entries_format: 'tsv' };

describe('a dictionary that is replaced as a whole', () => {
  const live = { glossaries: [liveGlossary('g1', 'a', { 'en->de': { one: '1', two: '2' } })] };
  const desired = { glossaries: [desiredGlossary('a', { 'en->de': { one: 'I' } })] };
  const change = only(planned(desired, live, owning(live, desired)));

  const put = (given = live) => {
    const made = targetsOver(given);
    const step = stepsIn(change, made.client).get('put-dictionary');
    if (step === undefined) throw new Error('no PUT');
    return { ...step, ...made };
  };

  test('is sent as it was read, with the change made to it', async () => {
    const { operation, target, calls } = put();
    expect(await target.observe(FRESH)).toEqual({ digest: operation.pre });
    expect(await target.send()).toBeUndefined();
    expect(calls).toEqual([['PUT /v3/glossaries/g1/dictionaries', WIRE_I]]);
  });

  test('is not sent when it is not what was planned from', async () => {
    const message = 'the entries of glossary.a/en->de to be sent are not those that were planned';
    const unread = put();
    await expect(unread.target.send()).rejects.toThrow(message);
    const other = put({ glossaries: [liveGlossary('g1', 'a', { 'en->de': { one: '1', two: '2', three: '3' } })] });
    await other.target.observe(FRESH);
    await expect(other.target.send()).rejects.toThrow(message);
    expect([...unread.calls, ...other.calls]).toEqual([]);
  });

  test('that the service counts otherwise is an error', async () => {
    const { target, there } = put();
    await target.observe(FRESH);
    there.stored = 7;
    await expect(target.send()).rejects.toThrow('the service says that glossary.a/en->de has 7 entries, 1 were sent');
  });

  test('that is gone or empty is absent', async () => {
    for (const given of [{ glossaries: [liveGlossary('g1', 'a', { 'en->de': {} })] }, { glossaries: [] }])
      expect(await put(given as typeof live).target.observe(FRESH)).toEqual({ digest: 'absent' });
  });

  test('without its change, or without an id, makes no operation target', () => {
    if (change.kind !== 'glossary') throw new Error('no glossary');
    const { client } = targetsOver(live);
    expect(() => stepsIn({ ...change, children: [] }, client)).toThrow(
      'the plan has an operation on glossary.a/en->de and no change of it',
    );
    const { id: _, ...nameless } = change;
    expect(() => stepsIn(nameless, client)).toThrow('the plan has glossary.a#1 and no id of glossary.a');
  });
});

describe('a glossary that is made', () => {
  const desired = { glossaries: [desiredGlossary('a', { 'en->de': { one: '1' } })] };
  const change = only(planned(desired, { glossaries: [] }));
  const right = liveGlossary('g5', 'a', { 'en->de': { one: '1' } });
  const wrong = liveGlossary('g4', 'a', { 'en->de': { one: 'I' } });

  const create = (glossaries: LiveState['glossaries'] = []) => {
    const made = targetsOver({ glossaries });
    const step = stepsIn(change, made.client).get('create-glossary');
    if (step === undefined) throw new Error('no POST');
    return { ...step, ...made };
  };

  test('is sent with its name and entries, and gives its id', async () => {
    const { target, calls } = create();
    expect(await target.send()).toBe('g9');
    expect(calls).toEqual([['POST /v3/glossaries', { name: 'a', dictionaries: [{ ...WIRE_I, entries: 'one\t1' }] }]]);
  });

  test('is found by its name, and of several by its content', async () => {
    const post = { digest: create().operation.post, id: 'g5' };
    expect(await create([]).target.observe(FRESH)).toEqual({ digest: 'absent' });
    expect(await create([liveGlossary('g3', 'b', {})]).target.observe(FRESH)).toEqual({ digest: 'absent' });
    expect(await create([right]).target.observe(FRESH)).toEqual(post);
    expect(await create([wrong, right]).target.observe(FRESH)).toEqual(post);
    expect(await create([wrong]).target.observe(FRESH)).toMatchObject({ id: 'g4' });
    expect(await create([wrong, liveGlossary('g6', 'a', {})]).target.observe(FRESH)).toMatchObject({ id: 'g4' });
    expect(await create([wrong, right]).target.observe({ ...FRESH, createdId: 'g4' })).toMatchObject({ id: 'g4' });
    expect(await create([right]).target.observe({ ...FRESH, createdId: 'g8' })).toEqual({ digest: 'absent' });
  });

  test('is not taken for one that was listed when the plan was made', async () => {
    const later = only(planned({ glossaries: [desiredGlossary('b', { 'en->de': { one: '1' } })] }, { glossaries: [] }));
    const [operation] = later.operations;
    const listed = { ...later, operations: [{ ...operation, notIds: ['g5'] }] } as unknown as Change;
    const { client } = targetsOver({ glossaries: [{ ...right, name: 'b' }] });
    expect(await stepsIn(listed, client).get('create-glossary')?.target.observe(FRESH)).toEqual({ digest: 'absent' });
  });

  test('says of what stands in its place what differs', async () => {
    const { target } = create([wrong, liveGlossary('g6', 'a', { 'en->de': { other: 'x' } })]);
    await target.observe(FRESH);
    expect(target.stale().values).toContainEqual(
      expect.objectContaining({ key: ['entry', 'en->de', 'one'], now: 'I', to: '1' }),
    );
    expect(target.stale().values.flatMap(({ key }) => key)).not.toContain('other');
  });
});

describe('a glossary that gets another name', () => {
  const live = { glossaries: [liveGlossary('g1', 'a', { 'en->de': { one: '1' } })] };
  const steps = (dictionary: Readonly<Record<string, string>>, now: LiveState = live) => {
    const desired = { glossaries: [{ ...desiredGlossary('a', { 'en->de': dictionary }), name: 'New' }] };
    const held = owning(live, { glossaries: [{ ...desiredGlossary('a', {}), name: 'a' }] });
    const change = only(planned(desired, live, held));
    const made = targetsOver(now);
    const [step] = stepsOf(change, runOf(made.client, held));
    if (step === undefined || change.operations.length > 1) throw new Error(`${change.operations.length} operations`);
    return { ...step, ...made };
  };

  test('is sent by itself, or with the entries of a dictionary', async () => {
    const alone = steps({ one: '1' });
    expect(await alone.target.observe(FRESH)).toEqual({ digest: alone.operation.pre });
    expect(await alone.target.send()).toBeUndefined();
    expect(alone.calls).toEqual([['PATCH /v3/glossaries/g1', { name: 'New' }]]);
    const both = steps({ one: 'I' });
    expect(await both.target.observe(FRESH)).toEqual({ digest: both.operation.pre });
    expect(await both.target.send()).toBeUndefined();
    expect(both.calls).toEqual([['PATCH /v3/glossaries/g1', { name: 'New', dictionaries: [WIRE_I] }]]);
  });

  test('is stale where somebody else has named it', async () => {
    const other = { glossaries: [liveGlossary('g1', 'Other', { 'en->de': { one: '1' } })] };
    for (const dictionary of [{ one: '1' }, { one: 'I' }]) {
      const { operation, target } = steps(dictionary, other);
      expect([operation.pre, operation.post]).not.toContain((await target.observe(FRESH)).digest);
      expect(target.stale().values).toContainEqual({
        key: ['name'],
        planned: true,
        from: 'a',
        to: 'New',
        now: 'Other',
      });
    }
    expect(await steps({ one: 'I' }, { glossaries: [] }).target.observe(FRESH)).toEqual({ digest: 'absent' });
  });
});

describe('a list that is made or changed', () => {
  const live = { styleLists: [liveStyleList('s1', 'l', { rules: { numbers: { a: 'x' } } })] };
  const desired = { styleLists: [desiredStyleList('l', { language: 'fr', rules: { numbers: { a: 'x' } } })] };
  const replace = only(planned(desired, live, owning(live, desired)));

  test('a replacement is sent only while the old list is what was planned from', async () => {
    const { client, calls, there } = targetsOver(live);
    const target = stepsIn(replace, client).get('create-style-list')?.target;
    expect(await target?.send()).toBe('s9');
    expect(calls).toEqual([
      'read s1',
      [
        'POST /v3/style_rules',
        { name: 'l', language: 'fr', configured_rules: { numbers: { a: 'x' } }, custom_instructions: [] },
      ],
    ]);
    there.live = { styleLists: [liveStyleList('s1', 'l', { rules: { numbers: { a: 'y' } } })] };
    await expect(target?.send()).rejects.toThrow(
      'style_rules.l has changed since the plan was made, so what would replace it is not what was planned',
    );
  });

  test('a new list is found by name and language, and of several by its content', async () => {
    const operation = stepsIn(replace, targetsOver(live).client).get('create-style-list')?.operation;
    const right = liveStyleList('s5', 'l', { language: 'fr', rules: { numbers: { a: 'x' } } });
    const wrong = liveStyleList('s4', 'l', { language: 'fr' });
    const read = async (styleLists: LiveState['styleLists'] = [], createdId?: string) =>
      stepsIn(replace, targetsOver({ styleLists }).client)
        .get('create-style-list')
        ?.target.observe({ ...FRESH, ...(createdId !== undefined && { createdId }) });
    const absent = { digest: 'absent' };
    expect(await read([])).toEqual(absent);
    expect(await read([...live.styleLists])).toEqual(absent);
    expect(await read([liveStyleList('s6', 'm', { language: 'fr' })])).toEqual(absent);
    expect(await read([wrong, right])).toEqual({ digest: operation?.post, id: 's5' });
    expect(await read([wrong])).toMatchObject({ id: 's4' });
    expect(await read([wrong, right], 's4')).toMatchObject({ id: 's4' });
    expect(await read([right], 's8')).toEqual(absent);
  });

  test('a look is shared by the operations of a list, unless a fresh one is needed', async () => {
    const wanted = { styleLists: [desiredStyleList('l', { name: 'New', rules: { numbers: { a: 'y' } } })] };
    const held = owning(live, { styleLists: [desiredStyleList('l')] });
    const change = only(planned(wanted, live, held));
    const { client, calls } = targetsOver(live);
    const [rename, rule] = stepsOf(change, runOf(client));
    expect(await rename?.target.observe({ fresh: false })).toEqual({ digest: rename?.operation.pre });
    expect(await rule?.target.observe({ fresh: false })).toEqual({ digest: rule?.operation.pre });
    expect(calls).toEqual(['read s1']);
    await rule?.target.observe(FRESH);
    expect(calls).toEqual(['read s1', 'read s1']);
    const { id: _, ...nameless } = change;
    expect(() => stepsOf(nameless as Change, runOf(client))).toThrow(
      `the plan has ${change.operations[0]?.id} and no id of style_rules.l`,
    );
  });

  test('an instruction that the plan does not have is not sent', () => {
    const wanted = {
      styleLists: [
        desiredStyleList('l', { rules: { numbers: { a: 'x' } }, instructions: [{ label: 'one', prompt: '1' }] }),
      ],
    };
    const change = only(planned(wanted, live, owning(live, wanted)));
    const rest = change.values.filter(({ key: [part] }) => part !== 'instruction');
    const removed: ValueChange = { key: ['instruction', 'new 1'], from: { label: 'one', prompt: '1' } };
    for (const values of [rest, [...rest, removed]])
      expect(() => stepsIn({ ...change, values }, targetsOver(live).client)).toThrow(
        `the plan has ${change.operations[0]?.id} and no instruction for it`,
      );
  });
});

describe('the content of a list after a change', () => {
  test('has its rules changed one by one, and no empty category', () => {
    const before = rules({ a: { one: '1', two: '2' }, b: { three: '3' } });
    const after = patchedRules(
      before,
      styleListChange({
        rules: [
          ['-', ['a', 'one'], '1'],
          ['~', ['a', 'two'], '2', 'II'],
          ['-', ['b', 'three'], '3'],
          ['+', ['c', 'four'], '4'],
          ['-', ['d', 'none'], 'x'],
        ],
      }),
    );
    expect(after).toEqual(rules({ a: { two: 'II' }, c: { four: '4' } }));
    expect(before).toEqual(rules({ a: { one: '1', two: '2' }, b: { three: '3' } }));
  });

  test('has its instructions in their order, with the new ones last', () => {
    const live = liveStyleList('s1', 'l', {
      instructions: ['1', '2', '3'].map((prompt) => ({ label: prompt, prompt })),
    });
    const [one, two, three] = live.instructions;
    if (one === undefined || two === undefined || three === undefined) throw new Error('three instructions');
    const change = styleListChange({
      name: [undefined, 'N'],
      language: [undefined, 'fr'],
      instructions: [
        ['+', 'new 1', { label: '4', prompt: '4' }],
        ['~', one.id, one.content, { label: 'I', prompt: 'I' }],
        ['-', two.id, two.content],
      ],
    });
    const labels = (old: typeof live | undefined) => {
      const { instructions, ...rest } = patchedStyleList(change, old);
      return [rest, instructions.map(({ label }) => label)];
    };
    expect(labels(live)).toEqual([{ name: 'N', language: 'fr', rules: new Map() }, ['I', '3', '4']]);
    expect(labels(undefined)).toEqual([{ name: 'N', language: 'fr', rules: new Map() }, ['4']]);
  });
});

describe('a look at a plan', () => {
  const live: LiveState = {
    glossaries: [liveGlossary('g1', 'a', { 'en->de': { one: '1' }, 'en->fr': { one: '1' } })],
    styleLists: [liveStyleList('s1', 'l')],
    developerKeys: [liveDeveloperKey('k1', 'ci', { limits: { characters: 1 } })],
  };
  const desired: DesiredState = {
    glossaries: [desiredGlossary('a', { 'en->de': { one: 'I' }, 'en->fr': { one: 'I' } })],
    styleLists: [desiredStyleList('l', { rules: { numbers: { a: 'x' } } })],
    developerKeys: [
      desiredDeveloperKey('ci', { limits: { characters: 2 } }),
      desiredDeveloperKey('new', { limits: { characters: 3 } }),
    ],
  };
  const held: LedgerState = {
    ...owning(live, desired),
    developerKeys: new Map([['developer_key.ci', { id: keyId('k1'), content: { limits: {} }, protect: false }]]),
  };
  const plan = planned(desired, live, held);
  const look = async (now: LiveState) => {
    const { client, calls } = targetsOver(now);
    const found = await checkPreconditions({ plan, client, limit, base: held });
    expect(calls.filter((call) => Array.isArray(call))).toEqual([]);
    return found.map(({ kind, address, operation, now: digest }) => [
      kind,
      address,
      operation.kind,
      digest === 'absent',
    ]);
  };

  test('finds nothing where all is as it was planned from, or as it was planned to', async () => {
    expect(await look(live)).toEqual([]);
    const glossaries = [liveGlossary('g1', 'a', { 'en->de': { one: 'I' }, 'en->fr': { one: '1' } })];
    expect(await look({ ...live, glossaries })).toEqual([]);
  });

  test('finds each operation target that is neither, and makes no change', async () => {
    expect(
      await look({
        glossaries: [liveGlossary('g1', 'a', { 'en->de': { one: '?' }, 'en->fr': { one: '?' } })],
        styleLists: [liveStyleList('s1', 'l', { rules: { numbers: { a: '?' } } })],
        developerKeys: [liveDeveloperKey('k1', 'ci', { limits: { characters: 9 } })],
      }),
    ).toEqual([
      ['stale', 'developer_key.ci', 'limit-developer-key', false],
      ['stale', 'glossary.a/en->de', 'merge-entries', false],
      ['stale', 'glossary.a/en->fr', 'merge-entries', false],
      ['stale', 'style_rules.l', 'replace-rules', false],
    ]);
    expect(await look({})).toEqual([
      ['stale', 'developer_key.ci', 'limit-developer-key', true],
      ['stale', 'glossary.a/en->de', 'merge-entries', true],
      ['stale', 'glossary.a/en->fr', 'merge-entries', true],
      ['stale', 'style_rules.l', 'replace-rules', true],
    ]);
  });

  test('names what has changed beside the plan by the ledger', async () => {
    const now = {
      ...live,
      glossaries: [liveGlossary('g1', 'a', { 'en->de': { one: '1', more: 'm' }, 'en->fr': { one: '1' } })],
    };
    const [stale, ...others] = await checkPreconditions({ plan, client: targetsOver(now).client, limit, base: held });
    expect(others).toEqual([]);
    expect(stale?.detail).toMatchObject({
      complete: true,
      values: expect.arrayContaining([
        expect.objectContaining({ key: ['entry', 'en->de', 'more'], planned: false, now: 'm' }),
      ]),
    });
  });
});

test('ids are told of what was made, and of nothing else', async () => {
  const service = testService();
  const first = {
    glossaries: [desiredGlossary('a', { 'en->de': { one: '1' } }), desiredGlossary('b', { 'en->de': { one: '1' } })],
  };
  await bring(service, first);
  const client = clientOf(service);
  const failing = intercepted(client, callsOf(AREAS.glossaries, 'POST'), () => Promise.reject(new TypeError('no')));
  const desired = {
    glossaries: [desiredGlossary('a', { 'en->de': { one: 'I' } }), desiredGlossary('c', { 'en->de': { one: '1' } })],
  };
  const { plan } = await planFor(client, desired, ['glossary.*']);
  expect(plan.changes.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
  expect((await applyWith(failing, plan)).ids).toEqual([]);
  const again = await planFor(client, desired, ['glossary.*']);
  const { ids } = await applyWith(client, again.plan);
  expect(ids).toEqual([{ address: 'glossary.c', id: expect.any(String) }]);
});

test('a list is read once, again when a fresh look is needed, and after a failure', async () => {
  const results: (() => Promise<readonly unknown[]>)[] = [
    () => Promise.reject(new Error('first')),
    async () => ['second'],
    async () => ['third'],
  ];
  const list = () => (results.shift() ?? (async () => []))();
  const lists = liveStyleList('s1', 'l');
  const listings = makeListings(
    answeringClient(({ path }) => {
      if (path.startsWith(AREAS.glossaries)) return list();
      return path.startsWith(AREAS.styleLists) ? [{ id: 's1', list: lists }] : ['keys'];
    }),
  );
  const glossaries = async (fresh: boolean) => listings('glossary')(fresh);
  await expect(glossaries(false)).rejects.toThrow('first');
  expect([await glossaries(false), await glossaries(false), await glossaries(true), await glossaries(false)]).toEqual([
    ['second'],
    ['second'],
    ['third'],
    ['third'],
  ]);
  expect([await listings('style-list')(false), await listings('developer-key')(false)]).toEqual([[lists], ['keys']]);
});

test('an interrupted client reads, and changes nothing', async () => {
  const { client, calls } = targetsOver({ glossaries: [liveGlossary('g1', 'a', { 'en->de': { one: '1' } })] });
  const stop = new AbortController();
  let places = 0;
  const counted = (async (task: () => Promise<unknown>) => {
    places += 1;
    return task();
  }) as Limit;
  const limited = limitedClient(client, { limit: counted, signal: stop.signal });
  const [glossaries, styleLists] = [glossaryCalls(limited), styleListCalls(limited)];
  await glossaries.delete('g1' as never);
  stop.abort();
  await expect(glossaries.delete('g1' as never)).rejects.toThrow('the run was interrupted');
  await expect(styleLists.rename('s1' as never, 'x')).rejects.toMatchObject({ name: 'InterruptedError' });
  expect((await glossaries.list()).length).toBe(1);
  expect(await glossaries.read('g1' as never)).toBeDefined();
  expect([...((await glossaries.readEntries('g1' as never, EN_DE)) ?? [])]).toEqual([['one', '1']]);
  expect([calls, places]).toEqual([[['DELETE /v3/glossaries/g1'], 'read glossaries'], 6]);
});

test('a read that fails late does not make the newer list be forgotten', async () => {
  let [calls, fail] = [0, (_: Error): void => undefined];
  const client = answeringClient(() => {
    calls += 1;
    return calls === 1 ? new Promise((_, reject) => (fail = reject)) : [];
  });
  const list = makeListings(client)('glossary');
  const first = list(true);
  await list(true);
  fail(new Error('late'));
  await expect(first).rejects.toThrow('late');
  await list(false);
  expect(calls).toBe(2);
});
