import type { DriftModel } from '../model/drift-model.ts';
import type { DesiredDeveloperKey, DeveloperKey, KnownKey } from './developer-key.ts';
import { KEY_LIMITS } from './developer-key.ts';

/** What the comparison has to know of developer keys. */
export const DEVELOPER_KEY_DRIFT: DriftModel<KnownKey, DesiredDeveloperKey, DeveloperKey> = {
  // The label, when the last apply left one, and limits that were named then and are named now: without the one there
  // is no base, and without the other nobody would undo anything. A key that works no more has no limits to compare.
  isCompared([part, name], { base, ours, live }) {
    if (part === 'label') return base.label !== undefined;
    const limit = KEY_LIMITS.find((each) => each === name);
    return (
      part === 'limit' &&
      limit !== undefined &&
      !live.deactivated &&
      base.limits[limit] !== undefined &&
      ours.limits[limit] !== undefined
    );
  },
  // An entry asks for a key that somebody has deactivated, or pins one that is gone.
  toldBy: { 'deactivated-outside': 'key-deactivated', 'deleted-outside': 'pinned-id-missing' },
  wholeOf: ({ label, limits }) => ({ label, limits }),
  isEdited: ({ label, limits }, base) =>
    (base.label !== undefined && label !== base.label) ||
    KEY_LIMITS.some(
      (name) => base.limits[name] !== undefined && limits[name] !== undefined && limits[name] !== base.limits[name],
    ),
  standing({ base, desired, live, isSame }, count) {
    const wasActive = base.deactivated === false;
    // What should not work and is not there needs nothing.
    if (live === undefined) return desired.deactivated || !wasActive ? 'ignored' : undefined;
    if (!isSame) return wasActive ? undefined : 'ignored';
    if (wasActive && live.deactivated && !desired.deactivated) return 'deactivated-outside';
    if (wasActive && desired.deactivated) count('developer-key', live.deactivated ? 'same' : 'ours');
    return undefined;
  },
};
