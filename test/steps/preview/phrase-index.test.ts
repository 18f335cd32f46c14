import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexPhrases, phrasesIn } from '../../../src/steps/preview/probes.ts';
import { placesOf, tokensOf } from '../../../src/steps/preview/tokens.ts';
import { runs } from '../../support/runs.ts';

const word = fc.constantFrom('a', 'A', 'b', 'due', 'date', 'é', 'e\u0301', '書', '-', '‹', '__proto__', ' ');
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));

test('an index finds each phrase at the very places at which it stands by itself', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(text, { maxLength: 8 }),
      fc.array(text, { minLength: 1, maxLength: 3 }),
      (phrases, texts) => {
        const tokens = texts.map(tokensOf);
        const index = indexPhrases(phrases, tokens);
        for (const each of tokens) {
          const expected = phrases.flatMap((phrase) => {
            const places = placesOf(tokensOf(phrase), each);
            return places.length === 0 ? [] : [[phrase, places] as const];
          });
          expect(new Map(phrasesIn(index, each))).toEqual(new Map(expected));
        }
      },
    ),
    { numRuns: runs(500) },
  );
});

test('phrases come in the order of the text, shorter ones first', () => {
  const text = tokensOf('the due date is due');
  const index = indexPhrases(['due date', 'due', 'the due date'], [text]);
  expect([...phrasesIn(index, text).keys()]).toEqual(['the due date', 'due', 'due date']);
});
