import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldTerm, termMatcher } from '../../../src/steps/search/match-term.ts';

const BOTH = { source: true, target: true };

describe('folding', () => {
  test.each([
    ['Sign In', 'sign in'],
    ['  sign   in ', 'sign in'],
    ['sign\u00a0in', 'sign in'],
    ['Stra\u00dfe', 'STRASSE'],
    ['caf\u00e9', 'cafe\u0301'],
    ['STRAẞE', 'straße'],
    ['ﬁle', 'file'],
    ['ＡＢＣ', 'abc'],
    ['sign\u00adin', 'signin'],
    ['zero\u200bwidth', 'zerowidth'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
  ])('%j and %j are alike', (left, right) => {
    expect(foldTerm(left)).toBe(foldTerm(right));
  });

  test.each([
    ['resume', 'résumé'],
    ['sign-in', 'sign in'],
    ['house', 'houses'],
  ])('%j and %j are not', (left, right) => {
    expect(foldTerm(left)).not.toBe(foldTerm(right));
  });

  test('ASCII takes the short way to the same result', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        // The letter makes it take the long way.
        expect(foldTerm(`${text} é`)).toBe(`${foldTerm(text)} é`.trim());
      }),
    );
  });
});

describe('a term matches', () => {
  const matchOf = termMatcher('Sign in', BOTH);

  test.each([
    ['Sign in', 'anmelden', 'exact'],
    ['SIGN IN', 'anmelden', 'alike'],
    ['anmelden', 'sign in', 'translation'],
    ['please sign in here', 'x', 'words'],
    ['design inside', 'x', 'part'],
    ['sign', 'x', undefined],
  ] as const)('%j → %j: %s', (source, target, match) => {
    expect(matchOf(source, target)).toBe(match);
  });

  test('with the sides of its language alone', () => {
    const asSource = termMatcher('Haus', { source: true, target: false });
    const asTarget = termMatcher('Haus', { source: false, target: true });
    expect([asSource('Haus', 'x'), asSource('x', 'Haus'), asSource('Haus am See', 'x')]).toEqual([
      'exact',
      undefined,
      'words',
    ]);
    expect([asTarget('Haus', 'x'), asTarget('x', 'haus'), asTarget('Haus am See', 'x')]).toEqual([
      undefined,
      'translation',
      undefined,
    ]);
  });

  test('as words when one of several places has no letter beside it', () => {
    const inWords = termMatcher('cat', BOTH);
    expect(inWords('category of cats, and a cat!', 'x')).toBe('words');
    expect(inWords('category', 'x')).toBe('part');
    expect(inWords('cat2', 'x')).toBe('part');
    expect(inWords('écat', 'x')).toBe('part');
  });

  test('every phrase exactly with itself, and with its upper case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (phrase) => {
        fc.pre(foldTerm(phrase) !== '');
        const match = termMatcher(phrase, BOTH);
        expect(match(phrase, 'x')).toBe('exact');
        expect(['exact', 'alike']).toContain(match(phrase.toUpperCase(), 'x'));
      }),
    );
  });
});
