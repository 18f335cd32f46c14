import type { Finding } from '../model/finding.ts';
import { grouped } from '../model/grouped.ts';
import { byCodeUnit } from '../model/order.ts';
import type { Address, ResourceAddress } from '../model/resources/address.ts';
import type { Going, Match, Matched } from './match/match.ts';
import type { Change, Unmanaged } from '../model/plan/plan.ts';
import { scopeOf } from '../model/plan/scope.ts';

/** What one kind of resource gives to the plan. */
export interface KindPlan {
  readonly changes: readonly Change[];
  readonly unmanaged: readonly Unmanaged[];
  readonly findings: readonly Finding[];
  /** Digests of the live resources that the plan looked at. */
  readonly seen: readonly (readonly [id: string, digest: string])[];
}

/** What becomes of one resource of the files. */
export type MatchPlan = Partial<Omit<KindPlan, 'seen' | 'changes'>> & { readonly change?: Change | undefined };

export interface KindPlanner<Desired extends { readonly address: ResourceAddress }, Live, Owned> {
  /** Live resources that bear a name, so that a new one of that name can be told from them. */
  readonly named: readonly { readonly id: string; readonly name: string }[];
  /** True when the plan is about a resource, or a part of it. Default: about it as a whole. */
  readonly inScope?: (address: Address) => boolean;
  /** `sameName`: ids of live resources with the name that is asked for. `undefined`: the plan is not about it. */
  readonly plan: (match: Match<Desired, Live, Owned>, sameName: readonly string[]) => MatchPlan | undefined;
  readonly remove: (going: Going<Desired['address'], Live, Owned>) => Change;
  /** Of what the plan has looked at. */
  readonly digest: (live: Live) => string;
}

/** Findings are about resources that the plan is about; of two that claim the same live one, either. */
const findingsInScope = (findings: readonly Finding[], inScope: (address: Address) => boolean): readonly Finding[] =>
  findings.filter(({ details: { address, other } }) =>
    [address, other].some((each) => each !== undefined && inScope(each as Address)),
  );

/** What a plan says of one kind. `matched`: absent when the kind is not managed. */
export function planKind<
  Desired extends { readonly address: ResourceAddress; readonly name: string },
  Live extends { readonly id: string; readonly name: string },
  Owned,
>(
  matched: Matched<Desired, Live, Owned> | undefined,
  only: readonly string[],
  planner: KindPlanner<Desired, Live, Owned>,
): KindPlan {
  if (matched === undefined) return { changes: [], unmanaged: [], findings: [], seen: [] };
  const { whole } = scopeOf(only);
  const idsOf = grouped(planner.named, ({ name }) => name);
  const made = matched.matches.flatMap((match) => {
    const sameName = (idsOf.get(match.desired.name) ?? []).map(({ id }) => id).sort(byCodeUnit);
    const plan = planner.plan(match, sameName);
    return plan === undefined ? [] : [{ ...plan, live: match.live }];
  });
  const going = matched.deletes.filter(({ address, leftOf }) => whole(leftOf ?? address));
  const unmanaged = matched.unmanaged.filter(({ address }) => whole(address));
  const looked = [...made, ...going].flatMap(({ live }) => (live === undefined ? [] : [live]));
  return {
    changes: [...made.flatMap(({ change }) => change ?? []), ...going.map(planner.remove)],
    unmanaged: [
      ...made.flatMap((each) => each.unmanaged ?? []),
      ...unmanaged.map(({ address, live: { id, name } }) => ({ address, id, name })),
    ],
    findings: [
      ...findingsInScope(matched.findings, planner.inScope ?? whole),
      ...made.flatMap(({ findings = [] }) => findings),
    ],
    seen: looked.map((live) => [live.id, planner.digest(live)] as const),
  };
}
