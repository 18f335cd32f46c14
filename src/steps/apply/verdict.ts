import type { ApplyReport, Outcome } from '../../plan/outcome.ts';

/** How a run ended as a whole. */
export type ReportVerdict = 'done' | 'partly' | 'failed' | 'stale' | 'interrupted';

/** How many operations ended in each way. */
export type OutcomeCounts = Readonly<Record<Outcome['kind'], number>>;

export function outcomeCounts({ outcomes }: ApplyReport): OutcomeCounts {
  const counts = { applied: 0, 'already-done': 0, stale: 0, failed: 0, unknown: 0, 'not-tried': 0 };
  for (const { kind } of outcomes) counts[kind] += 1;
  return counts;
}

/**
 * `interrupted`: Ctrl-C kept something from being tried. `stale`: nothing was changed, and the plan no longer fits.
 * `partly`: some of it is done, or may be. `failed`: nothing is.
 */
export function reportVerdict(report: ApplyReport): ReportVerdict {
  const counts = outcomeCounts(report);
  if (report.outcomes.some((outcome) => outcome.kind === 'not-tried' && outcome.because === 'interrupted'))
    return 'interrupted';
  if (counts.applied + counts['already-done'] === report.outcomes.length) return 'done';
  if (counts.applied + counts['already-done'] + counts.unknown > 0) return 'partly';
  return counts.failed > 0 ? 'failed' : 'stale';
}
