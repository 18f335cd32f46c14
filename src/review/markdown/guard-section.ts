import {
  type GuardVerdict,
  isLiftedByLabel,
  type Lift,
  liftOf,
  type RefusedVerdict,
} from '../../plan/guard/refusal.ts';
import { visible } from '../format/escape.ts';
import { joinedTokens, listedTokens, type Sentence, say } from '../format/sentence.ts';
import { beginning, counted, linesOf } from '../format/text.ts';
import { allFlags, refusalReasons, refusalSentence, WOULD_REFUSE } from '../plan/guard-text.ts';
import { BEFORE_APPROVAL, reviewSteps } from '../plan/review-steps.ts';
import { fenced, sentenceMarkdown } from './code.ts';
import { type ActionConsent, type MarkdownOptions, unitsOf, wholeLines } from './options.ts';

/** Maximum number of UTF-16 code units of the flags that consent. */
const FLAGS_MAX_UNITS = 2000;

/** The inputs of the Action that consent, as YAML. */
function inputLines(lifts: readonly Lift[]): readonly string[] {
  const addresses = lifts.flatMap((lift) => (lift.kind === 'allow-delete' ? [`  ${visible(lift.address)}`] : []));
  const counts = lifts.flatMap((lift) => (lift.kind === 'max-deletes-per-run' ? [lift.count] : []));
  return linesOf(
    addresses.length > 0 && ['allow-delete: |', ...new Set(addresses)],
    counts.length > 0 && `max-deletes-per-run: ${Math.max(...counts)}`,
    lifts.some(({ kind }) => kind === 'overwrite-drift') && 'overwrite-drift: true',
  );
}

/** The label that consents, and the resources that it does not cover. Empty: no label consents. */
function labelSentence(lifts: readonly Lift[], { labels }: ActionConsent): Sentence {
  if (labels.length === 0 || !lifts.some(isLiftedByLabel)) return [];
  const others = lifts.flatMap((lift) =>
    lift.kind === 'allow-delete' && !isLiftedByLabel(lift) ? [lift.address] : [],
  );
  const except = listedTokens(others.map((theirs) => [{ theirs }]));
  const each = labels.map((theirs) => [{ theirs }]);
  return say`set the label ${joinedTokens(each, ', ', ' or ')} on the pull
    request${others.length === 0 ? '' : say` (it does not cover ${except})`}, or `;
}

/** The ways to lift the refusals; empty: they cannot be lifted. */
function remedy(guard: GuardVerdict, { action }: MarkdownOptions, maxUnits: number): readonly string[] {
  const lifts = guard.kind === 'refused' ? guard.refusals.map(liftOf).filter(({ kind }) => kind !== 'none') : [];
  if (lifts.length === 0) return [];
  if (action === undefined)
    return [
      sentenceMarkdown(
        say`If you intend this, rerun with ${{ command: beginning(allFlags(guard), FLAGS_MAX_UNITS) }}.`,
      ),
    ];
  const { shown, hidden } = wholeLines(inputLines(lifts), maxUnits);
  return linesOf(
    sentenceMarkdown(say`If you intend this, ${labelSentence(lifts, action)}add to the inputs of the Action:`),
    fenced(shown, 'yaml'),
    lifts.some(({ kind }) => kind === 'overwrite-drift') &&
      sentenceMarkdown(
        say`${{ command: 'overwrite-drift: true' }} is for one run: remove it from the workflow after it.`,
      ),
    hidden > 0 && `… and ${counted(hidden, 'more line')}.`,
  );
}

/** The steps of a reviewer, as a numbered list. */
function stepsMarkdown(guard: RefusedVerdict, { action }: MarkdownOptions): readonly string[] {
  const review = reviewSteps(guard, action !== undefined);
  if (review === undefined) return [];
  const lines = review.steps.map((sentence, index) => `${index + 1}. ${sentenceMarkdown(sentence)}`);
  return [`**${review.why}** ${BEFORE_APPROVAL}`, lines.join('\n')];
}

/** The reasons why apply would refuse the plan, and the ways to lift them; empty if it would not. */
export function guardMarkdown(
  guard: GuardVerdict | undefined,
  options: MarkdownOptions,
  maxUnits: number,
  pointer: string,
): readonly string[] {
  if (guard?.kind !== 'refused') return [];
  const reasons = refusalReasons(guard);
  const steps = stepsMarkdown(guard, options);
  const below = [...(unitsOf(steps) <= maxUnits / 2 ? steps : []), ...remedy(guard, options, Math.floor(maxUnits / 3))];
  const lines = reasons.map((each) => `- ${sentenceMarkdown(refusalSentence(each))} (\`${each[0].code}\`)`);
  const { shown, hidden } = wholeLines(lines, maxUnits - unitsOf(below));
  return linesOf(
    `> [!CAUTION]\n> **${WOULD_REFUSE}** for ${counted(reasons.length, 'reason')}.`,
    shown.length > 0 && shown.join('\n'),
    hidden > 0 && `… and ${counted(hidden, 'more reason')}; ${pointer}.`,
    below,
  );
}
