import type { Finding } from '../../model/finding.ts';
import type { OwnedDeveloperKey } from '../../model/ledger/ledger-state.ts';
import type { DeveloperKeyAddress } from '../../model/resources/address.ts';
import type { DesiredDeveloperKey } from '../../model/resources/desired.ts';
import { type DeveloperKey, KEY_LIMITS, type KnownKey } from '../../model/resources/developer-key.ts';
import type { DeveloperKeyDrift, Drift, LimitDrift } from './drift.ts';
import { type CountSettled, differenceIn } from './drift-sides.ts';

export interface DeveloperKeySides {
  readonly address: DeveloperKeyAddress;
  readonly base: OwnedDeveloperKey;
  /** Absent: the files no longer have it. */
  readonly desired?: DesiredDeveloperKey;
  /** Absent: it is gone from the service. */
  readonly live?: DeveloperKey;
}

/** What is asked for: the files, or the base where they dropped the key. */
type Wanted = Pick<DesiredDeveloperKey, 'label' | 'limits'> & Partial<Pick<DesiredDeveloperKey, 'locate'>>;

/**
 * Only limits that were named then and are named now: without the one there is no base, and without the other nobody
 * would undo anything.
 */
function driftLimits(
  base: KnownKey,
  { limits, locate }: Wanted,
  live: DeveloperKey,
  count: CountSettled,
): readonly LimitDrift[] {
  if (live.deactivated) return [];
  return KEY_LIMITS.flatMap((limit): readonly LimitDrift[] => {
    const [was, ours, theirs] = [base.limits[limit], limits[limit], live.limits[limit]];
    if (was === undefined || ours === undefined) return [];
    const difference = differenceIn('limits', { base: was, ours, theirs }, count);
    const at = locate?.(limit);
    return difference === undefined ? [] : [{ ...difference, limit, ...(at !== undefined && { at }) }];
  });
}

/** True when the files want a key otherwise than the last apply left it, as far as that is known. */
const hasChanged = ({ label, limits }: DesiredDeveloperKey, base: KnownKey): boolean =>
  (base.label !== undefined && label !== base.label) ||
  KEY_LIMITS.some(
    (name) => base.limits[name] !== undefined && limits[name] !== undefined && limits[name] !== base.limits[name],
  );

function parts(
  base: KnownKey,
  wanted: Wanted,
  live: DeveloperKey,
  count: CountSettled,
): Pick<DeveloperKeyDrift, 'label' | 'limits'> {
  const label =
    base.label === undefined
      ? undefined
      : differenceIn('labels', { base: base.label, ours: wanted.label, theirs: live.label }, count);
  return { ...(label !== undefined && { label }), limits: driftLimits(base, wanted, live, count) };
}

/** A deactivation takes with it what somebody has given the key. */
function driftOfDropped(
  { address, base, live }: DeveloperKeySides,
  count: CountSettled,
): DeveloperKeyDrift | undefined {
  const { label, limits } = base.content;
  if (live === undefined) {
    count('developerKeys', 'same');
    return undefined;
  }
  if (label === undefined) return undefined;
  const changed = parts(base.content, { label, limits }, live, () => undefined);
  if (changed.label === undefined && changed.limits.length === 0) {
    count('developerKeys', 'ours');
    return undefined;
  }
  const theirs = { label: live.label, limits: live.limits };
  const whole = { kind: 'both', how: 'dropped-here', theirs } as const;
  return { kind: 'developer-key', address, id: live.id, baseName: label, whole, ...changed };
}

/**
 * What became of one key that the ledger owns. Of a part that the ledger does not know there is no base, and so no
 * drift: no apply has settled it yet. A key that works no more has no limits to compare.
 */
export function driftDeveloperKey(sides: DeveloperKeySides, count: CountSettled): DeveloperKeyDrift | undefined {
  const { address, base, desired, live } = sides;
  if (desired === undefined) return driftOfDropped(sides, count);
  const { content } = base;
  const known = {
    kind: 'developer-key',
    address,
    id: live?.id ?? base.id,
    baseName: content.label ?? desired.label,
  } as const;
  const wasActive = content.deactivated === false;
  const kind = hasChanged(desired, content) ? 'both' : 'theirs';
  if (live === undefined) {
    // What should not work and is not there needs nothing.
    if (desired.deactivated || !wasActive) return undefined;
    return { ...known, whole: { kind, how: 'deleted-outside' }, limits: [] };
  }
  const changed = parts(content, desired, live, count);
  if (live.id !== base.id)
    return wasActive ? { ...known, whole: { kind: 'theirs', how: 'recreated-outside' }, ...changed } : undefined;
  if (wasActive && live.deactivated && !desired.deactivated)
    return { ...known, whole: { kind, how: 'deactivated-outside' }, ...changed };
  if (wasActive && desired.deactivated) count('developerKeys', live.deactivated ? 'same' : 'ours');
  return changed.label === undefined && changed.limits.length === 0 ? undefined : { ...known, ...changed };
}

/** What the drift of a key says, and the finding that says no more than that. */
const TOLD_BY: Readonly<Record<string, string>> = {
  'deactivated-outside': 'key-deactivated',
  'deleted-outside': 'pinned-id-missing',
};

/**
 * Findings without those that the drift of keys tells in full: that an entry asks for a key which somebody has
 * deactivated, or pins one that is gone.
 */
export function notInDrift(findings: readonly Finding[], { resources }: Drift): readonly Finding[] {
  const told = new Map<unknown, string | undefined>(
    resources.flatMap((drift) =>
      drift.kind === 'developer-key' && drift.whole !== undefined ? [[drift.address, TOLD_BY[drift.whole.how]]] : [],
    ),
  );
  return findings.filter(({ code, details: { address } }) => told.get(address) !== code);
}
