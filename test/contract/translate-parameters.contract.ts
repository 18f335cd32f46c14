import { expect, test } from 'vitest';
import { contract } from './bench.ts';
import { openTranslate } from './translate-bench.ts';

const NOTHING_THERE = '00000000-0000-4000-8000-00000000ffff';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

contract('translate, its parameters', (bench) => {
  const open = (options = {}) => openTranslate(bench, options);

  test.each<readonly [unknown, number]>([
    [['Be polite'], 200],
    [[], 200],
    [Array.from({ length: 10 }, () => 'x'), 200],
    [Array.from({ length: 11 }, () => 'x'), 400],
    [['😀'.repeat(300)], 200],
    [['x'.repeat(301)], 400],
    [[' '], 400],
    [['\ud800'], 400],
    [[7], 400],
    ['Be polite', 400],
    [{}, 400],
  ])('translate.instructions: %.40j is %i', async (custom_instructions, status) => {
    expect((await (await open()).translate({ custom_instructions })).status).toBe(status);
  });

  test('translate.instructions: they are for targets that have style rules', async () => {
    const { translate } = await open();
    const status = async (target_lang: string, custom_instructions: readonly string[]) =>
      (await translate({ target_lang, custom_instructions })).status;
    expect([await status('en-US', ['x']), await status('pl', ['x']), await status('pl', [])]).toEqual([200, 400, 200]);
  });

  test.each<readonly [object, number]>([
    [{ text: undefined }, 400],
    [{ text: null }, 400],
    [{ text: [] }, 400],
    [{ text: 'a' }, 400],
    [{ text: ['a', 7] }, 400],
    [{ text: ['\udc00'] }, 400],
    [{ text: [''] }, 200],
    [{ target_lang: undefined }, 400],
    [{ target_lang: '' }, 400],
    [{ target_lang: 7 }, 400],
    [{ target_lang: 'xx' }, 400],
    [{ target_lang: '__proto__' }, 400],
    [{ target_lang: 'de-CH' }, 200],
    [{ source_lang: 'en-US' }, 400],
    [{ source_lang: 'xx' }, 400],
    [{ source_lang: ['en'] }, 400],
    [{ model_type: 'fast' }, 400],
    [{ model_type: 'latency_optimized' }, 200],
    [{ formality: 'more' }, 200],
    [{ formality: 'formal' }, 400],
    [{ formality: 'more', target_lang: 'en-US' }, 400],
    [{ formality: 'less', target_lang: 'pt' }, 200],
    [{ formality: 'prefer_less', target_lang: 'en-US' }, 200],
    [{ formality: 'default', target_lang: 'en-US' }, 200],
    [{ split_sentences: 'nonewlines' }, 200],
    [{ split_sentences: 'all' }, 400],
    [{ tag_handling: 'html' }, 200],
    [{ tag_handling: 'md' }, 400],
    [{ tag_handling_version: 'v3' }, 400],
    [{ preserve_formatting: 'yes' }, 400],
    [{ preserve_formatting: 2 }, 400],
    [{ outline_detection: '0' }, 200],
    [{ show_billed_characters: [] }, 400],
    [{ enable_beta_languages: true }, 200],
    [{ enable_beta_languages: 'maybe' }, 400],
    [{ context: 7 }, 400],
    [{ context: 'A letter.' }, 200],
    [{ style_id: 7 }, 400],
    [{ something_else: {} }, 200],
  ])('translate.parameters: %j is %i', async (request, status) => {
    const { translate } = await open();
    const answer = await translate(request);
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body).toMatchObject({ message: expect.any(String), detail: expect.any(String) });
  });

  test('translate.parameters: enable_beta_languages has no effect', async () => {
    const { translate } = await open();
    const text = ['a'];
    expect((await translate({ text, enable_beta_languages: true })).body).toEqual((await translate({ text })).body);
  });

  test('translate.parameters: billed_characters, model_type_used and tag_handling_version come back when asked for', async () => {
    const { translate } = await open();
    const { body } = await translate({
      text: ['h😀llo', ''],
      source_lang: 'en',
      show_billed_characters: true,
      model_type: 'prefer_quality_optimized',
      tag_handling_version: 'v2',
    });
    const more = { detected_source_language: 'EN', model_type_used: 'quality_optimized', tag_handling_version: 'v2' };
    expect(body.translations).toEqual([
      { ...more, text: '[DE] h😀llo', billed_characters: 5 },
      { ...more, text: '', billed_characters: 0 },
    ]);
    const { body: latency } = await translate({ model_type: 'latency_optimized' });
    expect(latency.translations[0].model_type_used).toBe('latency_optimized');
  });

  test('translate.parameters: a form, as official clients send it, with its text repeated', async () => {
    const { call, glossary } = await open();
    const form = new URLSearchParams([
      ['text', 'a & b'],
      ['text', 'c=d'],
      ['target_lang', 'DE'],
      ['source_lang', 'EN'],
      ['glossary_id', await glossary({ 'en-de': { a: 'A%=&' } })],
      ['preserve_formatting', '1'],
      ['show_billed_characters', '1'],
      ['split_sentences', '0'],
      ['tag_handling', ''],
    ]);
    const { status, body } = await call('POST', '/v2/translate', String(form), FORM);
    expect(status).toBe(200);
    expect(body.translations.map((each: { text: string }) => each.text)).toEqual(['[DE] ‹A%=&› & b', '[DE] c=d']);
    expect(body.translations[0].billed_characters).toBe(5);
  });

  test('translate.parameters: a body of 128 KiB is taken, one byte more is 413', async () => {
    const { call, used } = await open();
    const frame = JSON.stringify({ text: [''], target_lang: 'de' }).length;
    const translate = (bytes: number) =>
      call('POST', '/v2/translate', { text: ['x'.repeat(bytes - frame)], target_lang: 'de' });
    expect((await translate(128 * 1024 + 1)).status).toBe(413);
    expect(await used()).toBe(0);
    expect((await translate(128 * 1024)).status).toBe(200);
  });

  test('translate.usage: characters are code points of all texts, and the markup of a style or a glossary costs nothing', async () => {
    const { translate, used, glossary, styleList } = await open();
    await translate({ text: ['h😀llo', 'ä', ''] });
    expect(await used()).toBe(6);
    const glossary_id = await glossary({ 'en-de': { a: 'a long term' } });
    await translate({ text: ['a b'], source_lang: 'en', glossary_id, style_id: await styleList('de') });
    expect(await used()).toBe(9);
    await Promise.all(Array.from({ length: 10 }, () => translate({ text: ['x'] })));
    expect(await used()).toBe(19);
  });

  test('translate.usage: nothing is counted when a call is refused', async () => {
    const { translate, used, call } = await open();
    const refused = [
      { style_id: NOTHING_THERE },
      { glossary_id: NOTHING_THERE, source_lang: 'en' },
      { translation_memory_id: NOTHING_THERE },
      { target_lang: 'xx' },
      { custom_instructions: ['x'], target_lang: 'pl' },
      { tag_handling: 'md' },
    ];
    for (const request of refused) expect((await translate(request)).status).toBeGreaterThanOrEqual(400);
    expect((await call('POST', '/v2/translate', '{')).status).toBe(400);
    expect(await used()).toBe(0);
  });
});
