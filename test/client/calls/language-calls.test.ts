import { describe, expect, test } from 'vitest';
import { type LanguageCalls, makeLanguageCalls } from '../../../src/client/calls/language-calls.ts';
import { makeExchange } from '../../../src/client/transport/exchange.ts';
import type { Call } from '../../../src/client/transport/send.ts';
import type { PairQuestion } from '../../../src/model/account/language.ts';
import { ServiceError } from '../../../src/model/errors.ts';
import { testService } from '../../support/in-process.ts';
import { pairSupports } from '../../support/pair-supports.ts';
import { answer } from '../../support/scripted-client.ts';
import { clientOf } from '../../support/target.ts';
import { scriptedExchange } from '../scripted-exchange.ts';

/** Language calls, each answered with the same body; a text is sent as it is. */
function answered(body: unknown): { readonly calls: LanguageCalls; readonly sent: readonly Call[] } {
  const sent: Call[] = [];
  const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
  const exchange = makeExchange(
    async (call) => {
      sent.push(call);
      return { status: 200, body: bytes, traceId: 't-1' };
    },
    (each) => each,
  );
  return { calls: makeLanguageCalls(exchange), sent };
}

const german = (more: object = {}): object => ({
  lang: 'de',
  name: 'German',
  usable_as_source: true,
  usable_as_target: false,
  status: 'stable',
  features: {},
  ...more,
});

describe('listing languages', () => {
  test('takes one call, with the resource and every include by itself', async () => {
    const { calls, sent } = answered([]);
    expect(await calls.list('voice')).toEqual([]);
    await calls.list('voice', ['beta', 'external']);
    await calls.list('a&include=beta');
    expect(sent).toEqual(
      [
        '/v3/languages?resource=voice',
        '/v3/languages?resource=voice&include=beta&include=external',
        '/v3/languages?resource=a%26include%3Dbeta',
      ].map((path) => ({ method: 'GET', path })),
    );
  });

  test('gives each language in our spelling, in the order of the answer', async () => {
    const features = { formality: { status: 'stable' }, tone: { status: 'beta' } };
    const { calls } = answered([german({ features }), german({ lang: 'ar', name: 'Arabic', usable_as_target: true })]);
    const [first, second] = await calls.list('translate_text');
    expect(first).toEqual({
      code: 'de',
      name: 'German',
      usableAsSource: true,
      usableAsTarget: false,
      status: 'stable',
      features: new Map([
        ['formality', { status: 'stable', external: false }],
        ['tone', { status: 'beta', external: false }],
      ]),
    });
    expect(second).toMatchObject({ code: 'ar', usableAsTarget: true, features: new Map() });
  });

  test('a feature is external when it says so or its name does', async () => {
    const features = {
      spoken: { status: 'stable', external: true },
      heard: { status: 'stable', external: 'true' },
      transcription_external: { status: 'stable', external: false },
    };
    const [language] = await answered([german({ features })]).calls.list('voice');
    expect([...(language?.features ?? [])].map(([name, { external }]) => [name, external])).toEqual([
      ['spoken', true],
      ['heard', false],
      ['transcription_external', true],
    ]);
  });

  test('codes, statuses, features and fields that came later are no fault', async () => {
    const body = `[{"lang":"qaa-Qaaa-x-new","name":"New","usable_as_source":true,"usable_as_target":true,"status":"retiring",
      "dialects":[1],"features":{"__proto__":{"status":"trial","since":3},"constructor":true}}]`;
    const [language] = await answered(body).calls.list('translate_text');
    expect(language).toMatchObject({ code: 'qaa-Qaaa-x-new', status: 'retiring' });
    expect([...(language?.features ?? [])]).toEqual([
      ['__proto__', { status: 'trial', external: false }],
      ['constructor', { status: '', external: false }],
    ]);
  });

  test('a language without flags is usable on no side; without a name it is called by its code', async () => {
    expect(await answered([{ lang: 'de', usable_as_target: 'yes' }]).calls.list('write')).toEqual([
      { code: 'de', name: 'de', usableAsSource: false, usableAsTarget: false, status: '', features: new Map() },
    ]);
  });

  test.each([
    [{ languages: [] }, 'it is not a list'],
    [[null], '[0] is not an object'],
    [[german(), { name: 'German' }], '[1].lang is not a text'],
    [[german({ features: ['formality'] })], '[0].features is not an object'],
    ['<html>', 'it is not JSON in UTF-8'],
  ])('an answer that is no list of languages is refused with its place: %j', async (body, message) => {
    const error = await answered(body)
      .calls.list('voice')
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).refusal.message).toContain(message);
  });

  test('a service without the endpoint is an error, not an empty list', async () => {
    const { exchange } = scriptedExchange([answer(404, { message: 'Not found' })]);
    await expect(makeLanguageCalls(exchange).list('voice')).rejects.toBeInstanceOf(ServiceError);
  });
});

describe('listing resources', () => {
  test('an absent need is no need', async () => {
    const { calls, sent } = answered([
      {
        name: 'translate_text',
        features: [
          { name: 'formality', needs_target_support: true },
          { name: 'glossary', needs_source_support: true, needs_target_support: true, more: 1 },
          { name: 'later', needs_source_support: false },
        ],
      },
      { name: 'glossary' },
    ]);
    expect(await calls.resources()).toEqual([
      {
        name: 'translate_text',
        features: new Map([
          ['formality', { needsSource: false, needsTarget: true }],
          ['glossary', { needsSource: true, needsTarget: true }],
          ['later', { needsSource: false, needsTarget: false }],
        ]),
      },
      { name: 'glossary', features: new Map() },
    ]);
    expect(sent).toEqual([{ method: 'GET', path: '/v3/languages/resources' }]);
  });

  test('a feature without a name is refused', async () => {
    await expect(answered([{ name: 'voice', features: [{}] }]).calls.resources()).rejects.toThrow(
      '[0].features[0].name is not a text',
    );
  });
});

describe('what the embedded service says of pairs', () => {
  const calls = clientOf(testService()).languages;

  async function supported(resource: string, question: PairQuestion, include: readonly ('beta' | 'external')[] = []) {
    const descriptor = (await calls.resources()).find(({ name }) => name === resource);
    if (descriptor === undefined) throw new Error(`no resource ${resource}`);
    return pairSupports(descriptor, await calls.list(resource, include), question);
  }

  test.each([
    ['translate_text', 'en', 'pt-BR', 'glossary', true],
    ['translate_text', 'en', 'pt-BR', 'formality', true],
    ['translate_text', 'en', 'ko', 'formality', false],
    ['translate_text', 'ar', 'zh-Hans', 'style_rules', true],
    ['translate_document', 'ar', 'zh-Hans', 'style_rules', false],
    ['translate_text', 'en', 'de-CH', undefined, false],
    ['write', 'en', 'en-GB', 'tone', true],
    ['glossary', 'th', 'he', undefined, true],
    ['glossary', 'en', 'en-US', undefined, false],
    ['style_rules', 'en', 'zh', undefined, true],
    ['voice', 'de', 'ja', 'translated_speech', true],
    ['voice', 'de', 'ar', 'translated_speech_external', false],
  ])('%s %s->%s %s: %s', async (resource, source, target, feature, expected) => {
    expect(await supported(resource, { source, target, ...(feature !== undefined && { feature }) })).toBe(expected);
  });

  test('what is in beta or external is there when it is asked for', async () => {
    const swiss = { source: 'en', target: 'de-CH' };
    expect(await supported('translate_text', swiss, ['beta'])).toBe(true);
    const spoken = { source: 'de', target: 'ar', feature: 'translated_speech_external' };
    expect(await supported('voice', spoken, ['external'])).toBe(true);
    const [arabic] = await calls.list('voice', ['external']);
    expect(arabic?.features.get('translated_speech_external')).toEqual({ status: 'stable', external: true });
  });

  test('every source and target of the glossary resource form a pair', async () => {
    const languages = await calls.list('glossary');
    const [descriptor] = (await calls.resources()).filter(({ name }) => name === 'glossary');
    if (descriptor === undefined) throw new Error('no resource glossary');
    const pairs = languages.flatMap(({ code: source }) => languages.map(({ code: target }) => ({ source, target })));
    expect(pairs.filter((pair) => !pairSupports(descriptor, languages, pair))).toEqual([]);
    expect(pairs).toHaveLength(33 * 33);
  });
});
