import { type Drift, type DriftPart, perPart, type ResourceDrift, type Settled } from './drift.ts';

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

type Counted = readonly [part: DriftPart, kind: 'theirs' | 'both'];

/** A whole that is gone on one side counts once, and nothing within it counts. */
function countedIn({ kind, whole, values, children }: ResourceDrift): readonly Counted[] {
  const ofWhole: readonly Counted[] = whole === undefined ? [] : [[kind, whole.kind]];
  if (whole?.how === 'dropped-here' || whole?.how === 'created-outside') return ofWhole;
  const inside = [...values, ...children.flatMap((child) => (child.whole === undefined ? child.values : []))];
  return [
    ...ofWhole,
    ...children.flatMap((child): readonly Counted[] =>
      child.whole === undefined ? [] : [['dictionary', child.whole.kind]],
    ),
    ...inside.map((value): Counted => [value.key[0] as DriftPart, value.kind]),
  ];
}

export function driftCounts({ resources, settled }: Drift): DriftCounts {
  const counted = resources.flatMap(countedIn);
  const none = { same: 0, ours: 0 };
  const count = (kind: 'theirs' | 'both', part?: DriftPart): number =>
    counted.filter(([each, standing]) => standing === kind && (part === undefined || each === part)).length;
  return {
    parts: perPart((part) => ({
      theirs: count('theirs', part),
      both: count('both', part),
      ...(settled[part] ?? none),
    })),
    theirs: count('theirs'),
    both: count('both'),
  };
}

/** True when somebody changed something outside git. */
export const hasDrift = (drift: Drift): boolean => drift.resources.length > 0;

/** True when something was changed both in the files and outside git, to different ends. */
export const hasConflicts = (drift: Drift): boolean => driftCounts(drift).both > 0;
