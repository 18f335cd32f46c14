import { expect, test } from 'vitest';
import { type KnownKey, keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import { EMPTY_LEDGER } from '../../../src/kinds/registry.ts';
import type { LedgerState } from '../../../src/kinds/states.ts';
import { leftAlone, withRequestedOnly } from '../../../src/steps/rollback/desired-of-ledger.ts';
import { desiredDeveloperKey, liveDeveloperKey, liveGlossary } from '../../support/build.ts';
import { owning as ledgerOf } from '../../support/owning.ts';

type At = `developer_key.${string}`;

/** A ledger with keys: name → id and what is known of it. */
const owning = (keys: Readonly<Record<string, readonly [id: string, content?: KnownKey]>>): LedgerState => ({
  ...EMPTY_LEDGER,
  developerKeys: new Map(
    Object.entries(keys).map(([name, [id, content = { label: name, limits: {} }]]) => [
      `developer_key.${name}` as At,
      { id: keyId(id), content, protect: false },
    ]),
  ),
});

test('a plan owns the keys alone that something is asked of', () => {
  const now = owning({ ci: ['k1'], app: ['k2'] });
  const desired = { developerKeys: [desiredDeveloperKey('ci', { pinnedId: keyId('k1') }), desiredDeveloperKey('x')] };
  expect(withRequestedOnly(now, desired)).toEqual(owning({ ci: ['k1'] }));
  expect(withRequestedOnly(now, {})).toEqual(EMPTY_LEDGER);
});

const LIVE = {
  developerKeys: [
    liveDeveloperKey('k1', 'works'),
    liveDeveloperKey('k2', 'dead', { deactivated: true }),
    liveDeveloperKey('k3', 'since'),
    liveDeveloperKey('k4', 'unknown'),
    liveDeveloperKey('k6', 'since and dead', { deactivated: true }),
  ],
};
const BEFORE = owning({
  works: ['k1', { label: 'works', limits: {}, deactivated: false }],
  dead: ['k2'],
  unknown: ['k4', { limits: {} }],
  missing: ['k5', { label: 'missing', limits: {}, deactivated: false }],
  buried: ['k7', { label: 'buried', limits: {}, deactivated: true }],
  nameless: ['k8', { limits: {} }],
});
const NOW = owning({ moved: ['k1'], since: ['k3'], ended: ['k6'] });

test('keys that a rollback leaves alone are told by why, and no resource of another kind', () => {
  const expected = {
    gone: ['developer_key.dead', 'developer_key.missing', 'developer_key.nameless'],
    since: ['developer_key.since'],
    unknown: ['developer_key.unknown'],
  };
  expect(leftAlone({ before: BEFORE, now: NOW, live: LIVE, only: [] })).toEqual(expected);
  const [old, since] = [liveGlossary('g1', 'old', {}), liveGlossary('g2', 'since', {})];
  const { glossaries } = ledgerOf({ glossaries: [old] });
  const both = ledgerOf({ glossaries: [since] });
  const input = { before: { ...BEFORE, glossaries }, now: { ...NOW, glossaries: both.glossaries } };
  expect(leftAlone({ ...input, live: { ...LIVE, glossaries: [since] }, only: [] })).toEqual(expected);
});

test('--only narrows what is told', () => {
  const only = ['developer_key.missing', 'developer_key.since', 'glossary.*'];
  expect(leftAlone({ before: BEFORE, now: NOW, live: LIVE, only })).toEqual({
    gone: ['developer_key.missing'],
    since: ['developer_key.since'],
    unknown: [],
  });
});

test('without a reading of the keys none works', () => {
  expect(leftAlone({ before: owning({ a: ['k1'] }), now: NOW, live: {}, only: [] })).toEqual({
    gone: ['developer_key.a'],
    since: [],
    unknown: [],
  });
});
