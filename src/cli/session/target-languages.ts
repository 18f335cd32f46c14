import { checkPairs, needsTargetLanguages, readOfferedLanguages } from '../../flow/check-pairs.ts';
import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../plan/plan.ts';
import type { TargetSession } from './connect.ts';
import { EMBEDDED_URL } from './embedded.ts';
import { languageCallsOf } from './language-cache.ts';

/** What the target's own lists say of the languages in which a plan creates something. */
export async function languageFindings(plan: Plan, { connection, ports }: TargetSession): Promise<readonly Finding[]> {
  // The embedded service lists what the files are checked against, so there is nothing to learn from it of a known
  // language.
  if (connection.target.baseUrl === EMBEDDED_URL && !needsTargetLanguages(plan)) return [];
  const calls = languageCallsOf(connection.once, connection.target, ports);
  return checkPairs(plan, await readOfferedLanguages(calls, connection.limit, plan));
}

/**
 * The same before an apply, which asks for lists only where the target decides: what it would warn of, the plan has
 * said.
 */
export const decidedLanguages = async (plan: Plan, session: TargetSession): Promise<readonly Finding[]> =>
  needsTargetLanguages(plan) ? languageFindings(plan, session) : [];
