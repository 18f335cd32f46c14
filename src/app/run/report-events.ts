import { resolve } from 'node:path';
import type { Plan } from '../../model/plan/plan.ts';
import type { ApplyEvent, ApplyReport } from '../../plan/outcome.ts';
import { eventLine, runEndedLine, runRefusedLine, runStartedLine } from '../../review/ci/events.ts';
import { errorText } from '../../review/messages/error-text.ts';
import type { ReportOptions } from '../options.ts';
import type { Ports } from '../ports.ts';

/** The events of a run as lines of files. Each line is written before the next event. */
export interface EventFiles {
  readonly event: (event: ApplyEvent) => void;
  /** Writes the remaining lines and the last line. False if a file is incomplete. */
  readonly end: (report: ApplyReport) => Promise<boolean>;
}

const pathsOf = ({ report = [] }: ReportOptions, ports: Ports): readonly string[] =>
  report.flatMap(({ format, path }) => (format === 'events' && path !== undefined ? [resolve(ports.cwd, path)] : []));

const lost = (error: unknown): string => `an event could not be written: ${errorText(error, { debug: false })}`;

const timeOf = ({ now }: Ports): string => now().toISOString();

/**
 * Creates the files before anything is changed, so that an unwritable file stops the run at its beginning and not in
 * the middle.
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
      // A line that cannot be written must not end a successful run; it is reported at the end.
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

/**
 * Writes the only line of a run that was refused. A file that cannot be written causes only a message: the refusal is
 * more important.
 */
export async function reportRefused(plan: Plan, reason: string, options: ReportOptions, ports: Ports): Promise<void> {
  try {
    for (const path of pathsOf(options, ports))
      await ports.files.writeFile(path, runRefusedLine(plan, reason, timeOf(ports)));
  } catch (error) {
    ports.terminal.err(lost(error));
  }
}
