import type { ExitCode, RunResult } from './exit-code.ts';
import type { ReportOptions, WorkspaceOptions } from './options.ts';
import type { CliPorts } from './ports.ts';
import { removeEvents, writeEnd } from './run/write-reports.ts';
import type { RunFiles } from './several-targets.ts';
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
