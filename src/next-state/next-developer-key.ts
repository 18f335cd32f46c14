import type { DesiredDeveloperKey, OwnedDeveloperKey } from '../kinds/developer-key/developer-key.ts';
import { type DeveloperKey, KEY_LIMITS, type KnownKey } from '../kinds/developer-key/developer-key.ts';
import { NO_LIMITS } from '../kinds/developer-key/developer-key-change.ts';
import { valuesIn } from '../model/plan/change-values.ts';
import type { RunSides } from './run-outcomes.ts';

const UNKNOWN: KnownKey = { limits: {} };

/** Each part by itself: what its call left, what files and service agree on, else what was known before. */
export function keyContent(
  { desired, live, after, change, done }: RunSides<DesiredDeveloperKey, DeveloperKey>,
  owned: OwnedDeveloperKey | undefined,
): KnownKey {
  const before = owned?.content ?? UNKNOWN;
  // What no file names any more was not in what the plan was made from.
  const found = live ?? after;
  const part = <Value>(
    well: boolean | undefined,
    { wanted, there, left, known }: Record<'wanted' | 'there' | 'left' | 'known', Value | undefined>,
  ): Value | undefined => {
    if (well === undefined) return there === wanted ? wanted : known;
    return well ? (left ?? wanted) : known;
  };
  const label = part(done?.isDone(['label']), {
    wanted: desired.label,
    there: found?.label,
    left: after?.label,
    known: before.label,
  });
  // A key is made active.
  const isMade = change?.action === 'create' ? done?.isDone(['label']) : undefined;
  const deactivated = part(done?.isDone(['deactivated']) ?? isMade, {
    wanted: desired.deactivated,
    there: found?.deactivated,
    left: after?.deactivated,
    known: before.deactivated,
  });
  const limits = KEY_LIMITS.flatMap((name) => {
    const wanted = desired.limits[name];
    // What no file names is not managed.
    if (wanted === undefined) return [];
    const isChanged = change !== undefined && valuesIn(change, 'limit').some(({ key }) => key[1] === name);
    const limit = part(isChanged ? done?.isDone(['limit']) : undefined, {
      wanted,
      there: (found?.limits ?? NO_LIMITS)[name],
      left: after?.limits[name],
      known: before.limits[name],
    });
    return limit === undefined ? [] : [[name, limit] as const];
  });
  return {
    ...(label !== undefined && { label }),
    limits: Object.fromEntries(limits),
    ...(deactivated !== undefined && { deactivated }),
  };
}
