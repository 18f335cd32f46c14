import { expect, test } from 'vitest';
import { contract } from './bench.ts';
import { openTranslate } from './translate-bench.ts';

const NOTHING_THERE = '00000000-0000-4000-8000-00000000ffff';
const MEMORY = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'M',
  sourceLanguage: 'en',
  targetLanguages: ['de', 'pt-BR'],
  segmentCount: 3,
};

contract('translation memories', (bench) => {
  const open = (options = {}) => openTranslate(bench, options);

  test.each<readonly [string, object, number]>([
    ['a memory of the pair', {}, 200],
    ['its id in upper case', { translation_memory_id: MEMORY.id.toUpperCase() }, 200],
    ['another source', { source_lang: 'fr' }, 400],
    ['no source', { source_lang: undefined }, 200],
    ['a variant of a target', { target_lang: 'pt-PT' }, 200],
    ['another target', { target_lang: 'fr' }, 400],
    ['one that is not there', { translation_memory_id: NOTHING_THERE }, 404],
    ['an id that is no text', { translation_memory_id: 7 }, 400],
  ])('translate.memory: %s', async (_, request, status) => {
    const { translate } = await open({ translationMemories: [MEMORY] });
    expect((await translate({ source_lang: 'en', translation_memory_id: MEMORY.id, ...request })).status).toBe(status);
  });

  test.each<readonly [unknown, number]>([
    [0, 200],
    [75, 200],
    [100, 200],
    ['50', 200],
    [null, 200],
    [-1, 400],
    [101, 400],
    [50.5, 400],
    ['1e1', 400],
    ['', 400],
    [true, 400],
  ])('limits.memory-threshold: %j is %i', async (translation_memory_threshold, status) => {
    const { translate } = await open({ translationMemories: [MEMORY] });
    const request = { translation_memory_id: MEMORY.id, translation_memory_threshold };
    expect((await translate(request)).status).toBe(status);
  });

  test('translate.memory: a threshold without a memory is 400', async () => {
    expect((await (await open()).translate({ translation_memory_threshold: 50 })).status).toBe(400);
  });

  test('memories: GET lists them in pages, with how many there are', async () => {
    const translationMemories = Array.from({ length: 27 }, (_, index) => ({ ...MEMORY, name: `M${index}` }));
    const { call } = await open({ translationMemories });
    const page = async (query: string) => (await call('GET', `/v3/translation_memories${query}`)).body;
    const { translation_memories: first, total_count } = await page('');
    expect([first.length, total_count]).toEqual([10, 27]);
    expect(first[0]).toEqual({
      translation_memory_id: MEMORY.id,
      name: 'M0',
      source_language: 'en',
      target_languages: ['de', 'pt-BR'],
      segment_count: 3,
    });
    const names = async (query: string) =>
      (await page(query)).translation_memories.map(({ name }: { name: string }) => name);
    expect(await names('?page=2')).toEqual(['M20', 'M21', 'M22', 'M23', 'M24', 'M25', 'M26']);
    expect(await names('?page=1&page_size=25')).toEqual(['M25', 'M26']);
    expect(await names('?page=3')).toEqual([]);
    expect((await page('?page=999999999&page_size=25')).total_count).toBe(27);
  });

  test.each(['page_size=0', 'page_size=26', 'page_size=x', 'page_size=', 'page=-1', 'page=1.5', 'page=1e1'])(
    'memories: %s is 400',
    async (query) => {
      const { call } = await open();
      expect((await call('GET', `/v3/translation_memories?${query}`)).status).toBe(400);
    },
  );

  test('memories: without any there is an empty list', async () => {
    const { call } = await open();
    expect((await call('GET', '/v3/translation_memories')).body).toEqual({ translation_memories: [], total_count: 0 });
  });
});
