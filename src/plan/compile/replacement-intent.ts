import type { AnyKind } from '../../kinds/kind.ts';
import { KINDS, kindAt, replacingPart } from '../../kinds/registry.ts';
import {
  type DesiredState,
  desiredResources,
  type LedgerState,
  type LiveState,
  liveOf,
  ownedOf,
  type UnfinishedReplacement,
} from '../../kinds/states.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { ResourceAddress } from '../../model/resources/address.ts';
import type { DesiredResource, LiveResource, OwnedResource } from '../../model/resources/resource.ts';

/** The ledger with these unfinished replacements. The member is absent if the list is empty. */
export function withUnfinished(
  { unfinished: _, ...ledger }: LedgerState,
  unfinished: readonly UnfinishedReplacement[],
): LedgerState {
  return unfinished.length === 0 ? ledger : { ...ledger, unfinished };
}

/** The replacements that a plan is about to begin. */
export const replacementsOf = (plan: Plan): readonly UnfinishedReplacement[] =>
  plan.changes.flatMap((change): readonly UnfinishedReplacement[] => {
    const { action, address, id: old, operations } = change;
    const create = operations.find(({ pre }) => pre === 'absent');
    if (action !== 'replace' || old === undefined || create === undefined || create.post === 'absent') return [];
    const { notIds = [] } = create;
    return [{ kind: 'pending', address, old, digest: create.post, notIds }];
  });

/**
 * The ledger with an entry for every replacement that the plan is about to begin. With it, a later run can see that
 * this run stopped between the two calls of a replacement. Pure.
 */
export function recordReplacements(ledger: LedgerState, plan: Plan): LedgerState {
  const replacements = replacementsOf(plan);
  const again = new Set(replacements.map(({ address }) => address));
  const others = (ledger.unfinished ?? []).filter(({ kind, address }) => kind === 'left' || !again.has(address));
  return withUnfinished(ledger, [...others, ...replacements]);
}

/** The unfinished replacements of one kind, with its resources on the service and in the files. */
interface KindSides {
  readonly unfinished: readonly UnfinishedReplacement[];
  readonly live: readonly LiveResource[];
  readonly desired: readonly DesiredResource[];
}

export interface ResolveInput {
  readonly ledger: LedgerState;
  readonly desired: DesiredState;
  readonly live: LiveState;
}

/**
 * True if the address keeps the old resource: the old resource can become what the files ask for, and the new one
 * cannot.
 */
const meansOld = (kind: AnyKind, old: LiveResource, replacement: LiveResource, wanted: DesiredResource): boolean => {
  const needsAnother = (live: LiveResource): boolean =>
    replacingPart(kind, kind.contentOf(live), kind.contentOf(wanted)) !== undefined;
  return !needsAnother(old) && needsAnother(replacement);
};

/**
 * Resolves the unfinished replacements of one kind, and updates `owned` in place. Returns the resources that are left
 * over.
 */
function resolveKind(
  kind: AnyKind,
  owned: Map<ResourceAddress, OwnedResource>,
  { unfinished, live, desired }: KindSides,
): readonly UnfinishedReplacement[] {
  const byId = new Map(live.map((each) => [each.id, each]));
  const left: UnfinishedReplacement[] = [];
  const isKnown = (id: string): boolean =>
    [...owned.values()].some((each) => each.id === id) || left.some(({ old }) => old === id);
  for (const each of unfinished) {
    const { address } = each;
    const old = byId.get(each.old);
    if (each.kind === 'left') {
      if (old !== undefined) left.push(each);
      continue;
    }
    const [replacement, ...twins] = live.filter(
      (one) =>
        one.id !== each.old &&
        !each.notIds.includes(one.id) &&
        kind.digest(kind.contentOf(one)) === each.digest &&
        !isKnown(one.id),
    );
    if (replacement === undefined) continue;
    const wanted = desired.find((resource) => resource.address === address);
    const keepsOld = old !== undefined && wanted !== undefined && meansOld(kind, old, replacement, wanted);
    if (!keepsOld)
      owned.set(address, {
        id: replacement.id,
        content: kind.contentOf(replacement),
        protect: owned.get(address)?.protect ?? wanted?.protect ?? false,
      });
    const gone = keepsOld ? [replacement, ...twins] : [...(old === undefined ? [] : [old]), ...twins];
    left.push(...gone.map(({ id }): UnfinishedReplacement => ({ kind: 'left', address, old: id })));
  }
  return left;
}

/**
 * The ledger with every pending replacement resolved from the live state. If the new resource exists, the ledger owns
 * it and the old one is left over. If not, nothing has happened. A resource that no longer exists is not left over any
 * more. Entries of a kind that was not read do not change. Pure.
 */
export function resolveReplacements({ ledger, desired, live }: ResolveInput): LedgerState {
  const { unfinished = [] } = ledger;
  if (unfinished.length === 0) return ledger;
  let state = ledger;
  for (const kind of KINDS) {
    const { plural } = kind;
    const found = liveOf(live, plural);
    const kindUnfinished = unfinished.filter(({ address }) => kindAt(address) === kind);
    if (found === undefined || kindUnfinished.length === 0) continue;
    const owned = new Map(ownedOf(state, plural));
    const left = resolveKind(kind, owned, {
      unfinished: kindUnfinished,
      live: found,
      desired: desiredResources(desired, plural),
    });
    const others = (state.unfinished ?? []).filter((each) => !kindUnfinished.includes(each));
    state = withUnfinished({ ...state, [plural]: owned }, [...others, ...left]);
  }
  return state;
}
