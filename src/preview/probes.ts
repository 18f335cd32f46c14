import type { Entries } from '../model/entries.ts';
import type { Sample } from '../model/sample.ts';
import type { DictionaryChange, EntryChange } from '../plan/plan.ts';
import { indexPhrases, liesIn, phrasesIn } from './phrase-index.ts';
import { formOf, placesOf, type Token, tokensOf } from './tokens.ts';

/** A changed term whose source phrase stands in a sample. */
export interface ProbedTerm {
  readonly change: EntryChange;
  /** How often it stands there. */
  readonly count: number;
  readonly coveredBy?: string;
}

/** A sample and what it can show. */
export interface Probe {
  readonly sample: Sample;
  /** In the order of the sample; empty for a style list. */
  readonly terms: readonly ProbedTerm[];
}

/** Each sentence of a language once, the first one of it. */
export function ofLanguage(samples: readonly Sample[], fits: (language: string) => boolean): readonly Sample[] {
  const byText = new Map<string, Sample>();
  for (const sample of samples) {
    const key = `${sample.language}\0${sample.text}`;
    if (fits(sample.language) && !byText.has(key)) byText.set(key, sample);
  }
  return [...byText.values()];
}

const isOwn = ({ at }: Sample, change: EntryChange): boolean =>
  change.kind !== 'removed' && change.at?.file === at.file && change.at.line === at.line;

/**
 * Which changed terms a sample can show: those whose source phrase stands in it, as whole words and in whatever case. In the example of its own row a term
 * may also stand in another form, since the row says whose example it is.
 */
export function probesOf(
  change: DictionaryChange,
  after: Entries,
  samples: readonly Sample[],
  examples: readonly Sample[],
): readonly Probe[] {
  const all = ofLanguage([...samples, ...examples], (language) => language === change.pair.source);
  if (all.length === 0) return [];
  const texts = all.map(({ text }) => tokensOf(text));
  const changes = new Map(change.entries.map((entry) => [entry.source, entry]));
  const changed = indexPhrases(changes.keys(), texts);
  const known = indexPhrases(sourcesOf(after), texts);
  const ownOf = new Map(
    change.entries.flatMap((entry) =>
      entry.kind === 'removed' || entry.at === undefined
        ? []
        : [[`${entry.at.file}\0${entry.at.line}`, entry] as const],
    ),
  );
  return all.flatMap((sample, index): readonly Probe[] => {
    const text = texts[index] as readonly Token[];
    const found = new Map(phrasesIn(changed, text));
    const own = ownOf.get(`${sample.at.file}\0${sample.at.line}`);
    if (own !== undefined && isOwn(sample, own) && !found.has(own.source)) {
      const forms = placesOf(tokensOf(own.source), text, formOf);
      if (forms.length > 0) found.set(own.source, forms);
    }
    if (found.size === 0) return [];
    const longer = [...phrasesIn(known, text)];
    const terms = [...found].flatMap(([source, places]): readonly ProbedTerm[] => {
      const entry = changes.get(source);
      if (entry === undefined) return [];
      const free = places.filter((place) => !longer.some(([, others]) => others.some((other) => liesIn(place, other))));
      const covering = longer.find(([, others]) => others.some((other) => places[0] && liesIn(places[0], other)))?.[0];
      return [
        {
          change: entry,
          count: free.length || places.length,
          ...(free.length === 0 && covering !== undefined && { coveredBy: covering }),
        },
      ];
    });
    return [{ sample, terms }];
  });
}

function* sourcesOf(entries: Entries): Generator<string> {
  for (const [source] of entries) yield source;
}
