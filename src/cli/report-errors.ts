import type { RunResult } from './exit-code.ts';
import { CommandEnded, type ExitCode } from './exit-code.ts';
import type { ReportOptions, WorkspaceOptions } from './options/common-options.ts';
import type { CliPorts } from './ports.ts';
import { asInterruption } from './show-error.ts';

/**
 * A command whose reports say how it ended, even when an error ends it: then each report that the options name has the
 * error in the place of what an earlier run wrote. Throws the error again. A report of events is removed before the
 * command begins, because only a run that begins writes it.
 */
export const reportingErrors =
  <Options, Result extends ExitCode | RunResult>(run: (options: Options, ports: CliPorts) => Promise<Result>) =>
  async (options: Options, ports: CliPorts): Promise<Result> => {
    const { report = [] } = options as Partial<ReportOptions>;
    if (report.length === 0) return run(options, ports);
    const { removeEvents, writeErrorReports } = await import('./run/write-reports.ts');
    const asked = options as ReportOptions & WorkspaceOptions;
    await removeEvents(asked, ports);
    try {
      return await run(options, ports);
    } catch (error) {
      if (!(error instanceof CommandEnded)) await writeErrorReports(asInterruption(error, ports), asked, ports);
      throw error;
    }
  };
