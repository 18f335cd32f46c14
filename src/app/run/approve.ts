import { refusalJson } from '../../review/apply/report-text.ts';
import type { PlanRefusal } from '../../review/messages/plan-refusal.ts';
import { CommandEnded, type CommandResult } from '../exit-code.ts';
import { type Output, showOutput } from '../output.ts';
import type { TerminalPorts } from '../ports.ts';

export interface ApprovalInput {
  /** Such as `Break this lock?`. */
  readonly question: string;
  /** The option that answers it beforehand. */
  readonly flag: string;
  /** True when that option was given. */
  readonly isApproved: boolean;
  readonly json: boolean;
}

/** The last sentence of every question. */
export const ONLY_YES = ' Type "yes" to continue: ';

/** Why nothing was done, as the output of a command. */
export const refusalOutput = (why: PlanRefusal): Output => ({
  json: () => refusalJson(why),
  text: () => '',
  notes: ({ json }) => (json ? '' : why.reason),
});

/** The result of a command that refuses to do its work. */
export const refused = (why: PlanRefusal): CommandResult => ({ outcome: 'refused', output: refusalOutput(why) });

/**
 * Asks the user, unless the option was given. Without a yes, it prints the reason and ends the command with exit code
 * 3.
 */
export async function approve(
  { question, flag, isApproved, json }: ApprovalInput,
  terminal: TerminalPorts,
): Promise<void> {
  if (isApproved) return;
  const answer = await terminal.ask?.(`${question}${ONLY_YES}`);
  if (answer?.trim() === 'yes') return;
  const reason =
    answer === undefined
      ? `no interactive terminal; rerun with ${flag} if you intend this\n`
      : 'not approved; nothing was changed\n';
  showOutput(refusalOutput({ code: 'not-confirmed', reason }), { json }, terminal);
  throw new CommandEnded({ outcome: 'refused' });
}
