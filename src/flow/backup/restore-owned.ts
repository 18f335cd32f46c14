import type { DesiredState, LedgerState } from '../../kinds/states.ts';
import { defined } from '../../model/defined.ts';
import { entriesOf } from '../../model/entries/entries.ts';

const within = <Address extends string, Owned>(
  owned: ReadonlyMap<Address, Owned>,
  wanted: readonly { readonly address: Address }[] = [],
): Map<Address, Owned> => {
  const addresses = new Set(wanted.map(({ address }) => address));
  return new Map([...owned].filter(([address]) => addresses.has(address)));
};

/**
 * The ledger as far as a backup speaks of what it owns: resources and dictionaries that the backup does not have are
 * left out, so that a plan made with it deletes none of them. Pure.
 */
export function ledgerWithin(now: LedgerState, desired: DesiredState): LedgerState {
  const glossaries = within(now.glossaries, desired.glossaries);
  for (const { address, dictionaries } of desired.glossaries ?? []) {
    const owned = glossaries.get(address);
    if (owned === undefined) continue;
    const pairs = [...owned.content.dictionaries].filter(([pair]) => dictionaries.has(pair));
    glossaries.set(address, { ...owned, content: { ...owned.content, dictionaries: new Map(pairs) } });
  }
  return {
    glossaries,
    styleLists: within(now.styleLists, desired.styleLists),
    developerKeys: within(now.developerKeys, desired.developerKeys),
  };
}

/**
 * What is restored, as far as the ledger owns it. A restore makes nothing the ledger's own: not a resource, not a
 * dictionary, and not the entries of an additive glossary that git never had, or the next apply would take them for
 * something that the files have dropped. Pure.
 */
export function ownedWithin(desired: DesiredState, now: LedgerState, files: DesiredState | undefined): DesiredState {
  const additive = new Set(
    (files?.glossaries ?? []).filter(({ mode }) => mode === 'additive').map(({ address }) => address),
  );
  const glossaries = desired.glossaries?.flatMap((glossary) => {
    const owned = now.glossaries.get(glossary.address);
    if (owned === undefined) return [];
    const dictionaries = [...glossary.dictionaries].flatMap(([pair, dictionary]) => {
      const known = owned.content.dictionaries.get(pair)?.entries;
      if (known === undefined) return [];
      if (!additive.has(glossary.address)) return [[pair, dictionary] as const];
      const entries = entriesOf([...dictionary.entries].filter(([source]) => known.get(source) !== undefined));
      return [[pair, { ...dictionary, entries }] as const];
    });
    return [{ ...glossary, dictionaries: new Map(dictionaries) }];
  });
  return defined({
    glossaries,
    styleLists: desired.styleLists?.filter(({ address }) => now.styleLists.has(address)),
    developerKeys: desired.developerKeys?.filter(({ address }) => now.developerKeys.has(address)),
  });
}
