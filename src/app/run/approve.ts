import { type PlanRefusal, refusalJson } from '../../review/apply/report-text.ts';
import { CommandEnded, EXIT, type ExitCode } from '../exit-code.ts';
import type { TerminalPorts } from '../ports.ts';

export interface ApprovalInput {
  /** Such as `Break this lock?`. */
  readonly question: string;
  /** The option that answers it beforehand. */
  readonly flag: string;
  /** True when that option was given. */
  readonly given: boolean;
  readonly json: boolean;
}

/** What every question ends with. */
export const ONLY_YES = ' Type "yes" to continue: ';

/** Prints why nothing was done. */
export function refuse(why: PlanRefusal, json: boolean, { out, err }: TerminalPorts): ExitCode {
  if (json) out(refusalJson(why));
  else err(why.reason);
  return EXIT.refused;
}

/** Asks, unless the option was given. Without a yes it prints why not, and ends the command with exit code 3. */
export async function approve({ question, flag, given, json }: ApprovalInput, terminal: TerminalPorts): Promise<void> {
  if (given) return;
  const answer = await terminal.ask?.(`${question}${ONLY_YES}`);
  if (answer?.trim() === 'yes') return;
  const reason =
    answer === undefined
      ? `no interactive terminal; rerun with ${flag} if you intend this\n`
      : 'not approved; nothing was changed\n';
  throw new CommandEnded({ code: refuse({ code: 'not-confirmed', reason }, json, terminal) });
}
