import { describe, expect, test } from 'vitest';
import { makeTranslateCalls } from '../../../src/client/calls/translate-calls.ts';
import { type TranslationRequest, translationMemoryId } from '../../../src/model/account/translation.ts';
import { ServiceError, UnreachableError } from '../../../src/model/errors.ts';
import { glossaryId, styleId } from '../../../src/model/ids.ts';
import { answer, type Reply } from '../../support/scripted-client.ts';
import { scriptedExchange } from '../scripted-exchange.ts';

/** The calls over a network that is the list of replies. */
function scripted(...replies: readonly Reply[]) {
  const { exchange, sent } = scriptedExchange(replies);
  return { calls: makeTranslateCalls(exchange), sent };
}

const wire = (text: string, more: object = {}): object => ({ detected_source_language: 'EN', text, ...more });
const ONE: TranslationRequest = { text: ['house'], targetLang: 'de' };

describe('the request', () => {
  test('has the texts and the target language, and nothing that was not named', async () => {
    const { calls, sent } = scripted(answer(200, { translations: [wire('Haus')] }));
    await calls.translate(ONE);
    expect(sent).toEqual([['POST', '/v2/translate', { text: ['house'], target_lang: 'de' }]]);
  });

  test('has every option in the spelling of the service', async () => {
    const { calls, sent } = scripted(answer(200, { translations: [wire('a'), wire('b')] }));
    await calls.translate({
      text: ['a', ''],
      targetLang: 'pt-BR',
      sourceLang: 'en',
      glossaryId: glossaryId('g-1'),
      styleId: styleId('s-1'),
      modelType: 'quality_optimized',
      customInstructions: ['Be kind.'],
      translationMemoryId: translationMemoryId('m-1'),
      translationMemoryThreshold: 0,
      tagHandling: 'xml',
      tagHandlingVersion: 'v2',
      formality: 'prefer_less',
      context: '',
      showBilledCharacters: true,
    });
    expect(sent).toEqual([
      [
        'POST',
        '/v2/translate',
        {
          text: ['a', ''],
          target_lang: 'pt-BR',
          source_lang: 'en',
          glossary_id: 'g-1',
          style_id: 's-1',
          model_type: 'quality_optimized',
          custom_instructions: ['Be kind.'],
          translation_memory_id: 'm-1',
          translation_memory_threshold: 0,
          tag_handling: 'xml',
          tag_handling_version: 'v2',
          formality: 'prefer_less',
          context: '',
          show_billed_characters: true,
        },
      ],
    ]);
  });
});

describe('the answer', () => {
  test('has one translation for each text, with what the service says of it', async () => {
    const { calls } = scripted(
      answer(200, {
        translations: [
          wire('Haus', { billed_characters: 5, model_type_used: 'quality_optimized', tag_handling_version: 'v2' }),
          wire('\u001b[2J\u202e', { billed_characters: null, model_type_used: null }),
        ],
      }),
    );
    expect(await calls.translate({ ...ONE, text: ['house', 'x'] })).toEqual([
      { text: 'Haus', detectedSourceLanguage: 'en', billedCharacters: 5, modelTypeUsed: 'quality_optimized' },
      { text: '\u001b[2J\u202e', detectedSourceLanguage: 'en' },
    ]);
  });

  test('need not say which language was found', async () => {
    const { calls } = scripted(answer(200, { translations: [{ text: 'Haus' }] }));
    expect(await calls.translate(ONE)).toEqual([{ text: 'Haus' }]);
  });

  test.each([
    [{ translations: [] }, 'translations has 0 items for 1 texts'],
    [{ translations: [wire('a'), wire('b')] }, 'translations has 2 items for 1 texts'],
    [{ translations: { 0: wire('a') } }, 'translations is not a list'],
    [
      { translations: [{ text: 'a', detected_source_language: 7 }] },
      'translations[0].detected_source_language is not a text',
    ],
    [{ translations: [wire('a', { text: 7 })] }, 'translations[0].text is not a text'],
    [{ translations: [wire('a', { billed_characters: -1 })] }, 'billed_characters is not a whole number from 0'],
    [{ translations: [wire('a', { model_type_used: 7 })] }, 'model_type_used is not a text'],
    [[], 'it is not an object'],
  ])('%j is as good as none, and is not asked for again', async (body, words) => {
    const { calls, sent } = scripted(answer(200, body), answer(200, { translations: [wire('Haus')] }));
    const error: unknown = await calls.translate(ONE).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreachableError);
    expect((error as UnreachableError).message).toContain(words);
    expect(sent).toHaveLength(1);
  });
});

describe('no translation', () => {
  test('a lost answer is not asked for again: it costs characters', async () => {
    const { calls, sent } = scripted(new Error('reset'), answer(200, { translations: [wire('Haus')] }));
    await expect(calls.translate(ONE)).rejects.toBeInstanceOf(UnreachableError);
    expect(sent).toHaveLength(1);
  });

  test('too many requests are waited for', async () => {
    const { calls, sent } = scripted(answer(429), answer(200, { translations: [wire('Haus')] }));
    expect((await calls.translate(ONE))[0]?.text).toBe('Haus');
    expect(sent).toHaveLength(2);
  });

  test.each([400, 404, 456, 500])('%i is a refusal with the words of the service', async (status) => {
    const { calls, sent } = scripted(answer(status, { message: 'Style Rules s-1 not found' }));
    const error: unknown = await calls.translate(ONE).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).refusal).toMatchObject({ status, message: 'Style Rules s-1 not found' });
    expect(sent).toHaveLength(1);
  });
});
