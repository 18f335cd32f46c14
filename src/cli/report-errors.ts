import type { ExitCode, RunResult } from './exit-code.ts';
import type { ReportOptions, WorkspaceOptions } from './options/common-options.ts';
import { optionsIn } from './options/options-in.ts';
import type { CliPorts } from './ports.ts';
import { removeEvents, writeEnd } from './run/write-reports.ts';
import { filesOfCommand, type RunFiles } from './several-targets.ts';
import { asInterruption } from './show-error.ts';

/**
 * A command whose reports say how it ended, even when an error ends it or the files have errors: then each report that
 * the options name says so, in the place of what an earlier run wrote. Throws the error again. A report of events is
 * removed before the command begins, because only a run that begins writes it.
 */
export const reportingErrors =
  <Options, Result extends ExitCode | RunResult>(
    run: (options: Options, ports: CliPorts) => Promise<Result>,
    files: RunFiles = {},
  ) =>
  async (options: Options, ports: CliPorts): Promise<Result> => {
    const asked = options as ReportOptions & WorkspaceOptions & { readonly out?: string };
    const savesPlan = files.savesPlan === true && asked.out !== undefined;
    if ((asked.report ?? []).length === 0 && !savesPlan) return run(options, ports);
    await removeEvents(asked, ports);
    try {
      return await run(options, ports);
    } catch (error) {
      await writeEnd(asInterruption(error, ports), asked, files, ports);
      throw error;
    }
  };

/**
 * Writes wrong usage, which ends a command before it has options, into the reports that its arguments name, and removes
 * the plan that it would have saved.
 */
export async function reportUsage(error: unknown, args: readonly string[], ports: CliPorts): Promise<void> {
  if (!args.some((arg) => /^(?:--report|--out|-o)/.test(arg))) return;
  await writeEnd(error, optionsIn(args), filesOfCommand(args[0] ?? ''), ports);
}
