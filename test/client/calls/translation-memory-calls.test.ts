import { describe, expect, test } from 'vitest';
import { makeTranslationMemoryCalls } from '../../../src/client/calls/translate-calls.ts';
import { ServiceError } from '../../../src/model/errors.ts';
import { answer } from '../../support/scripted-client.ts';
import { scriptedExchange } from '../scripted-exchange.ts';

/** The calls over a network that answers each page by a function, ten times at most. */
function scripted(bodyOf: (page: number) => unknown) {
  let asked = 0;
  const { exchange, sent } = scriptedExchange(
    ({ searchParams }) => {
      asked += 1;
      return asked > 10 ? new Error('asked for ever') : answer(200, bodyOf(Number(searchParams.get('page'))));
    },
    { attempts: 1 },
  );
  return { calls: makeTranslationMemoryCalls(exchange), paths: () => sent.map(([, path]) => path) };
}

const memory = (id: string, more: object = {}): object => ({
  translation_memory_id: id,
  name: `Memory ${id}`,
  source_language: 'EN',
  target_languages: ['de', 'pt-BR'],
  segment_count: 12,
  ...more,
});
const many = (count: number): readonly object[] => Array.from({ length: count }, (_, index) => memory(`m-${index}`));
const paged =
  (all: readonly object[], pageSize = 25, more: object = { total_count: all.length }) =>
  (page: number): object => ({
    translation_memories: all.slice(page * pageSize, (page + 1) * pageSize),
    ...more,
  });
const pathsOf = (calls: number): readonly string[] =>
  Array.from({ length: calls }, (_, page) => `/v3/translation_memories?page=${page}&page_size=25`);

describe('listing', () => {
  test('gives each memory with its languages in lower case', async () => {
    const { calls } = scripted(paged([memory('m-1', { created: 'x' })]));
    expect(await calls.list()).toEqual([
      { id: 'm-1', name: 'Memory m-1', sourceLanguage: 'en', targetLanguages: ['de', 'pt-br'], segmentCount: 12 },
    ]);
  });

  test.each([
    [0, 1],
    [24, 1],
    [25, 1],
    [26, 2],
    [60, 3],
  ])('%i memories take %i calls of 25 when the service says how many there are', async (count, calls) => {
    const { calls: memories, paths } = scripted(paged(many(count)));
    expect((await memories.list()).map(({ id }) => id)).toEqual(many(count).map((_, index) => `m-${index}`));
    expect(paths()).toEqual(pathsOf(calls));
  });

  test.each([
    [24, 1],
    [25, 2],
    [26, 2],
  ])('%i memories take %i calls when it does not', async (count, calls) => {
    const { calls: memories, paths } = scripted(paged(many(count), 25, { total_count: null }));
    expect(await memories.list()).toHaveLength(count);
    expect(paths()).toEqual(pathsOf(calls));
  });

  test('smaller pages than asked for are read until all are there', async () => {
    const { calls, paths } = scripted(paged(many(25), 10));
    expect(await calls.list()).toHaveLength(25);
    expect(paths()).toEqual(pathsOf(3));
  });

  test.each([25, 1000, undefined])('a page that comes again ends the reading, with a total of %s', async (total) => {
    const { calls, paths } = scripted(() => ({ translation_memories: many(25), total_count: total }));
    expect(await calls.list()).toHaveLength(25);
    expect(paths().length).toBeLessThanOrEqual(2);
  });

  test('an empty page ends the reading, whatever the total', async () => {
    const { calls, paths } = scripted(paged(many(25), 25, { total_count: 1000 }));
    expect(await calls.list()).toHaveLength(25);
    expect(paths()).toEqual(pathsOf(2));
  });

  test('a memory that shifted to the next page meanwhile is there once, as it was read last', async () => {
    const all = many(30);
    const { calls } = scripted((page) => ({
      translation_memories: page === 0 ? all.slice(0, 25) : [memory('m-24', { name: 'New' }), ...all.slice(25)],
      total_count: 30,
    }));
    const found = await calls.list();
    expect(found.map(({ id }) => id)).toEqual(all.map((_, index) => `m-${index}`));
    expect(found[24]?.name).toBe('New');
  });

  test.each([
    [[], 'it is not an object'],
    [{}, 'translation_memories is not a list'],
    [{ translation_memories: [], total_count: '0' }, 'total_count is not a whole number'],
    [paged([memory('..')])(0), 'translation_memories[0].translation_memory_id is not an id'],
    [paged([memory('m', { name: 7 })])(0), 'translation_memories[0].name is not a text'],
    [paged([memory('m', { target_languages: 'de' })])(0), 'target_languages is not a list'],
    [paged([memory('m', { target_languages: [7] })])(0), 'target_languages[0] is not a text'],
    [paged([memory('m', { segment_count: -1 })])(0), 'segment_count is not a whole number'],
  ])('%j is a refusal that names the field', async (body, words) => {
    const error: unknown = await scripted(() => body)
      .calls.list()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).message).toContain(words);
  });
});
