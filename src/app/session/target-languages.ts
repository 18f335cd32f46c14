import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { checkPairs, needsTargetLanguages, readOfferedLanguages } from '../../steps/check-pairs.ts';
import { EMBEDDED_URL } from '../embedded-url.ts';
import type { TargetSession } from './connect.ts';
import { languageCallsOf } from './language-cache.ts';

/** Checks the languages of resources that a plan creates against the lists of the target. */
export async function languageFindings(plan: Plan, { connection, ports }: TargetSession): Promise<readonly Finding[]> {
  // The embedded service has the same lists that the files are checked against.
  if (connection.target.baseUrl === EMBEDDED_URL && !needsTargetLanguages(plan)) return [];
  const calls = languageCallsOf(connection.once, connection.target, ports);
  return checkPairs(plan, await readOfferedLanguages(calls, connection.limit, plan));
}

/**
 * Like `languageFindings`, but before an apply. It reads the lists only if the target decides; the plan has already
 * shown the warnings.
 */
export const decidedLanguages = async (plan: Plan, session: TargetSession): Promise<readonly Finding[]> =>
  needsTargetLanguages(plan) ? languageFindings(plan, session) : [];
