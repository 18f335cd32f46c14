import { patchedEntries, sourceOfKey } from '../../change/diff-entries.ts';
import { type DictionaryAddress, type DictionaryChange, dictionariesOf } from '../../kinds/glossary/glossary.ts';
import type { LiveState } from '../../kinds/states.ts';
import type { DesiredStyleList, StyleListContent } from '../../kinds/style-list/style-list.ts';
import { type Entries, NO_ENTRIES } from '../../model/entries/entries.ts';
import { type LanguagePair, pairKey } from '../../model/entries/language-pair.ts';
import { type GlossaryId, glossaryId, type StyleId } from '../../model/ids.ts';
import { grouped } from '../../model/lists.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { type Change, type Plan, valuesIn } from '../../model/plan/plan.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import type { ValueChange } from '../../model/resources/resource.ts';
import type { Sample } from '../../model/workspace/sample.ts';
import type { Unsampled } from './preview.ts';
import { firstFolded, formOf, placesOf, type Token, type TokenPlace, tokensOf } from './tokens.ts';

/** Phrases by their folded tokens. The time to search a text depends on its length, not on the number of phrases. */
interface PhraseIndex {
  readonly byTokens: ReadonlyMap<string, readonly { readonly phrase: string }[]>;
  /** The numbers of tokens that phrases have, each number once. */
  readonly lengths: readonly number[];
}

/** Separates the tokens in a key. No token contains it, so different lists of tokens have different keys. */
const BETWEEN = '\0';

const keyOf = (tokens: readonly Token[]): string => tokens.map(({ folded }) => folded).join(BETWEEN);

/** Indexes the phrases whose first token is in one of the texts. In a large dictionary, these are often few. */
export function indexPhrases(phrases: Iterable<string>, texts: readonly (readonly Token[])[]): PhraseIndex {
  const starts = new Set(texts.flatMap((text) => text.map(({ folded }) => folded)));
  const lengths = new Set<number>();
  const found: { readonly phrase: string; readonly key: string }[] = [];
  for (const phrase of phrases) {
    const start = firstFolded(phrase);
    if (start === '' || !starts.has(start)) continue;
    const tokens = tokensOf(phrase);
    lengths.add(tokens.length);
    found.push({ phrase, key: keyOf(tokens) });
  }
  return { byTokens: grouped(found, ({ key }) => key), lengths: [...lengths].sort((left, right) => left - right) };
}

/** Each phrase of the index that a text has as whole words, in any case, with its places. In the order of the text. */
export function phrasesIn(
  { byTokens, lengths }: PhraseIndex,
  text: readonly Token[],
): ReadonlyMap<string, readonly TokenPlace[]> {
  const found = [...text.keys()].flatMap((first) =>
    lengths
      .filter((length) => first + length <= text.length)
      .flatMap((length) => {
        const phrases = byTokens.get(keyOf(text.slice(first, first + length))) ?? [];
        return phrases.map(({ phrase }) => ({ phrase, place: { first, last: first + length - 1 } }));
      }),
  );
  return new Map(
    [...grouped(found, ({ phrase }) => phrase)].map(([phrase, all]) => [phrase, all.map(({ place }) => place)]),
  );
}

/** True when a place is inside another, longer place. */
const liesIn = (place: TokenPlace, other: TokenPlace): boolean =>
  other.first <= place.first && other.last >= place.last && other.last - other.first > place.last - place.first;

/** A changed term whose source phrase is in a sample. */
export interface ProbedTerm {
  readonly change: ValueChange;
  /** The number of its places in the sample. */
  readonly count: number;
  readonly coveredBy?: string;
}

/** A sample with the changed terms that it contains. */
export interface Probe {
  readonly sample: Sample;
  /** In the order of the sample; empty for a style list. */
  readonly terms: readonly ProbedTerm[];
}

/** The samples whose language fits. Of samples with the same text and language, the first one. */
function samplesInLanguage(samples: readonly Sample[], fits: (language: string) => boolean): readonly Sample[] {
  const byText = new Map<string, Sample>();
  for (const sample of samples) {
    const key = `${sample.language}\0${sample.text}`;
    if (fits(sample.language) && !byText.has(key)) byText.set(key, sample);
  }
  return [...byText.values()];
}

/** A phrase at a place of a sample. */
interface Standing {
  readonly phrase: string;
  readonly place: TokenPlace;
}

/** The text of a sample at a place. */
const writtenAt = (sample: Sample, text: readonly Token[], { first, last }: TokenPlace): string =>
  sample.text.slice(text[first]?.start, text[last]?.end);

/**
 * True when the service uses the other entry for a place. That is an entry with a longer phrase around the place, or
 * one that is written exactly like the text while this one differs in case (`patch` and `PATCH`).
 */
const isOther = (one: Standing, other: Standing, written: string): boolean =>
  liesIn(one.place, other.place) || (other.phrase === written && one.phrase !== written);

/**
 * The samples that contain changed terms, with these terms. A sample contains a term when it has the source phrase as
 * whole words, in any case. In the example in the term's own row, the term may have another form, because the row shows
 * which term the example is for.
 */
function probesOf(
  change: DictionaryChange,
  after: Entries,
  samples: readonly Sample[],
  examples: readonly Sample[],
): readonly Probe[] {
  const all = samplesInLanguage([...samples, ...examples], (language) => language === change.pair.source);
  if (all.length === 0) return [];
  const texts = all.map(({ text }) => tokensOf(text));
  const changes = new Map(change.values.map((value) => [sourceOfKey(value.key), value]));
  const changed = indexPhrases(changes.keys(), texts);
  const known = indexPhrases(sourcesOf(after), texts);
  const ownOf = new Map(
    change.values.flatMap(({ key, at }) =>
      at === undefined ? [] : [[`${at.file}\0${at.line}`, sourceOfKey(key)] as const],
    ),
  );
  return all.flatMap((sample, index): readonly Probe[] => {
    const text = texts[index] as readonly Token[];
    const found = new Map(phrasesIn(changed, text));
    const ownSource = ownOf.get(`${sample.at.file}\0${sample.at.line}`);
    if (ownSource !== undefined && !found.has(ownSource)) {
      const forms = placesOf(tokensOf(ownSource), text, formOf);
      if (forms.length > 0) found.set(ownSource, forms);
    }
    if (found.size === 0) return [];
    const knownPlaces = [...phrasesIn(known, text)].flatMap(([phrase, places]) =>
      places.map((place) => ({ phrase, place })),
    );
    const terms = [...found].map(([source, places]): ProbedTerm => {
      const coveredBy = places.map((place) => {
        const written = writtenAt(sample, text, place);
        return knownPlaces.find((other) => isOther({ phrase: source, place }, other, written))?.phrase;
      });
      const free = coveredBy.filter((other) => other === undefined).length;
      const [covering] = coveredBy;
      return {
        change: changes.get(source) as ValueChange,
        count: free || places.length,
        ...omitUndefined({ coveredBy: free === 0 ? covering : undefined }),
      };
    });
    return [{ sample, terms }];
  });
}

function* sourcesOf(entries: Entries): Generator<string> {
  for (const [source] of entries) yield source;
}

/**
 * One dictionary or style list that changes, with samples that can show the change. `before`: the live resource, used
 * for the translation before the change. `after`: the content of the temporary resource for the translation after the
 * change. Without one of them, that translation uses no resource: the dictionary or list does not exist then.
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
      readonly glossary: ResourceAddress;
      readonly before?: GlossaryId;
      readonly after?: { readonly pair: LanguagePair; readonly entries: Entries };
    }
  | {
      readonly kind: 'style-list';
      readonly address: ResourceAddress;
      readonly before?: StyleId;
      readonly after?: StyleListContent;
    }
);

export interface SubjectsInput {
  readonly plan: Plan;
  /** The live state that the plan was made from, with the entries of all dictionaries that change. */
  readonly live: LiveState;
  readonly styleLists: readonly DesiredStyleList[];
  /** Samples for all dictionaries and style lists. */
  readonly samples: readonly Sample[];
  /** Examples in the rows of a glossary. They are samples for that glossary only. */
  readonly examples: ReadonlyMap<ResourceAddress, readonly Sample[]>;
  /** Base language → the variant to translate into, such as `en` → `en-GB`. */
  readonly variants: ReadonlyMap<string, string>;
}

/** Maximum terms without a sample that are named. */
const FIRST_MAX = 5;

interface Found {
  readonly subjects: readonly Subject[];
  readonly unsampled: readonly Unsampled[];
}

const targetOf = (language: string, variants: ReadonlyMap<string, string>): string =>
  variants.get(language) ?? language;

function dictionarySubjects(change: DictionaryChange, glossary: Change, input: SubjectsInput): Found {
  const { live, samples, examples, variants } = input;
  const found = live.glossaries?.find(({ id }) => id === glossary.id)?.dictionaries.get(pairKey(change.pair));
  const before = found?.entries ?? NO_ENTRIES;
  const after = patchedEntries(before, change.values);
  const probes = probesOf(change, after, samples, examples.get(glossary.address) ?? []);
  const shown = new Set(probes.flatMap(({ terms }) => terms.map((term) => sourceOfKey(term.change.key))));
  const without = change.values.map(({ key }) => sourceOfKey(key)).filter((source) => !shown.has(source));
  const { address, pair } = change;
  return {
    subjects:
      probes.length === 0
        ? []
        : [
            {
              kind: 'dictionary',
              address: address as DictionaryAddress,
              glossary: glossary.address,
              from: pair.source,
              to: targetOf(pair.target, variants),
              probes,
              ...(before.size > 0 && glossary.id !== undefined && { before: glossaryId(glossary.id) }),
              ...(after.size > 0 && { after: { pair, entries: after } }),
            },
          ],
    unsampled: without.length === 0 ? [] : [{ address, terms: without.length, first: without.slice(0, FIRST_MAX) }],
  };
}

/** False when only the name changes, because a name does not affect translations. */
const changesRules = (change: Change): boolean =>
  change.action === 'delete' || change.action === 'replace' || valuesIn(change, 'rule', 'instruction').length > 0;

function styleListSubjects(change: Change, { live, styleLists, samples, variants }: SubjectsInput): Found {
  if (!changesRules(change)) return { subjects: [], unsampled: [] };
  const { address, action, id } = change;
  const old = live.styleLists?.find((list) => list.id === id);
  const wanted = action === 'delete' ? undefined : styleLists.find((list) => list.address === address)?.content;
  const language = wanted?.language ?? old?.content.language ?? '';
  const fit = samplesInLanguage(samples, (spoken) => spoken !== language);
  const languages = [...new Set(fit.map((sample) => sample.language))];
  return {
    subjects: languages.map((from) => ({
      kind: 'style-list',
      address,
      from,
      to: targetOf(language, variants),
      probes: fit.filter((sample) => sample.language === from).map((sample) => ({ sample, terms: [] })),
      // A style list only works for its own language.
      ...(old !== undefined && old.content.language === language && { before: old.id }),
      after: wanted,
    })),
    unsampled: fit.length === 0 ? [{ address, terms: 0, first: [] }] : [],
  };
}

/**
 * Selects the samples for a plan, in the order of the plan. A dictionary gets the samples that contain a changed term.
 * A style list gets all samples in other languages than its own. Pure.
 */
export function previewSubjects(input: SubjectsInput): Found {
  const found = input.plan.changes.flatMap((change): readonly Found[] => [
    ...dictionariesOf(change).map((dictionary) => dictionarySubjects(dictionary, change, input)),
    ...(change.kind === 'style-list' ? [styleListSubjects(change, input)] : []),
  ]);
  return {
    subjects: found.flatMap(({ subjects }) => subjects),
    unsampled: found.flatMap(({ unsampled }) => unsampled),
  };
}
