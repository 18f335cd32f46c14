import { ACTIVE_KEYS_MAX } from '../../contract/limits.ts';
import type { Finding } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { DeveloperKeyAddress } from '../../model/resources/address.ts';
import type { DeveloperKey } from '../../model/resources/developer-key.ts';
import { developerKeyDigest } from '../../model/resources/digest.ts';
import { developerKeyChange, developerKeyDeactivation } from '../diff/developer-key-change.ts';
import { findingsInScope, type KindPlan, NOTHING } from '../kind-plan.ts';
import type { MatchedKeys } from '../match/match-developer-keys.ts';
import type { Change, Unmanaged } from '../plan.ts';
import { scopeOf } from '../scope.ts';

export interface PlanKeysInput {
  readonly live: readonly DeveloperKey[];
  readonly only: readonly string[];
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
  return [{ code: 'too-many-keys', severity: 'error', at, details }];
}

/** What a plan says of the developer keys. */
export function planDeveloperKeys({ live, only }: PlanKeysInput, decided: MatchedKeys | undefined): KindPlan {
  if (decided === undefined) return NOTHING;
  const { whole } = scopeOf(only);
  const changes: Change[] = [];
  const findings: Finding[] = [...findingsInScope(decided.findings, whole)];
  const seen: (readonly [string, string])[] = [];
  for (const { desired, live: found, adopted } of decided.matches) {
    const { address } = desired;
    if (!whole(address)) continue;
    if (found !== undefined) seen.push([found.id, developerKeyDigest(found)]);
    if (found?.deactivated === true && !desired.deactivated) {
      findings.push({
        code: 'key-deactivated',
        severity: 'error',
        at: desired.origin,
        details: { address, id: found.id },
      });
      continue;
    }
    const sameLabel = live
      .filter(({ label, deactivated }) => label === desired.label && !deactivated)
      .map(({ id }) => id);
    const change = developerKeyChange({
      desired,
      ...(found !== undefined && { live: found }),
      adopted,
      sameLabel: sameLabel.sort(byCodeUnit),
    });
    if (change !== undefined) changes.push(change);
  }
  for (const { address, live: gone } of decided.deletes) {
    if (!whole(address)) continue;
    changes.push(developerKeyDeactivation(address as DeveloperKeyAddress, gone));
    seen.push([gone.id, developerKeyDigest(gone)]);
  }
  const unmanaged = decided.unmanaged
    .filter(({ address }) => whole(address))
    .map(
      ({ address, live: { id, label } }): Unmanaged => ({ address: address as DeveloperKeyAddress, id, name: label }),
    );
  return { changes, unmanaged, findings: [...findings, ...checkCap(live, changes)], seen };
}
