import { DRIFT_PARTS, type Drift, type DriftPart, type ResourceDrift, type Settled } from './drift.ts';

/**
 * Of one kind of part: changed outside git, changed on both sides, the same on both sides by now, changed in the files.
 */
export interface DriftTally extends Settled {
  readonly theirs: number;
  readonly both: number;
}

/** The totals of a comparison. Every rendering takes its numbers from here, so that they agree. */
export interface DriftCounts {
  readonly parts: Readonly<Record<DriftPart, DriftTally>>;
  readonly theirs: number;
  readonly both: number;
}

type Count = (part: DriftPart, drifts: readonly ({ readonly kind: 'theirs' | 'both' } | undefined)[]) => void;

const WHOLES: Readonly<Record<ResourceDrift['kind'], DriftPart>> = {
  glossary: 'glossaries',
  'style-list': 'styleLists',
  'developer-key': 'developerKeys',
};

/** A whole that is gone on one side counts once, and nothing within it counts. */
function countResource(drift: ResourceDrift, count: Count): void {
  count(WHOLES[drift.kind], [drift.whole]);
  if (drift.whole?.how === 'dropped-here' || drift.whole?.how === 'created-outside') return;
  if (drift.kind === 'developer-key') {
    count('labels', [drift.label]);
    count('limits', drift.limits);
    return;
  }
  count('names', [drift.name]);
  if (drift.kind === 'glossary') {
    for (const { whole, entries } of drift.dictionaries) {
      if (whole === undefined) count('terms', entries);
      else count('dictionaries', [whole]);
    }
    return;
  }
  count('languages', [drift.language]);
  count('rules', drift.rules);
  count('instructions', drift.instructions);
}

export function driftCounts(drift: Drift): DriftCounts {
  const counted = { theirs: new Map<DriftPart, number>(), both: new Map<DriftPart, number>() };
  const count: Count = (part, drifts) => {
    for (const each of drifts)
      if (each !== undefined) counted[each.kind].set(part, (counted[each.kind].get(part) ?? 0) + 1);
  };
  for (const each of drift.resources) countResource(each, count);
  const tally = (part: DriftPart): DriftTally => ({
    theirs: counted.theirs.get(part) ?? 0,
    both: counted.both.get(part) ?? 0,
    ...drift.settled[part],
  });
  const total = (kind: 'theirs' | 'both'): number => [...counted[kind].values()].reduce((sum, each) => sum + each, 0);
  return {
    parts: Object.fromEntries(DRIFT_PARTS.map((part) => [part, tally(part)])) as Record<DriftPart, DriftTally>,
    theirs: total('theirs'),
    both: total('both'),
  };
}

/** True when somebody changed something outside git. */
export const hasDrift = (drift: Drift): boolean => drift.resources.length > 0;

/** True when something was changed both in the files and outside git, to different ends. */
export const hasConflicts = (drift: Drift): boolean => driftCounts(drift).both > 0;
