import { NO_ENTRIES } from '../model/entries/entries.ts';
import { type PairKey, pairKey } from '../model/entries/language-pair.ts';
import type { LedgerState, OwnedGlossary, OwnedStyleList } from '../model/ledger/ledger-state.ts';
import type { Address, GlossaryAddress, StyleListAddress } from '../model/resources/address.ts';
import type { DesiredGlossary, DesiredStyleList } from '../model/resources/desired.ts';
import type { SourceRef } from '../model/source-ref.ts';
import { languageOf, shownName } from '../plan/change-values.ts';
import { patchedEntries } from '../plan/diff/diff-entries.ts';
import { patchedRules } from '../plan/diff/patched-style-list.ts';
import type { Change, Plan } from '../plan/plan.ts';
import { instructionsAfter } from './next-style-list.ts';

/**
 * A resource that a saved plan makes or changes, and that no file names: as the plan wants it, by what the ledger said
 * of it before.
 */
export interface PlannedMatch<Desired, Owned> {
  readonly desired: Desired;
  readonly live?: undefined;
  readonly owned?: Owned;
}

const NOWHERE: SourceRef = { file: 'plan.json', line: 1, column: 1 };

/** A change that is no deletion has the name, and that of a list the language, that it leaves. */
function plannedGlossary(change: Change, base: OwnedGlossary | undefined): DesiredGlossary {
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
    address: change.address as GlossaryAddress,
    origin: NOWHERE,
    name: shownName(change),
    dictionaries,
    mode: 'authoritative',
    protect: base?.protect ?? false,
  };
}

function plannedList(change: Change, base: OwnedStyleList | undefined): DesiredStyleList & { readonly name: string } {
  const { to: language = '' } = languageOf(change);
  const rules = patchedRules(base?.content.rules ?? new Map(), change);
  const instructions = instructionsAfter(base?.content.instructions ?? [], change, language);
  const name = shownName(change);
  return {
    address: change.address as StyleListAddress,
    origin: NOWHERE,
    name,
    content: { name, language, rules, instructions },
    instructionOrigins: [],
    locateRule: () => undefined,
    protect: base?.protect ?? false,
  };
}

/**
 * What a saved plan makes or changes and the files do not name: they may have left it behind, or a rollback has made
 * it. Only what it makes, and what is owned already: changing a stranger does not make it one's own. Pure.
 */
export function plannedBeyond(
  plan: Plan,
  before: LedgerState,
  named: readonly { readonly address: Address }[],
): {
  readonly glossaries: readonly PlannedMatch<DesiredGlossary, OwnedGlossary>[];
  readonly styleLists: readonly PlannedMatch<DesiredStyleList & { readonly name: string }, OwnedStyleList>[];
} {
  const addresses = new Set<Address>(named.map(({ address }) => address));
  const glossaries: PlannedMatch<DesiredGlossary, OwnedGlossary>[] = [];
  const styleLists: PlannedMatch<DesiredStyleList & { readonly name: string }, OwnedStyleList>[] = [];
  for (const change of plan.changes) {
    if (change.action === 'delete' || addresses.has(change.address)) continue;
    if (change.kind === 'glossary') {
      const owned = before.glossaries.get(change.address as GlossaryAddress);
      if (owned === undefined && change.action !== 'create') continue;
      glossaries.push({ desired: plannedGlossary(change, owned), ...(owned !== undefined && { owned }) });
    } else if (change.kind === 'style-list') {
      const owned = before.styleLists.get(change.address as StyleListAddress);
      if (owned === undefined && change.action !== 'create') continue;
      styleLists.push({ desired: plannedList(change, owned), ...(owned !== undefined && { owned }) });
    }
  }
  return { glossaries, styleLists };
}
