import { dirname } from 'node:path';
import { EXIT, worstOf } from '../../app/exit-code.ts';
import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { digestOf } from '../../model/resources/digest.ts';
import { countOf, hasDrift, type PlanCounts, planCounts, type Tally } from '../../plan/counts.ts';
import type { Outputs } from './github/file-commands.ts';
import { planOf, type Result, type TargetResult, worst } from './target-result.ts';

const REASONS: Readonly<Partial<Record<Result, string>>> = {
  invalid: 'invalid-files',
  refused: 'refused',
  'partly-applied': 'partly-applied',
  failed: 'failed',
};

/** Digest of the changes of a plan, in hex. It does not depend on the time of the plan or on notes of terms. */
export const changesDigest = ({ changes }: Pick<Plan, 'changes'>): string =>
  digestOf(JSON.parse(JSON.stringify(changes, (key, value) => (key === 'term' ? undefined : value)))).replace(
    /^sha256:/,
    '',
  );

const findingCount = (findings: readonly Finding[], severity: Finding['severity']): string =>
  String(findings.filter((finding) => finding.severity === severity).length);

const terms = ({ values }: PlanCounts, kind: keyof Tally): number => values.entry?.[kind] ?? 0;

/** Number of values in parts other than terms. */
const others = (counts: PlanCounts, kind: keyof Tally): number =>
  Object.values(counts.values).reduce((sum, each) => sum + (each[kind] ?? 0), -terms(counts, kind));

/** True if nothing was applied because of a refusal, or if an apply of the plan would be refused. */
const isRefused = ({ result, ran: { reported } }: TargetResult): boolean =>
  result === 'refused' || (reported?.kind === 'planned' && reported.guard.kind === 'refused');

/** True if the run found changes made on the service since the last apply. */
const showsDrift = ({ result, ran: { reported } }: TargetResult): boolean =>
  result === 'drift' || (reported?.kind === 'planned' && reported.drift !== undefined && hasDrift(reported.drift));

/** True if the plan makes a call, or if a pull changed files, also files of only a part of the changes. */
const hasChanges = ({ result, hasNewFiles = false }: TargetResult): boolean => hasNewFiles || result === 'changes';

/** The outputs of the step: flags, our own words, counts, hashes, ids and paths. */
export function outputsOf(results: readonly TargetResult[]): Outputs {
  const refused = results.some(isRefused);
  const result = worst([...results.map((each) => each.result), ...(refused ? (['refused'] as const) : [])]);
  const plans = results.flatMap(({ ran }) => planOf(ran) ?? []);
  const counts = plans.map(planCounts);
  const findings = results.flatMap(({ ran }) => ran.reported?.findings ?? []);
  const sum = (count: (each: PlanCounts) => number): string =>
    String(counts.reduce((all, each) => all + count(each), 0));
  const first = <Value>(pick: (each: TargetResult) => Value | undefined): string => {
    const found = results.map(pick).find((value) => value !== undefined);
    return found === undefined ? '' : String(found);
  };
  return new Map([
    ['result', result],
    ['changes', String(counts.some(({ calls }) => calls > 0) || results.some(hasChanges))],
    ['drift', String(results.some(showsDrift))],
    ['refused', String(refused)],
    ['exit-code', String(EXIT[worstOf([...results.map(({ ran }) => ran.code), ...(refused ? [EXIT.refused] : [])])])],
    ['failure-reason', REASONS[result] ?? ''],
    ['to-add', sum((each) => countOf(each, 'created'))],
    ['to-change', sum((each) => countOf(each, 'updated', 'replaced'))],
    ['to-delete', sum((each) => countOf(each, 'deleted', 'deactivated'))],
    ['terms-added', sum((each) => terms(each, 'added'))],
    ['terms-changed', sum((each) => terms(each, 'changed'))],
    ['terms-removed', sum((each) => terms(each, 'removed'))],
    ['terms-moved', sum((each) => terms(each, 'moved'))],
    ['terms-renamed', sum((each) => terms(each, 'renamed'))],
    ['others-added', sum((each) => others(each, 'added'))],
    ['others-changed', sum((each) => others(each, 'changed'))],
    ['others-removed', sum((each) => others(each, 'removed'))],
    ['calls', sum((each) => each.calls)],
    ['errors', findingCount(findings, 'error')],
    ['warnings', findingCount(findings, 'warning')],
    ['plan-hash', plans.length === 0 ? '' : changesDigest({ changes: plans.flatMap((plan) => plan.changes) })],
    ['plan-path', first((each) => each.planPath)],
    ['markdown-path', first((each) => each.markdownPath)],
    ['folder', first(({ markdownPath, planPath = markdownPath }) => planPath && dirname(planPath))],
    ['comment-id', first(({ posted }) => posted?.id)],
    ['comment-url', first(({ posted }) => posted?.url)],
    ['issue-number', first((each) => each.issue)],
  ]);
}
