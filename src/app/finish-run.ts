import { type CommandResult, EXIT, type RunResult } from './exit-code.ts';
import type { ReportOptions, WorkspaceOptions } from './options.ts';
import { showOutput } from './output.ts';
import type { Ports } from './ports.ts';
import { removeEvents, writeEnd, writeReports } from './run/write-reports.ts';
import type { RunFiles } from './several-targets.ts';
import { asInterruption } from './show-error.ts';

/** Options that the runner itself reads. */
export type RunnerOptions = ReportOptions &
  Partial<WorkspaceOptions> & {
    readonly out?: string;
    readonly workspaces?: readonly string[];
    readonly since?: string;
  };

/** Shows the output of a command, and writes its reports. */
export async function finish(
  { outcome, output, ...ended }: CommandResult,
  options: RunnerOptions,
  ports: Ports,
): Promise<RunResult> {
  if (output !== undefined) showOutput(output, options, ports.terminal);
  const code = EXIT[outcome];
  if (ended.reported === undefined) return { ...ended, code };
  return { ...ended, code: await writeReports(ended.reported, code, options, ports) };
}

/**
 * Runs a part of a command. Its reports say how it ended, even when an error ends it or the files have errors: then
 * they replace what an earlier run wrote. Throws the error again. A report of events is removed before the part begins,
 * because only a run that begins writes it.
 */
export async function reportingErrors<Options>(
  run: (options: Options, ports: Ports) => Promise<RunResult>,
  files: RunFiles,
  options: Options & RunnerOptions,
  ports: Ports,
): Promise<RunResult> {
  const savesPlan = files.savesPlan === true && options.out !== undefined;
  if ((options.report ?? []).length === 0 && !savesPlan) return run(options, ports);
  await removeEvents(options, ports);
  try {
    return await run(options, ports);
  } catch (error) {
    await writeEnd(asInterruption(error, ports), options, files, ports);
    throw error;
  }
}
