import { resolve } from 'node:path';
import type { Plan } from '../../model/plan/plan.ts';
import type { ApplyEvent, ApplyReport } from '../../plan/outcome.ts';
import { eventLine, runEndedLine, runRefusedLine, runStartedLine } from '../../review/ci/events.ts';
import { errorText } from '../../review/messages/error-text.ts';
import type { ReportOptions } from '../options.ts';
import type { Ports } from '../ports.ts';

/** The events of a run as lines of files, each line written before the next step is told of. */
export interface EventFiles {
  readonly event: (event: ApplyEvent) => void;
  /** Writes what is left and the last line. False when a file does not hold all of it. */
  readonly end: (report: ApplyReport) => Promise<boolean>;
}

const pathsOf = ({ report = [] }: ReportOptions, ports: Ports): readonly string[] =>
  report.flatMap(({ format, path }) => (format === 'events' && path !== undefined ? [resolve(ports.cwd, path)] : []));

const lost = (error: unknown): string => `an event could not be written: ${errorText(error, { debug: false })}`;

const timeOf = ({ now }: Ports): string => now().toISOString();

/**
 * Begins the files, before anything is changed: one that cannot be written stops the run then and not in its middle.
 */
export async function openEvents(plan: Plan, options: ReportOptions, ports: Ports): Promise<EventFiles> {
  const paths = pathsOf(options, ports);
  for (const path of paths) await ports.files.writeFile(path, runStartedLine(plan, timeOf(ports)));
  let failed: unknown;
  let last: Promise<void> = Promise.resolve();
  const add = (line: string): void => {
    last = last
      .then(async () => {
        for (const path of paths) await ports.files.appendFile(path, line);
      })
      // A line that is lost must not end a run that goes well; it is told of at the end.
      .catch((error: unknown) => {
        failed ??= error;
      });
  };
  return {
    event: (event) => {
      if (paths.length > 0) add(eventLine(event, timeOf(ports)));
    },
    end: async (report) => {
      if (paths.length > 0) add(runEndedLine(report, timeOf(ports)));
      await last;
      if (failed !== undefined) ports.terminal.err(lost(failed));
      return failed === undefined;
    },
  };
}

/** The one line of a run that never began. A file that cannot be written is told of: the refusal is what counts. */
export async function reportRefused(plan: Plan, reason: string, options: ReportOptions, ports: Ports): Promise<void> {
  try {
    for (const path of pathsOf(options, ports))
      await ports.files.writeFile(path, runRefusedLine(plan, reason, timeOf(ports)));
  } catch (error) {
    ports.terminal.err(lost(error));
  }
}
