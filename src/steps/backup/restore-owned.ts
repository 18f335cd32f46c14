import type { AnyKind } from '../../kinds/kind.ts';
import { childrenOf, desiredFrom, keepChildren, placesInFiles, withChildren } from '../../kinds/ledger-content.ts';
import { desiredStateFrom, ledgerFrom } from '../../kinds/registry.ts';
import { type DesiredState, desiredOf, type LedgerState, ownedOf } from '../../kinds/states.ts';
import { ownsNamed } from '../../kinds/traits.ts';
import type { DesiredResource, OwnedResource } from '../../model/resources/resource.ts';
import { childrenWithin } from '../children-within.ts';

/**
 * The ledger reduced to the resources and child resources that the backup contains, so that a plan made with it deletes
 * nothing else. Pure.
 */
export const ledgerWithin = (now: LedgerState, desired: DesiredState): LedgerState =>
  ledgerFrom((kind) => {
    const wanted = new Map((desiredOf(desired, kind.plural) ?? []).map((each) => [each.address, each]));
    return [...ownedOf(now, kind.plural)].flatMap(([address, owned]) => {
      const requested = wanted.get(address);
      if (requested === undefined) return [];
      const children = childrenOf(kind, kind.contentOf(requested));
      return [[address, { ...owned, content: keepChildren(kind, owned.content, (name) => children.has(name)) }]];
    });
  });

/** A resource with only the child resources and entries that the ledger owns. */
function ownedPart(
  kind: AnyKind,
  desired: DesiredResource,
  { content: owned }: OwnedResource,
  isNamed: boolean,
): DesiredResource {
  if (kind.children === undefined) return desired;
  const content = kind.contentOf(desired);
  const children = childrenWithin(childrenOf(kind, content), childrenOf(kind, owned), isNamed);
  const places = placesInFiles(kind, desired);
  return desiredFrom(kind, withChildren(kind, content, children), desired, places, desired);
}

/**
 * The part of a restored state that the ledger owns. A restore adds nothing to the ledger: no resources and no child
 * resources. If files own only the entries they name, it also adds no entries that were never in git: the next apply
 * would treat them as removed from the files. Pure.
 */
export const ownedWithin = (desired: DesiredState, now: LedgerState, files: DesiredState = {}): DesiredState =>
  desiredStateFrom((kind) => {
    const owned = ownedOf(now, kind.plural);
    const inFiles = new Map((desiredOf(files, kind.plural) ?? []).map((each) => [each.address, each]));
    return desiredOf(desired, kind.plural)?.flatMap((each) => {
      const [known, fileResource] = [owned.get(each.address), inFiles.get(each.address)];
      return known === undefined
        ? []
        : [ownedPart(kind, each, known, fileResource !== undefined && ownsNamed(kind, fileResource))];
    });
  });
