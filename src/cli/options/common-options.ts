import { type Command, InvalidArgumentError } from 'commander';
import { parseDuration } from '../../model/duration-text.ts';
import { TIME_SETTING_MAX_MS } from '../../model/incoming-limits.ts';
import { addressWithArrow } from '../../model/resources/address.ts';
import { parseReport, REPORT_FORMATS, type ReportRequest } from '../../review/ci/format-names.ts';
import type { ExitCode } from '../exit-code.ts';
import type { CliPorts } from '../ports.ts';

/** What a command is given: where it stands and what was asked for. */
export type RunCommand = (ports: CliPorts) => Promise<ExitCode>;

/**
 * Hands over the sentence to run. Its module is loaded when it is needed, since loading everything costs more than many
 * a command takes.
 */
export type Choose = (run: RunCommand) => void;

/** An option that may be given again and again. */
export const collect = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

/** A whole number in a range. */
export const integer =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`a whole number from ${min} to ${max} is needed`);
    return value;
  };

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A span such as `30m`, `2h` or `3d`, in milliseconds. */
export function span(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (Number.isNaN(milliseconds))
    throw new InvalidArgumentError('minutes, hours or days are needed, such as 30m, 2h or 3d');
  return milliseconds;
}

/** A time such as `30s`, `5m` or `1h`, in milliseconds; at most a day. */
export function waitingTime(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined || milliseconds > TIME_SETTING_MAX_MS)
    throw new InvalidArgumentError('a time such as 30s, 5m or 1h is needed, at most 24h');
  return milliseconds;
}

export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`;

export const EXIT_CODES = `
Exit codes:
  0 done, or no changes     1 error or wrong usage    2 changes present (only with --detailed-exitcode)
  3 refused                 4 faults in the files     5 partly applied             130 interrupted
Ctrl-C, SIGTERM and SIGHUP interrupt a run: calls in flight finish, and nothing new starts. A closed pipe
(lexform apply | head) or a full disk behind standard output changes neither the run nor its exit code.
`;

/** What the program takes from its environment, apart from the keys that targets name. */
export const ENVIRONMENT = `
Environment:
  LEXFORM_API_KEY          the key of a target that names none
  HTTPS_PROXY, HTTP_PROXY  proxy for the calls to a service; this machine is called directly
  NO_PROXY                 hosts that are called directly, between commas
  NO_COLOR                 no colours
  LEXFORM_DEBUG            tell where in the program an error came from
`;

/** One folder: a second one would silently win. */
function folderOnce(value: string, previous: string | undefined): string {
  if (previous === undefined) return value;
  throw new InvalidArgumentError(
    `it was given twice, ${JSON.stringify(previous)} and ${JSON.stringify(value)}; name one folder`,
  );
}

/** An option for addresses that may be given again and again. */
export const collectAddress = (value: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  addressWithArrow(value),
];

/** Options of every command that works in a workspace. */
export const workspaceOptions = (command: Command): Command =>
  command
    .option(
      '-C, --chdir <dir>',
      'the workspace folder (default: the current one, or the nearest above it with a lexform.yaml, in the same git repository or home folder)',
      folderOnce,
    )
    .option('--json', 'print one JSON document and nothing else to standard output', false);

const ONE_TARGET = 'a target of lexform.yaml; may be left out when there is only one';

/** Of the commands that take several targets. */
export const SEVERAL_TARGETS =
  'a target of lexform.yaml, several (eu,us) or all; may be left out when there is only one';

export const TARGETS_HELP = `
Several targets run at the same time, each with its own history, lock and limit of calls; what fails for one does not stop the others. Each is shown whole, under
a heading; with --json there is one document, { "formatVersion": 1, "targets": [{ "target", "exitCode", "document" }] }, whose documents are those of single
runs. Files that are written get the target into their name: plan.json becomes plan.prod-eu.json. The exit code is the worst of any target: 130, then 5, 3, 1,
4, 2, 0.
`;

/** Options of every command that talks to a target. */
export const targetOptions = (command: Command, target = ONE_TARGET): Command =>
  workspaceOptions(command)
    .option('-t, --target <name>', target)
    .option('--concurrency <n>', 'calls in flight at once (default: from lexform.yaml, else 4)', integer(1, 32))
    .option(
      '--max-wait <time>',
      'longest wait that the service may ask for, such as 90s, 5m or 1h; a call that is asked to wait longer fails (default: from lexform.yaml, else 60s)',
      waitingTime,
    );

/** A report that is asked for; two of them cannot go to one file. */
function collectReport(value: string, previous: readonly ReportRequest[]): readonly ReportRequest[] {
  const parsed = parseReport(value);
  if ('problem' in parsed) throw new InvalidArgumentError(parsed.problem);
  if (previous.some(({ path }) => path === parsed.path))
    throw new InvalidArgumentError(`there is a report already that goes to ${parsed.path ?? 'the log'}`);
  return [...previous, parsed];
}

/** The option of every command that reports to other programs. */
export const reportOption = (command: Command): Command =>
  command.option(
    '--report <format=path>',
    `write a report: ${REPORT_FORMATS.join(', ')}; "annotations" without a path goes to the log (repeatable)`,
    collectReport,
    [],
  );

/** Options of what narrows a plan and what it may delete. */
export const planningOptions = (command: Command, target = ONE_TARGET): Command =>
  targetOptions(command, target)
    .option(
      '--only <address>',
      'only resources whose address matches, such as glossary.product or "glossary.*" (repeatable)',
      collectAddress,
      [],
    )
    .option(
      '--allow-delete <address>',
      'consent to the deletion of what matches (a pattern such as "glossary.*" reaches neither the last ones nor more than half), and to the loss of developer keys by a pattern such as developer_key.ci (repeatable)',
      collectAddress,
      [],
    )
    .option(
      '--max-deletes <n>',
      'entries, rules and instructions that may go in this run without more consent, whatever safety: says',
      integer(0, 1_000_000_000),
    )
    .option('--full', 'show every term, however many', false);
