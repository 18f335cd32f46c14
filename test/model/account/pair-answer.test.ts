import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Language, ResourceDescriptor } from '../../../src/model/account/language.ts';
import { pairAnswer } from '../../../src/model/account/pair-answer.ts';
import { pairSupports } from '../../support/pair-supports.ts';

const language = (code: string, sides: string, ...features: readonly string[]): Language => ({
  code,
  name: code,
  usableAsSource: sides.includes('s'),
  usableAsTarget: sides.includes('t'),
  status: 'stable',
  features: new Map(features.map((name) => [name, { status: 'stable', external: false }])),
});

const RESOURCE: ResourceDescriptor = {
  name: 'translate_text',
  features: new Map([
    ['glossary', { needsSource: true, needsTarget: true }],
    ['formality', { needsSource: false, needsTarget: true }],
  ]),
};
const LANGUAGES = [
  language('en', 's', 'glossary'),
  language('en-GB', 't', 'glossary', 'formality'),
  language('en-US', 't', 'glossary'),
  language('de', 'st', 'glossary', 'formality'),
  language('tr', 'st'),
];
const ask = (source: string, target: string, feature?: string, resource = RESOURCE) =>
  pairAnswer(resource, LANGUAGES, { source, target, ...(feature !== undefined && { feature }) });

describe('an answer about a pair', () => {
  test('is yes with the codes as they are listed', () => {
    expect(ask('EN', 'de', 'glossary')).toEqual({ supported: true, sources: ['en'], targets: ['de'], gaps: [] });
  });

  test('is about every variant when a base language is listed by its variants alone', () => {
    expect(ask('de', 'en', 'glossary')).toMatchObject({ supported: true, targets: ['en-GB', 'en-US'] });
    expect(ask('de', 'EN', 'formality')).toMatchObject({
      supported: false,
      gaps: [{ kind: 'no-feature', side: 'target', code: 'en-US', feature: 'formality' }],
    });
  });

  test('names each side that lacks the feature', () => {
    expect(ask('tr', 'tr', 'glossary').gaps).toEqual([
      { kind: 'no-feature', side: 'source', code: 'tr', feature: 'glossary' },
      { kind: 'no-feature', side: 'target', code: 'tr', feature: 'glossary' },
    ]);
    expect(ask('tr', 'de', 'formality').supported).toBe(true);
  });

  test('tells what a side takes in the place of a variant that it does not', () => {
    expect(ask('en-US', 'de-AT').gaps).toEqual([
      { kind: 'no-language', side: 'source', code: 'en-US', instead: ['en'] },
      { kind: 'no-language', side: 'target', code: 'de-AT', instead: ['de'] },
    ]);
  });

  test('takes a variant for its base where languages have no variants', () => {
    const glossary = { name: 'glossary', features: new Map() };
    expect(ask('EN-US', 'de-AT', undefined, glossary)).toMatchObject({
      supported: true,
      sources: ['en'],
      targets: ['de'],
    });
  });

  test('names the features that there are when there is no such feature', () => {
    expect(ask('en', 'de', 'tone').gaps).toEqual([
      { kind: 'unknown-feature', feature: 'tone', known: ['glossary', 'formality'] },
    ]);
  });

  test('is yes wherever the pair itself is supported, and no only with a reason', () => {
    const code = fc.constantFrom('en', 'EN-gb', 'de', 'tr', 'xx', 'de-AT', '');
    const feature = fc.constantFrom(undefined, 'glossary', 'formality', 'tone');
    fc.assert(
      fc.property(code, code, feature, (source, target, named) => {
        const { supported, gaps } = ask(source, target, named);
        const question = { source, target, ...(named !== undefined && { feature: named }) };
        if (pairSupports(RESOURCE, LANGUAGES, question)) expect(supported).toBe(true);
        expect(supported).toBe(gaps.length === 0);
      }),
    );
  });
});
