import { ACTIVE_KEYS_MAX } from '../../contract/limits.ts';
import type { Finding } from '../../model/finding.ts';
import type { DeveloperKey } from '../../model/resources/developer-key.ts';
import { developerKeyDigest } from '../../model/resources/digest.ts';
import { developerKeyChange, developerKeyDeactivation } from '../../kinds/developer-key/developer-key-change.ts';
import { type KindPlan, planKind } from '../kind-plan.ts';
import type { MatchedKeys } from '../match/match-developer-keys.ts';
import type { Change } from '../../model/plan/plan.ts';
import { scopeOf } from '../../model/plan/scope.ts';

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
export function planDeveloperKeys({ live, only }: PlanKeysInput, matched: MatchedKeys | undefined): KindPlan {
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
      const details = { address, id: found.id };
      return { findings: [{ code: 'key-deactivated', severity: 'error', at: origin, details }] };
    },
    remove: ({ address, live: gone }) => developerKeyDeactivation(address, gone),
  });
  return matched === undefined ? plan : { ...plan, findings: [...plan.findings, ...checkCap(live, plan.changes)] };
}
