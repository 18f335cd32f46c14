import { type Defined, defined } from '../../model/defined.ts';
import { UsageError } from '../../model/errors.ts';
import { addressWithArrow } from '../../model/resources/address.ts';
import { parseReport, type ReportRequest } from '../../review/ci/format-names.ts';

/** The maximum of `--max-deletes-per-run`. */
const MAX_DELETES = 1_000_000_000;

export const COMMANDS = ['plan', 'apply', 'validate', 'drift', 'pull', 'merge', 'report'] as const;

export type Command = (typeof COMMANDS)[number];

/** The commands that take several workspaces. */
const OF_SEVERAL: readonly Command[] = ['plan', 'validate', 'drift'];

export type Env = (name: string) => string | undefined;

/** Makes the value of an input from its text, which is trimmed; `undefined`: the input is not set. */
type Read<Value> = (text: string | undefined, name: string) => Value;

/**
 * An input of `action.yml`. The runner makes `INPUT_GITHUB-TOKEN` of `github-token`: upper case, hyphens as they are.
 */
const input =
  <Value>(name: string, read: Read<Value>) =>
  (env: Env): Value =>
    read(env(`INPUT_${name.toUpperCase()}`)?.trim() || undefined, name);

const text: Read<string | undefined> = (given) => given;

const textOr =
  (fallback: string): Read<string> =>
  (given = fallback) =>
    given;

/** The lines of a text, trimmed, without empty ones. */
const listOf = (given = '', end = /\r?\n/): readonly string[] =>
  given
    .split(end)
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** One of these words; the first of them is the default. */
const choice =
  <Name extends string>(...choices: readonly [Name, ...Name[]]): Read<Name> =>
  (given, name) => {
    if (given === undefined) return choices[0];
    const found = choices.find((each) => each === given);
    if (found === undefined) throw new UsageError(`input ${name} must be one of ${choices.join(', ')}`);
    return found;
  };

/** YAML's own spellings of a boolean, as workflows write them. */
const flag =
  (fallback: boolean): Read<boolean> =>
  (given, name) => {
    if (given === undefined) return fallback;
    if (/^(?:true|yes|on)$/i.test(given)) return true;
    if (/^(?:false|no|off)$/i.test(given)) return false;
    throw new UsageError(`input ${name} must be true or false`);
  };

const digits: Read<string | undefined> = (given, name) => {
  if (given === undefined || /^\d{1,15}$/.test(given)) return given;
  throw new UsageError(`input ${name} must be a whole number`);
};

const wholeNumber =
  (most = Number.POSITIVE_INFINITY): Read<number | undefined> =>
  (given, name) => {
    const number = digits(given, name);
    if (Number(number ?? 0) > most) throw new UsageError(`input ${name} may be at most ${most}`);
    return number === undefined ? undefined : Number(number);
  };

const reports: Read<readonly ReportRequest[]> = (given, name) => {
  const found: ReportRequest[] = [];
  for (const line of listOf(given)) {
    const parsed = parseReport(line, found);
    if ('problem' in parsed) throw new UsageError(`input ${name}: ${parsed.problem}`);
    found.push(parsed);
  }
  return found;
};

/** The prefix of a label in `allow-delete`. */
const LABEL = 'label:';

/** The inputs, in the order in which they are checked. */
const INPUTS = {
  command: input('command', choice(...COMMANDS)),
  /** The workspace folder, relative to the checkout. */
  workingDirectory: input('working-directory', textOr('.')),
  /** `plan`, `validate` and `drift`: patterns of workspace folders below that one; empty: it is the workspace. */
  workspaces: input('workspaces', (given) => listOf(given)),
  /** Empty: every target of `lexform.yaml`. */
  targets: input('target', (given) => listOf(given, /[,\r\n]/)),
  /** Takes the place of the environment variable that a target names. */
  apiKey: input('api-key', text),
  only: input('only', (given) => listOf(given).map(addressWithArrow)),
  /** `plan` and `validate`: a commit, branch or tag, or `base`: the commit that the pull request goes into. */
  since: input('since', text),
  /** Address patterns. */
  allowDelete: input('allow-delete', (given) =>
    listOf(given).flatMap((each) => (each.startsWith(LABEL) ? [] : [addressWithArrow(each)])),
  ),
  /** Labels of a pull request. Any of them consents to all that the plan deletes. */
  deleteLabels: input('allow-delete', (given) =>
    listOf(given).flatMap((each) => (each.startsWith(LABEL) ? [each.slice(LABEL.length).trim()] : [])),
  ),
  maxDeletesPerRun: input('max-deletes-per-run', wholeNumber(MAX_DELETES)),
  /** `plan`: translate samples, which spends characters. */
  preview: input('preview', flag(false)),
  overwriteDrift: input('overwrite-drift', flag(false)),
  /** `plan`: `ledger`, or the folder of a backup: no key is needed, and the service is not asked. */
  against: input('against', text),
  approval: input('approval', choice('artifact', 'file', 'none')),
  /** The approved plan, or a folder with one for each target; needed where `approval` is `file`. */
  approvedPlan: input('approved-plan', text),
  /** The run whose plans were approved or are to be reported; absent: found by the commit. */
  runId: input('run-id', digits),
  /** `apply` with `runId`: file or path of the workflow whose plans count; absent: the workflow of this run. */
  planWorkflow: input('plan-workflow', text),
  artifact: input('artifact', textOr('lexform-plan')),
  comment: input('comment', choice('changes', 'always', 'always-new', 'never')),
  /** Distinguishes the comments of several jobs about one target. */
  commentId: input('comment-id', textOr('')),
  prNumber: input('pr-number', wholeNumber()),
  annotations: input('annotations', flag(true)),
  stepSummary: input('step-summary', flag(true)),
  driftIssue: input('drift-issue', flag(true)),
  driftLabel: input('drift-label', textOr('terminology-drift')),
  failOn: input('fail-on', choice('error', 'warning', 'changes', 'never')),
  reports: input('reports', reports),
  /** Where the job publishes the HTML page; `{target}` stands for the target. */
  pageUrl: input('page-url', text),
  untrusted: input('untrusted', choice('auto', 'true', 'false')),
  /** `pull`: resolve conflicts with the value of the service. */
  theirs: input('theirs', flag(false)),
  githubToken: input('github-token', text),
};

/** What a workflow says under `with:`, checked. An input without a default is absent when it is not set. */
export type Inputs = Defined<{ readonly [Name in keyof typeof INPUTS]: ReturnType<(typeof INPUTS)[Name]> }>;

/**
 * Reads every input. Throws a `UsageError` that names the first wrong one. It does not quote a value that may be a
 * misplaced key.
 */
export function readInputs(env: Env): Inputs {
  const values = Object.entries(INPUTS).map(([name, read]) => [name, read(env)] as const);
  const inputs = defined(Object.fromEntries(values)) as unknown as Inputs;
  if (inputs.approval === 'file' && inputs.approvedPlan === undefined)
    throw new UsageError('input approval is "file", and input approved-plan names no file');
  if (inputs.workspaces.length > 0 && !OF_SEVERAL.includes(inputs.command))
    throw new UsageError(`input workspaces is for ${OF_SEVERAL.join(', ')}; run the other commands for each workspace`);
  return inputs;
}
