import { planCounts } from '../../../plan/counts.ts';
import { joinedTokens, type Sentence, say } from '../../../review/format/sentence.ts';
import { counted, utcText } from '../../../review/format/text.ts';
import { sentenceMarkdown } from '../../../review/markdown/code.ts';
import type { LabelConsent } from '../github/label-consent.ts';
import type { TargetResult } from '../target-result.ts';

/** `, deletions allowed by the label x, which ana set at 2026-01-02 03:04 UTC`; nothing without a label. */
function consentTokens(consents: readonly LabelConsent[]): Sentence {
  if (consents.length === 0) return [];
  const each = consents.map(({ label, login, time }) => {
    const at = utcText(time, 16);
    return say`${{ theirs: label }}, which ${{ theirs: login }} set${at === undefined ? '' : ` at ${at}`}`;
  });
  return say`; deletions allowed by the label ${joinedTokens(each, '; by the label ')}`;
}

/** Who consented to what was deleted; nothing without a label. */
export const consentText = (results: readonly TargetResult[]): string => {
  const consents = new Map(results.flatMap(({ consents = [] }) => consents.map((each) => [each.label, each] as const)));
  return sentenceMarkdown(consentTokens([...consents.values()]));
};

/** What happens to a target when the pull request is merged, and what prevents it. Empty: there is no plan. */
function verdictOfTarget({ target, ran: { reported }, consents = [] }: TargetResult): string {
  if (reported?.kind !== 'planned') return '';
  const { plan, guard } = reported;
  const name = { theirs: target };
  const { calls } = planCounts(plan);
  if (guard.kind === 'refused') {
    const reasons = counted(guard.refusals.length, 'reason');
    const why = say` to ${name}: apply refuses this plan, for ${reasons} below${consentTokens(consents)}.`;
    return `🚫 **After the merge, nothing is applied**${sentenceMarkdown(why)}`;
  }
  const what = calls === 0 ? 'nothing has to change' : `apply makes ${counted(calls, 'call')}`;
  return `✅ ${sentenceMarkdown(say`After the merge, ${what} on ${name}${consentTokens(consents)}.`)}`;
}

/** The first lines of the comment of a plan, one for each target. */
export const mergeVerdict = (results: readonly TargetResult[]): string =>
  results
    .map(verdictOfTarget)
    .filter((line) => line !== '')
    .join('\n\n');
