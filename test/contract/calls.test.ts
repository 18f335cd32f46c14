import { describe, expect, test } from 'vitest';
import { CALLS } from '../../src/contract/calls.ts';
import { ROUTES } from '../../src/service/routed.ts';

const PAIR = { source: 'en', target: 'de' };
const DAYS = { from: '2026-01-01', to: '2026-01-31' };

const { glossaries, styleLists, developerKeys, usage, languages, translation, translationMemories, voiceJobs } = CALLS;

/** One of each call, with what it calls on the embedded service, which has its own reading of the description. */
const ROWS = [
  [glossaries.list(), 'GET /v3/glossaries'],
  [glossaries.create(), 'POST /v3/glossaries'],
  [glossaries.read('g1'), 'GET /v3/glossaries/{glossary_id}'],
  [glossaries.patch('g1'), 'PATCH /v3/glossaries/{glossary_id}'],
  [glossaries.delete('g1'), 'DELETE /v3/glossaries/{glossary_id}'],
  [glossaries.readEntries('g1', PAIR), 'GET /v3/glossaries/{glossary_id}/entries'],
  [glossaries.putDictionary('g1'), 'PUT /v3/glossaries/{glossary_id}/dictionaries'],
  [glossaries.deleteDictionary('g1', PAIR), 'DELETE /v3/glossaries/{glossary_id}/dictionaries'],
  [styleLists.list(0, 25), 'GET /v3/style_rules'],
  [styleLists.create(), 'POST /v3/style_rules'],
  [styleLists.read('s1'), 'GET /v3/style_rules/{style_id}'],
  [styleLists.rename('s1'), 'PATCH /v3/style_rules/{style_id}'],
  [styleLists.delete('s1'), 'DELETE /v3/style_rules/{style_id}'],
  [styleLists.replaceRules('s1'), 'PUT /v3/style_rules/{style_id}/configured_rules'],
  [styleLists.addInstruction('s1'), 'POST /v3/style_rules/{style_id}/custom_instructions'],
  [styleLists.editInstruction('s1', 'i1'), 'PUT /v3/style_rules/{style_id}/custom_instructions/{instruction_id}'],
  [styleLists.deleteInstruction('s1', 'i1'), 'DELETE /v3/style_rules/{style_id}/custom_instructions/{instruction_id}'],
  [developerKeys.list(), 'GET /v2/admin/developer-keys'],
  [developerKeys.create(), 'POST /v2/admin/developer-keys'],
  [developerKeys.deactivate(), 'PUT /v2/admin/developer-keys/deactivate'],
  [developerKeys.rename(), 'PUT /v2/admin/developer-keys/label'],
  [developerKeys.setLimits(), 'PUT /v2/admin/developer-keys/limits'],
  [usage.analytics(DAYS), 'GET /v2/admin/analytics'],
  [usage.account(), 'GET /v2/usage'],
  [languages.list('glossary', []), 'GET /v3/languages'],
  [languages.resources(), 'GET /v3/languages/resources'],
  [translation.translate(), 'POST /v2/translate'],
  [translationMemories.list(0, 25), 'GET /v3/translation_memories'],
  [voiceJobs.create(false), 'POST /v1/jobs/voice/translate'],
  [voiceJobs.read('v1', false), 'GET /v1/jobs/voice/translate/{job_id}'],
] as const;

test.each(ROWS)('%o is %s of the embedded service', ({ method, path }, row) => {
  expect(ROUTES.map((route) => `${route.method} ${route.path}`)).toContain(row);
  const [rowMethod, rowPath = ''] = row.split(' ');
  expect(method).toBe(rowMethod);
  expect(path.split('?')[0]).toMatch(new RegExp(`^${rowPath.replace(/\{\w+\}/g, '[a-z]\\d')}$`));
});

test('every call has its row', () => {
  const count = Object.values(CALLS).reduce((sum, area) => sum + Object.keys(area).length, 0);
  expect(new Set(ROWS.map(([, row]) => row)).size).toBe(count);
});

describe('paths are percent-encoded', () => {
  const ID = '../ä?#%/';
  const ENCODED = '..%2F%C3%A4%3F%23%25%2F';

  test.each([
    [glossaries.read(ID), `/v3/glossaries/${ENCODED}`],
    [glossaries.putDictionary(ID), `/v3/glossaries/${ENCODED}/dictionaries`],
    [styleLists.replaceRules(ID), `/v3/style_rules/${ENCODED}/configured_rules`],
    [styleLists.editInstruction(ID, ID), `/v3/style_rules/${ENCODED}/custom_instructions/${ENCODED}`],
    [voiceJobs.read(ID, true), `/v1/jobs/voice/translate/${ENCODED}?include=signed_url`],
  ])('ids: %o', ({ path }, expected) => {
    expect(path).toBe(expected);
  });

  test.each([
    [glossaries.readEntries('g', { source: 'a&b', target: 'c d' }), '/entries?source_lang=a%26b&target_lang=c%20d'],
    [
      glossaries.deleteDictionary('g', { source: 'a&b', target: 'c d' }),
      '/dictionaries?source_lang=a%26b&target_lang=c%20d',
    ],
    [styleLists.list(2, 25), '/v3/style_rules?detailed=true&page=2&page_size=25'],
    [translationMemories.list(2, 25), '/v3/translation_memories?page=2&page_size=25'],
    [languages.list('a&b', ['beta', 'external']), '/v3/languages?resource=a%26b&include=beta&include=external'],
    [usage.analytics(DAYS), '/v2/admin/analytics?start_date=2026-01-01&end_date=2026-01-31'],
    [
      usage.analytics({ ...DAYS, groupBy: 'key' }),
      '/v2/admin/analytics?start_date=2026-01-01&end_date=2026-01-31&group_by=key',
    ],
    [voiceJobs.create(true), '/v1/jobs/voice/translate?include=signed_url'],
  ])('queries: %o', ({ path }, expected) => {
    expect(path.endsWith(expected)).toBe(true);
  });
});
