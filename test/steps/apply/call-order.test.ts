import { expect, test } from 'vitest';
import type { Entry } from '../../../src/model/entries/entries.ts';
import { desiredGlossary } from '../../support/build.ts';
import { testService } from '../../support/in-process.ts';
import { applyWith, bring, clientOf, planFor } from '../../support/target.ts';

const NAMES = Array.from({ length: 20 }, (_, index) => `g${String(index).padStart(2, '0')}`);
const state = (target: string) => ({
  glossaries: NAMES.map((name) => desiredGlossary(name, { 'en->de': { house: target } })),
});

/** A plan that changes a translation in each of twenty glossaries. */
async function changeOfTwenty() {
  const service = testService();
  await bring(service, state('Haus'));
  const client = clientOf(service);
  const { plan } = await planFor(client, state('Heim'));
  return { service, client, plan };
}

// Where a look has ended, another one may begin before its change waits.
test.each([1, 2, 5])(
  'with %i calls at once, at most twice as many resources are looked at and not yet changed',
  async (atOnce) => {
    const { service, client, plan } = await changeOfTwenty();
    const from = service.calls.length;
    await applyWith(client, plan, undefined, atOnce);
    const looked = new Set<string>();
    const changed = new Set<string>();
    let most = 0;
    for (const { method, path } of service.calls.slice(from)) {
      const [, id = ''] = /^\/v3\/glossaries\/([^/?]+)/.exec(path) ?? [];
      if (method === 'PATCH') changed.add(id);
      else if (!changed.has(id)) looked.add(id);
      most = Math.max(most, [...looked].filter((each) => !changed.has(each)).length);
    }
    expect(changed.size).toBe(NAMES.length);
    expect(most).toBeLessThanOrEqual(2 * atOnce);
  },
);

test('what somebody changes while other resources are changed is not overwritten', async () => {
  const { service, plan } = await changeOfTwenty();
  const last = plan.changes.at(-1);
  const entries: readonly Entry[] = [['house', 'Bau']];
  let isEdited = false;
  const client = clientOf(service, (fetch) => async (url, request) => {
    const answer = await fetch(url, request);
    if (request.method === 'PATCH' && !isEdited) {
      isEdited = true;
      const dictionary = { source_lang: 'en', target_lang: 'de', entries_format: 'tsv' };
      const body = { dictionaries: [{ ...dictionary, entries: entries.map((entry) => entry.join('\t')).join('\n') }] };
      await fetch(new URL(`/v3/glossaries/${last?.id}`, url).href, {
        ...request,
        body: new TextEncoder().encode(JSON.stringify(body)),
      });
    }
    return answer;
  });
  const { outcomes } = await applyWith(client, plan, undefined, 2);
  const ofLast = outcomes.filter(({ address }) => address.startsWith(last?.address ?? '-'));
  expect(ofLast.map(({ kind }) => kind)).toEqual(['stale']);
  expect(outcomes.filter(({ kind }) => kind === 'applied')).toHaveLength(NAMES.length - 1);
});
