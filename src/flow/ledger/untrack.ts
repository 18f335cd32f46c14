import type { LedgerState, OwnedGlossary } from '../../model/ledger/ledger-state.ts';
import { byCodeUnit } from '../../model/order.ts';
import {
  type Address,
  addressMatches,
  addressWithKind,
  type DictionaryAddress,
  dictionaryAddress,
  type GlossaryAddress,
  matchesAny,
} from '../../model/resources/address.ts';
import { withUnfinished } from '../../plan/compile/replacement-intent.ts';

/** Something that the ledger is to know no longer. */
export interface Forgotten {
  readonly address: Address;
  /** The id at the service; of a dictionary that of its glossary. */
  readonly id: string;
  /** The name at the service, or the label. Absent: the ledger knows nothing but the id of the key. */
  readonly name?: string;
  /** True: it could not have been deleted. */
  readonly protect: boolean;
}

export interface Forgetting {
  /** In the order of addresses. A dictionary stands here only when its glossary does not. */
  readonly forgotten: readonly Forgotten[];
  /** Patterns that name nothing. */
  readonly unmatched: readonly string[];
  /** What some of them were probably meant to be. */
  readonly meant: readonly string[];
  /** The ledger without them. */
  readonly state: LedgerState;
}

/** Every address that a ledger knows, those of dictionaries too. */
export const addressesOf = (state: LedgerState): readonly Address[] => [
  ...[...state.glossaries].flatMap(([address, { content }]) => [
    address,
    ...[...content.dictionaries.keys()].map((pair) => dictionaryAddress(address, pair)),
  ]),
  ...state.styleLists.keys(),
  ...state.developerKeys.keys(),
];

/**
 * What addresses or patterns name in a ledger, and the ledger without it. `glossary.product` is the glossary whole,
 * `glossary.product/*` its dictionaries. Pure.
 */
export function forgetOwned(state: LedgerState, patterns: readonly string[]): Forgetting {
  const isNamed = (address: Address): boolean => matchesAny(patterns, address);
  const all = addressesOf(state);
  const forgotten: Forgotten[] = [];
  const without = <Of extends Address, Owned extends { readonly id: string; readonly protect: boolean }>(
    owned: ReadonlyMap<Of, Owned>,
    nameOf: (owned: Owned) => string | undefined,
  ): ReadonlyMap<Of, Owned> =>
    new Map(
      [...owned].filter(([address, each]) => {
        if (!isNamed(address)) return true;
        const name = nameOf(each);
        forgotten.push({ address, id: each.id, protect: each.protect, ...(name !== undefined && { name }) });
        return false;
      }),
    );
  const withoutDictionaries = (address: GlossaryAddress, glossary: OwnedGlossary): OwnedGlossary => {
    const { id, content, protect } = glossary;
    const dictionaries = new Map(
      [...content.dictionaries].filter(([pair]) => {
        const dictionary: DictionaryAddress = dictionaryAddress(address, pair);
        if (!isNamed(dictionary)) return true;
        forgotten.push({ address: dictionary, id, name: content.name, protect });
        return false;
      }),
    );
    return { ...glossary, content: { ...content, dictionaries } };
  };

  const glossaries = new Map(
    [...without(state.glossaries, ({ content }) => content.name)].map(([address, glossary]) => [
      address,
      withoutDictionaries(address, glossary),
    ]),
  );
  const styleLists = without(state.styleLists, ({ content }) => content.name);
  const developerKeys = without(state.developerKeys, ({ content }) => content.label);
  const unmatched = patterns.filter((pattern) => !all.some((address) => addressMatches(pattern, address)));
  return {
    forgotten: forgotten.sort((left, right) => byCodeUnit(left.address, right.address)),
    unmatched,
    meant: unmatched.flatMap((pattern) => addressWithKind(pattern, all) ?? []),
    state: withUnfinished(
      { glossaries, styleLists, developerKeys },
      (state.unfinished ?? []).filter(({ address }) => !isNamed(address)),
    ),
  };
}

/** True when two are the same things with the same ids, so that what was agreed to of one holds for the other. */
export const sameForgotten = (left: readonly Forgotten[], right: readonly Forgotten[]): boolean =>
  left.length === right.length &&
  left.every(({ address, id }, index) => right[index]?.address === address && right[index]?.id === id);
