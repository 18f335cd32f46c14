import { describe, expect, test } from 'vitest';
import { contract } from './bench.ts';
import { openTranslate, type Rows } from './translate-bench.ts';

const NOTHING_THERE = '00000000-0000-4000-8000-00000000ffff';
contract('translate', (bench) => {
  const open = (options = {}) => openTranslate(bench, options);

  test('translate: one translation a text, in order, each with the language it was detected in, the same every time', async () => {
    const { translate } = await open();
    const request = { text: ['The house is big.', 'Das Haus ist groß.', ''], target_lang: 'fr' };
    const { status, body } = await translate(request);
    expect([status, body]).toEqual([
      200,
      {
        translations: [
          { detected_source_language: 'EN', text: '[FR] The house is big.' },
          { detected_source_language: 'DE', text: '[FR] Das Haus ist groß.' },
          { detected_source_language: expect.stringMatching(/^[A-Z]{2}$/), text: '' },
        ],
      },
    ]);
    expect((await translate(request)).body).toEqual(body);
  });

  test('translate: a source language that is named is the one that comes back', async () => {
    const { translate } = await open();
    const { body } = await translate({ text: ['The house is big.'], source_lang: 'fr' });
    expect(body.translations[0].detected_source_language).toBe('FR');
  });

  test('translate.1: a glossary needs source_lang and target_lang', async () => {
    const { translate, glossary } = await open();
    const glossary_id = await glossary({ 'en-de': { a: 'b' } });
    for (const source_lang of [undefined, null, ''])
      expect((await translate({ glossary_id, source_lang })).body.detail).toMatch(
        /^source_lang is required with glossary_id/,
      );
    expect((await translate({ glossary_id, source_lang: 'en', target_lang: undefined })).status).toBe(400);
    expect((await translate({ glossary_id, source_lang: 'en' })).status).toBe(200);
  });

  test.each<readonly [string, object, number]>([
    ['a glossary that is not there', { glossary_id: NOTHING_THERE, source_lang: 'en' }, 404],
    ['an id that is none', { glossary_id: '../x', source_lang: 'en' }, 404],
    ['an id that is no text', { glossary_id: 7, source_lang: 'en' }, 400],
  ])('translate.1: %s is refused', async (_, request, status) => {
    expect((await (await open()).translate(request)).status).toBe(status);
  });

  test('translate.1: a glossary without the pair is 400', async () => {
    const { translate, glossary } = await open();
    const glossary_id = await glossary({ 'en-de': { a: 'b' } });
    const status = async (source_lang: string, target_lang: string) =>
      (await translate({ glossary_id, source_lang, target_lang })).status;
    expect([await status('de', 'en-US'), await status('en', 'fr'), await status('en', 'de')]).toEqual([400, 400, 200]);
  });

  test.each([undefined, 'quality_optimized', 'prefer_quality_optimized'])(
    'translate.2: with a style list the quality-optimized models are used, whether model_type is %s',
    async (model_type) => {
      const { translate, styleList } = await open();
      const { body } = await translate({ style_id: await styleList('de'), model_type });
      expect(body.translations[0].model_type_used).toBe('quality_optimized');
    },
  );

  test('translate.3: style_id with latency_optimized is 400', async () => {
    const { translate, styleList } = await open();
    const style_id = await styleList('de');
    const { status, body } = await translate({ style_id, model_type: 'latency_optimized' });
    expect([status, body.detail]).toEqual([400, 'style_id cannot be combined with the model_type latency_optimized']);
  });

  describe('terms', () => {
    const terms = async (rows: Rows, text: readonly string[], more: object = {}) => {
      const { translate, glossary } = await open();
      const glossary_id = await glossary({ 'en-de': rows });
      const { body } = await translate({ text, source_lang: 'en', glossary_id, ...more });
      return body.translations.map((each: { text: string }) => each.text);
    };

    test('translate.terms: the longest match at a place wins, whatever the order of the entries', async () => {
      const rows = { house: 'Haus', 'big house': 'Villa', 'big house rules': 'Hausordnung', big: 'groß' };
      const text = ['big house rules', 'a big house ruled', 'big big house'];
      expect(await terms(rows, text)).toEqual(['[DE] ‹Hausordnung›', '[DE] a ‹Villa› ruled', '[DE] ‹groß› ‹Villa›']);
      const reversed = Object.fromEntries(Object.entries(rows).reverse());
      expect(await terms(reversed, text)).toEqual(await terms(rows, text));
    });

    test('translate.terms: words are found whole, in their plural too', async () => {
      expect(await terms({ cat: 'Katze' }, ['cat concatenate cats bobcat _cat cat-like (cat).', 'Äcat caté'])).toEqual([
        '[DE] ‹Katze› concatenate ‹Katze› bobcat _cat ‹Katze›-like (‹Katze›).',
        '[DE] Äcat caté',
      ]);
    });

    test('translate.terms: the case of the first letter is kept, raised letters find their term, and no other case does', async () => {
      expect(await terms({ house: 'haus', API: 'Schnittstelle' }, ['house House HOUSE API aPI Api'])).toEqual([
        '[DE] ‹haus› ‹Haus› ‹Haus› ‹Schnittstelle› ‹Schnittstelle› Api',
      ]);
    });

    test('translate.terms: phrases of any letters, of signs and of names of an object’s parts are found', async () => {
      expect(
        await terms({ 'C++': 'C plus plus', '😀': '☺', constructor: 'Konstruktor', 'a.c': 'Punkt' }, [
          'C++ 😀 constructor abc a.c',
        ]),
      ).toEqual(['[DE] ‹C plus plus› ‹☺› ‹Konstruktor› abc ‹Punkt›']);
    });

    test('translate.terms: only the entries of the pair are used', async () => {
      const { translate, glossary } = await open();
      const glossary_id = await glossary({ 'en-de': { a: 'de' }, 'en-fr': { a: 'fr' }, 'de-en': { a: 'en' } });
      const text = async (source_lang: string, target_lang: string) =>
        (await translate({ source_lang, target_lang, glossary_id })).body.translations[0].text;
      expect([await text('en', 'de'), await text('en', 'fr'), await text('de', 'en-GB')]).toEqual([
        '[DE] ‹de›',
        '[FR] ‹fr›',
        '[EN-GB] ‹en›',
      ]);
    });

    test.each(['en', 'EN-GB', 'en-us'])(
      'translate.terms: the target %s has the dictionary of its base language',
      async (target_lang) => {
        const { translate, glossary } = await open();
        const glossary_id = await glossary({ 'de-en': { Haus: 'house' } });
        const { body } = await translate({ text: ['Haus'], source_lang: 'de', target_lang, glossary_id });
        expect(body.translations[0].text).toBe(`[${target_lang.toUpperCase()}] ‹house›`);
      },
    );

    test('translate.terms: a change of the dictionary is seen by the next call', async () => {
      const { translate, glossary, call } = await open();
      const glossary_id = await glossary({ 'en-de': { a: 'eins' } });
      const text = async () => (await translate({ source_lang: 'en', glossary_id })).body.translations[0].text;
      expect(await text()).toBe('[DE] ‹eins›');
      const dictionary = { source_lang: 'en', target_lang: 'de', entries: 'a\tzwei', entries_format: 'tsv' };
      await call('PATCH', `/v3/glossaries/${glossary_id}`, { dictionaries: [dictionary] });
      expect(await text()).toBe('[DE] ‹zwei›');
      await call('DELETE', `/v3/glossaries/${glossary_id}`);
      expect((await translate({ source_lang: 'en', glossary_id })).status).toBe(404);
    });

    test('translate.terms: tags stay as they are, and a term cannot open one', async () => {
      expect(await terms({ b: 'c', d: '<e>' }, ['<b>b d</b>'], { tag_handling: 'xml' })).toEqual([
        '<b>[DE] ‹c› ‹&lt;e&gt;›</b>',
      ]);
      expect(await terms({ b: 'c' }, ['<b>b</b>'])).toEqual(['[DE] <‹c›>‹c›</‹c›>']);
    });
  });

  describe('style lists', () => {
    test('translate.style: the list and its version show in the translation, and a change is seen', async () => {
      const { translate, styleList, call } = await open();
      const style_id = await styleList('de', 'House style');
      const text = async () => (await translate({ style_id })).body.translations[0].text;
      expect(await text()).toBe('[DE · House style v1] a');
      await call('PATCH', `/v3/style_rules/${style_id}`, { name: 'New' });
      expect(await text()).toBe('[DE · New v2] a');
    });

    test('translate.style: the list must be for the target’s language; a variant has its base’s', async () => {
      const { translate, styleList } = await open();
      const [de, en, zh] = [await styleList('de'), await styleList('en'), await styleList('zh')];
      const status = async (style_id: string, target_lang: string) =>
        (await translate({ style_id, target_lang })).status;
      expect([
        await status(de, 'de'),
        await status(en, 'EN-GB'),
        await status(en, 'en-us'),
        await status(zh, 'zh-Hant'),
      ]).toEqual([200, 200, 200, 200]);
      const refused = await translate({ style_id: de, target_lang: 'fr' });
      expect([refused.status, refused.body.message]).toEqual([
        400,
        'Style rule language does not match the translate request target language',
      ]);
      expect([await status(en, 'de'), await status(zh, 'ja')]).toEqual([400, 400]);
    });

    test.each([
      [NOTHING_THERE, `Bad request. Reason: Style Rules ${NOTHING_THERE} not found`],
      ['<b>\u001b[31m', 'Bad request. Reason: Style Rules b31m not found'],
    ])('translate.style: the unknown list %j is 404', async (style_id, message) => {
      const { status, body } = await (await open()).translate({ style_id });
      expect([status, body.message]).toEqual([404, message]);
    });

    test('translate.style: style lists and the free plan do not go together', async () => {
      const { translate } = await open({ accounts: [{ key: 'test-key', plan: 'free' }] });
      expect((await translate({ style_id: NOTHING_THERE })).status).toBe(403);
      expect((await translate({})).status).toBe(200);
    });
  });
});
