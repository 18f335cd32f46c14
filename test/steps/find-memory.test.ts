import { expect, test } from 'vitest';
import { type TranslationMemory, translationMemoryId } from '../../src/model/account/translation.ts';
import { findMemory } from '../../src/steps/find-memory.ts';

const memory = (id: string, name: string): TranslationMemory => ({
  id: translationMemoryId(id),
  name,
  sourceLanguage: 'en',
  targetLanguages: ['de'],
  segmentCount: 1,
});
const MEMORIES = [memory('m1', 'Legal'), memory('m2', 'App "1"'), memory('m3', 'Twin'), memory('m4', 'Twin')];
const ID = '0F0e0d0c-0b0a-4009-8008-00000000000F';

async function find(given: string, memories = MEMORIES) {
  const calls: string[] = [];
  const list = async () => {
    calls.push('list');
    return memories;
  };
  const limit = async <Value>(task: () => Promise<Value>): Promise<Value> => {
    calls.push('limit');
    return task();
  };
  return findMemory({ list }, limit as Parameters<typeof findMemory>[1], given).then(
    (id) => ({ id, calls }),
    (error: Error) => ({ name: error.constructor.name, message: error.message }),
  );
}

test('an id is taken as it is, in small letters and without a call', async () => {
  expect(await find(ID)).toEqual({ id: ID.toLowerCase(), calls: [] });
});

test('a name is looked for among the memories of the target', async () => {
  expect(await find('App "1"')).toEqual({ id: 'm2', calls: ['limit', 'list'] });
});

test.each([
  ['legal', 'the target has no translation memory named "legal"; it has: "Legal", "App \\"1\\"", "Twin", "Twin"'],
  ['Twin', 'the target has 2 translation memories named "Twin"; name one by its id: m3, m4'],
  [`${ID}0`, `the target has no translation memory named "${ID}0"; it has: "Legal", "App \\"1\\"", "Twin", "Twin"`],
  [`a${ID}`, `the target has no translation memory named "a${ID}"; it has: "Legal", "App \\"1\\"", "Twin", "Twin"`],
])('%s names none or more than one', async (given, message) => {
  expect(await find(given)).toEqual({ name: 'UsageError', message });
});

test('a target without memories says so', async () => {
  expect(await find('x', [])).toEqual({
    name: 'UsageError',
    message: 'the target has no translation memory named "x"; it has: none',
  });
});
