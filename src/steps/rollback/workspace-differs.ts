import type { AnyKind } from '../../kinds/kind.ts';
import { childrenOf, withChildren } from '../../kinds/ledger-content.ts';
import { desiredStateFrom, KINDS } from '../../kinds/registry.ts';
import { type DesiredState, desiredOf } from '../../kinds/states.ts';
import { isIrreversible } from '../../kinds/traits.ts';
import { type Scope, scopeOf } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';

/** Address → the digest of the desired content, for one kind. */
function digests(kind: AnyKind, state: DesiredState, scope: Scope): ReadonlyMap<Address, string> {
  const found = new Map<Address, string>();
  for (const desired of desiredOf(state, kind.plural) ?? []) {
    const { address } = desired;
    const content = kind.contentOf(desired);
    const meant = new Map([...childrenOf(kind, content)].filter(([name]) => scope.child(address, name)));
    if (scope.whole(address)) found.set(address, kind.digest(withChildren(kind, content, meant)));
    else if (meant.size > 0) found.set(address, kind.digest(kind.fromValues([], meant)));
  }
  return found;
}

function differ(kind: AnyKind, files: DesiredState, wanted: DesiredState, scope: Scope): readonly Address[] {
  // One side does not include the kind.
  if ([files, wanted].some((side) => desiredOf(side, kind.plural) === undefined)) return [];
  const [left, right] = [digests(kind, files, scope), digests(kind, wanted, scope)];
  return [...new Set([...left.keys(), ...right.keys()])].filter((each) => left.get(each) !== right.get(each));
}

/**
 * For kinds with permanent deletions: compares only resources that both sides name, and values that both name. A
 * rollback changes no others.
 */
function valuesDiffer(kind: AnyKind, files: DesiredState, wanted: DesiredState, { whole }: Scope): readonly Address[] {
  const others = new Map((desiredOf(wanted, kind.plural) ?? []).map((each) => [each.address, each]));
  return (desiredOf(files, kind.plural) ?? []).flatMap((each) => {
    const other = whole(each.address) ? others.get(each.address) : undefined;
    if (other === undefined) return [];
    const [left, right] = [kind.values(kind.contentOf(each)), kind.values(kind.contentOf(other))];
    return [...left].some(([key, value]) => right.has(key) && right.get(key) !== value) ? [each.address] : [];
  });
}

/**
 * The resources in which the files differ from another desired state, within `only` and for kinds that both include.
 * Pure.
 */
export function differingResources(
  files: DesiredState,
  wanted: DesiredState,
  only: readonly string[],
): readonly Address[] {
  const scope = scopeOf(only);
  return KINDS.flatMap((kind) => (isIrreversible(kind) ? valuesDiffer : differ)(kind, files, wanted, scope));
}

/**
 * True if the files differ from the restored state. Resources that the ledger does not own and no file names are
 * ignored. Pure.
 */
export function filesUndo(
  files: DesiredState,
  {
    desired,
    owns,
    only,
  }: { readonly desired: DesiredState; readonly owns: DesiredState; readonly only: readonly string[] },
): boolean {
  const sides = (kind: AnyKind) => {
    const [wanted, owned, named] = [desired, owns, files].map((state) => desiredOf(state, kind.plural) ?? []);
    const at = (resources: typeof wanted = []): ReadonlySet<Address> =>
      new Set(resources.map(({ address }) => address));
    const [wantedAddresses, ownedAddresses, namedAddresses] = [at(wanted), at(owned), at(named)];
    return {
      restored: [
        ...(owned ?? []),
        ...(wanted ?? []).filter(({ address }) => namedAddresses.has(address) && !ownedAddresses.has(address)),
      ],
      requested: (named ?? []).filter(({ address }) => wantedAddresses.has(address)),
    };
  };
  const [requested, restored] = [
    desiredStateFrom((kind) => sides(kind).requested),
    desiredStateFrom((kind) => sides(kind).restored),
  ];
  return differingResources(requested, restored, only).length > 0;
}
