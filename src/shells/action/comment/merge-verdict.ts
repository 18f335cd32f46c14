import { planCounts } from '../../../plan/counts.ts';
import { joinedTokens, type Sentence, say } from '../../../review/format/sentence.ts';
import { counted, linesOf, utcText } from '../../../review/format/text.ts';
import { sentenceMarkdown } from '../../../review/markdown/code.ts';
import { wholeLines } from '../../../review/markdown/options.ts';
import type { LabelConsent } from '../github/label-consent.ts';
import type { TargetResult } from '../target-result.ts';

/** Maximum number of UTF-16 units of a name. */
const NAME_MAX_UNITS = 50;

/** Maximum number of UTF-16 units of all lines. */
const LINES_MAX_UNITS = 1500;

/** `; deletions allowed by the label x, which ana set at 2026-01-02 03:04 UTC`; empty without a label. */
function consentTokens(consents: readonly LabelConsent[]): Sentence {
  if (consents.length === 0) return [];
  const each = consents.map(({ label, login, time }) => {
    const at = utcText(time, 16);
    const user = { theirs: login, max: NAME_MAX_UNITS };
    return say`${{ theirs: label, max: NAME_MAX_UNITS }}, which ${user} set${at === undefined ? '' : ` at ${at}`}`;
  });
  return say`; deletions allowed by the label ${joinedTokens(each, '; by the label ')}`;
}

/** The labels that consented to deletions, as the rest of a sentence; empty without a label. */
export const consentText = (results: readonly TargetResult[]): string => {
  const consents = new Map(results.flatMap(({ consents = [] }) => consents.map((each) => [each.label, each] as const)));
  return sentenceMarkdown(consentTokens([...consents.values()]));
};

const NOTHING = '🚫 **After the merge, nothing is applied**';

/** The effect of a merge on a target, or the obstacle. Empty: unknown. */
function verdictOfTarget({ target, ran: { reported }, consents = [] }: TargetResult): string {
  const name = { theirs: target, max: NAME_MAX_UNITS };
  if (reported?.kind === 'validated') {
    const errors = reported.findings.filter(({ severity }) => severity === 'error').length;
    return errors === 0 ? '' : `${NOTHING}: the files have ${counted(errors, 'error')}.`;
  }
  if (reported?.kind !== 'planned') return '';
  const { plan, guard } = reported;
  const { calls } = planCounts(plan);
  if (guard.kind === 'refused') {
    const reasons = counted(guard.refusals.length, 'reason');
    const why = say` to ${name}: apply refuses this plan, for ${reasons} below${consentTokens(consents)}.`;
    return `${NOTHING}${sentenceMarkdown(why)}`;
  }
  const what = calls === 0 ? 'nothing has to change' : `apply makes ${counted(calls, 'call')}`;
  return `✅ ${sentenceMarkdown(say`After the merge, ${what} on ${name}${consentTokens(consents)}.`)}`;
}

/** The first lines of the comment of a plan, one for each target: those that prevent an apply first. */
export function mergeVerdict(results: readonly TargetResult[]): string {
  const lines = [...new Set(results.map(verdictOfTarget))]
    .filter((line) => line !== '')
    .sort((one, other) => Number(other.startsWith(NOTHING)) - Number(one.startsWith(NOTHING)));
  const { shown, hidden } = wholeLines(lines, LINES_MAX_UNITS);
  return linesOf(shown, hidden > 0 && `… and ${counted(hidden, 'more target')} below.`).join('\n\n');
}
