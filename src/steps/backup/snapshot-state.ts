import type { AnyKind } from '../../kinds/kind.ts';
import { liveStateFrom } from '../../kinds/registry.ts';
import { desiredOf, type LedgerState, type LiveState, ownedOf } from '../../kinds/states.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import { backedUpOf } from './backup-json.ts';
import type { ReadBackup } from './read-backup.ts';

/** Absent for a kind whose live state cannot be made from the content. */
function snapshot(
  kind: AnyKind,
  known: readonly (readonly [id: string, content: unknown])[],
): readonly LiveResource[] | undefined {
  return kind.toLive && known.flatMap(([id, content]) => kind.toLive?.(id, content) ?? []);
}

/** The state after the last apply, as if it were the state of the service. Pure. */
export const liveOfLedger = (ledger: LedgerState): LiveState =>
  liveStateFrom((kind) =>
    snapshot(
      kind,
      [...ownedOf(ledger, kind.plural).values()].map(({ id, content }) => [id, content]),
    ),
  );

/**
 * The state in a backup, as if it were the state of the service. A kind that the account could not access is absent.
 * Pure.
 */
export const liveOfBackup = ({ json, desired }: ReadBackup): LiveState =>
  liveStateFrom((kind) => {
    const backedUp = backedUpOf(json, kind);
    const ids = new Map(backedUp?.map(({ address, id }) => [address, id]));
    const known = (desiredOf(desired, kind.plural) ?? []).map(
      (each) => [ids.get(each.address) ?? '', kind.contentOf(each)] as const,
    );
    return backedUp && snapshot(kind, known);
  });
