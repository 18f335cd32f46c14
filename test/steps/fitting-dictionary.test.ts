import { expect, test } from 'vitest';
import { fittingDictionaries } from '../../src/steps/fitting-dictionary.ts';
import { desiredGlossary } from '../support/build.ts';

const DESIRED = {
  glossaries: [
    desiredGlossary('a', { 'en->de': { x: 'y' }, 'fr->de': { x: 'y' }, 'en->fr': { x: 'y' }, 'it->de': {} }),
    desiredGlossary('b', { 'en->de': { x: 'y' }, 'de->de': { x: 'y' } }),
  ],
};
const EN_A = { glossary: 'glossary.a', source: 'en', pair: 'en->de' };
const FR_A = { glossary: 'glossary.a', source: 'fr', pair: 'fr->de' };
const EN_B = { glossary: 'glossary.b', source: 'en', pair: 'en->de' };

test.each([
  [{ to: 'de' }, [EN_A, FR_A, EN_B]],
  [{ to: 'DE-ch' }, [EN_A, FR_A, EN_B]],
  [{ to: 'de_AT' }, [EN_A, FR_A, EN_B]],
  [{ to: 'de', from: 'en' }, [EN_A, EN_B]],
  [{ to: 'de', from: 'EN-GB' }, [EN_A, EN_B]],
  [{ to: 'de', from: 'it' }, []],
  [{ to: 'fr' }, [{ glossary: 'glossary.a', source: 'en', pair: 'en->fr' }]],
  [{ to: 'es' }, []],
])('%j', (wanted, expected) => {
  expect(fittingDictionaries(DESIRED, wanted)).toEqual(expected);
});

test('without glossaries there is none', () => {
  expect(fittingDictionaries({}, { to: 'de' })).toEqual([]);
});

test.each([
  ['pt', 'glossary.p'],
  ['pt-PT', 'glossary.p'],
  ['pt-BR', 'glossary.p.pt-br'],
])('into %s fits %s: a variant fits only its own language, in place of its base', (to, glossary) => {
  const base = desiredGlossary('p', { 'en->pt': { x: 'y' } });
  const of = { code: 'pt-br', language: 'pt', base: base.address };
  const variant = { ...desiredGlossary('p.pt-br', { 'en->pt': { x: 'z' } }), variant: of };
  expect(fittingDictionaries({ glossaries: [base, variant] }, { to })).toEqual([
    { glossary, source: 'en', pair: 'en->pt' },
  ]);
});
