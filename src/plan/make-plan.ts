import { heldBackIn } from '../kinds/held-back.ts';
import type { Matched, Matches } from '../kinds/model/matches.ts';
import type { AnyKind } from '../kinds/model/resource-kind.ts';
import { desiredOfKinds, EMPTY_LEDGER, KINDS } from '../kinds/registry.ts';
import { type DesiredState, desiredOf, type LedgerState, type LiveState, liveOf } from '../kinds/states.ts';
import type { ReviewField } from '../model/entries/term-fields.ts';
import type { Finding } from '../model/finding.ts';
import { grouped } from '../model/grouped.ts';
import { byCodeUnit } from '../model/order.ts';
import { isGoing } from '../model/plan/change-values.ts';
import type { Change, Plan, Since, Unmanaged } from '../model/plan/plan.ts';
import { type Scope, scopeOf } from '../model/plan/scope.ts';
import { type Address, mayNameKind } from '../model/resources/address.ts';
import { digestOf } from '../model/resources/digest.ts';
import type { DesiredResource, LiveResource } from '../model/resources/resource.ts';
import { checkOnly } from './check-only.ts';
import { resolveReplacements } from './compile/replacement-intent.ts';
import { driftOf } from './drift/detect-drift.ts';
import type { Drift } from './drift/drift.ts';
import { overwritten } from './drift/overwritten.ts';
import { unownedLosses } from './guard/unowned-losses.ts';
import { allMatches, type MatchAllInput, matchAll } from './match/match.ts';

/**
 * Live resources that the files name, that nothing owns yet, and that are already as the files want them: no call is
 * needed, and from the next apply on they are owned. What is taken over with changes says so in its change.
 */
function takenOver(matches: Matches, changes: readonly Change[], only: readonly string[]): readonly Unmanaged[] {
  const { whole } = scopeOf(only);
  const changed = new Set<string>(changes.map(({ address }) => address));
  return allMatches(matches)
    .flatMap(({ kind, matched }) =>
      matched.matches.flatMap(({ desired: { address }, live, owned }) =>
        live === undefined || owned !== undefined || changed.has(address) || !whole(address)
          ? []
          : [{ address, id: live.id, name: kind.name(kind.contentOfLive(live)) ?? '' }],
      ),
    )
    .sort((left, right) => byCodeUnit(left.address, right.address));
}

/** All that a plan is made of: what files, service and ledger say, and what is asked of it. */
export interface MakePlanInput extends MatchAllInput {
  readonly target: { readonly name: string; readonly baseUrl: string };
  /** What `only` stands for, when it does not come from somebody who typed it: then a pattern may match nothing. */
  readonly since?: Since;
  /** What the plan says of a term beside its change. Default: all that the files say. */
  readonly columns?: readonly ReviewField[];
  /** Maximum number of resources by plural of the kind. Default: unknown, so it is not checked. */
  readonly atMost?: Readonly<Record<string, number>>;
  /** A ledger is kept, so that an apply adopts what is the same already. Default false. */
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

/** True when the plan is about a resource, or a part of it. */
function isInScope(kind: AnyKind, desired: readonly DesiredResource[], scope: Scope): (address: Address) => boolean {
  const byAddress = new Map<Address, DesiredResource>(desired.map((each) => [each.address, each]));
  return (address) => {
    if (scope.whole(address)) return true;
    const resource = byAddress.get(address);
    const children = resource && kind.children?.(kind.contentOf(resource));
    return children !== undefined && [...children.keys()].some((child) => scope.child(address, child));
  };
}

/** What a plan says of one kind that the workspace manages. */
function planKind(
  { only, live, deletable, columns, atMost = {} }: MakePlanInput,
  kind: AnyKind,
  matched: Matched,
): KindPlan {
  const scope = scopeOf(only);
  const all = liveOf(live, kind.plural) ?? [];
  const liveName = (each: LiveResource): string => kind.name(kind.contentOfLive(each)) ?? '';
  const idsOf = grouped(
    all.filter((each) => kind.isInUse?.(each) !== false),
    liveName,
  );
  const made = matched.matches.flatMap((match) => {
    if (!scope.any(match.desired.address)) return [];
    const name = kind.name(kind.contentOf(match.desired)) ?? '';
    const sameName = (idsOf.get(name) ?? []).map(({ id }) => id).sort(byCodeUnit);
    const plan = kind.plan(match, { scope, deletable, sameName, ...(columns !== undefined && { columns }) });
    return plan === undefined ? [] : [{ ...plan, live: match.live }];
  });
  const going = matched.deletes.filter(({ address, leftOf }) => scope.whole(leftOf ?? address));
  const unmanaged = matched.unmanaged.filter(({ address }) => scope.whole(address));
  const looked = [...made, ...going].flatMap((each) => each.live ?? []);
  const changes = [...made.flatMap(({ change }) => change ?? []), ...going.map((each) => kind.remove(each))];
  const inScope = isInScope(kind, matched.desired, scope);
  return {
    changes,
    unmanaged: [
      ...made.flatMap((each) => each.unmanaged ?? []),
      ...unmanaged.map((each) => ({ address: each.address, id: each.live.id, name: liveName(each.live) })),
    ],
    findings: [
      // Findings are about resources that the plan is about; of two that claim the same live one, either.
      ...matched.findings.filter(({ details: { address, other } }) =>
        [address, other].some((each) => each !== undefined && inScope(each as Address)),
      ),
      ...made.flatMap(({ findings = [] }) => findings),
      ...(kind.checkChanges?.(all, changes, atMost[kind.plural]) ?? []),
    ],
    seen: looked.map((each) => [each.id, kind.digest(kind.contentOfLive(each))] as const),
  };
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
  const made = allMatches(decisions).map(({ kind, matched }) => planKind(input, kind, matched));
  const changes = made
    .flatMap((each) => each.changes)
    .sort((left, right) => rank(left) - rank(right) || byCodeUnit(left.address, right.address));
  const adopts = input.takesOver === true ? takenOver(decisions, changes, input.only) : [];
  const { desired, ledger } = input;
  const unowned = unownedLosses(changes, { desired, ...(input.takesOver === true && { ledger }) });
  const heldBack = heldBackIn(desired, scopeOf(input.only));
  const seen = made.flatMap((each) => each.seen).sort(([left], [right]) => byCodeUnit(left, right));
  return {
    plan: {
      formatVersion: 1,
      target: input.target,
      only: input.only,
      ...(input.since !== undefined && { since: input.since }),
      liveFingerprint: digestOf(seen),
      changes,
      ...(adopts.length > 0 && { adopts }),
      ...(unowned.length > 0 && {
        removesUnowned: unowned.map(({ address, part, removed }) => ({ address, part, removed })),
      }),
      unmanaged: made
        .flatMap(({ unmanaged }) => unmanaged)
        .sort((left, right) => byCodeUnit(left.address, right.address) || byCodeUnit(left.id, right.id)),
      ...(heldBack !== undefined && { heldBack }),
    },
    findings: [
      ...made.flatMap(({ findings }) => findings),
      ...(input.since === undefined ? checkOnly(input, decisions) : []),
    ],
  };
}

/** What a plan is made from, but for the live state. */
export interface PlanInput extends Omit<MakePlanInput, 'live' | 'ledger'> {
  /** Default: nothing is owned. */
  readonly ledger?: LedgerState;
}

/**
 * False for a kind of which no pattern can name anything, when it takes the admin key to read, or when the plan is
 * about changed files alone.
 */
const isReadable = (
  { only, since }: Pick<PlanInput, 'desired' | 'only' | 'since'>,
  { needsAdminKey: admin, prefix }: AnyKind,
): boolean => (admin !== true && since === undefined) || mayNameKind(only, prefix);

/**
 * The desired state without the kinds that are read with the admin key of the target, when the plan cannot be about
 * them: a run with `--only 'glossary.*'` needs none. With `--since`, without any kind that the plan cannot be about.
 */
export const desiredFor = (input: Pick<PlanInput, 'desired' | 'only' | 'since'>): DesiredState =>
  desiredOfKinds(input.desired, (kind) => isReadable(input, kind));

/** True when a plan needs a client with the admin key. */
export const needsAdminKey = (input: Pick<PlanInput, 'desired' | 'only' | 'since'>): boolean =>
  KINDS.some(
    (kind) =>
      kind.needsAdminKey === true && isReadable(input, kind) && desiredOf(input.desired, kind.plural) !== undefined,
  );

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
  const resolved = { ...input, desired, live, ledger };
  const { plan, findings } = makePlan(resolved);
  const drift = driftOf(resolved);
  const undone = overwritten(drift, plan).resources.map(({ address }) => address);
  return { plan: undone.length === 0 ? plan : { ...plan, undoes: undone }, findings, live, drift };
}
