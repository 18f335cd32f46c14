import { type Sentence, type SentenceToken, say } from '../../../review/format/sentence.ts';
import { counted, linesOf } from '../../../review/format/text.ts';
import { sentenceMarkdown } from '../../../review/markdown/code.ts';
import { wholeLines } from '../../../review/markdown/options.ts';
import { consentTokens } from '../../../review/plan/consent-text.ts';
import { refusalReasons } from '../../../review/plan/guard-text.ts';
import { changesOf } from '../../../review/plan/verdict-line.ts';
import { shownCounts } from '../../../review/values/undone.ts';
import type { TargetResult } from '../target-result.ts';

/** Maximum number of UTF-16 units of a name. */
const NAME_MAX_UNITS = 50;

/** Maximum number of UTF-16 units of all lines. */
const LINES_MAX_UNITS = 1500;

/** Who or what consented to a plan, as the rest of a sentence; empty if no consent was needed. */
function consentOf({ ran: { reported } }: TargetResult): Sentence {
  const consents = reported?.kind === 'planned' || reported?.kind === 'applied' ? reported.consents : undefined;
  const tokens = consentTokens(consents, []);
  return tokens.length === 0 ? [] : ['; ', ...tokens];
}

/** Who or what consented to the plans of all targets, as the rest of a sentence; empty if no consent was needed. */
export const consentText = (results: readonly TargetResult[]): string =>
  [...new Set(results.map((result) => sentenceMarkdown(consentOf(result))))].join('');

/** The reason why a plan does not count as approved after the merge. */
export type ApprovalObstacle = { readonly kind: 'fork' } | { readonly kind: 'event'; readonly event: string };

const NOTHING = '🚫 **After the merge, nothing is applied**';

const NOT_APPROVED = ', so it does not count as approved.';

function obstacleLine(name: SentenceToken, obstacle: ApprovalObstacle): string {
  const plan =
    obstacle.kind === 'fork'
      ? 'this plan comes from a fork'
      : say`this plan was made for the event ${{ theirs: obstacle.event, max: NAME_MAX_UNITS }}`;
  const unless = say`unless apply has ${{ command: 'approval: none' }} or ${{ command: 'approval: file' }}`;
  const why = say` to ${name} ${unless}: ${plan}`;
  return `${NOTHING}${sentenceMarkdown(why)}${NOT_APPROVED}`;
}

/** How to apply a plan that does not count as approved. */
const REMEDIES: Readonly<Record<ApprovalObstacle['kind'], Sentence>> = {
  fork: say`To apply a plan of a fork, push its commits to a branch of this repository and open the pull request from
    there. Or start apply by hand after the merge, with ${{ command: 'approval: none' }}.`,
  event: say`For a plan that can count, plan in a run for the event ${{ command: 'pull_request' }}. Or start apply by
    hand after the merge, with ${{ command: 'approval: none' }}.`,
};

/** The effect of a merge on a target, or the obstacle. Empty: unknown. */
function verdictOfTarget(result: TargetResult, obstacle: ApprovalObstacle | undefined): string {
  const { target, ran } = result;
  const { reported } = ran;
  const name = { theirs: target, max: NAME_MAX_UNITS };
  if (reported?.kind === 'validated') {
    const errors = reported.findings.filter(({ severity }) => severity === 'error').length;
    return errors === 0 ? '' : `${NOTHING}: the files have ${counted(errors, 'error')}.`;
  }
  if (reported?.kind !== 'planned') return '';
  const { plan, guard, drift } = reported;
  const consent = consentOf(result);
  if (guard.kind === 'refused') {
    const reasons = counted(refusalReasons(guard).length, 'reason');
    const why = say` to ${name}: apply refuses this plan, for ${reasons} below${consent}.`;
    return `${NOTHING}${sentenceMarkdown(why)}`;
  }
  const counts = shownCounts(plan, drift);
  if (counts.calls === 0)
    return `✅ ${sentenceMarkdown(say`After the merge, nothing has to change on ${name}${consent}.`)}`;
  if (obstacle !== undefined) return obstacleLine(name, obstacle);
  const changes = changesOf(counts).join(', ');
  const what = linesOf(changes !== '' && changes, counted(counts.calls, 'call')).join('; ');
  return `✅ **After the merge, apply changes** ${sentenceMarkdown(say`${name}: ${what}${consent}.`)}`;
}

/**
 * The first lines of the comment of a plan, one for each target: those that prevent an apply first. `obstacle`: the
 * reason why no plan of the step counts as approved; absent: they can count.
 */
export function mergeVerdict(results: readonly TargetResult[], obstacle?: ApprovalObstacle): string {
  const lines = [...new Set(results.map((each) => verdictOfTarget(each, obstacle)))]
    .filter((line) => line !== '')
    .sort((one, other) => Number(other.startsWith(NOTHING)) - Number(one.startsWith(NOTHING)));
  const { shown, hidden } = wholeLines(lines, LINES_MAX_UNITS);
  return linesOf(
    shown,
    hidden > 0 && `… and ${counted(hidden, 'more target')} below.`,
    obstacle !== undefined &&
      lines.some((line) => line.endsWith(NOT_APPROVED)) &&
      sentenceMarkdown(REMEDIES[obstacle.kind]),
  ).join('\n\n');
}
