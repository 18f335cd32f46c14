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

/** What was not looked at. */
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
 * What must be said beside what is shown: what was not looked at, and who has reached the share of `--fail-over`. A
 * line each; often empty.
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
  /** What `--fail-over` found; absent: it was not asked. */
  readonly failOver?: { readonly percent: number; readonly reached: readonly UsageStanding[] } | undefined;
}

/** What was used up as one document. Text of the service stands in it as it is, escaped where a log could obey it. */
export const usageJson = ({ target, overview, failOver }: UsageJsonInput): string =>
  jsonText({ formatVersion: 1, target, ...overview, failOver });
