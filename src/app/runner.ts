import type { CommandResult, RunResult } from './exit-code.ts';
import { finish, type RunnerOptions, reportingErrors } from './finish-run.ts';
import type { Ports } from './ports.ts';
import { filesOfCommand } from './several-targets.ts';

/** A command, for every shell. */
export interface AppCommand<Options> {
  /** Its name on the command line. The runner uses it to find the files that the command writes. */
  readonly name: string;
  /** Does the work. The runner shows the output, writes the reports, and computes the exit code. */
  readonly run: (options: Options, ports: Ports) => Promise<CommandResult>;
}

/** Runs a command in one workspace, or in each workspace that the options name. */
export const runCommand = <Options>(
  { name, run }: AppCommand<Options>,
  options: Options & RunnerOptions,
  ports: Ports,
): Promise<RunResult> => {
  const runOne = async (runOptions: Options & RunnerOptions, to: Ports): Promise<RunResult> =>
    finish(await run(runOptions, to), runOptions, to);
  const runAll = async (runOptions: Options & RunnerOptions, to: Ports): Promise<RunResult> => {
    if (runOptions.workspaces === undefined) return runOne(runOptions, to);
    // Usually a run is for one workspace.
    const { inEachWorkspace } = await import('./session/each-workspace.ts');
    return inEachWorkspace(runOne, runOptions, to);
  };
  return reportingErrors(runAll, filesOfCommand(name), options, ports);
};
