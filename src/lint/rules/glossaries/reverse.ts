import { pairKey } from '../../../model/entries/language-pair.ts';
import { foldedPhrase } from '../../fold-phrase.ts';
import type { LintDictionary } from '../../lint-input.ts';
import type { GlossaryRule, TermHit } from '../../rule.ts';

/**
 * Rows of `back` whose source phrase is a translation in `there`, but whose translation is not one of the phrases that
 * it translates there.
 */
function disagreements(there: LintDictionary, back: LintDictionary): readonly TermHit[] {
  const sourcesOf = new Map<string, string[]>();
  for (const [source, target] of there.entries) {
    if (back.entries.get(target) === undefined) continue;
    const sources = sourcesOf.get(target);
    if (sources === undefined) sourcesOf.set(target, [source]);
    else sources.push(source);
  }
  return [...sourcesOf].flatMap(([phrase, sources]) => {
    const text = foldedPhrase(back.entries.get(phrase) ?? '');
    if (sources.some((source) => foldedPhrase(source) === text)) return [];
    const [first = ''] = sources;
    return [
      {
        dictionary: back,
        source: phrase,
        side: 'target' as const,
        related: [[there, first] as const],
        details: { otherPair: pairKey(there.pair), others: sources },
      },
    ];
  });
}

/** Two directions that contradict each other. */
export const glossariesReverse: GlossaryRule = {
  id: 'glossaries/reverse',
  level: 'note',
  strict: 'warning',
  scope: 'glossary',
  summary:
    'Two dictionaries of a glossary translate in opposite directions, and a term translated there and back becomes ' +
    'another term.',
  why: 'One of the two dictionaries was changed and the other was forgotten, or a translation is not exact.',
  message:
    '{quoted term} is translated as {quoted text}, but {otherPair} translates {someQuoted others} as {quoted term}',
  precision: [{ right: 55, hits: 118, lists: 'medical lists: pairs that disagree, of pairs that overlap' }],
  bad: [
    { pair: 'en->de', source: 'vaccine', target: 'Impfstoff' },
    { pair: 'de->en', source: 'Impfstoff', target: 'vaccination', note: 'next to the row above' },
  ],
  good: [
    { pair: 'en->de', source: 'vaccine', target: 'Impfstoff' },
    { pair: 'en->de', source: 'jab', target: 'Impfstoff' },
    { pair: 'de->en', source: 'Impfstoff', target: 'vaccine', note: 'one of the source phrases of Impfstoff' },
  ],
  check: ({ dictionaries }) =>
    [...dictionaries.values()].flatMap((there) => {
      const back = dictionaries.get(pairKey({ source: there.pair.target, target: there.pair.source }));
      return back === undefined ? [] : disagreements(there, back);
    }),
};
