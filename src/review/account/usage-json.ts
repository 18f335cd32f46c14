import type { UsageOverview, UsageStanding } from '../../model/account/usage-standing.ts';
import { jsonText } from '../format/json-text.ts';

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
