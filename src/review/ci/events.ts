import type { Operation, Plan } from '../../model/plan/plan.ts';
import { countsJson, planCounts } from '../../plan/counts.ts';
import type { ApplyEvent, ApplyReport } from '../../plan/outcome.ts';
import { outcomeCounts, reportVerdict } from '../../steps/apply/verdict.ts';
import { outcomeWord } from '../apply/report-text.ts';
import { jsonLine } from '../format/json-text.ts';

const operationJson = ({ id, kind, method, path }: Operation, address: string) => ({
  operation: id,
  kind,
  method,
  path,
  address,
});

/** The first line, written before the run. `time`: ISO 8601 in UTC, as in every line. */
export const runStartedLine = (plan: Plan, time: string): string =>
  jsonLine({ formatVersion: 1, event: 'run-started', time, target: plan.target, counts: countsJson(planCounts(plan)) });

/** A line for a step of the run, written immediately. */
export function eventLine(event: ApplyEvent, time: string): string {
  if (event.kind !== 'ended')
    return jsonLine({ event: event.kind, time, ...operationJson(event.operation, event.address) });
  const { outcome } = event;
  return jsonLine({
    event: 'ended',
    time,
    ...operationJson(outcome.operation, outcome.address),
    outcome: outcome.kind,
    ...(outcome.kind !== 'applied' && outcome.kind !== 'already-done' && { message: outcomeWord(outcome) }),
  });
}

/** The last line. If it is missing, the run was interrupted. */
export const runEndedLine = (report: ApplyReport, time: string): string =>
  jsonLine({
    event: 'run-ended',
    time,
    verdict: reportVerdict(report),
    counts: outcomeCounts(report),
    ids: report.ids,
  });

/** The only line of a run that was refused. */
export const runRefusedLine = (plan: Plan, reason: string, time: string): string =>
  jsonLine({ formatVersion: 1, event: 'run-refused', time, target: plan.target, reason: reason.trimEnd() });
