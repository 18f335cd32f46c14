import fc from 'fast-check';
import pLimit from 'p-limit';
import { describe, expect, test } from 'vitest';
import { type DesiredGlossary, glossaryDigest } from '../../../src/kinds/glossary/glossary.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import { readListing } from '../../../src/kinds/service/read-entries.ts';
import type { DesiredState, LedgerState } from '../../../src/kinds/states.ts';
import { styleListDigest } from '../../../src/kinds/style-list/style-list.ts';
import { ledgerFiles } from '../../../src/ledger/ledger-files.ts';
import { glossaryId } from '../../../src/model/ids.ts';
import { nextState } from '../../../src/plan/next-state/next-state.ts';
import type { Service } from '../../../src/service/create-service.ts';
import { desiredOfLedger } from '../../../src/steps/rollback/desired-of-ledger.ts';
import { desiredGlossary, desiredStyleList } from '../../support/build.ts';
import { TEST_URL, testService } from '../../support/in-process.ts';
import { ledgerState } from '../../support/ledger-states.ts';
import { planTarget } from '../../support/plan-target.ts';
import { runs } from '../../support/runs.ts';
import { applyWith, clientOf, desiredState } from '../../support/target.ts';

const limit = pLimit(4);
const target = { name: 'test', baseUrl: TEST_URL };

async function planned(service: Service, desired: DesiredState, ledger: LedgerState) {
  const input = { target, desired, ledger, only: [], deletable: [] };
  return planTarget(clientOf(service), limit, input);
}

async function applied(service: Service, desired: DesiredState, before: LedgerState): Promise<LedgerState> {
  const { plan, live } = await planned(service, desired, before);
  const report = await applyWith(clientOf(service), plan);
  return nextState({ before, desired, live, plan, report, deletable: [] });
}

const listing = (service: Service) => readListing(clientOf(service), { glossaries: true, styleLists: true }, limit);

/**
 * What a state holds, without ids, which are new for what a rollback makes again, and without an order that means
 * nothing.
 */
const held = ({ glossaries, styleLists }: LedgerState): unknown =>
  [
    ...[...glossaries].map(([address, { content }]) => [address, glossaryDigest(content.name, content.dictionaries)]),
    ...[...styleLists].map(([address, { content }]) => [address, styleListDigest(content)]),
  ].sort();

describe('the desired state of an entry', () => {
  test('points at the rows and nodes of the files that the entry has', () => {
    fc.assert(
      fc.property(ledgerState, (state) => {
        const files = ledgerFiles(state, { ...target, workspace: 'w' });
        const lineAt = (at: { readonly file: string; readonly line: number } | undefined): string =>
          new TextDecoder().decode(files.get((at?.file ?? '').replace('L:', ''))).split('\n')[(at?.line ?? 0) - 1] ??
          '';
        const { glossaries = [], styleLists = [] } = desiredOfLedger({ state, label: 'L', now: state, live: {} });
        expect([glossaries.length, styleLists.length]).toEqual([state.glossaries.size, state.styleLists.size]);
        for (const { origin, dictionaries } of glossaries) {
          expect(files.has(origin.file.replace('L:', ''))).toBe(true);
          for (const { entries, locate } of dictionaries.values()) {
            for (const [source] of entries) expect(lineAt(locate(source)).replaceAll('""', '"')).toContain(source);
            expect(locate('not there at all')).toBeUndefined();
          }
        }
        for (const { content, origin, instructionOrigins, locateRule } of styleLists) {
          expect(lineAt(origin)).toMatch(/^name:/);
          for (const at of instructionOrigins) expect(lineAt(at)).toContain('label:');
          for (const [category, selected] of content.rules)
            for (const [rule] of selected) expect(lineAt(locateRule(category, rule))).toContain(rule);
          expect(locateRule('no such category', 'no such rule')).toBeUndefined();
          for (const [category] of content.rules) expect(locateRule(category, 'no such rule')).toBeUndefined();
        }
      }),
    );
  });

  test('is the very resource where its id is still there, and none where it is not', () => {
    const { dictionaries } = desiredGlossary('a', { 'en->de': { a: 'b' } });
    const owned = (id: string) => ({ id, protect: false, content: { name: 'G', dictionaries } });
    const state = {
      ...EMPTY_LEDGER,
      glossaries: new Map([
        ['glossary.a', owned('1')],
        ['glossary.b', owned('2')],
      ]),
    };
    const live = { glossaries: [{ id: '2', name: 'other by now', dictionaries: new Map() }] };
    const input = { state, label: 'L', now: EMPTY_LEDGER, live } as unknown as Parameters<typeof desiredOfLedger>[0];
    expect(desiredOfLedger(input).glossaries?.map(({ pinnedId }) => pinnedId)).toEqual([undefined, '2']);
  });

  test('leaves a glossary without entries out when it is gone, since the service makes none', () => {
    const owned = { id: '1', protect: false, content: { name: 'G', dictionaries: new Map() } };
    const state = { ...EMPTY_LEDGER, glossaries: new Map([['glossary.a', owned]]) };
    const asked = (glossaries: readonly { readonly id: string; readonly name: string }[], now: unknown = state) => {
      const live = { glossaries: glossaries.map((each) => ({ ...each, dictionaries: new Map() })) };
      const input = { state, label: 'L', now, live };
      return desiredOfLedger(input as unknown as Parameters<typeof desiredOfLedger>[0]).glossaries?.length;
    };
    expect(asked([])).toBe(0);
    expect(asked([{ id: '1', name: 'renamed' }])).toBe(1);
    expect(asked([{ id: '1', name: 'renamed' }], EMPTY_LEDGER)).toBe(1);
    expect(asked([{ id: '2', name: 'G' }])).toBe(1);
    expect(asked([{ id: '2', name: 'Other' }])).toBe(0);
    const { dictionaries } = desiredGlossary('a', { 'en->de': {} });
    const emptied = {
      ...EMPTY_LEDGER,
      glossaries: new Map([['glossary.a', { ...owned, content: { name: 'G', dictionaries } }]]),
    };
    const none = { state: emptied, label: 'L', now: emptied, live: { glossaries: [] } };
    expect(desiredOfLedger(none as unknown as Parameters<typeof desiredOfLedger>[0]).glossaries).toEqual([]);
    // Its address is that of another one by now, which is there under another name.
    const moved = { ...EMPTY_LEDGER, glossaries: new Map([['glossary.a', { ...owned, id: '2' }]]) };
    const live = { glossaries: [{ id: '2', name: 'Other', dictionaries: new Map() }] };
    const input = { state, label: 'L', now: moved, live } as unknown as Parameters<typeof desiredOfLedger>[0];
    expect(desiredOfLedger(input).glossaries).toHaveLength(1);
  });

  test('asks of developer keys that work still what they were, and nothing of any other', () => {
    const key = (id: string, content: object) => ({ id, content: { limits: {}, ...content }, protect: false });
    const known = { label: 'CI', limits: { characters: 5 }, deactivated: false };
    const state = {
      ...EMPTY_LEDGER,
      developerKeys: new Map([
        ['developer_key.ci', key('k1', known)],
        ['developer_key.dead', key('k2', { ...known, label: 'dead' })],
        ['developer_key.gone', key('k3', known)],
        ['developer_key.id-only', key('k4', {})],
      ]),
    };
    const live = { developerKeys: ['k1', 'k2', 'k4', 'k5'].map((id) => ({ id, deactivated: id === 'k2' })) };
    const input = { state, label: 'L', now: state, live } as unknown as Parameters<typeof desiredOfLedger>[0];
    const { developerKeys: [asked, ...others] = [] } = desiredOfLedger(input);
    expect(asked).toMatchObject({ address: 'developer_key.ci', pinnedId: 'k1', ...known });
    expect(asked?.locate('characters')).toMatchObject({ file: 'L:developer-keys.yaml', line: 3 });
    expect(asked?.protect).toBe(false);
    const guarded = new Map([...state.developerKeys, ['developer_key.by-now', { ...key('k1', known), protect: true }]]);
    const now = { ...state, developerKeys: guarded } as unknown as LedgerState;
    expect(desiredOfLedger({ ...input, now }).developerKeys?.map(({ protect }) => protect)).toEqual([true]);
    expect(others).toEqual([]);
  });

  test('says nothing of a kind that neither it nor the last entry knows', () => {
    const state = {
      ...EMPTY_LEDGER,
      developerKeys: new Map([['developer_key.ci', { id: 'k', content: { limits: {} }, protect: false }]]),
    };
    const input = { state, label: 'L', now: EMPTY_LEDGER, live: {} } as unknown as Parameters<
      typeof desiredOfLedger
    >[0];
    expect(desiredOfLedger(input)).toEqual({});
    const now = { ...EMPTY_LEDGER, styleLists: new Map([['style_rules.x', {}]]) } as unknown as LedgerState;
    expect(desiredOfLedger({ ...input, now })).toEqual({ styleLists: [] });
  });

  test('keeps the protection that the last entry knows of, and the mode that the files name', () => {
    const owned = (protect: boolean) => ({ id: '1', protect, content: { name: 'G', dictionaries: new Map() } });
    const state = { ...EMPTY_LEDGER, glossaries: new Map([['glossary.old', owned(false)]]) };
    const now = { ...EMPTY_LEDGER, glossaries: new Map([['glossary.new', owned(true)]]) };
    const files = { glossaries: [desiredGlossary('new', {}, { mode: 'additive' })] };
    const input = { state, label: 'L', now, live: {}, files } as unknown as Parameters<typeof desiredOfLedger>[0];
    expect(desiredOfLedger(input).glossaries).toMatchObject([
      { address: 'glossary.old', protect: true, mode: 'additive' },
    ]);
    // The files name others first: by its address, its id, or the address that the last entry has for it.
    const modes = (...glossaries: readonly DesiredGlossary[]) =>
      desiredOfLedger({ ...input, files: { glossaries } }).glossaries?.map(({ mode }) => mode);
    const other = desiredGlossary('other', {}, { mode: 'additive' });
    expect(modes(other)).toEqual(['authoritative']);
    expect(modes(other, desiredGlossary('old', {}))).toEqual(['authoritative']);
    expect(modes(desiredGlossary('other', {}), desiredGlossary('old', {}, { mode: 'additive' }))).toEqual(['additive']);
    const pinned = desiredGlossary('third', {}, { mode: 'additive', pinnedId: glossaryId('1') });
    expect(modes(desiredGlossary('other', {}), pinned)).toEqual(['additive']);
  });

  test('keeps the protection of a style list, whichever entry knows of it', () => {
    const content = { name: 'L', language: 'de', rules: new Map(), instructions: [] };
    const lists = (address: string, id: string, protect: boolean) => ({
      ...EMPTY_LEDGER,
      styleLists: new Map([[address, { id, protect, content }]]),
    });
    const protectedBy = (state: unknown, now: unknown) =>
      desiredOfLedger({ state, label: 'L', now, live: {} } as Parameters<typeof desiredOfLedger>[0]).styleLists?.map(
        ({ protect }) => protect,
      );
    const old = (protect: boolean) => lists('style_rules.old', '1', protect);
    expect(protectedBy(old(false), lists('style_rules.new', '1', true))).toEqual([true]);
    expect(protectedBy(old(true), lists('style_rules.new', '1', false))).toEqual([true]);
    expect(protectedBy(old(false), lists('style_rules.new', '1', false))).toEqual([false]);
    expect(protectedBy(old(false), lists('style_rules.new', '2', true))).toEqual([false]);
  });
});

describe('back and forth', () => {
  test('any state after any other one, by a plan made now or by a saved one: the ledger says what the service has', async () => {
    await fc.assert(
      fc.asyncProperty(desiredState, desiredState, fc.boolean(), async (first, second, saved) => {
        const service = testService();
        const then = await applied(service, first, EMPTY_LEDGER);
        const now = await applied(service, second, then);
        const desired = desiredOfLedger({ state: then, label: 'L', now, live: await listing(service) });
        const { plan, live } = await planned(service, desired, now);
        const report = await applyWith(clientOf(service), plan);
        // A saved plan is applied under the files of the second state, which say something else.
        const files = saved ? await planned(service, second, now) : undefined;
        const after = nextState({
          before: now,
          desired: saved ? second : desired,
          live: files?.live ?? live,
          ...(files !== undefined && { liveAfter: files.live }),
          plan,
          report,
          deletable: [],
        });
        expect(held(after)).toEqual(held(then));
        const ids = new Set((await listing(service)).glossaries?.map(({ id }) => id));
        expect([...after.glossaries.values()].every(({ id }) => ids.has(id))).toBe(true);
        const again = desiredOfLedger({ state: then, label: 'L', now: after, live: await listing(service) });
        expect((await planned(service, again, after)).plan.changes).toEqual([]);
      }),
      { numRuns: runs(30) },
    );
  });

  test('broken at any call, by a plan made now or by a saved one, the ledger is true, and the next rollback ends where a whole one does', async () => {
    await fc.assert(
      fc.asyncProperty(desiredState, desiredState, fc.boolean(), fc.nat(6), async (first, second, saved, calls) => {
        const service = testService();
        const then = await applied(service, first, EMPTY_LEDGER);
        const now = await applied(service, second, then);
        const desired = desiredOfLedger({ state: then, label: 'L', now, live: await listing(service) });
        const { plan, live } = await planned(service, desired, now);
        let changes = 0;
        const broken = clientOf(service, (fetch) => async (url, request) => {
          // What was done can still be seen, so nothing ends unknown.
          if (request.method !== 'GET') changes += 1;
          if (request.method !== 'GET' && changes > calls)
            throw Object.assign(new Error('killed'), { code: 'ECONNRESET' });
          return fetch(url, request);
        });
        const report = await applyWith(broken, plan, undefined, 1);
        const files = saved ? await planned(service, second, now) : undefined;
        const between = nextState({
          before: now,
          desired: saved ? second : desired,
          live: files?.live ?? live,
          ...(files !== undefined && { liveAfter: files.live }),
          plan,
          report,
          deletable: [],
        });
        const { glossaries = [], styleLists = [] } = await listing(service);
        const ids = new Set<string>([...glossaries, ...styleLists].map(({ id }) => id));
        const owned = [...between.glossaries.values(), ...between.styleLists.values()].map(({ id }) => id as string);
        expect(owned.filter((id) => !ids.has(id))).toEqual([]);
        // Nothing is forgotten: what is there is owned. Of a list that is replaced there may be two, and an address has
        // one id: that of the new one.
        const replaced = new Set<string>(
          plan.changes.flatMap(({ action, id = '' }) => (action === 'replace' ? [id] : [])),
        );
        expect([...ids].filter((id) => !owned.includes(id) && !replaced.has(id))).toEqual([]);
        const again = desiredOfLedger({ state: then, label: 'L', now: between, live: await listing(service) });
        expect(held(await applied(service, again, between))).toEqual(held(then));
      }),
      { numRuns: runs(30) },
    );
  });

  test('a resource that was moved since is moved back, and not made anew', async () => {
    const service = testService();
    const like = { 'en->de': { a: 'b' } } as const;
    const first = { glossaries: [desiredGlossary('old', like)], styleLists: [desiredStyleList('s')] };
    const then = await applied(service, first, EMPTY_LEDGER);
    const [owned] = then.glossaries.values();
    if (owned === undefined) throw new Error('it was applied');
    const moved = { ...first, glossaries: [desiredGlossary('new', like, { pinnedId: owned.id, name: 'New' })] };
    const now = await applied(service, moved, then);
    expect([...now.glossaries.keys()]).toEqual(['glossary.new']);
    const back = desiredOfLedger({ state: then, label: 'L', now, live: await listing(service) });
    const { plan } = await planned(service, back, now);
    const values = [{ key: ['name'], to: 'old' }];
    expect(plan.changes).toMatchObject([{ address: 'glossary.old', action: 'update', values }]);
    const after = await applied(service, back, now);
    expect([...after.glossaries]).toMatchObject([['glossary.old', { id: owned.id }]]);
  });
});
