import { describe, expect, test } from 'vitest';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';

const LIST = {
  name: 'Marketing',
  language: 'de',
  configured_rules: { punctuation: { apostrophe: 'use_curly_apostrophes' } },
};

describe('style rule lists', () => {
  test('style-rules.1: a created list has version 1, an id and all that was sent', async () => {
    const call = caller(testService());
    const { status, body } = await call('POST', '/v3/style_rules', {
      ...LIST,
      custom_instructions: [{ label: 'Tone', prompt: 'Friendly.' }],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...LIST, version: 1, custom_instructions: [{ label: 'Tone', prompt: 'Friendly.' }] });
    expect(body.style_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.creation_time).toBe(body.updated_time);
  });

  test('style-rules.2: a page has 10 lists, no details, and the next page goes on', async () => {
    const call = caller(testService());
    for (let index = 0; index < 12; index += 1)
      await call('POST', '/v3/style_rules', { ...LIST, name: `list ${index}` });
    const first = await call('GET', '/v3/style_rules');
    const second = await call('GET', '/v3/style_rules?page=1');
    const past = await call('GET', '/v3/style_rules?page=2');
    expect(first.body.style_rules.map(({ name }: { name: string }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `list ${index}`),
    );
    expect(first.body.style_rules[0]).not.toHaveProperty('configured_rules');
    expect(second.body.style_rules).toHaveLength(2);
    expect(past.body).toEqual({ style_rules: [] });
    const detailed = await call('GET', '/v3/style_rules?detailed=true&page_size=1');
    expect(detailed.body.style_rules).toMatchObject([
      { configured_rules: LIST.configured_rules, custom_instructions: [] },
    ]);
  });

  test.each(['page_size=0', 'page_size=26', 'page=-1', 'detailed=1', 'page_size=x'])(
    'style-rules.2: %s is refused',
    async (query) => {
      expect((await caller(testService())('GET', `/v3/style_rules?${query}`)).status).toBe(400);
    },
  );

  test('style-rules.3 to 6: read, rename, replace the rules, delete; every change counts the version up', async () => {
    const call = caller(testService());
    const { body: created } = await call('POST', '/v3/style_rules', LIST);
    const path = `/v3/style_rules/${created.style_id}`;
    expect((await call('GET', path)).body).toEqual(created);
    expect((await call('PATCH', path, { name: 'New' })).body).toMatchObject({ name: 'New', version: 2 });
    const rules = { numbers: { unknown_rule: 'kept' } };
    expect((await call('PUT', `${path}/configured_rules`, rules)).body).toMatchObject({
      configured_rules: rules,
      version: 3,
    });
    expect(await call('DELETE', path)).toMatchObject({ status: 204, text: '' });
    expect((await call('DELETE', path)).status).toBe(404);
    expect((await call('GET', path)).status).toBe(404);
  });

  test('style-rules.7 to 10: an instruction is added, read, replaced and deleted', async () => {
    const call = caller(testService());
    const { body: created } = await call('POST', '/v3/style_rules', LIST);
    const path = `/v3/style_rules/${created.style_id}/custom_instructions`;
    const added = await call('POST', path, { label: 'Tone', prompt: 'Friendly.', source_language: 'EN' });
    expect(added).toMatchObject({ status: 201, body: { version: 2, style_id: created.style_id } });
    const [instruction] = added.body.custom_instructions;
    expect(instruction).toMatchObject({ label: 'Tone', prompt: 'Friendly.', source_language: 'en' });
    expect((await call('GET', `${path}/${instruction.id}`)).body).toEqual(instruction);
    const put = await call('PUT', `${path}/${instruction.id}`, {
      label: 'Tone',
      prompt: 'Formal.',
      source_language: null,
    });
    expect(put.body).toEqual({ id: instruction.id, label: 'Tone', prompt: 'Formal.' });
    expect((await call('PUT', `${path}/${instruction.id}`, { label: 'Tone', prompt: 'Formal.' })).status).toBe(400);
    expect((await call('DELETE', `${path}/${instruction.id}`)).status).toBe(204);
    expect((await call('DELETE', `${path}/${instruction.id}`)).status).toBe(404);
    expect((await call('GET', `/v3/style_rules/${created.style_id}`)).body).toMatchObject({
      version: 4,
      custom_instructions: [],
    });
  });

  test('style-rules.7: under compat the answer is the instruction alone', async () => {
    const call = caller(testService({ compat: true }));
    const { body: created } = await call('POST', '/v3/style_rules', LIST);
    const { body } = await call('POST', `/v3/style_rules/${created.style_id}/custom_instructions`, {
      label: 'Tone',
      prompt: 'Friendly.',
    });
    // Without a source language of its own it has the list's.
    expect(body).toEqual({ id: body.id, label: 'Tone', prompt: 'Friendly.', source_language: LIST.language });
  });

  test.each([
    ['a name of 1025 characters', { ...LIST, name: 'x'.repeat(1025) }],
    ['an empty name', { ...LIST, name: '' }],
    ['no name', { language: 'de' }],
    ['a language that has no style rules', { ...LIST, language: 'nl' }],
    ['a variant', { ...LIST, language: 'en-US' }],
    ['an unknown option of a known rule', { ...LIST, configured_rules: { punctuation: { apostrophe: 'use_none' } } }],
    ['an unknown category', { ...LIST, configured_rules: { poetry: { rhyme: 'yes' } } }],
    ['an option that is no text', { ...LIST, configured_rules: { numbers: { some_rule: 1 } } }],
    [
      '201 instructions',
      { ...LIST, custom_instructions: Array.from({ length: 201 }, () => ({ label: 'a', prompt: 'b' })) },
    ],
    ['a label of 101 characters', { ...LIST, custom_instructions: [{ label: 'x'.repeat(101), prompt: 'b' }] }],
    ['a prompt of 301 characters', { ...LIST, custom_instructions: [{ label: 'a', prompt: 'x'.repeat(301) }] }],
    ['an instruction without a prompt', { ...LIST, custom_instructions: [{ label: 'a' }] }],
    ['a list for a body', [LIST]],
  ])('limits: %s is refused with 400 and a detail', async (_, body) => {
    const answer = await caller(testService())('POST', '/v3/style_rules', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: expect.any(String), detail: expect.any(String) });
  });

  test('limits: names count characters, so 1024 emoji fit; 200 instructions fit and one more does not', async () => {
    const call = caller(testService());
    const instructions = Array.from({ length: 200 }, (_, index) => ({ label: `${index}`, prompt: '😀'.repeat(300) }));
    const { status, body } = await call('POST', '/v3/style_rules', {
      name: '😀'.repeat(1024),
      language: 'ja',
      custom_instructions: instructions,
    });
    expect(status).toBe(201);
    expect(
      (await call('POST', `/v3/style_rules/${body.style_id}/custom_instructions`, { label: 'a', prompt: 'b' })).status,
    ).toBe(400);
  });

  test('auth.3: the free plan has no style rules', async () => {
    const call = caller(testService({ accounts: [{ key: TEST_KEY, plan: 'free' }] }));
    expect((await call('GET', '/v3/style_rules')).status).toBe(403);
  });

  test('rule names that mean something to JavaScript are names', async () => {
    const call = caller(testService());
    const body = JSON.parse(
      '{"name":"x","language":"de","configured_rules":{"numbers":{"__proto__":"a","constructor":"b"}}}',
    );
    const { body: created } = await call('POST', '/v3/style_rules', body);
    expect(JSON.stringify(created.configured_rules)).toBe('{"numbers":{"__proto__":"a","constructor":"b"}}');
  });
});
