import { CALLS } from '../../contract/calls.ts';
import type { UsageOverview, UsageStanding } from '../../model/account/usage-standing.ts';
import { percentText } from '../format/bars.ts';
import { visible } from '../format/escape.ts';
import { counted } from '../format/plural.ts';
import { amountText } from './usage-table.ts';

function ownerText({ owner }: UsageStanding): string {
  switch (owner.kind) {
    case 'account':
      return 'the account';
    case 'target-key':
      return 'the key of the target';
    case 'speech':
      return 'speech to text';
    case 'key':
      return `key ${JSON.stringify(visible(owner.label))}`;
    default:
      return owner satisfies never;
  }
}

/** Who has used up so much of a limit, a line each. */
function reachedLine(standing: UsageStanding, percent: number): string {
  const { used, limit, unit, certain } = standing;
  const amount = `${amountText(used)} of ${amountText(limit)} ${unit} (${percentText(used, limit)})`;
  const share = `at least ${percent}% of its limit`;
  if (certain) return `${ownerText(standing)} has used ${amount}, ${share} [limit-share-reached]`;
  return (
    `${ownerText(standing)} may have used up to ${amount}, ${share}: other keys have or had the same label; ` +
    'give each its own [limit-share-unclear]'
  );
}

/** Said where limits are compared: a renamed key may have used more than stands beside its limit. */
export const strayText = (characters: number): string =>
  `${counted(characters, 'character')} used under labels that no key has: compared with no limit`;

/**
 * What must be said beside what is shown: what was not looked at, and who has reached the share of `--fail-over`. A
 * line each; often empty.
 */
export function usageNotes(
  overview: UsageOverview,
  {
    target,
    failOver,
  }: {
    readonly target: string;
    readonly failOver?: { readonly percent: number; readonly reached: readonly UsageStanding[] } | undefined;
  },
): string {
  const notes =
    overview.kind === 'account'
      ? [
          `analytics by key and day need an admin key: target "${visible(target)}" has no admin_key; add ` +
            'admin_key: env:NAME or file:PATH',
        ]
      : failOver === undefined
        ? []
        : [
            ...(overview.account === undefined
              ? [
                  `the service refuses GET ${CALLS.usage.account().path} to the key of the target: the limit of the ` +
                    'account is not looked at',
                ]
              : []),
            ...(overview.strayCharacters > 0 ? [strayText(overview.strayCharacters)] : []),
          ];
  const reached = failOver?.reached.map((standing) => reachedLine(standing, failOver.percent)) ?? [];
  return [...notes, ...reached].map((line) => `${line}\n`).join('');
}
