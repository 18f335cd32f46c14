import { describe, expect, test } from 'vitest';
import { styleListCalls } from '../../../src/kinds/style-list/service/style-list-calls.ts';
import { instructionId, styleId } from '../../../src/model/ids.ts';
import { answer, type Reply, type SentRequest, scriptedClient } from '../../support/scripted-client.ts';

const ID = styleId('s-1');
const instruction = (id: string, more: object = {}): object => ({ id, label: 'Tone', prompt: 'Be kind.', ...more });
const styleList = (id: string, more: object = {}): object => ({
  style_id: id,
  name: `List ${id}`,
  creation_time: '2030-01-01T00:00:00Z',
  updated_time: '2030-01-01T00:00:00Z',
  language: 'de',
  version: 1,
  configured_rules: {},
  custom_instructions: [],
  ...more,
});
const page = (path: string): number => Number(new URL(path, 'https://x.example').searchParams.get('page'));
const many = (count: number): readonly object[] => Array.from({ length: count }, (_, index) => styleList(`s-${index}`));
const paged =
  (all: readonly object[]) =>
  ({ path }: SentRequest): Reply =>
    answer(200, { style_rules: all.slice(page(path) * 25, page(path) * 25 + 25) });

describe('listing', () => {
  test.each([
    [0, 1],
    [24, 1],
    [25, 2],
    [60, 3],
  ])('%i lists take %i calls of 25', async (count, calls) => {
    const { client, sent } = scriptedClient(paged(many(count)));
    const lists = await styleListCalls(client).list();
    expect(lists.map(({ id }) => id)).toEqual(many(count).map((_, index) => `s-${index}`));
    expect(sent.map(({ path }) => path)).toEqual(
      Array.from({ length: calls }, (_, index) => `/v3/style_rules?detailed=true&page=${index}&page_size=25`),
    );
  });

  test('a page that comes again ends the reading', async () => {
    const { client, sent } = scriptedClient(() => answer(200, { style_rules: many(25) }));
    expect(await styleListCalls(client).list()).toHaveLength(25);
    expect(sent).toHaveLength(2);
  });

  test('that brings something new on every page ends with the number of pages', async () => {
    const { client, sent } = scriptedClient(({ path }) =>
      answer(200, { style_rules: many(25).map((_, index) => styleList(`s-${page(path)}-${index}`)) }),
    );
    await expect(styleListCalls(client).list()).rejects.toThrow('the listing has more than 400 pages');
    expect(sent).toHaveLength(400);
  });

  test('a list that shifted to the next page meanwhile is there once', async () => {
    const all = many(30);
    const { client } = scriptedClient(({ path }) =>
      answer(200, { style_rules: page(path) === 0 ? all.slice(0, 25) : all.slice(24) }),
    );
    expect(await styleListCalls(client).list()).toHaveLength(30);
  });

  test('a list that comes without its details is read by itself, and left out when it is gone by then', async () => {
    const bare = (id: string): object => ({
      ...styleList(id),
      configured_rules: undefined,
      custom_instructions: undefined,
    });
    const { client, sent } = scriptedClient([
      answer(200, { style_rules: [bare('s-1'), bare('s-2')] }),
      answer(200, styleList('s-1', { configured_rules: { numbers: { a: 'b' } } })),
      answer(404),
    ]);
    const lists = await styleListCalls(client).list();
    expect(lists.map(({ id }) => id)).toEqual(['s-1']);
    expect(lists[0]?.content.rules.get('numbers')?.get('a')).toBe('b');
    expect(sent.map(({ path }) => path).slice(1)).toEqual(['/v3/style_rules/s-1', '/v3/style_rules/s-2']);
  });
});

describe('reading one list', () => {
  test('keeps rules that nobody knows, whatever their names', async () => {
    const rules = '{"__proto__":{"constructor":"x"},"new_category":{"10":"a","2":"b"},"numbers":null}';
    const body = JSON.stringify(styleList('s-1')).replace('"configured_rules":{}', `"configured_rules":${rules}`);
    const { client } = scriptedClient([new Response(body)]);
    const found = (await styleListCalls(client).read(ID))?.content.rules;
    expect(found?.get('__proto__')).toEqual(new Map([['constructor', 'x']]));
    expect(found?.get('new_category')).toEqual(
      new Map([
        ['10', 'a'],
        ['2', 'b'],
      ]),
    );
    expect(found?.get('numbers')?.size).toBe(0);
  });

  test('makes languages lower case, and an absent or null source language none', async () => {
    const custom_instructions = [
      instruction('i-1', { source_language: 'EN' }),
      instruction('i-2', { source_language: null }),
      instruction('i-3'),
    ];
    const { client } = scriptedClient([answer(200, styleList('s-1', { language: 'DE', custom_instructions }))]);
    const found = await styleListCalls(client).read(ID);
    expect(found?.content.language).toBe('de');
    expect(found?.instructions.map(({ id, content }) => [id, content])).toEqual([
      ['i-1', { label: 'Tone', prompt: 'Be kind.', sourceLanguage: 'en' }],
      ['i-2', { label: 'Tone', prompt: 'Be kind.' }],
      ['i-3', { label: 'Tone', prompt: 'Be kind.' }],
    ]);
    expect(found?.content.instructions).toEqual(found?.instructions.map(({ content }) => content));
  });

  test.each([
    [{ configured_rules: { numbers: { a: 7 } } }, 'configured_rules.numbers.a is not a text'],
    [{ configured_rules: [] }, 'configured_rules is not an object'],
    [{ custom_instructions: [{ id: 'i', label: 'x' }] }, 'custom_instructions[0].prompt is not a text'],
    [{ custom_instructions: [{ id: '', label: 'x', prompt: 'y' }] }, 'custom_instructions[0].id is not an id'],
    [{ version: 1.5 }, 'version is not a whole number'],
  ])('%j is an error that names the field', async (more, words) => {
    const { client } = scriptedClient([answer(200, styleList('s-1', more))]);
    await expect(styleListCalls(client).read(ID)).rejects.toThrow(words);
  });
});

describe('writing', () => {
  test('a new list goes with its rules and instructions, and unset source languages are left out', async () => {
    const { client, sent } = scriptedClient([answer(201, styleList('s-1'))]);
    const created = await styleListCalls(client).create({
      name: 'Marketing',
      language: 'DE',
      rules: new Map([['__proto__', new Map([['10', 'x']])]]),
      instructions: [
        { label: 'a', prompt: 'b', sourceLanguage: 'EN' },
        { label: 'c', prompt: 'd' },
      ],
    });
    expect(created.id).toBe('s-1');
    expect(JSON.stringify(sent[0]?.json)).toBe(
      '{"name":"Marketing","language":"de","configured_rules":{"__proto__":{"10":"x"}},"custom_instructions":[{"label":"a","prompt":"b","source_language":"en"},{"label":"c","prompt":"d"}]}',
    );
  });

  test('a new instruction is taken in both shapes of the answer', async () => {
    const { client, sent } = scriptedClient([
      answer(200, styleList('s-1', { custom_instructions: [instruction('i-1')] })),
      answer(201, instruction('i-1')),
    ]);
    await styleListCalls(client).addInstruction(ID, { label: 'Tone', prompt: 'Be kind.' });
    await styleListCalls(client).addInstruction(ID, { label: 'Tone', prompt: 'Be kind.' });
    expect(sent[0]).toMatchObject({
      method: 'POST',
      path: '/v3/style_rules/s-1/custom_instructions',
      json: { label: 'Tone', prompt: 'Be kind.' },
    });
  });

  test('an edited instruction goes with all three fields', async () => {
    const { client, sent } = scriptedClient(() => answer(200, instruction('i-1')));
    await styleListCalls(client).editInstruction(ID, instructionId('i-1'), {
      label: 'l',
      prompt: 'p',
      sourceLanguage: 'FR',
    });
    expect(sent.map(({ json }) => json)).toEqual([{ label: 'l', prompt: 'p', source_language: 'fr' }]);
    expect(sent[0]?.path).toBe('/v3/style_rules/s-1/custom_instructions/i-1');
  });

  test('the other calls have the method, path and body of the description', async () => {
    const { client, sent } = scriptedClient(() => answer(200));
    await styleListCalls(client).rename(ID, 'New');
    await styleListCalls(client).replaceRules(ID, new Map([['numbers', new Map([['a', 'b']])]]));
    await styleListCalls(client).deleteInstruction(ID, instructionId('i-1'));
    await styleListCalls(client).delete(ID);
    expect(sent.map(({ method, path, json }) => [method, path, json])).toEqual([
      ['PATCH', '/v3/style_rules/s-1', { name: 'New' }],
      ['PUT', '/v3/style_rules/s-1/configured_rules', { numbers: { a: 'b' } }],
      ['DELETE', '/v3/style_rules/s-1/custom_instructions/i-1', undefined],
      ['DELETE', '/v3/style_rules/s-1', undefined],
    ]);
  });
});
