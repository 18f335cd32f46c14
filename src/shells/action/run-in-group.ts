import type { RunResult } from '../../app/exit-code.ts';
import type { Ports } from '../../app/ports.ts';
import { checkFolder } from '../../app/session/find-workspace.ts';
import { showError } from '../../app/show-error.ts';
import { commandLine, resumeLine, stopLine, workflowLogText } from './github/workflow-commands.ts';
import type { Job } from './job.ts';

/** The result of a command, and its output. */
export interface Ran extends RunResult {
  readonly out: string;
  /** Its other output. Messages that are useful only during the run are left out; they are only in the log. */
  readonly err: string;
}

/**
 * Runs a command of Lexform, and shows its output in a group of the log, including an error. Between the stop line and
 * the resume line, the runner executes no commands, so that no output can be one.
 */
export async function runInGroup(
  title: string,
  { ports, root }: Pick<Job, 'ports' | 'root'>,
  command: (ports: Ports) => Promise<RunResult>,
): Promise<Ran> {
  const log = ports.terminal.out;
  const printed = { out: '', err: '' };
  const token = ports.id();
  log(commandLine('group', title));
  log(stopLine(token));
  let endsLine = true;
  const show = (stream?: 'out' | 'err') => (text: string) => {
    if (stream !== undefined) printed[stream] += text;
    log(workflowLogText(text));
    if (text !== '') endsLine = text.endsWith('\n');
  };
  const groupPorts = { ...ports, terminal: { ...ports.terminal, out: show('out'), err: show('err'), aside: show() } };
  const result = await checkFolder(root, groupPorts)
    .then(() => command(groupPorts))
    .catch((error: unknown) => showError(error, { json: false }, groupPorts));
  // The runner recognises a command only at the start of a line.
  log(`${endsLine ? '' : '\n'}${resumeLine(token)}`);
  log(commandLine('endgroup'));
  return { ...result, ...printed };
}
