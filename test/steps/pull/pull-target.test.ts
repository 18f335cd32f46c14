import { expect, test } from 'vitest';
import { keyId } from '../../../src/kinds/developer-key/developer-key.ts';
import type { DesiredState, LiveState } from '../../../src/kinds/states.ts';
import { makeLimit } from '../../../src/steps/make-limit.ts';
import { type PullInput, pullTarget } from '../../../src/steps/pull/pull-target.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
} from '../../support/build.ts';
import { liveClient } from '../../support/live-client.ts';
import { owning } from '../../support/owning.ts';

const pull = (live: LiveState, desired: DesiredState, more: Partial<PullInput> = {}) =>
  pullTarget({
    client: liveClient({ live }),
    limit: makeLimit(2),
    target: { name: 'prod', baseUrl: 'https://api.test' },
    desired,
    addresses: [],
    view: { earlier: [], force: false } as unknown as PullInput['view'],
    ...more,
  });

test('ids are pinned where several of a kind have one name; keys that work no more do not count', async () => {
  const live: LiveState = {
    glossaries: [liveGlossary('g1', 'A', {}), liveGlossary('g2', 'A', {}), liveGlossary('g3', 'B', {})],
    styleLists: [liveStyleList('s1', 'A'), liveStyleList('s2', 'L'), liveStyleList('s3', 'L')],
    developerKeys: [
      liveDeveloperKey('k1', 'ci'),
      liveDeveloperKey('k2', 'ci'),
      liveDeveloperKey('k3', 'app'),
      liveDeveloperKey('k4', 'app', { deactivated: true }),
    ],
  };
  const { pin } = await pull(live, { glossaries: [], styleLists: [], developerKeys: [] });
  expect(pin).toEqual(new Set(['g1', 'g2', 's2', 's3', 'k1', 'k2']));
  // A kind that is not looked at is not listed.
  expect((await pull(live, { styleLists: [] })).pin).toEqual(new Set(['s2', 's3']));
  expect((await pull(live, {})).pin).toEqual(new Set());
});

const LIVE: LiveState = {
  glossaries: [liveGlossary('g1', 'a', { 'en->fr': { x: 'y' } }), liveGlossary('g2', 'loose', {})],
  styleLists: [liveStyleList('s1', 'l')],
};
const DESIRED: DesiredState = {
  glossaries: [desiredGlossary('a', { 'en->de': { x: 'y' } })],
  styleLists: [desiredStyleList('l')],
  developerKeys: [desiredDeveloperKey('ci')],
};

test.each<[string, unknown]>([
  ['glossary.a', []],
  ['glossary.a/en->de', []],
  ['glossary.a/en->fr', []],
  ['glossary.loose', []],
  ['style_rules.*', []],
  ['developer_key.ci', []],
  ['glossary.kept', []],
  ['style_rules.kept', []],
  ['developer_key.kept', []],
  ['glossary.none', [{ pattern: 'glossary.none' }]],
  ['glossary.a/en->it', [{ pattern: 'glossary.a/en->it' }]],
  ['a', [{ pattern: 'a', suggestion: 'glossary.a' }]],
])('the pattern %s names nothing: %j', async (pattern, expected) => {
  const kept = owning({ glossaries: [liveGlossary('g9', 'kept', {})], styleLists: [liveStyleList('s9', 'kept')] });
  const ledger = {
    glossaries: new Map([['glossary.kept', [...kept.glossaries.values()][0]]]),
    styleLists: new Map([['style_rules.kept', [...kept.styleLists.values()][0]]]),
    developerKeys: new Map([['developer_key.kept', { id: keyId('k9'), content: { limits: {} }, protect: false }]]),
  } as unknown as NonNullable<PullInput['ledger']>;
  const { unmatched } = await pull(LIVE, DESIRED, { ledger, addresses: [pattern] });
  expect(unmatched).toEqual(expected);
});

test('what neither the files nor the ledger have is counted, unless it gets files', async () => {
  const view = { earlier: [], force: false, strangers: true } as unknown as PullInput['view'];
  expect((await pull(LIVE, DESIRED)).unmanaged).toBe(1);
  expect((await pull(LIVE, { glossaries: [], styleLists: [] })).unmanaged).toBe(3);
  expect((await pull(LIVE, DESIRED, { view })).unmanaged).toBe(0);
});

test('what cannot be told apart is found, as far as the patterns go', async () => {
  const live = { glossaries: [liveGlossary('g1', 'a', {}), liveGlossary('g2', 'a', {})] };
  const desired = { glossaries: [desiredGlossary('a', { 'en->de': { x: 'y' } })] };
  const codes = async (addresses: readonly string[]) =>
    (await pull(live, desired, { addresses })).findings.map(({ details: { address } }) => address);
  expect(await codes([])).toEqual(['glossary.a']);
  expect(await codes(['glossary.*'])).toEqual(['glossary.a']);
  expect(await codes(['glossary.b'])).toEqual([]);
});
