import type { PairKey } from '../../../model/entries/language-pair.ts';
import type { LintDictionary, LintGlossary } from '../../lint-input.ts';
import type { TermHit, TogetherRule } from '../../rule.ts';

/** Rows of a dictionary whose source phrase has another translation in the other dictionary. */
function conflicts(first: LintDictionary, second: LintDictionary): readonly TermHit[] {
  const hits: TermHit[] = [];
  const [small, large] = first.entries.size < second.entries.size ? [first, second] : [second, first];
  for (const [source, target] of small.entries) {
    const other = large.entries.get(source);
    if (other === undefined || other === target) continue;
    hits.push({
      dictionary: second,
      source,
      side: 'target',
      related: [[first, source]],
      details: { other: first.address, otherText: first === small ? target : other },
    });
  }
  return hits;
}

const dictionariesOfPair = (glossaries: readonly LintGlossary[], key: PairKey): readonly LintDictionary[] =>
  glossaries.flatMap(({ dictionaries }) => dictionaries.get(key) ?? []);

/** One source phrase with two translations, in glossaries that are used together. */
export const glossariesConflict: TogetherRule = {
  id: 'glossaries/conflict',
  level: 'error',
  scope: 'together',
  summary: 'Glossaries that one request uses translate a source phrase differently.',
  why: 'The service does not document which glossary wins in a request with several glossaries.',
  message:
    '{quoted term} is translated as {quoted text} here and as {quoted otherText} in {other}, which is used in the ' +
    'same request',
  precision: [
    { right: 22, hits: 22, lists: 'UI lists: 39 source phrases are in two lists' },
    { right: 60, hits: 60, lists: 'names of countries and languages' },
  ],
  bad: [
    { pair: 'en->de', source: 'face mask', target: 'Gesichtsmaske', note: 'in glossary.product' },
    { pair: 'en->de', source: 'face mask', target: 'Schutzmaske', note: 'in glossary.legal, used together' },
  ],
  good: [
    { pair: 'en->de', source: 'face mask', target: 'Schutzmaske', note: 'in glossary.product' },
    { pair: 'en->de', source: 'face mask', target: 'Schutzmaske', note: 'in glossary.legal: the same' },
  ],
  check: (glossaries) =>
    [...new Set(glossaries.flatMap(({ dictionaries }) => [...dictionaries.keys()]))].flatMap((key) => {
      const dictionaries = dictionariesOfPair(glossaries, key);
      return dictionaries.flatMap((second, at) =>
        dictionaries.slice(0, at).flatMap((first) => conflicts(first, second)),
      );
    }),
};
