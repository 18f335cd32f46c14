import { NO_ENTRIES } from '../model/entries/entries.ts';
import { type PairKey, pairKey } from '../model/entries/language-pair.ts';
import type { LedgerState, OwnedGlossary, OwnedStyleList } from '../model/ledger/ledger-state.ts';
import type { Address } from '../model/resources/address.ts';
import type { DesiredGlossary, DesiredStyleList } from '../model/resources/desired.ts';
import { sameInstruction } from '../model/resources/digest.ts';
import type { CustomInstruction } from '../model/resources/style-list.ts';
import type { SourceRef } from '../model/source-ref.ts';
import { patchedEntries } from '../plan/diff/diff-entries.ts';
import type { GlossaryChange, Plan, StyleListChange } from '../plan/plan.ts';

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
function plannedGlossary(change: GlossaryChange, base: OwnedGlossary | undefined): DesiredGlossary {
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
  for (const planned of change.dictionaries) {
    const key = pairKey(planned.pair);
    add(key, planned, patchedEntries(dictionaries.get(key)?.entries ?? NO_ENTRIES, planned.entries));
  }
  return {
    address: change.address,
    origin: NOWHERE,
    name: change.nameAfter ?? '',
    dictionaries,
    mode: 'authoritative',
    protect: base?.protect ?? false,
  };
}

function plannedList(
  change: StyleListChange,
  base: OwnedStyleList | undefined,
): DesiredStyleList & { readonly name: string } {
  const language = change.languageAfter ?? '';
  const rules = new Map([...(base?.content.rules ?? [])].map(([category, selected]) => [category, new Map(selected)]));
  for (const each of change.rules) {
    const selected = rules.get(each.category) ?? new Map<string, string>();
    if (each.kind === 'removed') selected.delete(each.rule);
    else selected.set(each.rule, each.to);
    rules.set(each.category, selected);
  }
  const instructions: CustomInstruction[] = [...(base?.content.instructions ?? [])];
  for (const each of change.instructions) {
    const at = each.kind === 'added' ? -1 : instructions.findIndex((one) => sameInstruction(one, each.from, language));
    if (at >= 0) instructions.splice(at, 1);
    if (each.kind !== 'removed') instructions.splice(at < 0 ? instructions.length : at, 0, each.to);
  }
  const name = change.nameAfter ?? '';
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
      const owned = before.glossaries.get(change.address);
      if (owned === undefined && change.action !== 'create') continue;
      glossaries.push({ desired: plannedGlossary(change, owned), ...(owned !== undefined && { owned }) });
    } else if (change.kind === 'style-list') {
      const owned = before.styleLists.get(change.address);
      if (owned === undefined && change.action !== 'create') continue;
      styleLists.push({ desired: plannedList(change, owned), ...(owned !== undefined && { owned }) });
    }
  }
  return { glossaries, styleLists };
}
