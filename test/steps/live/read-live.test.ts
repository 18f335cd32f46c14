import pLimit from 'p-limit';
import { describe, expect, test } from 'vitest';
import { readLiveGlossary } from '../../../src/kinds/glossary/service/glossary-service.ts';
import { readEntries, readListing } from '../../../src/kinds/service/read-entries.ts';
import { ServiceError } from '../../../src/model/errors.ts';
import { glossaryId } from '../../../src/model/ids.ts';
import { dictionaryNeeds } from '../../../src/steps/search/find-terms.ts';
import { answer, type Reply, type SentRequest, scriptedClient } from '../../support/scripted-client.ts';

const EN_DE = { source: 'en', target: 'de' };
const EN_FR = { source: 'en', target: 'fr' };
const A = glossaryId('a');
const metadata = (target: string): object => ({ source_lang: 'en', target_lang: target, entry_count: 1 });
const wireGlossary = (id: string, ...targets: readonly string[]): object => ({
  glossary_id: id,
  name: `Glossary ${id}`,
  dictionaries: targets.map(metadata),
});
const entriesAnswer = (target: string): Reply =>
  answer(200, { dictionaries: [{ ...metadata(target), entries: `house\t${target}`, entries_format: 'tsv' }] });
const LISTED = { glossaries: [wireGlossary('a', 'de', 'fr'), wireGlossary('b', 'de')] };

/** Entries and both lists are there, but for the paths that `other` answers. */
const service =
  (other: (path: string) => Reply | undefined) =>
  ({ path }: SentRequest): Reply => {
    const special = other(path);
    if (special !== undefined) return special;
    if (path === '/v3/glossaries') return answer(200, LISTED);
    if (path.startsWith('/v3/style_rules')) return answer(200, { style_rules: [] });
    const target = new URL(path, 'https://x.example').searchParams.get('target_lang');
    return target === null ? answer(200, LISTED.glossaries[path.endsWith('/a') ? 0 : 1]) : entriesAnswer(target);
  };

describe('readListing', () => {
  test('reads what is asked for; the rest is absent, which is not "none"', async () => {
    const { client, sent } = scriptedClient(service(() => undefined));
    const limit = pLimit(2);
    expect(await readListing(client, { glossaries: false, styleLists: true }, limit)).toEqual({ styleLists: [] });
    expect(sent).toHaveLength(1);
    expect(await readListing(client, { glossaries: false, styleLists: false }, limit)).toEqual({});
    expect((await readListing(client, { glossaries: true, styleLists: false }, limit)).glossaries).toHaveLength(2);
  });

  test('developer keys are read only when they are asked for: they take an admin key', async () => {
    const wire = { key_id: 'k1', label: 'ci', creation_time: 't', is_deactivated: false, usage_limits: null };
    const keys = '/v2/admin/developer-keys';
    const { client, sent } = scriptedClient(service((path) => (path === keys ? answer(200, [wire]) : undefined)));
    const scope = { glossaries: false, styleLists: false, developerKeys: true };
    expect((await readListing(client, scope, pLimit(2))).developerKeys).toMatchObject([{ id: 'k1', label: 'ci' }]);
    await readListing(client, { glossaries: true, styleLists: true }, pLimit(2));
    expect(sent.filter(({ path }) => path === keys)).toHaveLength(1);
  });

  test('a list that cannot be read is an error', async () => {
    const { client } = scriptedClient(service((path) => (path === '/v3/glossaries' ? answer(403) : undefined)));
    const run = readListing(client, { glossaries: true, styleLists: true }, pLimit(2));
    await expect(run).rejects.toBeInstanceOf(ServiceError);
  });
});

describe('readEntries', () => {
  const needs = [
    { glossary: A, pair: EN_DE },
    { glossary: A, pair: EN_DE },
    { glossary: A, pair: { source: 'en', target: 'ja' } },
    { glossary: glossaryId('unknown'), pair: EN_DE },
  ];
  const run = async (other: (path: string) => Reply | undefined, limit = pLimit(2)) => {
    const { client, sent } = scriptedClient(service(other));
    const listed = await readListing(client, { glossaries: true, styleLists: false }, limit);
    const live = await readEntries(client, listed, dictionaryNeeds(needs), limit);
    return { live, listed, paths: sent.map(({ path }) => path).slice(1) };
  };

  test('reads each needed dictionary once and nothing else', async () => {
    const { live, listed, paths } = await run(() => undefined, pLimit(1));
    expect(paths).toEqual(['/v3/glossaries/a/entries?source_lang=en&target_lang=de']);
    expect([...(live.glossaries?.[0]?.dictionaries.get('en->de')?.entries ?? [])]).toEqual([['house', 'de']]);
    expect(live.glossaries?.[0]?.dictionaries.get('en->fr')?.entries).toBeUndefined();
    expect(live.glossaries?.[1]).toBe(listed.glossaries?.[1]);
  });

  test('a dictionary that was deleted since the listing is dropped', async () => {
    const { live } = await run((path) => {
      if (path.includes('/entries?')) return answer(404);
      return path === '/v3/glossaries/a' ? answer(200, wireGlossary('a', 'fr')) : undefined;
    });
    expect([...(live.glossaries?.[0]?.dictionaries.keys() ?? [])]).toEqual(['en->fr']);
  });

  test('a glossary that was deleted since the listing is dropped', async () => {
    const { live } = await run((path) => (path.startsWith('/v3/glossaries/a') ? answer(404) : undefined));
    expect(live.glossaries?.map(({ id }) => id)).toEqual(['b']);
  });

  test('a dictionary that stays listed and cannot be read is an error, never absent', async () => {
    await expect(run((path) => (path.includes('/entries?') ? answer(404) : undefined))).rejects.toThrow(
      /lists its dictionary en->de, and yet it cannot be read/,
    );
    await expect(run((path) => (path.includes('/entries?') ? answer(400) : undefined))).rejects.toBeInstanceOf(
      ServiceError,
    );
  });
});

describe('readGlossary', () => {
  test('reads the chosen entries, or all', async () => {
    const { client } = scriptedClient(service(() => undefined));
    const some = await readLiveGlossary(client, A, [EN_FR]);
    expect([...(some?.dictionaries.values() ?? [])].map(({ entries }) => entries?.get('house'))).toEqual([
      undefined,
      'fr',
    ]);
    const all = await readLiveGlossary(client, A, 'all');
    expect([...(all?.dictionaries.values() ?? [])].map(({ entries }) => entries?.get('house'))).toEqual(['de', 'fr']);
  });

  test('is undefined when the glossary is gone, before or between the calls', async () => {
    expect(await readLiveGlossary(scriptedClient(() => answer(404)).client, A, 'all')).toBeUndefined();
    const vanishing = scriptedClient([
      answer(200, LISTED.glossaries[0]),
      ...Array.from({ length: 5 }, () => answer(404)),
    ]);
    expect(await readLiveGlossary(vanishing.client, A, 'all')).toBeUndefined();
  });
});
