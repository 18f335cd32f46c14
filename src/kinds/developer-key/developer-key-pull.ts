import { knownValue } from '../change/known-value.ts';
import type { PullModel } from '../model/pull-model.ts';
import type { KnownKey } from './developer-key.ts';
import { KEY_LIMITS } from './developer-key.ts';

/** The base of a developer key for `pull`: its label and its limits. Nobody brings a deactivated key back. */
export function rolledBackKey(base: KnownKey, ours: KnownKey, earlier: readonly KnownKey[]): KnownKey {
  const { label: was, ...content } = base;
  const label =
    was === undefined
      ? undefined
      : knownValue<string | undefined>(
          was,
          ours.label,
          earlier.map((each) => each.label),
        );
  const limits = KEY_LIMITS.flatMap((limit) => {
    const known = content.limits[limit];
    if (known === undefined) return [];
    const value = knownValue<number | null | undefined>(
      known,
      ours.limits[limit],
      earlier.map((each) => each.limits[limit]),
    );
    return value === undefined ? [] : [[limit, value] as const];
  });
  return { ...content, ...(label !== undefined && { label }), limits: Object.fromEntries(limits) };
}

/** A label and limits that nobody has: whatever files and service have, they have it on their own. */
const UNKNOWN_KEY: KnownKey = {
  label: '',
  limits: Object.fromEntries(KEY_LIMITS.map((limit) => [limit, -1])),
  deactivated: false,
};

export const DEVELOPER_KEY_PULL: PullModel<KnownKey> = {
  unknown: UNKNOWN_KEY,
  rolledBack: rolledBackKey,
  goesUnasked: true,
};
