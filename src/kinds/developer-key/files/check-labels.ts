import type { Finding } from '../../../model/finding.ts';
import { grouped } from '../../../model/grouped.ts';
import type { DeveloperKeySource } from '../../files/sources.ts';

const isPinned = ({ pinnedId }: DeveloperKeySource): boolean => pinnedId !== undefined;

/** An entry that shares its label with another one, and the two places. */
const finding = (
  code: string,
  severity: Finding['severity'],
  key: DeveloperKeySource,
  other: DeveloperKeySource,
): Finding => ({ code, severity, at: key.labelAt, related: [other.labelAt], details: { label: key.label } });

/**
 * Without a pinned id, an active key is found on the service by its label, so no two entries that should be active may
 * share one. One that should be deactivated leaves the key of that label to the other one, which may not be what was
 * meant.
 */
export const checkLabelsDiffer = (keys: readonly DeveloperKeySource[]): readonly Finding[] =>
  [...grouped(keys, ({ label }) => label).values()].flatMap((same): readonly Finding[] => {
    const active = same.filter(({ deactivated }) => !deactivated);
    const [first, ...later] = active;
    if (first === undefined) return [];
    return [
      ...(active.every(isPinned) ? [] : later.map((key) => finding('label-repeated', 'error', key, first))),
      ...same
        .filter((key) => key.deactivated && !isPinned(key))
        .map((key) => finding('label-shared', 'warning', key, first)),
    ];
  });
