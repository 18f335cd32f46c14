import { patchedEntries, sourceOfKey } from '../../change/diff-entries.ts';
import { type DictionaryAddress, type DictionaryChange, dictionariesOf } from '../../kinds/glossary/glossary.ts';
import type { LiveState } from '../../kinds/states.ts';
import type { DesiredStyleList, StyleListContent } from '../../kinds/style-list/style-list.ts';
import { type Entries, NO_ENTRIES } from '../../model/entries/entries.ts';
import { type LanguagePair, pairKey } from '../../model/entries/language-pair.ts';
import { type GlossaryId, glossaryId, type StyleId } from '../../model/ids.ts';
import { type Change, type Plan, valuesIn } from '../../model/plan/plan.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import type { Sample } from '../../model/workspace/sample.ts';
import type { Unsampled } from './preview.ts';
import { type Probe, probesOf, samplesInLanguage } from './probes.ts';

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
