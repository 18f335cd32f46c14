import type { UsedConsents } from '../../plan/guard/used-consents.ts';
import { joinedTokens, listedTokens, type Sentence, say } from '../format/sentence.ts';
import { capitalised, utcText } from '../format/text.ts';
import { optionName } from '../messages/option-name.ts';

/** Maximum number of UTF-16 units of a name. */
const NAME_MAX_UNITS = 50;

/** `the label x, which ana set at 2026-01-02 03:04 UTC` */
function labelTokens({ labels }: UsedConsents): Sentence {
  const each = labels.map(({ label, login, time }) => {
    const at = utcText(time, 16);
    const user = { theirs: login, max: NAME_MAX_UNITS };
    return say`${{ theirs: label, max: NAME_MAX_UNITS }}, which ${user} set${at === undefined ? '' : ` at ${at}`}`;
  });
  return each.length === 0 ? [] : say`the label ${joinedTokens(each, '; by the label ')}`;
}

/**
 * Who or what consented to deletions and to overwritten drift: `deletions allowed by the label x, which ana set at
 * 2026-01-02 03:04 UTC`. Empty: no consent was needed. `labels`: in the GitHub Action, those that consent to deletions.
 */
export function consentTokens(consents: UsedConsents | undefined, labels: readonly string[] | undefined): Sentence {
  if (consents === undefined) return [];
  const { options } = consents;
  const named = options.map((option) => [option, [optionName(option, labels)] as Sentence] as const);
  const by = [
    ...(consents.labels.length === 0 ? [] : [labelTokens(consents)]),
    ...named.flatMap(([option, name]) => (option === '--overwrite-drift' ? [] : [name])),
  ];
  const drift = named.flatMap(([option, name]) => (option === '--overwrite-drift' ? [name] : []));
  return joinedTokens(
    [
      ...(by.length === 0 ? [] : [say`deletions allowed by ${listedTokens(by)}`]),
      ...drift.map((name) => say`overwriting of drift allowed by ${name}`),
    ],
    '; ',
  );
}

/** `consentTokens` as a sentence of its own; `undefined`: no consent was needed. */
export function consentSentence(...input: Parameters<typeof consentTokens>): Sentence | undefined {
  const [first, ...others] = consentTokens(...input);
  return typeof first === 'string' ? [capitalised(first), ...others, '.'] : undefined;
}
