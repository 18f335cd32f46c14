import { DRIFT_PARTS, type Drift, type DriftPart, type ResourceDrift, type Settled } from './drift.ts';

/** Of one kind of part: changed outside git, changed on both sides, the same on both sides by now, changed in the files. */
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

interface Counted {
  readonly part: DriftPart;
  readonly kind: 'theirs' | 'both';
}

const partsOf = (
  part: DriftPart,
  drifts: readonly ({ readonly kind: 'theirs' | 'both' } | undefined)[],
): readonly Counted[] => drifts.flatMap((drift) => (drift === undefined ? [] : [{ part, kind: drift.kind }]));

/** A whole that is gone on one side counts once, and nothing within it counts. */
function countedOf(drift: ResourceDrift): readonly Counted[] {
  const whole = partsOf(drift.kind === 'glossary' ? 'glossaries' : 'styleLists', [drift.whole]);
  if (drift.whole?.how === 'dropped-here') return whole;
  const own = [...whole, ...partsOf('names', [drift.name])];
  if (drift.kind === 'glossary') {
    const inside = drift.dictionaries.map(({ whole: gone, entries }) =>
      gone === undefined ? partsOf('terms', entries) : partsOf('dictionaries', [gone]),
    );
    return [own, ...inside].flat();
  }
  return [
    ...own,
    ...partsOf('languages', [drift.language]),
    ...partsOf('rules', drift.rules),
    ...partsOf('instructions', drift.instructions),
  ];
}

export function driftCounts(drift: Drift): DriftCounts {
  const counted = drift.resources.flatMap(countedOf);
  const count = (kind: Counted['kind'], part?: DriftPart): number =>
    counted.filter((each) => each.kind === kind && (part === undefined || each.part === part)).length;
  const tallies = DRIFT_PARTS.map((part): readonly [DriftPart, DriftTally] => [
    part,
    { theirs: count('theirs', part), both: count('both', part), ...drift.settled[part] },
  ]);
  return {
    parts: Object.fromEntries(tallies) as Record<DriftPart, DriftTally>,
    theirs: count('theirs'),
    both: count('both'),
  };
}

/** True when somebody changed something outside git. */
export const hasDrift = (drift: Drift): boolean => drift.resources.length > 0;

/** True when something was changed both in the files and outside git, to different ends. */
export const hasConflicts = (drift: Drift): boolean => driftCounts(drift).both > 0;
