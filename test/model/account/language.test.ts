import { describe, expect, test } from 'vitest';
import type { Language, ResourceDescriptor } from '../../../src/model/account/language.ts';
import { pairAnswer } from '../../../src/model/account/pair-answer.ts';

function language(
  code: string,
  sides: 'source' | 'target' | 'both' | 'none',
  ...features: readonly string[]
): Language {
  return {
    code,
    name: code,
    usableAsSource: sides === 'source' || sides === 'both',
    usableAsTarget: sides === 'target' || sides === 'both',
    status: 'stable',
    features: new Map(features.map((name) => [name, { status: 'stable', external: false }])),
  };
}

const RESOURCE: ResourceDescriptor = {
  name: 'translate_text',
  features: new Map([
    ['auto_detection', { needsSource: true, needsTarget: false }],
    ['formality', { needsSource: false, needsTarget: true }],
    ['glossary', { needsSource: true, needsTarget: true }],
    ['for_all', { needsSource: false, needsTarget: false }],
  ]),
};

const LANGUAGES = [
  language('en', 'source', 'auto_detection', 'glossary'),
  language('de', 'both', 'formality', 'glossary', 'unnamed'),
  language('ko', 'both', 'unnamed'),
  language('pt-BR', 'target', 'formality', 'glossary'),
  language('xx', 'none', 'formality', 'glossary'),
];

const supports = (source: string, target: string, feature?: string): boolean =>
  pairAnswer(RESOURCE, LANGUAGES, { source, target, ...(feature !== undefined && { feature }) }).supported;

describe('a pair', () => {
  test.each([
    ['en', 'de', true],
    ['EN', 'PT-br', true],
    ['de', 'de', true],
    ['de', 'en', false],
    ['pt-BR', 'de', false],
    ['en', 'xx', false],
    ['xx', 'de', false],
    ['en', 'fr', false],
    ['fr', 'de', false],
    ['en-US', 'de', false],
    ['', '', false],
  ])('%s->%s: %s', (source, target, expected) => {
    expect(supports(source, target)).toBe(expected);
  });
});

describe('a feature for a pair', () => {
  test.each([
    ['auto_detection', 'en', 'ko', true],
    ['auto_detection', 'de', 'ko', false],
    ['formality', 'ko', 'de', true],
    ['formality', 'de', 'ko', false],
    ['glossary', 'en', 'de', true],
    ['glossary', 'ko', 'de', false],
    ['glossary', 'de', 'ko', false],
    ['for_all', 'ko', 'de', true],
  ])('%s %s->%s: %s', (feature, source, target, expected) => {
    expect(supports(source, target, feature)).toBe(expected);
  });

  test('no feature makes a pair that the resource does not take', () => {
    expect(supports('en', 'xx', 'glossary')).toBe(false);
    expect(supports('de', 'en', 'for_all')).toBe(false);
  });

  test('a feature that the resource does not name is none of its, whatever the languages say', () => {
    expect(supports('de', 'ko', 'unnamed')).toBe(false);
    expect(supports('en', 'de', 'constructor')).toBe(false);
  });
});
