import { UsageError } from '../../model/errors.ts';
import { type Defined, omitUndefined } from '../../model/omit-undefined.ts';
import { addressWithArrow } from '../../model/resources/address.ts';
import { parseReport, type ReportRequest } from '../../review/ci/format-names.ts';

/** The maximum of `--max-deletes-per-run`. */
const MAX_DELETES = 1_000_000_000;

export const COMMANDS = ['plan', 'apply', 'validate', 'drift', 'pull', 'merge', 'report'] as const;

export type Command = (typeof COMMANDS)[number];

/** The commands that take several workspaces. */
const OF_SEVERAL: readonly Command[] = ['plan', 'validate', 'drift'];

export type Env = (name: string) => string | undefined;

/** Converts the text of an input, which is trimmed, to its value; `undefined`: the input is not set. */
type Read<Value> = (text: string | undefined, name: string) => Value;

/** An input of `action.yml`. The runner converts `github-token` to `INPUT_GITHUB-TOKEN`: upper case, with hyphens. */
const input =
  <Value>(name: string, read: Read<Value>) =>
  (env: Env): Value =>
    read(env(`INPUT_${name.toUpperCase()}`)?.trim() || undefined, name);

const text: Read<string | undefined> = (value) => value;

const textOr =
  (fallback: string): Read<string> =>
  (value = fallback) =>
    value;

/** The lines of a text, trimmed, without empty ones. */
const listOf = (value = '', end = /\r?\n/): readonly string[] =>
  value
    .split(end)
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** One of these words; the first one is the default. */
const choice =
  <Name extends string>(...choices: readonly [Name, ...Name[]]): Read<Name> =>
  (value, name) => {
    if (value === undefined) return choices[0];
    const found = choices.find((each) => each === value);
    if (found === undefined) throw new UsageError(`input ${name} must be one of ${choices.join(', ')}`);
    return found;
  };

/** The spellings of a boolean in YAML, which workflows use. */
const flag =
  (fallback: boolean): Read<boolean> =>
  (value, name) => {
    if (value === undefined) return fallback;
    if (/^(?:true|yes|on)$/i.test(value)) return true;
    if (/^(?:false|no|off)$/i.test(value)) return false;
    throw new UsageError(`input ${name} must be true or false`);
  };

const digits: Read<string | undefined> = (value, name) => {
  if (value === undefined || /^\d{1,15}$/.test(value)) return value;
  throw new UsageError(`input ${name} must be a whole number`);
};

const wholeNumber =
  (most = Number.POSITIVE_INFINITY): Read<number | undefined> =>
  (value, name) => {
    const number = digits(value, name);
    if (Number(number ?? 0) > most) throw new UsageError(`input ${name} may be at most ${most}`);
    return number === undefined ? undefined : Number(number);
  };

const reports: Read<readonly ReportRequest[]> = (value, name) => {
  const found: ReportRequest[] = [];
  for (const line of listOf(value)) {
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
  /**
   * `plan`, `validate` and `drift`: patterns of workspace folders below that folder; empty: the folder itself is the
   * workspace.
   */
  workspaces: input('workspaces', (value) => listOf(value)),
  /** Empty: every target of `lexform.yaml`. */
  targets: input('target', (value) => listOf(value, /[,\r\n]/)),
  /** Used instead of the environment variable that a target names. */
  apiKey: input('api-key', text),
  only: input('only', (value) => listOf(value).map(addressWithArrow)),
  /** `plan` and `validate`: a commit, branch or tag, or `base`: the commit of the pull request's base branch. */
  since: input('since', text),
  /** Address patterns. */
  allowDelete: input('allow-delete', (value) =>
    listOf(value).flatMap((each) => (each.startsWith(LABEL) ? [] : [addressWithArrow(each)])),
  ),
  /** Labels of a pull request. Each of them consents to everything that the plan deletes. */
  deleteLabels: input('allow-delete', (value) =>
    listOf(value).flatMap((each) => (each.startsWith(LABEL) ? [each.slice(LABEL.length).trim()] : [])),
  ),
  maxDeletesPerRun: input('max-deletes-per-run', wholeNumber(MAX_DELETES)),
  /** `plan`: translate samples, which uses characters of the account. */
  preview: input('preview', flag(false)),
  overwriteDrift: input('overwrite-drift', flag(false)),
  /** `plan`: `ledger`, or the folder of a backup: needs no key and does not contact the service. */
  against: input('against', text),
  approval: input('approval', choice('artifact', 'file', 'none')),
  /** The approved plan, or a folder with one for each target; required if `approval` is `file`. */
  approvedPlan: input('approved-plan', text),
  /** The run with the plans that were approved or should be reported; absent: found by the commit. */
  runId: input('run-id', digits),
  /** `apply` with `runId`: file name or path of the workflow whose plans count; absent: the workflow of this run. */
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
  /** The URL of the HTML page that the job publishes; `{target}` is replaced by the target. */
  pageUrl: input('page-url', text),
  untrusted: input('untrusted', choice('auto', 'true', 'false')),
  /** `pull`: resolve conflicts with the value of the service. */
  theirs: input('theirs', flag(false)),
  githubToken: input('github-token', text),
};

/** The checked inputs under `with:` of a workflow. An input without a default is absent if it is not set. */
export type Inputs = Defined<{ readonly [Name in keyof typeof INPUTS]: ReturnType<(typeof INPUTS)[Name]> }>;

/**
 * Reads every input. Throws a `UsageError` that names the first invalid one. It does not quote the value, which may be
 * a misplaced key.
 */
export function readInputs(env: Env): Inputs {
  const values = Object.entries(INPUTS).map(([name, read]) => [name, read(env)] as const);
  const inputs = omitUndefined(Object.fromEntries(values)) as unknown as Inputs;
  if (inputs.approval === 'file' && inputs.approvedPlan === undefined)
    throw new UsageError('input approval is "file", and input approved-plan names no file');
  if (inputs.workspaces.length > 0 && !OF_SEVERAL.includes(inputs.command))
    throw new UsageError(`input workspaces is for ${OF_SEVERAL.join(', ')}; run the other commands for each workspace`);
  return inputs;
}
