import type {
  DesiredDeveloperKey,
  DeveloperKey,
  DeveloperKeyAddress,
  OwnedDeveloperKey,
} from '../../kinds/developer-key/developer-key.ts';
import type { DesiredGlossary, GlossaryAddress, LiveGlossary, OwnedGlossary } from '../../kinds/glossary/glossary.ts';
import type { Matched } from '../../kinds/matches.ts';
import type { DesiredResource } from '../../kinds/resource.ts';
import type {
  DesiredStyleList,
  LiveStyleList,
  OwnedStyleList,
  StyleListAddress,
} from '../../kinds/style-list/style-list.ts';
import { byCodeUnit } from '../../model/order.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import type { Address } from '../../model/resources/address.ts';
import { type MatchAllInput, matchAll } from '../match/match-all.ts';
import {
  developerKeyPull,
  glossaryPull,
  type Newcomer,
  type PulledSides,
  type PullKind,
  type PullView,
  pulledSides,
  styleListPull,
} from '../pull/pull-sides.ts';
import type { OwnedSides } from './drift-resource.ts';

/**
 * Every owned resource of one kind with what files and service have of it. Without those that the files have given
 * another id, and those that are nobody's: of what was never applied there is no base, and so no drift.
 */
function ownedSides<
  Desired extends DesiredResource,
  Live extends { readonly id: string },
  Owned extends { readonly id: string },
>(
  { matches, deletes, desired }: Matched<Desired, Live, Owned>,
  live: readonly Live[],
  owned: ReadonlyMap<Desired['address'], Owned>,
): readonly OwnedSides<Desired['address'], Desired, Live, Owned>[] {
  const present = new Set(live.map(({ id }) => id));
  const matchedLive = new Map(matches.map((match) => [match.desired.address, match.live]));
  const wanted = new Map(desired.map((each) => [each.address, each]));
  const matched = matches.flatMap(({ desired: want, live: found, owned: base }) =>
    found === undefined || base === undefined ? [] : [{ address: want.address, base, desired: want, live: found }],
  );
  const dropped = deletes.flatMap(({ address, live: found, owned: base }) =>
    base === undefined ? [] : [{ address, base, live: found }],
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

/** What is compared, and what gets files because no file has it: nothing but for `pull`. */
export interface ComparedResources {
  readonly glossaries: readonly OwnedSides<GlossaryAddress, DesiredGlossary, LiveGlossary, OwnedGlossary>[];
  readonly styleLists: readonly OwnedSides<StyleListAddress, DesiredStyleList, LiveStyleList, OwnedStyleList>[];
  readonly developerKeys: readonly OwnedSides<
    DeveloperKeyAddress,
    DesiredDeveloperKey,
    DeveloperKey,
    OwnedDeveloperKey
  >[];
  readonly newcomers: {
    readonly glossaries: readonly Newcomer<GlossaryAddress, LiveGlossary>[];
    readonly styleLists: readonly Newcomer<StyleListAddress, LiveStyleList>[];
    readonly developerKeys: readonly Newcomer<DeveloperKeyAddress, DeveloperKey>[];
  };
}

/** What a comparison looks at. */
export interface ComparedInput extends MatchAllInput {
  /** Absent: drift alone, of what the ledger owns. */
  readonly pull?: PullView;
}

/** The sides of one kind: of `pull` those that it sees, else those of the drift. */
function sidesIn<
  Desired extends DesiredResource,
  Live extends { readonly id: string },
  Owned extends { readonly id: string },
>(
  matched: Matched<Desired, Live, Owned> | undefined,
  live: readonly Live[] | undefined,
  owned: ReadonlyMap<Desired['address'], Owned>,
  pull: { readonly view: PullView; readonly kind: PullKind<Desired, Live, Owned> } | undefined,
): PulledSides<Desired['address'], Desired, Live, Owned> {
  if (matched === undefined || live === undefined) return { sides: [], newcomers: [] };
  const sides = ownedSides(matched, live, owned);
  return pull === undefined ? { sides, newcomers: [] } : pulledSides(pull, sides, matched);
}

/**
 * What is compared. A kind that the workspace does not manage is not, and neither is one that was not read: "not read"
 * is not "there are none". Patterns that name a dictionary let its glossary through, unless the files dropped it: the
 * whole is named, or nothing of it.
 */
export function comparedInScope(input: ComparedInput): ComparedResources {
  const { live, ledger, pull: view } = input;
  const matches = matchAll(input);
  const scope = scopeOf(input.only);
  const isIn = ({ address }: { readonly address: Address }): boolean => scope.whole(address);
  const glossaries = sidesIn<DesiredGlossary, LiveGlossary, OwnedGlossary>(
    matches.glossaries,
    live.glossaries,
    ledger.glossaries,
    view && { view, kind: glossaryPull(view) },
  );
  const styleLists = sidesIn<DesiredStyleList, LiveStyleList, OwnedStyleList>(
    matches.styleLists,
    live.styleLists,
    ledger.styleLists,
    view && { view, kind: styleListPull(view) },
  );
  const developerKeys = sidesIn<DesiredDeveloperKey, DeveloperKey, OwnedDeveloperKey>(
    matches.developerKeys,
    live.developerKeys,
    ledger.developerKeys,
    view && { view, kind: developerKeyPull() },
  );
  const hasPairIn = ({ address, base, desired, live: found }: (typeof glossaries.sides)[number]): boolean =>
    desired !== undefined &&
    [base.content, desired, ...(found === undefined ? [] : [found])].some(({ dictionaries }) =>
      [...dictionaries.keys()].some((pair) => scope.child(address, pair)),
    );
  return {
    glossaries: glossaries.sides.filter((sides) => isIn(sides) || hasPairIn(sides)),
    styleLists: styleLists.sides.filter(isIn),
    developerKeys: developerKeys.sides.filter(isIn),
    newcomers: {
      glossaries: glossaries.newcomers.filter(isIn),
      styleLists: styleLists.newcomers.filter(isIn),
      developerKeys: developerKeys.newcomers.filter(isIn),
    },
  };
}
