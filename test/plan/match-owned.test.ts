import { describe, expect, test } from 'vitest';
import { EMPTY_LEDGER } from '../../src/kinds/registry.ts';
import type { LedgerState, LiveState } from '../../src/kinds/states.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../support/build.ts';

const ONE = { 'en->de': { a: 'b' } };
const pinned = (id: string) => ({ pinnedId: id as never });

const owning = (...owned: readonly (readonly [name: string, id: string])[]): LedgerState => ({
  ...EMPTY_LEDGER,
  glossaries: new Map(
    owned.map(([name, id]) => [
      `glossary.${name}` as const,
      { id: liveGlossary(id, '', {}).id, protect: false, content: { name: 'x', dictionaries: new Map() } },
    ]),
  ),
});

describe('a live glossary that the ledger owns', () => {
  test('stays, unmanaged, when the file of its address is pinned to another one', () => {
    const { plan, findings } = makePlan(
      planInput(
        { glossaries: [desiredGlossary('a', ONE, pinned('g2'))] },
        { glossaries: [liveGlossary('g1', 'Old', ONE), liveGlossary('g2', 'a', ONE)] },
        { ledger: owning(['a', 'g1']) },
      ),
    );
    expect(findings).toEqual([]);
    expect(plan.changes).toEqual([]);
    expect(plan.unmanaged).toEqual([{ address: 'glossary.old', id: 'g1', name: 'Old' }]);
  });

  test('is not taken by its name for another address, even when its own is pinned elsewhere', () => {
    const { plan } = makePlan(
      planInput(
        { glossaries: [desiredGlossary('a', ONE, { name: 'Shared' }), desiredGlossary('b', ONE, pinned('g2'))] },
        { glossaries: [liveGlossary('g1', 'Shared', ONE), liveGlossary('g2', 'b', ONE)] },
        { ledger: owning(['b', 'g1']) },
      ),
    );
    expect(plan.changes).toMatchObject([{ action: 'create', address: 'glossary.a' }]);
    expect(plan.unmanaged).toMatchObject([{ id: 'g1' }]);
  });

  test('is taken by its name when no file has its address any more, and is no adoption then', () => {
    const { plan } = makePlan(
      planInput(
        { glossaries: [desiredGlossary('a', { 'en->de': { a: 'c' } }, { name: 'Shared' })] },
        { glossaries: [liveGlossary('g1', 'Shared', ONE)] },
        { ledger: owning(['gone', 'g1']) },
      ),
    );
    expect(plan.changes).toMatchObject([{ action: 'update', address: 'glossary.a', id: 'g1', adopted: false }]);
  });

  test('is found by its id, whatever it is called and whoever bears the name of the file', () => {
    const { plan } = makePlan(
      planInput(
        { glossaries: [desiredGlossary('a', ONE)] },
        { glossaries: [liveGlossary('g1', 'Renamed', ONE), liveGlossary('g2', 'a', ONE)] },
        { ledger: owning(['a', 'g1']) },
      ),
    );
    const values = [{ key: ['name'], from: 'Renamed', to: 'a' }];
    expect(plan.changes).toMatchObject([{ action: 'update', id: 'g1', values }]);
    expect(plan.unmanaged).toMatchObject([{ id: 'g2' }]);
  });
});

describe('the fingerprint of the live state', () => {
  const desired = {
    glossaries: [desiredGlossary('a', ONE)],
    styleLists: [desiredStyleList('l', { rules: { n: { a: '1' } } })],
    developerKeys: [desiredDeveloperKey('ci')],
  };
  const live = {
    glossaries: [liveGlossary('g1', 'a', ONE), liveGlossary('g9', 'old', ONE)],
    styleLists: [liveStyleList('s1', 'l'), liveStyleList('s9', 'old')],
    developerKeys: [liveDeveloperKey('k1', 'ci')],
  };
  const fingerprint = (state: LiveState, more = {}) =>
    makePlan(planInput(desired, state, { deletable: ['glossary.old', 'style_rules.old'], ...more })).plan
      .liveFingerprint;
  const now = fingerprint(live);

  test('is the same for the same state, whatever the files ask for', () => {
    expect(now).toMatch(/^sha256:[0-9a-f]{64}$/);
    const others = {
      glossaries: [desiredGlossary('a', { 'en->de': { q: 'r' } })],
      styleLists: [desiredStyleList('l')],
      developerKeys: [desiredDeveloperKey('ci', { limits: { characters: 5 } })],
    };
    expect(makePlan(planInput(others, live, { deletable: ['glossary.old', 'style_rules.old'] })).plan).toMatchObject({
      liveFingerprint: now,
    });
  });

  test.each<[string, LiveState]>([
    [
      'an entry',
      { ...live, glossaries: [liveGlossary('g1', 'a', { 'en->de': { a: 'c' } }), live.glossaries[1] as never] },
    ],
    ['a name', { ...live, glossaries: [liveGlossary('g1', 'b', ONE), live.glossaries[1] as never] }],
    ['an id', { ...live, glossaries: [liveGlossary('g2', 'a', ONE), live.glossaries[1] as never] }],
    [
      'what goes',
      { ...live, glossaries: [live.glossaries[0] as never, liveGlossary('g9', 'old', { 'en->de': { a: 'c' } })] },
    ],
    [
      'a rule',
      { ...live, styleLists: [liveStyleList('s1', 'l', { rules: { n: { a: '1' } } }), live.styleLists[1] as never] },
    ],
    [
      'a list that goes',
      { ...live, styleLists: [live.styleLists[0] as never, liveStyleList('s9', 'old', { language: 'fr' })] },
    ],
    ['a key', { ...live, developerKeys: [liveDeveloperKey('k1', 'ci', { limits: { characters: 1 } })] }],
  ])('is another one when %s is another', (_, other) => {
    const ledger = owning(['a', other.glossaries?.[0]?.id ?? '']);
    expect(fingerprint(other, { ledger })).not.toBe(fingerprint(live, { ledger: owning(['a', 'g1']) }));
  });

  test('says nothing of what the plan did not look at', () => {
    const stranger = { ...live, glossaries: [...live.glossaries, liveGlossary('g5', 'stranger', ONE)] };
    expect(fingerprint(stranger)).toBe(now);
    const only = { only: ['style_rules.l'] };
    expect(fingerprint({ ...live, glossaries: [] }, only)).toBe(fingerprint(live, only));
    expect(fingerprint(live, only)).not.toBe(now);
  });
});
