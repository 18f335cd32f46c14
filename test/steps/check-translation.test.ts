import { describe, expect, test } from 'vitest';
import { checkTranslation, type TranslationFacts } from '../../src/steps/check-translation.ts';

const glossary = { address: 'glossary.product', live: ['en->de', 'en->pt'] as const };
const style = { address: 'style_rules.tone', language: 'de' };

const ALLOWED: readonly TranslationFacts[] = [
  { to: 'de' },
  { from: 'EN-us', to: 'DE', glossary },
  { from: 'en', to: 'pt-BR', glossary },
  { from: 'en', to: 'fr', glossary: { address: 'glossary.product' } },
  { to: 'de-CH', style, model: 'quality_optimized' },
  { to: 'fr', style: { address: 'style_rules.tone' } },
  { to: 'de', model: 'latency_optimized' },
];

const REFUSED: readonly (readonly [TranslationFacts, readonly string[]])[] = [
  [
    { to: 'de', glossary },
    ['glossary.product needs --from: a glossary cannot be used with automatic detection of the source'],
  ],
  [{ from: 'de', to: 'en', glossary }, ['glossary.product has no dictionary de->en; it has: en->de, en->pt']],
  [
    { from: 'en', to: 'de', glossary: { ...glossary, live: [] } },
    ['glossary.product has no dictionary en->de; it has: none'],
  ],
  [
    { from: 'de', to: 'en', glossary: { ...glossary, files: ['de->en'] } },
    ['glossary.product has no dictionary de->en on the service yet; run "lexform apply"'],
  ],
  [{ to: 'fr', style }, ['style_rules.tone is for de and cannot be used with --to fr']],
  [
    { to: 'de', style: { address: 'style_rules.tone' }, model: 'latency_optimized' },
    ['style_rules.tone needs a quality-optimized model and cannot be used with --model latency_optimized'],
  ],
];

describe('the rules of a translation', () => {
  test.each(ALLOWED)('let %j through', (facts) => {
    expect(checkTranslation(facts)).toEqual([]);
  });

  test.each(REFUSED)('refuse %j', (facts, faults) => {
    expect(checkTranslation(facts)).toEqual(faults);
  });

  test('are all told at once', () => {
    expect(checkTranslation({ to: 'fr', glossary, style, model: 'latency_optimized' }).length).toBe(3);
  });
});
