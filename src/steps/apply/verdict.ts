import type { ApplyReport, Outcome } from '../../plan/outcome.ts';

/** The overall result of a run. */
export type ReportVerdict = 'done' | 'partly' | 'failed' | 'stale' | 'interrupted';

/** Number of operations for each outcome. */
export type OutcomeCounts = Readonly<Record<Outcome['kind'], number>>;

export function outcomeCounts({ outcomes }: ApplyReport): OutcomeCounts {
  const counts = { applied: 0, 'already-done': 0, stale: 0, failed: 0, unknown: 0, 'not-tried': 0 };
  for (const { kind } of outcomes) counts[kind] += 1;
  return counts;
}

/**
 * `interrupted`: Ctrl-C prevented some operations. `stale`: nothing was changed, and the plan no longer fits. `partly`:
 * some operations are done, or may be. `failed`: none is done.
 */
export function reportVerdict(report: ApplyReport): ReportVerdict {
  const counts = outcomeCounts(report);
  if (report.outcomes.some((outcome) => outcome.kind === 'not-tried' && outcome.because === 'interrupted'))
    return 'interrupted';
  if (counts.applied + counts['already-done'] === report.outcomes.length) return 'done';
  if (counts.applied + counts['already-done'] + counts.unknown > 0) return 'partly';
  return counts.failed > 0 ? 'failed' : 'stale';
}
