import type { ExitCode } from '../cli/exit-code.ts';
import type { CliPorts } from '../cli/ports.ts';
import { runCli } from '../cli/run.ts';
import { besideName } from '../cli/session/each-target.ts';
import type { Reported } from '../review/ci/reported.ts';
import { commandLine, resumeLine, stopLine, workflowLogText } from './github/workflow-commands.ts';
import type { Job } from './job.ts';

/** What a command line has done. */
export interface Ran {
  readonly code: ExitCode;
  /** What it had to tell, as a value; absent: it was stopped before. */
  readonly reported?: Reported;
  readonly out: string;
  /** What it said beside its results. */
  readonly err: string;
}

/** Options of every command about a target. */
export const targetArguments = ({ root }: Job, target: string): readonly string[] => [
  '--chdir',
  root,
  '--target',
  target,
];

/** Options of what plans. */
export function planningArguments(job: Job, target: string): readonly string[] {
  const { only, allowDelete, maxDeletes } = job.inputs;
  return [
    ...targetArguments(job, target),
    ...only.flatMap((pattern) => ['--only', pattern]),
    ...allowDelete.flatMap((pattern) => ['--allow-delete', pattern]),
    ...(maxDeletes === undefined ? [] : ['--max-deletes', maxDeletes]),
    ...reportArguments(job, target),
  ];
}

/** Of several targets each gets its name into the paths of its reports, as with `--target a,b`. */
export const reportArguments = ({ inputs, several }: Job, target: string): readonly string[] =>
  inputs.reports.flatMap((report) => [
    '--report',
    several && report.includes('=') ? besideName(report, target) : report,
  ]);

/**
 * Runs a command line of Lexform in this process, and shows what it says in a group of the log. Between the two lines
 * the runner obeys nothing, and what is shown could not begin a command anyway.
 */
export async function runLexform(title: string, args: readonly string[], ports: CliPorts): Promise<Ran> {
  const log = ports.terminal.out;
  const said = { out: '', err: '' };
  let reported: Reported | undefined;
  const token = ports.id();
  log(commandLine('group', title));
  log(stopLine(token));
  let endsLine = true;
  const show = (stream: 'out' | 'err') => (text: string) => {
    said[stream] += text;
    log(workflowLogText(text));
    if (text !== '') endsLine = text.endsWith('\n');
  };
  const code = await runCli(args, {
    ...ports,
    terminal: { ...ports.terminal, out: show('out'), err: show('err') },
    reported: (value) => {
      reported = value;
    },
  });
  // A command counts at the start of a line alone.
  log(`${endsLine ? '' : '\n'}${resumeLine(token)}`);
  log(commandLine('endgroup'));
  return { code, ...(reported !== undefined && { reported }), ...said };
}
