import type { DictionaryAddress, GlossaryAddress, StyleListAddress } from '../model/address.ts';
import type { DesiredStyleList } from '../model/desired.ts';
import { type Entries, NO_ENTRIES } from '../model/entries.ts';
import type { GlossaryId, StyleId } from '../model/ids.ts';
import { type LanguagePair, pairKey } from '../model/language-pair.ts';
import type { LiveState } from '../model/live.ts';
import type { Sample } from '../model/sample.ts';
import type { StyleListContent } from '../model/style-list.ts';
import { patchedEntries } from '../plan/diff-entries.ts';
import type { DictionaryChange, EntryChange, GlossaryChange, Plan, StyleListChange } from '../plan/plan.ts';
import { indexPhrases, liesIn, phrasesIn } from './phrase-index.ts';
import type { Unsampled } from './preview.ts';
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

/**
 * One dictionary or style list whose change samples can show: what translates before it, and what has to be made to translate after it. Absent: translated
 * without, because it is not there yet, or goes.
 */
export type Subject = {
  /** Languages of the calls. */
  readonly from: string;
  readonly to: string;
  readonly probes: readonly Probe[];
} & (
  | {
      readonly kind: 'dictionary';
      readonly address: DictionaryAddress;
      readonly glossary: GlossaryAddress;
      readonly before?: GlossaryId;
      readonly after?: { readonly pair: LanguagePair; readonly entries: Entries };
    }
  | {
      readonly kind: 'style-list';
      readonly address: StyleListAddress;
      readonly before?: StyleId;
      readonly after?: StyleListContent;
    }
);

export interface SubjectsInput {
  readonly plan: Plan;
  /** What the plan was made from: the entries of dictionaries that change have been read. */
  readonly live: LiveState;
  readonly styleLists: readonly DesiredStyleList[];
  /** Sentences for everything: of all glossaries and of a file. */
  readonly samples: readonly Sample[];
  /** Sentences of one glossary: examples beside its terms. */
  readonly examples: ReadonlyMap<GlossaryAddress, readonly Sample[]>;
  /** Base language → the variant to translate into, such as `en` → `en-GB`. */
  readonly variants: ReadonlyMap<string, string>;
}

/** Terms without a sample that are named. */
const FIRST_MAX = 5;

/** Each sentence of a language once, the first one of it. */
function ofLanguage(samples: readonly Sample[], fits: (language: string) => boolean): readonly Sample[] {
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
function probesOf(
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

interface Found {
  readonly subjects: readonly Subject[];
  readonly unsampled: readonly Unsampled[];
}

const targetOf = (language: string, variants: ReadonlyMap<string, string>): string =>
  variants.get(language) ?? language;

function ofDictionary(change: DictionaryChange, glossary: GlossaryChange, input: SubjectsInput): Found {
  const { live, samples, examples, variants } = input;
  const found = live.glossaries?.find(({ id }) => id === glossary.id)?.dictionaries.get(pairKey(change.pair));
  const before = found?.entries ?? NO_ENTRIES;
  const after = patchedEntries(before, change.entries);
  const probes = probesOf(change, after, samples, examples.get(glossary.address) ?? []);
  const shown = new Set(probes.flatMap(({ terms }) => terms.map(({ change: { source } }) => source)));
  const without = change.entries.filter(({ source }) => !shown.has(source));
  const { address, pair } = change;
  return {
    subjects:
      probes.length === 0
        ? []
        : [
            {
              kind: 'dictionary',
              address,
              glossary: glossary.address,
              from: pair.source,
              to: targetOf(pair.target, variants),
              probes,
              ...(before.size > 0 && glossary.id !== undefined && { before: glossary.id }),
              ...(after.size > 0 && { after: { pair, entries: after } }),
            },
          ],
    unsampled:
      without.length === 0
        ? []
        : [{ address, terms: without.length, first: without.slice(0, FIRST_MAX).map(({ source }) => source) }],
  };
}

/** A new name alone changes no translation. */
const changesRules = ({ action, rules, instructions }: StyleListChange): boolean =>
  action === 'delete' || action === 'replace' || rules.length + instructions.length > 0;

function ofStyleList(change: StyleListChange, { live, styleLists, samples, variants }: SubjectsInput): Found {
  if (!changesRules(change)) return { subjects: [], unsampled: [] };
  const { address, action, id } = change;
  const old = live.styleLists?.find((list) => list.id === id);
  const wanted = action === 'delete' ? undefined : styleLists.find((list) => list.address === address)?.content;
  const language = wanted?.language ?? old?.content.language ?? '';
  const fit = ofLanguage(samples, (spoken) => spoken !== language);
  const languages = [...new Set(fit.map((sample) => sample.language))];
  return {
    subjects: languages.map((from) => ({
      kind: 'style-list',
      address,
      from,
      to: targetOf(language, variants),
      probes: fit.filter((sample) => sample.language === from).map((sample) => ({ sample, terms: [] })),
      // A list of another language cannot translate into this one.
      ...(old !== undefined && old.content.language === language && { before: old.id }),
      ...(wanted !== undefined && { after: wanted }),
    })),
    unsampled: fit.length === 0 ? [{ address, terms: 0, first: [] }] : [],
  };
}

/**
 * What samples can show of a plan, in its order: for each dictionary the samples that contain a changed term, and for each style list all samples of other
 * languages than its own. Examples beside terms are for their own glossary alone. Pure.
 */
export function previewSubjects(input: SubjectsInput): Found {
  const found = input.plan.changes.flatMap((change): readonly Found[] => {
    switch (change.kind) {
      case 'glossary':
        return change.dictionaries.map((dictionary) => ofDictionary(dictionary, change, input));
      case 'style-list':
        return [ofStyleList(change, input)];
      case 'developer-key':
        return [];
      default:
        return change satisfies never;
    }
  });
  return {
    subjects: found.flatMap(({ subjects }) => subjects),
    unsampled: found.flatMap(({ unsampled }) => unsampled),
  };
}
