import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sourceOfKey } from '../../../src/change/diff-entries.ts';
import { type Preview, type Verdict, verdictCounts } from '../../../src/steps/preview/preview.ts';
import type { ProbedTerm } from '../../../src/steps/preview/probes.ts';
import { termEffects } from '../../../src/steps/preview/run-preview.ts';
import { type Line, lineValue } from '../../support/changes.ts';
import { runs } from '../../support/runs.ts';

const term = (line: Line, count: number): ProbedTerm => ({ change: lineValue(['entry', 'en->de'], line), count });
const added = (source: string, to: string, count = 1): ProbedTerm => term(['+', source, to], count);
const changed = (source: string, from: string, to: string, count = 1): ProbedTerm =>
  term(['~', source, from, to], count);
const removed = (source: string, from: string, count = 1): ProbedTerm => term(['-', source, from], count);

const verdicts = (terms: readonly ProbedTerm[], before: string, after: string) =>
  termEffects(terms, before, after).map(({ verdict, found }) => [verdict, found]);

describe('the verdict on a term that comes or changes', () => {
  test.each([
    ['the phrase stands there', 'Die Rechnung ist fällig.', ['applied', 1]],
    ['its first letter is raised', 'rechnung? Ja.', ['applied', 1]],
    ['a form of it stands there', 'Die Rechnungen sind fällig.', ['inflected', 1]],
    ['it is in capitals', 'Die RECHNUNG ist fällig.', ['inflected', 1]],
    ['it is part of a longer word', 'Das Rechnungsdatum fehlt.', ['ignored', 0]],
    ['another word stands there', 'Die Faktura ist fällig.', ['ignored', 0]],
    ['there is no answer', '', ['ignored', 0]],
  ])('%s', (_, after, expected) => {
    expect(verdicts([changed('invoice', 'Faktura', 'Rechnung')], 'Die Faktura ist fällig.', after)).toEqual([expected]);
  });

  test('a change of case alone is seen', () => {
    const term = changed('GitHub', 'Github', 'GitHub');
    expect(verdicts([term], 'Auf Github.', 'Auf GitHub.')).toEqual([['applied', 1]]);
    expect(verdicts([term], 'Auf Github.', 'Auf Github.')).toEqual([['inflected', 1]]);
  });

  test('a script without spaces has its phrases in the midst of others, and forms that share their beginning', () => {
    expect(verdicts([added('invoice', '請求書')], '', 'この請求書を送る')).toEqual([['applied', 1]]);
    expect(verdicts([added('apply', '申し込む')], '', '今すぐ申し込みます')).toEqual([['inflected', 1]]);
    expect(verdicts([added('apply', '申し込む')], '', '今すぐ申請します')).toEqual([['ignored', 0]]);
    expect(verdicts([added('book', '本棚')], '', '本を読む')).toEqual([['ignored', 0]]);
    expect(verdicts([added('x', 'eins zwei drei')], '', 'eins zwei vier')).toEqual([['ignored', 0]]);
  });

  test('a place counts for one term: two that have the same target need it twice', () => {
    const both = [added('house', 'Haus'), added('home', 'Haus')];
    expect(verdicts(both, '', 'Ein Haus.')).toEqual([
      ['applied', 1],
      ['ignored', 0],
    ]);
    expect(verdicts(both, '', 'Ein Haus, ein Haus.')).toEqual([
      ['applied', 1],
      ['applied', 1],
    ]);
  });

  test('the longest phrase chooses first, so that its words are not taken from it', () => {
    expect(verdicts([added('house', 'Haus'), added('open house', 'offenes Haus')], '', 'Ein offenes Haus.')).toEqual([
      ['ignored', 0],
      ['applied', 1],
    ]);
  });

  test('a place that shares a word with the place of another term is taken', () => {
    const both = [added('red house', 'rotes Haus'), added('house by', 'Haus am')];
    expect(verdicts(both, '', 'Ein rotes Haus am See.')).toEqual([
      ['applied', 1],
      ['ignored', 0],
    ]);
    expect(verdicts(both.toReversed(), '', 'Ein rotes Haus am See.')).toEqual([
      ['applied', 1],
      ['ignored', 0],
    ]);
  });

  test('a term that stands there several times says at how many places it was used', () => {
    expect(verdicts([added('card', 'Karte', 3)], '', 'Karte, Karten und noch etwas')).toEqual([['applied', 2]]);
  });
});

test('an effect tells the term, its places, its row and the term around it', () => {
  const at = { file: 'en-de.csv', line: 2, column: 1 };
  const { change, count } = changed('house', 'Bau', 'Haus', 2);
  const probed = [{ change: { ...change, at }, count, coveredBy: 'open house' }, removed('cat', 'Katze')];
  expect(termEffects(probed, 'Bau und Katze', 'Haus')).toEqual([
    {
      ...{ kind: 'changed', source: 'house', target: 'Haus', verdict: 'applied', found: 1, expected: 2 },
      ...{ coveredBy: 'open house', at },
    },
    { kind: 'removed', source: 'cat', target: 'Katze', verdict: 'removed', found: 0, expected: 1 },
  ]);
});

describe('the verdict on a term that goes', () => {
  test.each([
    ['its translation is gone', 'Die Rechnung.', 'Die Faktura.', 'removed'],
    ['a form of it is gone', 'Die Rechnungen.', 'Die Fakturen.', 'removed'],
    ['the service says the same without it', 'Die Rechnung.', 'Die Rechnung.', 'unchanged'],
    ['only its form is another one', 'Die Rechnung.', 'Der Rechnungen.', 'unchanged'],
    ['it was not used before', 'Die Faktura.', 'Die Faktura.', 'unchanged'],
  ])('%s', (_, before, after, expected) => {
    expect(verdicts([removed('invoice', 'Rechnung')], before, after)[0]?.[0]).toBe(expected);
  });
});

test('whatever the texts are, each term has one effect, and no more places than its source', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  const phrase = fc.oneof(fc.constantFrom('Haus', 'ab', '請求書', ' ', '‹', '__proto__'), text);
  const line: fc.Arbitrary<Line> = fc.oneof(
    fc.tuple(fc.constant('+' as const), phrase, phrase),
    fc.tuple(fc.constant('~' as const), phrase, phrase, phrase),
    fc.tuple(fc.constant('-' as const), phrase, phrase),
  );
  const terms = fc.array(
    fc.tuple(line, fc.integer({ min: 1, max: 3 })).map((each) => term(...each)),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(terms, text, fc.array(phrase, { maxLength: 8 }), (probed, before, words) => {
      const effects = termEffects(probed, before, words.join(' '));
      expect(effects.map(({ source }) => source)).toEqual(probed.map((each) => sourceOfKey(each.change.key)));
      for (const { found, expected } of effects) expect(found).toBeLessThanOrEqual(expected);
    }),
    { numRuns: runs(500) },
  );
});

test('a term in several samples counts once for a glossary, with its most doubtful verdict', () => {
  const sample = (...terms: readonly (readonly [source: string, verdict: Verdict])[]) => ({
    terms: terms.map(([source, verdict]) => ({ source, verdict })),
  });
  const subjects = [
    { samples: [sample(['a', 'applied'], ['b', 'ignored']), sample(['a', 'inflected'], ['b', 'applied'])] },
    { samples: [sample(['a', 'removed']), sample(['a', 'unchanged']), sample(['a', 'removed'])] },
  ] as unknown as Preview['subjects'];
  expect([...verdictCounts({ subjects })]).toEqual([
    ['inflected', 1],
    ['ignored', 1],
    ['unchanged', 1],
  ]);
});
