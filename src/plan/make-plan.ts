import { heldBackIn } from '../kinds/held-back.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { resourceName } from '../kinds/ledger-content.ts';
import { plannedChildren } from '../kinds/needs.ts';
import { desiredOfKinds, EMPTY_LEDGER, isInUse, isOfAdmin, KINDS } from '../kinds/registry.ts';
import {
  type DesiredState,
  desiredOf,
  type LedgerState,
  type LiveState,
  liveResources,
  type Matched,
  type Matches,
} from '../kinds/states.ts';
import type { ReviewField } from '../model/entries/term-fields.ts';
import type { Finding } from '../model/finding.ts';
import { byCodeUnit, grouped } from '../model/lists.ts';
import {
  type Change,
  isDeletion,
  type Plan,
  type Scope,
  type Since,
  scopeOf,
  type Unmanaged,
} from '../model/plan/plan.ts';
import { type Address, mayNameKind } from '../model/resources/address.ts';
import { digestOf } from '../model/resources/digest.ts';
import type { DesiredResource, LiveResource } from '../model/resources/resource.ts';
import { resolveReplacements } from './compile/replacement-intent.ts';
import { driftOf } from './drift/detect-drift.ts';
import { type Drift, deletedOutside, hasConflict, isConflict, overwritten } from './drift/drift.ts';
import { unownedLosses } from './guard/losses.ts';
import { allMatches, checkOnly, type MatchAllInput, matchAll } from './match/match.ts';

/**
 * Live resources that the files name, that the ledger does not own yet, and that already match the files. They need no
 * call, and the next apply adopts them. An adoption with changes is marked in its change.
 */
function adoptedResources(matches: Matches, changes: readonly Change[], only: readonly string[]): readonly Unmanaged[] {
  const { whole } = scopeOf(only);
  const changed = new Set<string>(changes.map(({ address }) => address));
  return allMatches(matches)
    .flatMap(({ kind, matched }) =>
      matched.matches.flatMap(({ desired: { address }, live, owned }) =>
        live === undefined || owned !== undefined || changed.has(address) || !whole(address)
          ? []
          : [{ address, id: live.id, name: resourceName(kind, live) }],
      ),
    )
    .sort((left, right) => byCodeUnit(left.address, right.address));
}

/** All input of a plan: the states of files, service and ledger, and the options. */
export interface MakePlanInput extends MatchAllInput {
  readonly target: { readonly name: string; readonly baseUrl: string };
  /** The reason for `only`, if a user did not type it. Then a pattern may match nothing. */
  readonly since?: Since;
  /** Columns of a term that the plan contains. Default: all that the files have. */
  readonly columns?: readonly ReviewField[];
  /** Maximum number of resources by plural of the kind. Default: unknown, so it is not checked. */
  readonly atMost?: Readonly<Record<string, number>>;
  /** True: the workspace keeps a ledger, so an apply adopts resources that already match. Default false. */
  readonly mayAdopt?: boolean;
}

/** The part of a plan that is about one kind. */
interface KindPlan {
  readonly changes: readonly Change[];
  readonly unmanaged: readonly Unmanaged[];
  readonly findings: readonly Finding[];
  /** Digests of the live resources that the plan depends on. */
  readonly seen: readonly (readonly [id: string, digest: string])[];
}

/** True if the plan includes a resource or a part of it. */
function isInScope(kind: AnyKind, desired: readonly DesiredResource[], scope: Scope): (address: Address) => boolean {
  const byAddress = new Map<Address, DesiredResource>(desired.map((each) => [each.address, each]));
  return (address) => {
    if (scope.whole(address)) return true;
    const resource = byAddress.get(address);
    const children = resource && kind.children?.(kind.contentOf(resource));
    return children !== undefined && [...children.keys()].some((child) => scope.child(address, child));
  };
}

/** The part of the plan for one kind that the workspace manages. */
function planKind(
  { only, live, deletable, columns, atMost = {} }: MakePlanInput,
  kind: AnyKind,
  matched: Matched,
): KindPlan {
  const scope = scopeOf(only);
  const all = liveResources(live, kind.plural);
  const liveName = (each: LiveResource): string => resourceName(kind, each);
  const idsOf = grouped(
    all.filter((each) => isInUse(kind, each)),
    liveName,
  );
  const plans = matched.matches.flatMap((match) => {
    if (!scope.any(match.desired.address)) return [];
    const name = resourceName(kind, match.desired);
    const sameName = (idsOf.get(name) ?? []).map(({ id }) => id).sort(byCodeUnit);
    const isPlanned = plannedChildren(kind, match, deletable);
    const plan = kind.plan(match, { scope, isPlanned, sameName, ...(columns !== undefined && { columns }) });
    return plan === undefined ? [] : [{ ...plan, live: match.live }];
  });
  const deletions = matched.deletes.filter(({ address, replacedBy }) => scope.whole(replacedBy ?? address));
  const unmanaged = matched.unmanaged.filter(({ address }) => scope.whole(address));
  const looked = [...plans, ...deletions].flatMap((each) => each.live ?? []);
  const changes = [...plans.flatMap(({ change }) => change ?? []), ...deletions.map((each) => kind.remove(each))];
  const inScope = isInScope(kind, matched.desired, scope);
  return {
    changes,
    unmanaged: [
      ...plans.flatMap((each) => each.unmanaged ?? []),
      ...unmanaged.map((each) => ({ address: each.address, id: each.live.id, name: liveName(each.live) })),
    ],
    findings: [
      // Keep findings about resources in scope. If two resources claim the same live one, either of them is enough.
      ...matched.findings.filter(({ details: { address, other } }) =>
        [address, other].some((each) => each !== undefined && inScope(each as Address)),
      ),
      ...plans.flatMap(({ findings = [] }) => findings),
      ...(kind.checkChanges?.(all, changes, atMost[kind.plural]) ?? []),
    ],
    seen: looked.map((each) => [each.id, kind.digest(kind.contentOf(each))] as const),
  };
}

const rank = (change: Change): number => (isDeletion(change) ? 0 : 1);

/**
 * The whole answer to "what would apply do?". Pure: the same states, the same plan, byte for byte, in whatever order
 * files and service list them. With findings of severity error the plan is not the whole and must not be applied.
 *
 * A live resource that matches nothing, that the ledger does not own and that no `deletable` pattern names is
 * unmanaged: listed, never touched.
 */
export function makePlan(input: MakePlanInput): { readonly plan: Plan; readonly findings: readonly Finding[] } {
  const decisions = matchAll(input);
  const kindPlans = allMatches(decisions).map(({ kind, matched }) => planKind(input, kind, matched));
  const changes = kindPlans
    .flatMap((each) => each.changes)
    .sort((left, right) => rank(left) - rank(right) || byCodeUnit(left.address, right.address));
  const adopts = input.mayAdopt === true ? adoptedResources(decisions, changes, input.only) : [];
  const { desired, ledger } = input;
  const unowned = unownedLosses(changes, { desired, ...(input.mayAdopt === true && { ledger }) });
  const heldBack = heldBackIn(desired, scopeOf(input.only));
  const seen = kindPlans.flatMap((each) => each.seen).sort(([left], [right]) => byCodeUnit(left, right));
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
      unmanaged: kindPlans
        .flatMap(({ unmanaged }) => unmanaged)
        .sort((left, right) => byCodeUnit(left.address, right.address) || byCodeUnit(left.id, right.id)),
      ...(heldBack !== undefined && { heldBack }),
    },
    findings: [
      ...kindPlans.flatMap(({ findings }) => findings),
      ...(input.since === undefined ? checkOnly(input, decisions) : []),
    ],
  };
}

/** The input of a plan, except the live state. */
export interface PlanInput extends Omit<MakePlanInput, 'live' | 'ledger'> {
  /** Default: nothing is owned. */
  readonly ledger?: LedgerState;
}

/**
 * False for a kind that no pattern can match, if reading it requires the admin key, or if the plan is only about
 * changed files.
 */
const isReadable = ({ only, since }: Pick<PlanInput, 'desired' | 'only' | 'since'>, kind: AnyKind): boolean =>
  (!isOfAdmin(kind) && since === undefined) || mayNameKind(only, kind.prefix);

/**
 * The desired state without the kinds that the plan cannot include, if reading them requires the admin key of the
 * target: a run with `--only 'glossary.*'` needs no admin key. With `--since`, without any kind that the plan cannot
 * include.
 */
export const desiredFor = (input: Pick<PlanInput, 'desired' | 'only' | 'since'>): DesiredState =>
  desiredOfKinds(input.desired, (kind) => isReadable(input, kind));

/** True when a plan needs a client with the admin key. */
export const needsAdminKey = (input: Pick<PlanInput, 'desired' | 'only' | 'since'>): boolean =>
  KINDS.some(
    (kind) => isOfAdmin(kind) && isReadable(input, kind) && desiredOf(input.desired, kind.plural) !== undefined,
  );

/** A plan, the findings made while planning, and the changes on the service since the last apply. */
export interface Planning {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  readonly live: LiveState;
  readonly drift: Drift;
}

/** Plans from the desired and the live state. `live` must contain all parts that the plan needs. Pure. */
export function planState(live: LiveState, input: PlanInput): Planning {
  const desired = desiredFor(input);
  const ledger = resolveReplacements({ ledger: input.ledger ?? EMPTY_LEDGER, desired, live });
  const resolved = { ...input, desired, live, ledger };
  const { plan, findings } = makePlan(resolved);
  const drift = driftOf(resolved);
  const { resources: undone, decided: kept } = overwritten(drift, plan);
  const addressesOf = (resources: typeof undone) => resources.map(({ address }) => address);
  const [undoes, decided] = [addressesOf(undone), addressesOf(kept)];
  const conflicts = addressesOf(undone.filter(isConflict));
  const partConflicts = addressesOf(undone.filter((each) => hasConflict(each) && !isConflict(each)));
  const deleted = undone.flatMap(deletedOutside);
  const fullPlan = {
    ...plan,
    ...(undoes.length > 0 && { undoes }),
    ...(conflicts.length > 0 && { conflicts }),
    ...(partConflicts.length > 0 && { partConflicts }),
    ...(deleted.length > 0 && { deletedOutside: deleted }),
    ...(decided.length > 0 && { decided }),
  };
  return { plan: fullPlan, findings, live, drift };
}
