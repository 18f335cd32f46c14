import { kindNamed } from '../../kinds/registry.ts';
import { childNoun } from '../../kinds/words.ts';
import { termTally } from '../counts.ts';
import { type Drift, type DriftPart, perPart, type ResourceDrift, type Settled } from './drift.ts';
import { driftTerms } from './drift-terms.ts';

/**
 * Counts of one kind of part: changed outside git, changed on both sides, equal on both sides since the last apply,
 * changed in the files.
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

/** A resource that was deleted or created as a whole on one side counts once, without its content. */
function countedIn({ kind, whole, values, children }: ResourceDrift): readonly Counted[] {
  const wholeCounts: readonly Counted[] = whole === undefined ? [] : [[kind, whole.kind]];
  if (whole?.how === 'dropped-here' || whole?.how === 'created-outside') return wholeCounts;
  const childValues = children.flatMap((child) => (child.whole === undefined ? child.values : []));
  // Terms that were changed outside git are counted like those of a plan.
  const inside = [...values, ...childValues.filter(({ kind: each }) => each === 'both')];
  return [
    ...wholeCounts,
    ...children.flatMap((child): readonly Counted[] =>
      child.whole === undefined ? [] : [[childNoun(kindNamed(kind))[0], child.whole.kind]],
    ),
    ...inside.map((value): Counted => [value.key[0], value.kind]),
  ];
}

/** Number of terms changed outside git. A term that is moved or renamed counts once. */
function theirTerms({ resources }: Pick<Drift, 'resources'>): number {
  const { terms, childOf } = driftTerms({ resources });
  const inside = resources.flatMap(({ whole, children }) =>
    whole?.how === 'dropped-here' || whole?.how === 'created-outside'
      ? []
      : children.flatMap((child) => (child.whole === undefined ? (childOf.get(child) ?? []) : [])),
  );
  return Object.values(termTally(terms, inside)).reduce((sum, each) => sum + each, 0);
}

export function driftCounts({ resources, settled }: Pick<Drift, 'resources' | 'settled'>): DriftCounts {
  const counted = resources.flatMap(countedIn);
  const none = { same: 0, ours: 0 };
  const terms = theirTerms({ resources });
  const count = (kind: 'theirs' | 'both', part?: DriftPart): number =>
    counted.filter(([each, status]) => status === kind && (part === undefined || each === part)).length +
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

/** True if something was changed outside git. */
export const hasDrift = (drift: Drift): boolean => drift.resources.length > 0;

/** True if something was changed both in the files and outside git, with different results. */
export const hasConflicts = (drift: Drift): boolean => driftCounts(drift).both > 0;
