import { expect, test } from 'vitest';
import { STYLE_LIST_LANGUAGES } from '../../src/contract/languages.ts';
import { builtInRules, RULE_CATEGORIES } from '../../src/contract/rule-catalogue.ts';
import { contract } from './bench.ts';
import { endpoints, ID, LIST, LISTS, RULES, TONE, UNKNOWN, withList } from './style-list-bench.ts';

contract('style rules', (bench) => {
  test('style-rules.1: POST answers 201 with the full list at version 1', async () => {
    const { call } = await bench.open();
    const given = [TONE, { label: 'Tone', prompt: 'Short.', source_language: 'EN-gb' }];
    const { status, body } = await call('POST', LISTS, { ...LIST, language: 'DE', custom_instructions: given });
    expect([status, body]).toEqual([
      201,
      {
        style_id: ID,
        name: 'Marketing',
        creation_time: '2026-01-15T12:00:00.000Z',
        updated_time: '2026-01-15T12:00:00.000Z',
        language: 'de',
        version: 1,
        configured_rules: RULES,
        custom_instructions: [
          { id: ID, ...TONE },
          { id: ID, label: 'Tone', prompt: 'Short.', source_language: 'en-gb' },
        ],
      },
    ]);
    expect(new Set([body.style_id, ...body.custom_instructions.map(({ id }: { id: string }) => id)]).size).toBe(3);
  });

  test('style-rules.1: a name and one of the eight languages are enough', async () => {
    const { call } = await bench.open();
    for (const language of STYLE_LIST_LANGUAGES)
      expect(await call('POST', LISTS, { name: 'x', language })).toMatchObject({
        status: 201,
        body: { language, configured_rules: {}, custom_instructions: [] },
      });
  });

  test.each([
    ['no name', { language: 'de' }],
    ['an empty name', { ...LIST, name: '' }],
    ['a name of white space', { ...LIST, name: ' \n' }],
    ['a name that is no text', { ...LIST, name: ['x'] }],
    ['half of a surrogate pair for a name', { ...LIST, name: '\udc00' }],
    ['no language', { name: 'x' }],
    ['a language that has no style rules', { ...LIST, language: 'nl' }],
    ['a variant', { ...LIST, language: 'en-US' }],
    ['rules that are no object', { ...LIST, configured_rules: [RULES] }],
    ['an unknown category', { ...LIST, configured_rules: { poetry: { rhyme: 'yes' } } }],
    ['a category that is no object', { ...LIST, configured_rules: { numbers: 'x' } }],
    ['an unknown option of a known rule', { ...LIST, configured_rules: { punctuation: { apostrophe: 'use_none' } } }],
    ['an option that is no text', { ...LIST, configured_rules: { numbers: { some_rule: 1 } } }],
    ['half of a surrogate pair for a rule', { ...LIST, configured_rules: { numbers: { '\ud800': 'x' } } }],
    ['half of a surrogate pair for an option', { ...LIST, configured_rules: { numbers: { x: '\ud800' } } }],
    ['instructions that are no list', { ...LIST, custom_instructions: TONE }],
    ['an instruction that is no object', { ...LIST, custom_instructions: ['Friendly.'] }],
    ['an instruction without a label', { ...LIST, custom_instructions: [{ prompt: 'b' }] }],
    ['an instruction without a prompt', { ...LIST, custom_instructions: [{ label: 'a' }] }],
    ['an instruction with an empty prompt', { ...LIST, custom_instructions: [{ label: 'a', prompt: ' ' }] }],
    ['a source language that is none', { ...LIST, custom_instructions: [{ ...TONE, source_language: 'e n' }] }],
    ['a list for a body', [LIST]],
    ['no body', undefined],
  ])('style-rules.1: %s is 400 with a detail, and nothing is made', async (_, body) => {
    const { call } = await bench.open();
    const answer = await call('POST', LISTS, body);
    expect([answer.status, answer.body]).toEqual([400, { message: 'Bad request', detail: expect.any(String) }]);
    expect((await call('GET', LISTS)).body).toEqual({ style_rules: [] });
  });

  test.each([
    ['configured_rules', { configured_rules: 7 }, 'configured_rules must be an object'],
    ['a category', { configured_rules: { numbers: 'x' } }, 'configured_rules.numbers must be an object'],
    ['a rule', { configured_rules: { numbers: { a: 1 } } }, 'configured_rules.numbers.a must be a string'],
    ['an instruction', { custom_instructions: [TONE, 7] }, 'custom_instructions[1] must be an object'],
    ['a label', { custom_instructions: [TONE, { prompt: 'x' }] }, 'custom_instructions[1].label is required'],
  ])('style-rules.1: the detail of a refusal names %s where it stands', async (_, more, detail) => {
    const { call } = await bench.open();
    expect((await call('POST', LISTS, { ...LIST, ...more })).body.detail).toBe(detail);
  });

  test('style-rules.5: a refusal names the rule, and not the whole of a very long name', async () => {
    const { call, path } = await withList(bench);
    const put = async (rules: object) => (await call('PUT', `${path}/configured_rules`, rules)).body.detail;
    expect(await put({ punctuation: { apostrophe: 'x' } })).toBe(
      'punctuation.apostrophe must be one of: use_curly_apostrophes, use_straight_apostrophes',
    );
    expect(await put({ ['x'.repeat(101)]: {} })).toBe(`${'x'.repeat(100)}… is not a category of rules`);
  });

  test('style-rules.1: rules that are not known are kept, and names that mean something to JavaScript are names', async () => {
    const { call } = await bench.open();
    const text =
      '{"name":"x","language":"de","configured_rules":{"numbers":{"__proto__":"a","constructor":"b","10":"c"}}}';
    const { status, body } = await call('POST', LISTS, text);
    expect(status).toBe(201);
    expect(Object.entries(body.configured_rules.numbers).sort()).toEqual([
      ['10', 'c'],
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
    expect((await call('GET', `${LISTS}/${body.style_id}`)).text).toContain('"__proto__":"a"');
  });

  test('style-rules.1: every rule and option that the description gives is taken', async () => {
    const { call } = await bench.open();
    const configured_rules = Object.fromEntries(
      [...builtInRules()].map(([category, rules]) => [
        category,
        Object.fromEntries([...rules].map(([rule, [option]]) => [rule, option])),
      ]),
    );
    expect((await call('POST', LISTS, { ...LIST, configured_rules })).body).toMatchObject({ configured_rules });
    const others = Object.fromEntries(RULE_CATEGORIES.map((category) => [category, { another: 'x y' }]));
    expect((await call('POST', LISTS, { ...LIST, configured_rules: others })).body.configured_rules).toEqual(others);
  });

  test('style-rules.2: GET lists in the order of creation, without rules and instructions unless detailed', async () => {
    const { call, created } = await withList(bench);
    const { body: second } = await call('POST', LISTS, { name: 'Second', language: 'ja' });
    const short = [created, second].map(({ configured_rules: _, custom_instructions: __, ...rest }) => rest);
    for (const query of ['', '?detailed=false']) {
      const { status, body } = await call('GET', `${LISTS}${query}`);
      expect([status, body]).toEqual([200, { style_rules: short }]);
    }
    expect((await call('GET', `${LISTS}?detailed=true`)).body).toEqual({ style_rules: [created, second] });
    for (const query of ['detailed=1', 'detailed=TRUE', 'detailed='])
      expect((await call('GET', `${LISTS}?${query}`)).status).toBe(400);
  });

  test('limits.page-size: a page has 10 lists, or 1 to 25, from page 0; a page past the end is empty', async () => {
    const { call } = await bench.open();
    const names = Array.from({ length: 27 }, (_, index) => `list ${index}`);
    for (const name of names) await call('POST', LISTS, { ...LIST, name });
    const page = async (query: string) =>
      (await call('GET', `${LISTS}?${query}`)).body.style_rules.map(({ name }: { name: string }) => name);
    expect(await page('')).toEqual(names.slice(0, 10));
    expect(await page('page=0')).toEqual(names.slice(0, 10));
    expect(await page('page=2')).toEqual(names.slice(20));
    expect(await page('page=3')).toEqual([]);
    expect(await page('page_size=1&page=26')).toEqual(['list 26']);
    expect(await page('page_size=25')).toEqual(names.slice(0, 25));
    expect(await page('page_size=25&page=1&detailed=true')).toEqual(names.slice(25));
  });

  test.each([
    'page_size=0',
    'page_size=26',
    'page_size=-1',
    'page_size=x',
    'page_size=',
    'page_size=1.5',
    'page_size=1e1',
    'page=-1',
    'page=x',
    'page=0x1',
  ])('limits.page-size: %s is 400', async (query) => {
    const { call } = await bench.open();
    expect(await call('GET', `${LISTS}?${query}`)).toMatchObject({ status: 400, body: { detail: expect.any(String) } });
  });

  test('style-rules.3: GET gives the full list, whatever the case of its id', async () => {
    const { call, created, path } = await withList(bench);
    const { status, body } = await call('GET', path);
    expect([status, body]).toEqual([200, created]);
    expect((await call('GET', `${LISTS}/${created.style_id.toUpperCase()}`)).body).toEqual(created);
  });

  test('style-rules.3: a malformed id is 400 and an unknown one 404, for every endpoint that has one, and on DELETE both are 404', async () => {
    const { call, path } = await withList(bench);
    for (const [id, status] of [
      ['x', 400],
      [UNKNOWN, 404],
    ] as const) {
      for (const [method, address, body] of endpoints(`${LISTS}/${id}`, UNKNOWN).slice(2)) {
        const answer = await call(method, address, body);
        expect([method, address, answer.status, answer.body.message]).toEqual([
          method,
          address,
          method === 'DELETE' ? 404 : status,
          expect.any(String),
        ]);
      }
      for (const [method, address, body] of endpoints(path, id).slice(6, 9))
        expect((await call(method, address, body)).status).toBe(method === 'DELETE' ? 404 : status);
    }
  });

  test('style-rules.4: PATCH gives a new name and answers with the full list; what is not right is 400', async () => {
    const { call, created, path, read } = await withList(bench);
    const { status, body } = await call('PATCH', path, { name: 'New' });
    expect([status, body]).toEqual([
      200,
      { ...created, name: 'New', version: 2, updated_time: '2026-01-15T12:00:01.000Z' },
    ]);
    for (const wrong of [{}, { name: '' }, { name: null }, { name: 'x'.repeat(1025) }, ['x'], undefined])
      expect((await call('PATCH', path, wrong)).status).toBe(400);
    expect(await read()).toEqual(body);
  });

  test('style-rules.5: PUT replaces all rules, and leaves the instructions', async () => {
    const { call, created, path, read } = await withList(bench);
    const rules = {
      numbers: { unknown_rule: 'kept' },
      style_and_tone: { abbreviations: 'use_abbreviations_and_symbols' },
    };
    const { status, body } = await call('PUT', `${path}/configured_rules`, rules);
    const updated_time = '2026-01-15T12:00:01.000Z';
    expect([status, body]).toEqual([200, { ...created, configured_rules: rules, version: 2, updated_time }]);
    for (const wrong of [undefined, [], { poetry: {} }, { punctuation: { apostrophe: 'x' } }, { numbers: null }])
      expect((await call('PUT', `${path}/configured_rules`, wrong)).status).toBe(400);
    expect(await read()).toEqual(body);
    expect((await call('PUT', `${path}/configured_rules`, {})).body).toMatchObject({
      configured_rules: {},
      version: 3,
    });
  });

  test('style-rules.6: DELETE answers with an empty 204, and the list is gone', async () => {
    const { call, path, instruction } = await withList(bench);
    expect(await call('DELETE', path)).toMatchObject({ status: 204, text: '' });
    for (const address of [path, instruction]) expect((await call('GET', address)).status).toBe(404);
    expect((await call('GET', LISTS)).body).toEqual({ style_rules: [] });
  });

  test('errors.delete-style-list: a list that does not exist is 404', async () => {
    const { call, path } = await withList(bench);
    await call('DELETE', path);
    for (const gone of [path, `${LISTS}/${UNKNOWN}`])
      expect(await call('DELETE', gone)).toMatchObject({ status: 404, body: { message: 'Style rule list not found' } });
  });
});
