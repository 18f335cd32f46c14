import type { Address, DeveloperKeyAddress, GlossaryAddress, StyleListAddress } from '../model/address.ts';
import type { DesiredDeveloperKey, DesiredGlossary, DesiredStyleList } from '../model/desired.ts';
import type { DeveloperKey } from '../model/developer-key.ts';
import type { OwnedDeveloperKey, OwnedGlossary, OwnedStyleList } from '../model/ledger-state.ts';
import type { LiveGlossary, LiveStyleList } from '../model/live.ts';
import { byCodeUnit } from '../model/order.ts';
import { type DecideInput, decide } from './decide.ts';
import type { Matched } from './match.ts';
import { scopeOf } from './scope.ts';

/** One resource that the ledger owns. `live` may be another one of its name that stands in its place. */
export interface OwnedSides<At extends Address, Desired, Live, Owned> {
  readonly address: At;
  readonly base: Owned;
  readonly desired?: Desired;
  readonly live?: Live;
}

/**
 * Every owned resource of one kind with what files and service have of it. Without those that the files have given another id, and those that are nobody's:
 * of what was never applied there is no base, and so no drift.
 */
function ownedSides<
  At extends Address,
  Desired extends { readonly address: At; readonly pinnedId?: string },
  Live extends { readonly id: string },
  Owned extends { readonly id: string },
>(
  { matches, deletes, desired }: Matched<Desired, Live, Owned>,
  live: readonly Live[],
  owned: ReadonlyMap<At, Owned>,
): readonly OwnedSides<At, Desired, Live, Owned>[] {
  const present = new Set(live.map(({ id }) => id));
  const matchedLive = new Map(matches.map((match) => [match.desired.address, match.live]));
  const wanted = new Map(desired.map((each) => [each.address, each]));
  const matched = matches.flatMap(({ desired: want, live: found, owned: base }) =>
    found === undefined || base === undefined ? [] : [{ address: want.address, base, desired: want, live: found }],
  );
  const dropped = deletes.flatMap(({ address, live: found, owned: base }) =>
    base === undefined ? [] : [{ address: address as At, base, live: found }],
  );
  const gone = [...owned]
    .filter(([, { id }]) => !present.has(id))
    .map(([address, base]) => {
      const want = wanted.get(address);
      if (want === undefined || (want.pinnedId !== undefined && want.pinnedId !== base.id)) return { address, base };
      // One that the ledger owns under another address was moved here, and is compared as that.
      if (matched.some((each) => each.address === address)) return { address, base };
      const found = matchedLive.get(address);
      return { address, base, desired: want, ...(found !== undefined && { live: found }) };
    });
  return [...matched, ...dropped, ...gone].sort((left, right) => byCodeUnit(left.address, right.address));
}

export interface OwnedResources {
  readonly glossaries: readonly OwnedSides<GlossaryAddress, DesiredGlossary, LiveGlossary, OwnedGlossary>[];
  readonly styleLists: readonly OwnedSides<StyleListAddress, DesiredStyleList, LiveStyleList, OwnedStyleList>[];
  readonly developerKeys: readonly OwnedSides<
    DeveloperKeyAddress,
    DesiredDeveloperKey,
    DeveloperKey,
    OwnedDeveloperKey
  >[];
}

/**
 * What is compared. A kind that the workspace does not manage is not, and neither is one that was not read: "not read" is not "there are none". Patterns that
 * name a dictionary let its glossary through, unless the files dropped it: the whole is named, or nothing of it.
 */
export function ownedInScope(input: DecideInput): OwnedResources {
  const { glossaries, styleLists, developerKeys } = decide(input);
  const { live, ledger, only } = input;
  const scope = scopeOf(only);
  const liveLists = live.styleLists?.map((list) => ({ ...list, name: list.content.name }));
  return {
    glossaries:
      glossaries === undefined || live.glossaries === undefined
        ? []
        : ownedSides<GlossaryAddress, DesiredGlossary, LiveGlossary, OwnedGlossary>(
            glossaries,
            live.glossaries,
            ledger.glossaries,
          ).filter(
            ({ address, base, desired }) =>
              scope.whole(address) ||
              (desired !== undefined &&
                [...base.content.dictionaries.keys(), ...desired.dictionaries.keys()].some((pair) =>
                  scope.dictionary(address, pair),
                )),
          ),
    styleLists:
      styleLists === undefined || liveLists === undefined
        ? []
        : ownedSides<StyleListAddress, DesiredStyleList, LiveStyleList, OwnedStyleList>(
            styleLists,
            liveLists,
            ledger.styleLists,
          ).filter(({ address }) => scope.whole(address)),
    developerKeys:
      developerKeys === undefined || live.developerKeys === undefined
        ? []
        : ownedSides<DeveloperKeyAddress, DesiredDeveloperKey, DeveloperKey, OwnedDeveloperKey>(
            developerKeys,
            live.developerKeys.map((key) => ({ ...key, name: key.label })),
            ledger.developerKeys,
          ).filter(({ address }) => scope.whole(address)),
  };
}
