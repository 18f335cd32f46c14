import { termTally } from '../counts.ts';
import { type Drift, type DriftPart, perPart, type ResourceDrift, type Settled } from './drift.ts';
import { driftTerms } from './drift-terms.ts';

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
  const ofChildren = children.flatMap((child) => (child.whole === undefined ? child.values : []));
  // Terms that somebody changed are counted as a plan counts them.
  const inside = [...values, ...ofChildren.filter(({ kind: each }) => each === 'both')];
  return [
    ...ofWhole,
    ...children.flatMap((child): readonly Counted[] =>
      child.whole === undefined ? [] : [['dictionary', child.whole.kind]],
    ),
    ...inside.map((value): Counted => [value.key[0] as DriftPart, value.kind]),
  ];
}

/** How many terms somebody changed; one that is moved or renamed is one. */
function theirTerms({ resources }: Pick<Drift, 'resources'>): number {
  const { terms, childOf } = driftTerms({ resources });
  const inside = resources.flatMap(({ whole, children }) =>
    whole?.how === 'dropped-here' || whole?.how === 'created-outside'
      ? []
      : children.flatMap((child) => (child.whole === undefined ? (childOf.get(child) ?? []) : [])),
  );
  return Object.values(termTally(terms, inside)).reduce((sum, each) => sum + each, 0);
}

export function driftCounts({ resources, settled }: Drift): DriftCounts {
  const counted = resources.flatMap(countedIn);
  const none = { same: 0, ours: 0 };
  const terms = theirTerms({ resources });
  const count = (kind: 'theirs' | 'both', part?: DriftPart): number =>
    counted.filter(([each, standing]) => standing === kind && (part === undefined || each === part)).length +
    (kind === 'theirs' && (part === undefined || part === 'entry') ? terms : 0);
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
