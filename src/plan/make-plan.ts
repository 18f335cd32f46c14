import { ACTIVE_KEYS_MAX } from '../contract/limits.ts';
import { developerKeyChange, developerKeyDeactivation } from '../kinds/developer-key/developer-key-change.ts';
import { glossaryChange, glossaryDeletion } from '../kinds/glossary/glossary-change.ts';
import { glossaryParts } from '../kinds/glossary/glossary-parts.ts';
import { styleListChange, styleListDeletion } from '../kinds/style-list/style-list-change.ts';
import type { PairKey } from '../model/entries/language-pair.ts';
import { errorAt, type Finding } from '../model/finding.ts';
import { grouped } from '../model/grouped.ts';
import { EMPTY_LEDGER, type LedgerState } from '../model/ledger/ledger-state.ts';
import { byCodeUnit } from '../model/order.ts';
import { isGoing } from '../model/plan/change-values.ts';
import type { Change, Plan, Unmanaged } from '../model/plan/plan.ts';
import { scopeOf } from '../model/plan/scope.ts';
import type { Address, ResourceAddress } from '../model/resources/address.ts';
import type { DesiredState } from '../model/resources/desired.ts';
import type { DeveloperKey } from '../model/resources/developer-key.ts';
import { developerKeyDigest, digestOf, glossaryDigest, styleListDigest } from '../model/resources/digest.ts';
import type { LiveGlossary, LiveState } from '../model/resources/live.ts';
import { checkOnly } from './check-only.ts';
import { resolveReplacements } from './compile/replacement-intent.ts';
import { takenOver } from './diff/adoptions.ts';
import { driftOf } from './drift/detect-drift.ts';
import type { Drift } from './drift/drift.ts';
import { overwritten } from './drift/overwritten.ts';
import { mayNameKeys } from './guard/consent.ts';
import { unownedLosses } from './guard/unowned-losses.ts';
import type { Going, Match, Matched } from './match/match.ts';
import { type MatchAllInput, type Matches, matchAll } from './match/match-all.ts';

export interface MakePlanInput extends MatchAllInput {
  readonly target: { readonly name: string; readonly baseUrl: string };
  /** A ledger is kept, so that what is the same already is taken over by an apply. Default false. */
  readonly takesOver?: boolean;
}

/** What one kind of resource gives to the plan. */
interface KindPlan {
  readonly changes: readonly Change[];
  readonly unmanaged: readonly Unmanaged[];
  readonly findings: readonly Finding[];
  /** Digests of the live resources that the plan looked at. */
  readonly seen: readonly (readonly [id: string, digest: string])[];
}

/** What becomes of one resource of the files. */
type MatchPlan = Partial<Omit<KindPlan, 'seen' | 'changes'>> & { readonly change?: Change | undefined };

interface KindPlanner<Desired extends { readonly address: ResourceAddress }, Live, Owned> {
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
function planKind<
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

/** What was read of a glossary: dictionaries without entries here were none of the plan's business. */
function seenDigest(glossary: LiveGlossary): string {
  const read = [...glossary.dictionaries].flatMap(([pair, { entries }]) =>
    entries === undefined ? [] : [[pair, { entries }] as const],
  );
  return glossaryDigest(glossary.name, new Map(read));
}

function ofGlossaries({ only, live, deletable }: MakePlanInput, matched: Matches['glossaries']): KindPlan {
  const scope = scopeOf(only);
  const pairsOf = new Map<Address, ReadonlyMap<PairKey, unknown>>(
    (matched?.desired ?? []).map(({ address, dictionaries }) => [address, dictionaries]),
  );
  return planKind(matched, only, {
    named: live.glossaries ?? [],
    inScope: (address) =>
      scope.whole(address) || [...(pairsOf.get(address)?.keys() ?? [])].some((pair) => scope.dictionary(address, pair)),
    digest: seenDigest,
    plan(match, sameName) {
      const { desired, live: found } = match;
      const { address, origin } = desired;
      const { parts, unmanaged } = glossaryParts({ ...match, address, deletable, scope });
      const whole = scope.whole(address);
      if (!whole && parts.length === 0) return undefined;
      if (found === undefined && parts.length === 0)
        return { findings: [errorAt('glossary-without-entries', origin, { address })] };
      return {
        change: glossaryChange({ ...match, parts, whole, sameName }),
        ...(found && {
          unmanaged: unmanaged.map((part) => ({ address: part.address, id: found.id, name: found.name })),
        }),
      };
    },
    remove: ({ address, live: gone }) => glossaryDeletion(address, gone),
  });
}

function ofStyleLists({ only, live }: MakePlanInput, matched: Matches['styleLists']): KindPlan {
  const { whole } = scopeOf(only);
  return planKind(matched, only, {
    named: (live.styleLists ?? []).map(({ id, content: { name } }) => ({ id, name })),
    digest: ({ content }) => styleListDigest(content),
    plan: (match, sameName) =>
      whole(match.desired.address) ? { change: styleListChange({ ...match, sameName }) } : undefined,
    remove: ({ address, live: gone, leftOf }) => styleListDeletion(address, gone, leftOf),
  });
}

/** More keys than the account may have once all is done. Whatever is deactivated goes first, so only the end counts. */
function checkCap(live: readonly DeveloperKey[], changes: readonly Change[]): readonly Finding[] {
  const active = live.filter(({ deactivated }) => !deactivated).length;
  const created = changes.filter(({ action }) => action === 'create');
  const deactivated = changes.filter(({ action }) => action === 'deactivate').length;
  const after = active + created.length - deactivated;
  const at = created[0]?.origin;
  if (at === undefined || after <= ACTIVE_KEYS_MAX) return [];
  const details = { active, created: created.length, deactivated, after, max: ACTIVE_KEYS_MAX };
  return [errorAt('too-many-keys', at, details)];
}

function ofDeveloperKeys(
  { only, live: { developerKeys: live = [] } }: MakePlanInput,
  matched: Matches['developerKeys'],
): KindPlan {
  const { whole } = scopeOf(only);
  const plan = planKind(matched, only, {
    named: live.filter(({ deactivated }) => !deactivated).map(({ id, label }) => ({ id, name: label })),
    digest: developerKeyDigest,
    plan(match, sameLabel) {
      const { desired, live: found } = match;
      const { address, origin } = desired;
      if (!whole(address)) return undefined;
      if (found?.deactivated !== true || desired.deactivated)
        return { change: developerKeyChange({ ...match, sameLabel }) };
      return { findings: [errorAt('key-deactivated', origin, { address, id: found.id })] };
    },
    remove: ({ address, live: gone }) => developerKeyDeactivation(address, gone),
  });
  return matched === undefined ? plan : { ...plan, findings: [...plan.findings, ...checkCap(live, plan.changes)] };
}

const rank = (change: Change): number => (isGoing(change) ? 0 : 1);

/**
 * The whole answer to "what would apply do?". Pure: the same states, the same plan, byte for byte, in whatever order
 * files and service list them. With findings of severity error the plan is not the whole and must not be applied.
 *
 * A live resource that matches nothing, that the ledger does not own and that no `deletable` pattern names is
 * unmanaged: listed, never touched.
 */
export function makePlan(input: MakePlanInput): { readonly plan: Plan; readonly findings: readonly Finding[] } {
  const decisions = matchAll(input);
  const made = [
    ofGlossaries(input, decisions.glossaries),
    ofStyleLists(input, decisions.styleLists),
    ofDeveloperKeys(input, decisions.developerKeys),
  ];
  const changes = made
    .flatMap((each) => each.changes)
    .sort((left, right) => rank(left) - rank(right) || byCodeUnit(left.address, right.address));
  const adopts = input.takesOver === true ? takenOver(decisions, changes, input.only) : [];
  const { desired, ledger } = input;
  const unowned = unownedLosses(changes, { desired, ...(input.takesOver === true && { ledger }) });
  const seen = made.flatMap((each) => each.seen).sort(([left], [right]) => byCodeUnit(left, right));
  return {
    plan: {
      formatVersion: 1,
      target: input.target,
      only: input.only,
      liveFingerprint: digestOf(seen),
      changes,
      ...(adopts.length > 0 && { adopts }),
      ...(unowned.length > 0 && {
        removesUnowned: unowned.map(({ address, part, removed }) => ({ address, part, removed })),
      }),
      unmanaged: made
        .flatMap(({ unmanaged }) => unmanaged)
        .sort((left, right) => byCodeUnit(left.address, right.address) || byCodeUnit(left.id, right.id)),
    },
    findings: [...made.flatMap(({ findings }) => findings), ...checkOnly(input, decisions)],
  };
}

/** What a plan is made from, but for the live state. */
export interface PlanInput extends Omit<MakePlanInput, 'live' | 'ledger'> {
  /** Default: nothing is owned. */
  readonly ledger?: LedgerState;
}

/**
 * The desired state without the developer keys when the plan cannot be about them: they are read with the admin key of
 * the target, and a run with `--only 'glossary.*'` needs none.
 */
export function desiredFor({ desired, only }: Pick<PlanInput, 'desired' | 'only'>): DesiredState {
  if (mayNameKeys(only)) return desired;
  const { developerKeys: _, ...others } = desired;
  return others;
}

/** True when a plan needs a client with the admin key: when it looks at developer keys. */
export const needsAdminKey = (input: Pick<PlanInput, 'desired' | 'only'>): boolean =>
  desiredFor(input).developerKeys !== undefined;

/** A plan, what was found on the way, and what somebody changed since the last apply. */
export interface Planning {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  readonly live: LiveState;
  readonly drift: Drift;
}

/** (desired, live) → plan, where `live` has all that the plan needs. Pure. */
export function planState(live: LiveState, input: PlanInput): Planning {
  const desired = desiredFor(input);
  const ledger = resolveReplacements({ ledger: input.ledger ?? EMPTY_LEDGER, desired, live });
  const made = { ...input, desired, live, ledger };
  const { plan, findings } = makePlan(made);
  const drift = driftOf(made);
  const undone = overwritten(drift, plan).resources.map(({ address }) => address);
  return { plan: undone.length === 0 ? plan : { ...plan, undoes: undone }, findings, live, drift };
}
