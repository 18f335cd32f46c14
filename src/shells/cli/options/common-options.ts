import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../../../model/duration-text.ts';
import { TIME_SETTING_MAX_MS } from '../../../model/incoming-limits.ts';
import { addressWithArrow } from '../../../model/resources/address.ts';
import { parseReport, REPORT_FORMATS, type ReportRequest } from '../../../review/ci/format-names.ts';
import { booleanOption, choice, collect, option, repeatable } from './command.ts';

/** Parses a whole number in a range. */
export const integer =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`a whole number from ${min} to ${max} is needed`);
    return value;
  };

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a span such as `30m`, `2h` or `3d` into milliseconds. */
export function span(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (Number.isNaN(milliseconds))
    throw new InvalidArgumentError('minutes, hours or days are needed, such as 30m, 2h or 3d');
  return milliseconds;
}

/** Parses a time such as `30s`, `5m` or `1h`, at most a day, into milliseconds. */
export function waitingTime(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined || milliseconds > TIME_SETTING_MAX_MS)
    throw new InvalidArgumentError('a time such as 30s, 5m or 1h is needed, at most 24h');
  return milliseconds;
}

export const EXIT_CODES = `
Exit codes:
  0    done, or no changes
  1    error or wrong usage
  2    changes present (only with --detailed-exitcode or --check), or an old name of a command or option
  3    refused: deletion limit, drift, stale plan, locked target or missing approval; for plan: apply would refuse it
  4    errors in the files
  5    partly done, such as partly applied
  130  interrupted

Ctrl-C, SIGTERM and SIGHUP interrupt a run: calls in flight finish, and no new call starts.
A closed pipe (lexform apply | head) does not change the run or its exit code.
If standard output cannot be written, as on a full disk, the run continues and ends with 1 instead of 0.
`;

/** The environment variables that Lexform reads, apart from the keys that targets name. */
export const ENVIRONMENT = `
Environment:
  LEXFORM_API_KEY          API key of every target without "key:" in lexform.yaml
  HTTPS_PROXY, HTTP_PROXY  proxy for API calls; loopback addresses are called directly
  NO_PROXY                 comma-separated hosts to call directly
  NO_COLOR                 disable colours
  FORCE_COLOR              use colours without a terminal too
  COLUMNS                  line width, instead of the width of the terminal
  LEXFORM_PAGE_URL         address of the published HTML report, with {target} for the target; markdown links to it
  LEXFORM_DEBUG            print stack traces with errors; with "calls", also each call to the service

A target reads its keys from the variables that lexform.yaml names, such as key: env:DEEPL_API_KEY.
`;

/** Heading of shared options. */
export const COMMON = 'Common options';

/** Rejects a second folder, which would otherwise silently replace the first one. */
function folderOnce(value: string, previous: string | undefined): string {
  if (previous === undefined) return value;
  throw new InvalidArgumentError(
    `it was given twice, ${JSON.stringify(previous)} and ${JSON.stringify(value)}; name one folder`,
  );
}

/** Collects the addresses of a repeatable option. */
export const collectAddress = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  addressWithArrow(value),
];

/** The options of every command that works in a workspace. */
export const WORKSPACE_OPTIONS = [
  option(
    '-C, --chdir <dir>',
    'run in this workspace folder (default: the nearest folder with a lexform.yaml, from the current one up to the ' +
      'top of the git repository or the home folder)',
    folderOnce,
  ).helpGroup(COMMON),
  booleanOption('--json', 'print one JSON document to standard output, and nothing else').helpGroup(COMMON),
  // The terminal ports contain both values, so commands need not read them.
  option<'-q, --quiet', boolean>('-q, --quiet', 'print only a one-line result and errors').helpGroup(COMMON),
  choice('--color <when>', 'use colours: auto, always or never (default: auto, which respects NO_COLOR)', [
    'auto',
    'always',
    'never',
  ]).helpGroup(COMMON),
] as const;

const ONE_TARGET = 'a target of lexform.yaml (default: the only one)';

/** Describes --target of the commands that take several targets. */
export const SEVERAL_TARGETS =
  'a target of lexform.yaml, a comma-separated list (eu,us) or all (default: the only one)';

export const TARGETS_HELP = `
Several targets run at the same time, each with its own ledger, lock and limit of concurrent calls.
A failure of one target does not stop the others. The output of each target has its own heading.
With --json there is one document: { "formatVersion": 1, "targets": [{ "target", "exitCode", "document" }] }.
Files get the name of the target: --out plan.json writes plan.prod-eu.json.
Targets with the same address and key cannot publish the same name: the files then have an error.
The exit code is the worst of any target, in this order: 130, 5, 3, 1, 4, 2, 0.
`;

const targetOption = (description: string) => option('-t, --target <name>', description).helpGroup(COMMON);

/** The options of every command about the ledger of a target, which calls no service. */
export const LEDGER_OPTIONS = [...WORKSPACE_OPTIONS, targetOption(ONE_TARGET)] as const;

/** The options of every command that calls a target. */
export const targetOptions = (target = ONE_TARGET) => [
  ...WORKSPACE_OPTIONS,
  targetOption(target),
  option(
    '--concurrency <n>',
    'concurrent API calls, 1 to 32 (default: from lexform.yaml, else 4)',
    integer(1, 32),
  ).helpGroup(COMMON),
  option(
    '--max-wait <time>',
    'longest wait that the service may request before a retry, such as 90s, 5m or 1h; a call that must wait longer ' +
      'fails (default: from lexform.yaml, else 60s)',
    waitingTime,
  ).helpGroup(COMMON),
];

/** Collects the requested reports. */
function collectReport(value: string, previous: readonly ReportRequest[]): readonly ReportRequest[] {
  const parsed = parseReport(value, previous);
  if ('problem' in parsed) throw new InvalidArgumentError(parsed.problem);
  return [...previous, parsed];
}

/** The option of the commands that report to other programs. */
export const REPORT = repeatable(
  '--report <format=path>',
  `write a report: ${REPORT_FORMATS.join(', ')}; "annotations" without a path prints to the log (repeatable)`,
  collectReport,
);

export const AUTO_APPROVE = booleanOption('-y, --auto-approve', 'do not ask; required without a terminal');
export const ALL_TERMS = booleanOption('--full', 'show every term instead of the first ones');
export const ALL_DIFFERENCES = booleanOption('--full', 'show every difference instead of the first ones');
export const SAVE_PLAN = option(
  '-o, --out <file>',
  'save the plan as JSON to this file, or as gzip if its name ends in .gz, for review or for "lexform apply FILE"',
);

/** Names an entry of the ledger. */
export const LEDGER_VERSION_TEXT = 'a ledger entry: its version, the start of its version, or "latest"';

/** Limits a command to some addresses. */
export const only = (description: string) =>
  repeatable('--only <address>', `${description} (repeatable)`, collectAddress);

/** Runs a command in several workspaces. */
export const WORKSPACES = option(
  '--workspaces <pattern>',
  'run in every workspace folder that matches, such as "teams/*", from the current folder or -C (repeatable)',
  collect,
);

export const WORKSPACES_HELP = `
--workspaces runs in one workspace after another. Each has its own heading, and the end has one line for each.
A failure in one workspace does not stop the others. A pattern that matches no folder with a lexform.yaml is an error.
With --json there is one document: { "formatVersion": 1, "workspaces": [{ "workspace", "exitCode", "document" }] }.
Files get the name of the workspace: --report junit=lexform.xml writes lexform.teams-legal.xml for teams/legal.
A symbolic link that leads out of the repository is refused.
The exit code is the worst of any workspace, in this order: 130, 5, 3, 1, 4, 2, 0.
`;

/** Limits a command to what has changed in git. */
export const since = (description: string) => option('--since <ref>', description);

export const SINCE_HELP = `
--since compares the bytes of the files, committed or not, with the merge base of the ref and HEAD. Line ends outside
quoted cells do not count. Errors only in files of unchanged resources do not stop a run.
If lexform.yaml, the lint baseline or a ledger in a folder changes, every resource counts as changed.
A resource whose files were deleted counts as changed. Other resources are counted, and never deleted or adopted.
A clone in CI needs the commits since the merge base: fetch-depth: 0 on GitHub, GIT_DEPTH: 0 on GitLab.
`;

/** The options that narrow a plan and consent to deletions. */
export const planningOptions = (target?: string) => [
  ...targetOptions(target),
  only('limit the plan to resources whose address matches, such as glossary.product or "glossary.*"'),
  repeatable(
    '--allow-delete <address>',
    'allow deletions at matching addresses; a pattern such as "glossary.*" never allows the last resources of a ' +
      'kind or more than half of them, nor single parts of a resource, which "glossary.product/*" allows; ' +
      'only developer_key.NAME allows the loss of a developer key (repeatable)',
    collectAddress,
  ),
  option(
    '--max-deletes-per-run <n>',
    'entries, rules and instructions that this run may delete without --allow-delete, instead of the limits of ' +
      '"safety:"',
    integer(0, 1_000_000_000),
  ),
  ALL_TERMS,
];
