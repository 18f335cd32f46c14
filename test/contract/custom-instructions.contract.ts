import { expect, test } from 'vitest';
import type { ServiceOptions } from '../../src/service/create-service.ts';
import { contract } from './bench.ts';

const LISTS = '/v3/style_rules';
const LIST = { name: 'Marketing', language: 'de' };
const TONE = { label: 'Tone', prompt: 'Friendly.' };
const UNKNOWN = '99999999-0000-4000-8000-000000000000';
const DEFAULT_LIST = `${LISTS}/dca2e053-8ae5-45e6-a0d2-881156e7f4e4`;
const ID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

contract('custom instructions', (bench) => {
  async function withList(custom_instructions: readonly object[] = [], options: Partial<ServiceOptions> = {}) {
    const opened = await bench.open(options);
    const { body: created } = await opened.call('POST', LISTS, { ...LIST, custom_instructions });
    const list = `${LISTS}/${created.style_id}`;
    const instructions = async () => (await opened.call('GET', list)).body.custom_instructions;
    return { ...opened, created, list, path: `${list}/custom_instructions`, instructions };
  }

  test('style-rules.7: POST answers 201 with the whole list, the new instruction at its end', async () => {
    const { call, created, list, path } = await withList([TONE]);
    const { status, body } = await call('POST', path, { ...TONE, source_language: 'EN' });
    const added = { id: ID, ...TONE, source_language: 'en' };
    expect([status, body]).toEqual([
      201,
      { ...created, version: 2, custom_instructions: [...created.custom_instructions, added] },
    ]);
    expect(body.custom_instructions[1].id).not.toBe(created.custom_instructions[0].id);
    expect((await call('GET', list)).body).toEqual(body);
  });

  test.each([
    ['no label', { prompt: 'b' }],
    ['an empty label', { label: '', prompt: 'b' }],
    ['no prompt', { label: 'a' }],
    ['a prompt of white space', { label: 'a', prompt: '\u3000' }],
    ['a prompt that is no text', { label: 'a', prompt: 7 }],
    ['half of a surrogate pair', { label: 'a', prompt: '\ud800' }],
    ['a source language that is none', { ...TONE, source_language: 'English, or German' }],
    ['a source language that is no text', { ...TONE, source_language: 1 }],
    ['a list for a body', [TONE]],
    ['no body', undefined],
  ])('style-rules.7: %s is 400 for POST and for PUT, and nothing is changed', async (_, wrong) => {
    const { call, created, path, instructions } = await withList([TONE]);
    const edited = wrong === undefined || Array.isArray(wrong) ? wrong : { source_language: null, ...wrong };
    for (const [method, address, body] of [
      ['POST', path, wrong],
      ['PUT', `${path}/${created.custom_instructions[0].id}`, edited],
    ] as const) {
      const answer = await call(method, address, body);
      expect([answer.status, answer.body]).toEqual([400, { message: 'Bad request', detail: expect.any(String) }]);
    }
    expect(await instructions()).toEqual(created.custom_instructions);
  });

  test('style-rules.7: instructions that come in together are added one after the other, and none is lost', async () => {
    const { call, list, path } = await withList();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => call('POST', path, { ...TONE, label: `${index}` })),
    );
    expect(answers.map(({ body }) => body.version).sort((left, right) => left - right)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 2),
    );
    const { body } = await call('GET', list);
    expect([body.version, body.custom_instructions.length]).toEqual([21, 20]);
  });

  test('style-rules.8: GET gives one instruction, whatever the case of its id', async () => {
    const { call, created, path } = await withList([TONE, { ...TONE, source_language: 'fr' }]);
    for (const instruction of created.custom_instructions) {
      const { status, body } = await call('GET', `${path}/${instruction.id}`);
      expect([status, body]).toEqual([200, instruction]);
      expect((await call('GET', `${path}/${instruction.id.toUpperCase()}`)).body).toEqual(instruction);
    }
    expect((await call('GET', `${path}/${UNKNOWN}`)).status).toBe(404);
  });

  test('style-rules.8: an instruction of another list is not found', async () => {
    const { call, created, path } = await withList([TONE]);
    const { body: other } = await call('POST', LISTS, LIST);
    const elsewhere = `${LISTS}/${other.style_id}/custom_instructions/${created.custom_instructions[0].id}`;
    expect((await call('GET', elsewhere)).status).toBe(404);
    expect((await call('PUT', elsewhere, { ...TONE, source_language: null })).status).toBe(404);
    expect((await call('DELETE', elsewhere)).status).toBe(404);
    expect((await call('GET', `${path}/${created.custom_instructions[0].id}`)).status).toBe(200);
  });

  test('style-rules.9: PUT replaces an instruction in its place, and answers with it', async () => {
    const { call, created, list, path } = await withList([
      { label: 'a', prompt: '1' },
      TONE,
      { label: 'c', prompt: '3' },
    ]);
    const [first, { id }, third] = created.custom_instructions;
    const edited = { label: 'Voice', prompt: 'Formal.', source_language: 'en' };
    const { status, body } = await call('PUT', `${path}/${id}`, edited);
    expect([status, body]).toEqual([200, { id, ...edited }]);
    expect((await call('GET', list)).body).toEqual({
      ...created,
      version: 2,
      custom_instructions: [first, body, third],
    });
    const without = await call('PUT', `${path}/${id}`, { ...edited, source_language: null });
    expect(without.body).toEqual({ id, label: 'Voice', prompt: 'Formal.' });
  });

  test('style-rules.9: PUT needs all three fields', async () => {
    const { call, created, path, instructions } = await withList([TONE]);
    const full = { label: 'Voice', prompt: 'Formal.', source_language: 'en' };
    for (const name of ['label', 'prompt', 'source_language'])
      expect(
        await call('PUT', `${path}/${created.custom_instructions[0].id}`, { ...full, [name]: undefined }),
      ).toMatchObject({ status: 400, body: { detail: `${name} is required` } });
    expect(await instructions()).toEqual(created.custom_instructions);
  });

  test('style-rules.10: DELETE answers with an empty 204, and the others stay in their order', async () => {
    const { call, created, path, instructions } = await withList([
      { label: 'a', prompt: '1' },
      TONE,
      { label: 'c', prompt: '3' },
    ]);
    const [first, second, third] = created.custom_instructions;
    expect(await call('DELETE', `${path}/${second.id}`)).toMatchObject({ status: 204, text: '' });
    expect(await instructions()).toEqual([first, third]);
    expect((await call('GET', `${path}/${second.id}`)).status).toBe(404);
  });

  test('errors.delete-instruction: an instruction that does not exist is 404, and so is one of a list that is gone', async () => {
    const { call, created, list, path } = await withList([TONE]);
    const notFound = { status: 404, body: { message: 'Custom instruction not found' } };
    expect(await call('DELETE', `${path}/${UNKNOWN}`)).toMatchObject(notFound);
    await call('DELETE', `${path}/${created.custom_instructions[0].id}`);
    expect(await call('DELETE', `${path}/${created.custom_instructions[0].id}`)).toMatchObject(notFound);
    await call('DELETE', list);
    expect((await call('DELETE', `${path}/${created.custom_instructions[0].id}`)).status).toBe(404);
  });

  test('limits.instructions: 200 fit, in one call or one by one; one more does not', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ label: `${index}`, prompt: '😀'.repeat(300) }));
    const { call, created, path, instructions } = await withList(many.slice(0, 199));
    expect((await call('POST', path, TONE)).status).toBe(201);
    expect(await call('POST', path, TONE)).toMatchObject({
      status: 400,
      body: { detail: 'A style rule list may have at most 200 custom instructions' },
    });
    expect(await instructions()).toHaveLength(200);
    expect((await call('POST', LISTS, { ...LIST, custom_instructions: many })).status).toBe(201);
    expect((await call('POST', LISTS, { ...LIST, custom_instructions: [...many, TONE] })).status).toBe(400);
    await call('DELETE', `${path}/${created.custom_instructions[0].id}`);
    expect((await call('POST', path, TONE)).status).toBe(201);
  });

  test.each([
    ['limits.instruction-label: of a label', 'label', 100],
    ['limits.instruction-prompt: of a prompt', 'prompt', 300],
  ] as const)('%s, so many characters are taken, whatever their bytes, and one more is not', async (_, name, max) => {
    const { call, created, path } = await withList([TONE]);
    for (const character of ['x', 'é', '😀'])
      for (const [count, post, put] of [
        [max, 201, 200],
        [max + 1, 400, 400],
      ] as const) {
        const given = { ...TONE, source_language: null, [name]: character.repeat(count) };
        expect((await call('POST', LISTS, { ...LIST, custom_instructions: [given] })).status).toBe(post);
        expect((await call('POST', path, given)).status).toBe(post);
        expect((await call('PUT', `${path}/${created.custom_instructions[0].id}`, given)).status).toBe(put);
      }
  });

  test('compat: POST of an instruction answers with the instruction alone', async () => {
    const { call, path, instructions } = await withList([], { compat: true });
    const { status, body } = await call('POST', path, { ...TONE, source_language: 'fr' });
    expect([status, body]).toEqual([201, { id: ID, ...TONE, source_language: 'fr' }]);
    expect(await instructions()).toEqual([body]);
  });

  test('compat: an instruction without a source language has the list’s, however it comes in', async () => {
    const { call, created, path } = await withList([TONE], { compat: true });
    const [{ id }] = created.custom_instructions;
    expect(created.custom_instructions).toEqual([{ id, ...TONE, source_language: 'de' }]);
    expect((await call('POST', path, TONE)).body).toEqual({ id: ID, ...TONE, source_language: 'de' });
    await call('PUT', `${path}/${id}`, { ...TONE, source_language: 'fr' });
    expect(await call('PUT', `${path}/${id}`, TONE)).toMatchObject({
      status: 200,
      body: { id, ...TONE, source_language: 'de' },
    });
  });

  test('compat: there is a default list that everybody sees, and can use in a translation', async () => {
    const { call, as } = await bench.open({ compat: true });
    const { status, body } = await call('GET', DEFAULT_LIST);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      style_id: 'dca2e053-8ae5-45e6-a0d2-881156e7f4e4',
      name: 'Default Style Rule',
      language: 'en',
      version: 1,
      configured_rules: expect.any(Object),
      custom_instructions: [],
    });
    expect((await as('another-key')('GET', DEFAULT_LIST)).body).toEqual(body);
    await call('POST', LISTS, LIST);
    expect((await call('GET', `${LISTS}?detailed=true`)).body.style_rules).toMatchObject([body, LIST]);
    const request = { text: ['a'], target_lang: 'en-GB', style_id: body.style_id };
    expect((await call('POST', '/v2/translate', request)).status).toBe(200);
  });

  test('compat: nobody can change the default list, and without compat it is not there', async () => {
    const changes = [
      ['PATCH', DEFAULT_LIST, { name: 'Mine' }],
      ['PUT', `${DEFAULT_LIST}/configured_rules`, {}],
      ['POST', `${DEFAULT_LIST}/custom_instructions`, TONE],
      ['PUT', `${DEFAULT_LIST}/custom_instructions/${UNKNOWN}`, { ...TONE, source_language: null }],
      ['DELETE', `${DEFAULT_LIST}/custom_instructions/${UNKNOWN}`, undefined],
      ['DELETE', DEFAULT_LIST, undefined],
    ] as const;
    const { call } = await bench.open({ compat: true });
    const before = (await call('GET', DEFAULT_LIST)).body;
    for (const [method, path, body] of changes) expect((await call(method, path, body)).status).toBe(403);
    expect((await call('GET', `${DEFAULT_LIST}/custom_instructions/${UNKNOWN}`)).status).toBe(404);
    expect((await call('GET', `${LISTS}?detailed=true`)).body).toEqual({ style_rules: [before] });
    const without = await bench.open();
    for (const [method, path, body] of changes) expect((await without.call(method, path, body)).status).toBe(404);
    expect((await without.call('GET', LISTS)).body).toEqual({ style_rules: [] });
  });
});
