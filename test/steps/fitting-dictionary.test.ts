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
