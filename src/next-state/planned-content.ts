import type {
  DesiredDeveloperKey,
  DeveloperKeyAddress,
  OwnedDeveloperKey,
} from '../kinds/developer-key/developer-key.ts';
import { limitsOn } from '../kinds/developer-key/developer-key-change.ts';
import { patchedEntries } from '../kinds/glossary/diff-entries.ts';
import type { DesiredGlossary, GlossaryAddress, OwnedGlossary } from '../kinds/glossary/glossary.ts';
import { patchedRules } from '../kinds/style-list/patched-style-list.ts';
import type { DesiredStyleList, OwnedStyleList, StyleListAddress } from '../kinds/style-list/style-list.ts';
import { NO_ENTRIES } from '../model/entries/entries.ts';
import { type PairKey, pairKey } from '../model/entries/language-pair.ts';
import { languageOf, nameOf, shownName, valuesIn } from '../model/plan/change-values.ts';
import type { Change } from '../model/plan/plan.ts';
import type { Address, ResourceAddress } from '../model/resources/address.ts';
import type { SourceRef } from '../model/source-ref.ts';
import { instructionsAfter } from './next-style-list.ts';

/** A change of one kind. */
export type ChangeAt<At extends ResourceAddress> = Change & { readonly address: At };

const NOWHERE: SourceRef = { file: 'plan.json', line: 1, column: 1 };

/** What a saved plan asks for of a glossary that no file names, by what the ledger said of it before. */
export function plannedGlossary(change: ChangeAt<GlossaryAddress>, base: OwnedGlossary | undefined): DesiredGlossary {
  const dictionaries = new Map<
    PairKey,
    DesiredGlossary['dictionaries'] extends ReadonlyMap<PairKey, infer D> ? D : never
  >();
  const add = (
    key: PairKey,
    dictionary: { readonly pair: { readonly source: string; readonly target: string } },
    entries = NO_ENTRIES,
  ) => dictionaries.set(key, { pair: dictionary.pair, entries, origin: NOWHERE, locate: () => undefined });
  for (const [key, dictionary] of base?.content.dictionaries ?? []) add(key, dictionary, dictionary.entries);
  for (const planned of change.children) {
    const key = pairKey(planned.pair);
    add(key, planned, patchedEntries(dictionaries.get(key)?.entries ?? NO_ENTRIES, planned.values));
  }
  return {
    address: change.address,
    origin: NOWHERE,
    name: shownName(change),
    dictionaries,
    mode: 'authoritative',
    protect: base?.protect ?? false,
  };
}

/** The same of a style list. */
export function plannedList(
  change: ChangeAt<StyleListAddress>,
  base: OwnedStyleList | undefined,
): DesiredStyleList & { readonly name: string } {
  const { to: language = '' } = languageOf(change);
  const rules = patchedRules(base?.content.rules ?? new Map(), change);
  const instructions = instructionsAfter(base?.content.instructions ?? [], change, language);
  const name = shownName(change);
  return {
    address: change.address,
    origin: NOWHERE,
    name,
    content: { name, language, rules, instructions },
    instructionOrigins: [],
    locateRule: () => undefined,
    protect: base?.protect ?? false,
  };
}

/** Of a key: what was known of it, with the change made to it. */
export function plannedKey(
  change: ChangeAt<DeveloperKeyAddress>,
  base: OwnedDeveloperKey | undefined,
): DesiredDeveloperKey & { readonly name: string; readonly yields: boolean } {
  const label = nameOf(change).to ?? base?.content.label ?? '';
  const deactivated = change.action === 'deactivate' || base?.content.deactivated === true;
  return {
    address: change.address,
    origin: NOWHERE,
    name: label,
    label,
    limits: { ...base?.content.limits, ...limitsOn('to', valuesIn(change, 'limit')) },
    deactivated,
    yields: deactivated,
    protect: base?.protect ?? false,
    locate: () => undefined,
  };
}

/**
 * What a saved plan makes or changes of one kind and the files do not name: they may have left it behind, or a rollback
 * has made it. Only what it makes, and what is owned already: changing a stranger does not make it one's own. Pure.
 */
export const plannedMatches = <At extends ResourceAddress, Desired, Owned>(
  changes: readonly ChangeAt<At>[],
  {
    owned,
    planned,
  }: {
    readonly owned: ReadonlyMap<At, Owned>;
    readonly planned: (change: ChangeAt<At>, base: Owned | undefined) => Desired;
  },
  named: ReadonlySet<Address>,
): readonly { readonly desired: Desired; readonly owned?: Owned }[] =>
  changes.flatMap((change) => {
    const base = owned.get(change.address);
    if (change.action === 'delete' || named.has(change.address) || (base === undefined && change.action !== 'create'))
      return [];
    return [{ desired: planned(change, base), ...(base !== undefined && { owned: base }) }];
  });
