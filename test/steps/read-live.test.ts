import { expect, test } from 'vitest';
import { kindNamed } from '../../src/kinds/registry.ts';
import type { DesiredState } from '../../src/kinds/states.ts';
import { needsAdminKey } from '../../src/plan/make-plan.ts';
import { makeLimit } from '../../src/steps/make-limit.ts';
import { listResources } from '../../src/steps/read-live.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveGlossary,
  liveStyleList,
} from '../support/build.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { liveClient } from '../support/live-client.ts';
import { planTarget } from '../support/plan-target.ts';
import { administeredService, clientOf } from '../support/target.ts';

const GLOSSARIES = { glossaries: [desiredGlossary('a', { 'en->de': { a: 'b' } })] };
const LISTS = { styleLists: [desiredStyleList('l')] };
const KEYS = { developerKeys: [desiredDeveloperKey('ci')] };

/** The paths that a plan has read, and the kinds that it knows of. */
async function planned(desired: DesiredState, only: readonly string[] = []) {
  const service = administeredService();
  const target = { name: 'test', baseUrl: 'http://service.test' };
  const input = { target, desired, only, deletable: [] };
  const { live, plan } = await planTarget(clientOf(service), makeLimit(2), input);
  const paths = service.calls.map(({ path }) => path.replace(/\?.*$/, '')).sort();
  return [paths, Object.keys(live).sort(), plan.changes.map(({ address }) => address), needsAdminKey(input)];
}

test('only kinds that are managed are read', async () => {
  expect(await planned(GLOSSARIES)).toEqual([['/v3/glossaries'], ['glossaries'], ['glossary.a'], false]);
  expect(await planned(LISTS)).toEqual([['/v3/style_rules'], ['styleLists'], ['style_rules.l'], false]);
  expect((await planned(KEYS)).slice(1)).toEqual([['developerKeys'], ['developer_key.ci'], true]);
  expect(await planned({})).toEqual([[], [], [], false]);
});

test('keys are read where the patterns may name one', async () => {
  const all = { ...GLOSSARIES, ...KEYS };
  expect((await planned(all, ['glossary.*'])).slice(1)).toEqual([['glossaries'], ['glossary.a'], false]);
  expect((await planned(all, ['*'])).slice(1)).toEqual([
    ['developerKeys', 'glossaries'],
    ['developer_key.ci', 'glossary.a'],
    true,
  ]);
});

test('resources are listed by name, and those of one name by id', async () => {
  const glossaries = ['g1 b', 'g3 a', 'g2 a', 'g4 c'].map((each) => {
    const [id = '', name = ''] = each.split(' ');
    return liveGlossary(id, name, {});
  });
  const client = liveClient({ live: { glossaries } });
  const { resources, denied } = await listResources(client, [kindNamed('glossary')], makeLimit(2));
  expect(resources.map(({ id, name }) => `${id} ${name}`)).toEqual(['g2 a', 'g3 a', 'g1 b', 'g4 c']);
  expect(denied).toEqual([]);
});

test('a kind that the account cannot access is denied, and the others are listed', async () => {
  const kinds = [kindNamed('glossary'), kindNamed('style-list')];
  const list = (plan: 'free' | 'pro') =>
    listResources(clientOf(testService({ accounts: [{ key: TEST_KEY, plan }] })), kinds, makeLimit(2));
  expect(await list('free')).toEqual({ resources: [], denied: [kindNamed('style-list')] });
  expect(await list('pro')).toEqual({ resources: [], denied: [] });
});

test('resources have the counts of their children, or of their parts', async () => {
  const live = {
    glossaries: [liveGlossary('g', 'Product', { 'en->de': { a: 'b', c: 'd' }, 'en->fr': {} })],
    styleLists: [liveStyleList('s', 'Tone', { rules: { numbers: { a: 'x' } } })],
  };
  const kinds = [kindNamed('glossary'), kindNamed('style-list')];
  const { resources } = await listResources(liveClient({ live }), kinds, makeLimit(2));
  expect(resources.map(({ children, sizes }) => ({ children, sizes }))).toEqual([
    {
      children: [
        { name: 'en->de', terms: 2 },
        { name: 'en->fr', terms: 0 },
      ],
      sizes: {},
    },
    { children: [], sizes: { rule: 1, instruction: 0 } },
  ]);
});
