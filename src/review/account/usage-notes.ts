import { CALLS } from '../../contract/calls.ts';
import { byKind } from '../../model/by-kind.ts';
import type { UsageOverview, UsageStanding } from '../../steps/usage-standing.ts';
import { percentText } from '../format/bars.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted, linesOf, withLineEnds } from '../format/text.ts';
import { amountText } from './usage-table.ts';

const ownerText = ({ owner }: UsageStanding): string =>
  byKind(owner, {
    account: () => 'the account',
    'target-key': () => 'the key of the target',
    speech: () => 'speech to text',
    key: ({ label }) => `key ${JSON.stringify(visible(label))}`,
  });

/** One line for each limit whose share was reached. */
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

/** A note for comparisons with limits: a renamed key may have used more than the amount shown with its limit. */
export const strayText = (characters: number): string =>
  `${counted(characters, 'character')} used under labels that no key has: compared with no limit`;

/** The data that was not read. */
function unseen(overview: UsageOverview, target: string, comparesLimits: boolean): readonly string[] {
  if (overview.kind === 'account')
    return [
      `analytics by key and day need an admin key: target "${visible(target)}" has no admin_key; add ` +
        'admin_key: env:NAME or file:PATH',
    ];
  if (!comparesLimits) return [];
  const unread =
    `the service refuses GET ${CALLS.usage.account().path} to the key of the target: the limit of the account is ` +
    'not looked at';
  return linesOf(
    overview.account === undefined && unread,
    overview.strayCharacters > 0 && strayText(overview.strayCharacters),
  );
}

/**
 * Notes next to the report: data that was not read, and keys that have reached the share of `--fail-over`. One line
 * each; often empty.
 */
export function usageNotes(
  overview: UsageOverview,
  { target, failOver }: Pick<UsageJsonInput, 'target' | 'failOver'>,
): string {
  const reached = failOver?.reached.map((standing) => reachedLine(standing, failOver.percent)) ?? [];
  const notes = unseen(overview, target, failOver !== undefined);
  return withLineEnds([...notes, ...reached]);
}

export interface UsageJsonInput {
  /** Name of the target. */
  readonly target: string;
  readonly overview: UsageOverview;
  /** The result of `--fail-over`; absent: the option was not given. */
  readonly failOver?: { readonly percent: number; readonly reached: readonly UsageStanding[] } | undefined;
}

/**
 * The usage as one document. Text of the service is not changed, except for escapes of characters that a log could
 * interpret.
 */
export const usageJson = ({ target, overview, failOver }: UsageJsonInput): string =>
  jsonText({ formatVersion: 1, target, ...overview, failOver });
