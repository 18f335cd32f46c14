import type { RunResult } from '../../app/exit-code.ts';
import type { Ports } from '../../app/ports.ts';
import { checkFolder } from '../../app/session/find-workspace.ts';
import { showError } from '../../app/show-error.ts';
import { commandLine, resumeLine, stopLine, workflowLogText } from './github/workflow-commands.ts';
import type { Job } from './job.ts';

/** How a command ended, and what it printed. */
export interface Ran extends RunResult {
  readonly out: string;
  /** What it printed beside its results, without what concerns the run alone: that stands in the log. */
  readonly err: string;
}

/**
 * Runs a command of Lexform, and shows what it prints in a group of the log. An error is printed there too. Between the
 * stop line and the resume line the runner obeys no command, so that nothing printed can be one.
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
  const own = { ...ports, terminal: { ...ports.terminal, out: show('out'), err: show('err'), aside: show() } };
  const result = await checkFolder(root, own)
    .then(() => command(own))
    .catch((error: unknown) => showError(error, { json: false }, own));
  // The runner finds a command only at the start of a line.
  log(`${endsLine ? '' : '\n'}${resumeLine(token)}`);
  log(commandLine('endgroup'));
  return { ...result, ...printed };
}
