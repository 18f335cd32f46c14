import { resolve } from 'node:path';
import { EXIT, type ExitCode } from '../cli/exit-code.ts';
import type { CliPorts } from '../cli/ports.ts';
import { runCli } from '../cli/run.ts';
import type { Reported } from '../review/reports/reported.ts';
import type { Inputs } from './inputs.ts';
import { commandLine, logText, resumeLine, stopLine } from './workflow-commands.ts';

/** What a command line has done. */
export interface Ran {
  readonly code: ExitCode;
  /** What it had to tell, as a value; absent: it was stopped before. */
  readonly reported?: Reported;
  readonly out: string;
  /** What it said beside its results. */
  readonly err: string;
}

/** The folder of the workspace, absolute. */
export const workspaceFolder = (inputs: Inputs, ports: Pick<CliPorts, 'cwd'>): string =>
  resolve(ports.cwd, inputs.workingDirectory);

/** Options of every command about targets. */
export function targetArguments(inputs: Inputs, ports: CliPorts, target: string): readonly string[] {
  return ['--chdir', workspaceFolder(inputs, ports), '--target', target];
}

/** Options of what plans. */
export function planningArguments(inputs: Inputs, ports: CliPorts, target: string): readonly string[] {
  return [
    ...targetArguments(inputs, ports, target),
    ...inputs.only.flatMap((pattern) => ['--only', pattern]),
    ...inputs.allowDelete.flatMap((pattern) => ['--allow-delete', pattern]),
    ...(inputs.maxDeletes === undefined ? [] : ['--max-deletes', inputs.maxDeletes]),
    ...reportArguments(inputs, target),
  ];
}

/** `{target}` in a path stands for the name of the target, so that several do not write over each other. */
export const reportArguments = (inputs: Inputs, target: string): readonly string[] =>
  inputs.reports.flatMap((report) => ['--report', report.replaceAll('{target}', target)]);

/**
 * Runs a command line of Lexform in this process, and shows what it says in a group of the log. Between the two lines the runner obeys nothing, and what is
 * shown could not begin a command anyway.
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
    log(logText(text));
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

/** Whether what was asked for was done. */
export const wentWell = ({ code }: Pick<Ran, 'code'>): boolean => code === EXIT.ok || code === EXIT.changes;
