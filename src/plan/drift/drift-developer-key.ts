import type {
  DesiredDeveloperKey,
  DeveloperKeyAddress,
  OwnedDeveloperKey,
} from '../../kinds/developer-key/developer-key.ts';
import {
  type DeveloperKey,
  KEY_LIMITS,
  type KeyLimits,
  type KnownKey,
} from '../../kinds/developer-key/developer-key.ts';
import type { Finding } from '../../model/finding.ts';
import type { Drift, LiveKeyContent } from './drift.ts';
import type { DriftKind } from './drift-resource.ts';
import { driftValues, type KeyedValues } from './drift-values.ts';

/**
 * The label, when the last apply left one, and limits that were named then and are named now: without the one there is
 * no base, and without the other nobody would undo anything. A key that works no more has no limits to compare.
 */
function keyedValues(
  side: { readonly label?: string; readonly limits: Partial<KeyLimits> },
  { base, ours, live }: { readonly base: KnownKey; readonly ours: KnownKey; readonly live: DeveloperKey },
): KeyedValues {
  const limits = live.deactivated
    ? []
    : KEY_LIMITS.filter((limit) => base.limits[limit] !== undefined && ours.limits[limit] !== undefined);
  return [
    ...(base.label === undefined || side.label === undefined ? [] : [[['label'], side.label] as const]),
    ...limits.flatMap((limit) => {
      const value = side.limits[limit];
      return value === undefined ? [] : [[['limit', limit], value] as const];
    }),
  ];
}

export const DEVELOPER_KEY_DRIFT: DriftKind<
  'developer-key',
  DeveloperKeyAddress,
  DesiredDeveloperKey,
  DeveloperKey,
  OwnedDeveloperKey,
  LiveKeyContent
> = {
  kind: 'developer-key',
  baseName: ({ content }, desired) => content.label ?? desired?.label,
  differences({ base: { content: base }, desired, live }, count) {
    const ours = desired ?? base;
    const of = (side: KnownKey): KeyedValues => keyedValues(side, { base, ours, live });
    const values = driftValues({ base: of(base), ours: of(ours), theirs: of(live) }, count, ([, limit]) =>
      KEY_LIMITS.some((name) => name === limit) ? desired?.locate(limit as keyof KeyLimits) : undefined,
    );
    return { values, children: [] };
  },
  isEdited: ({ label, limits }, { content: base }) =>
    (base.label !== undefined && label !== base.label) ||
    KEY_LIMITS.some(
      (name) => base.limits[name] !== undefined && limits[name] !== undefined && limits[name] !== base.limits[name],
    ),
  liveName: ({ label }) => label,
  contentOf: (_, { label, limits }) => ({ label, limits }),
  // A key that works no more is wanted by nobody.
  getsFiles: ({ deactivated }) => !deactivated,
  standing({ base, desired, live }, count) {
    const wasActive = base.content.deactivated === false;
    // What should not work and is not there needs nothing.
    if (live === undefined) return desired.deactivated || !wasActive ? 'ignored' : undefined;
    if (live.id !== base.id) return wasActive ? undefined : 'ignored';
    if (wasActive && live.deactivated && !desired.deactivated) return 'deactivated-outside';
    if (wasActive && desired.deactivated) count('developer-key', live.deactivated ? 'same' : 'ours');
    return undefined;
  },
};

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
