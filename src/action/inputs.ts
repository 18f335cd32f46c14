import { UsageError } from '../model/errors.ts';
import { addressWithArrow } from '../model/resources/address.ts';
import { parseReport, type ReportRequest } from '../review/ci/format-names.ts';

export const COMMANDS = ['plan', 'apply', 'validate', 'drift', 'pull', 'report'] as const;

export type Command = (typeof COMMANDS)[number];

/** What a workflow says under `with:`, checked. Every name here is one of `action.yml`. */
export interface Inputs {
  readonly command: Command;
  /** The workspace folder, relative to the checkout. */
  readonly workingDirectory: string;
  /** Empty: every target of `lexform.yaml`. */
  readonly targets: readonly string[];
  /** Takes the place of the environment variable that a target names. */
  readonly apiKey?: string;
  readonly only: readonly string[];
  /** Address patterns. */
  readonly allowDelete: readonly string[];
  /** Labels of a pull request. Any of them consents to all that the plan deletes. */
  readonly deleteLabels: readonly string[];
  readonly maxDeletes?: number;
  /** `plan`: translate samples, which spends characters. */
  readonly preview: boolean;
  readonly overwriteDrift: boolean;
  /** `plan`: `ledger`, or the folder of a backup: no key is needed, and the service is not asked. */
  readonly against?: string;
  readonly approval: 'artifact' | 'file' | 'none';
  /** The approved plan, or a folder with one for each target; needed where `approval` is `file`. */
  readonly approvedPlan?: string;
  /** The run whose plans were approved or are to be reported; absent: found by the commit. */
  readonly runId?: string;
  /** `apply` with `runId`: file or path of the workflow whose plans count; absent: the workflow of this run. */
  readonly planWorkflow?: string;
  readonly artifact: string;
  readonly comment: 'always' | 'always-new' | 'changes' | 'never';
  /** Distinguishes the comments of several jobs about one target. */
  readonly commentId: string;
  readonly prNumber?: number;
  readonly annotations: boolean;
  readonly stepSummary: boolean;
  readonly driftIssue: boolean;
  readonly driftLabel: string;
  readonly failOn: 'error' | 'warning' | 'changes' | 'never';
  readonly reports: readonly ReportRequest[];
  readonly untrusted: 'auto' | 'true' | 'false';
  /** `pull`: resolve conflicts with the value of the service. */
  readonly theirs: boolean;
  readonly githubToken?: string;
}

export type Env = (name: string) => string | undefined;

/** The prefix of a label in `allow-delete`. */
const LABEL = 'label:';

/** The maximum of `--max-deletes`. */
const MAX_DELETES = 1_000_000_000;

/** The runner makes `INPUT_GITHUB-TOKEN` of `github-token`: upper case, hyphens as they are. */
const variableOf = (name: string): string => `INPUT_${name.toUpperCase()}`;

/** The lines of a text, trimmed, without empty ones. */
const listOf = (text: string | undefined, end = /\r?\n/): readonly string[] =>
  (text ?? '')
    .split(end)
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** One of these words; without a text the first of them. */
function choice<Name extends string>(
  name: string,
  text: string | undefined,
  choices: readonly [Name, ...Name[]],
): Name {
  if (text === undefined) return choices[0];
  const found = choices.find((each) => each === text);
  if (found === undefined) throw new UsageError(`input ${name} must be one of ${choices.join(', ')}`);
  return found;
}

/** YAML's own spellings of a boolean, as workflows write them. */
function flag(name: string, text: string | undefined, fallback: boolean): boolean {
  if (text === undefined) return fallback;
  if (/^(?:true|yes|on)$/i.test(text)) return true;
  if (/^(?:false|no|off)$/i.test(text)) return false;
  throw new UsageError(`input ${name} must be true or false`);
}

function wholeNumber(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^\d{1,15}$/.test(text)) return text;
  throw new UsageError(`input ${name} must be a whole number`);
}

function reportsOf(text: string | undefined): readonly ReportRequest[] {
  const reports: ReportRequest[] = [];
  for (const line of listOf(text)) {
    const parsed = parseReport(line, reports);
    if ('problem' in parsed) throw new UsageError(`input reports: ${parsed.problem}`);
    reports.push(parsed);
  }
  return reports;
}

/**
 * Reads every input. Throws a `UsageError` that names the first wrong one. It does not quote a value that may be a
 * misplaced key.
 */
export function readInputs(env: Env): Inputs {
  const text = (name: string): string | undefined => {
    const value = env(variableOf(name))?.trim();
    return value === '' ? undefined : value;
  };
  const apiKey = text('api-key');
  const maxDeletes = wholeNumber('max-deletes', text('max-deletes'));
  if (Number(maxDeletes ?? 0) > MAX_DELETES) throw new UsageError(`input max-deletes may be at most ${MAX_DELETES}`);
  const approvedPlan = text('approved-plan');
  const runId = wholeNumber('run-id', text('run-id'));
  const planWorkflow = text('plan-workflow');
  const prNumber = wholeNumber('pr-number', text('pr-number'));
  const githubToken = text('github-token');
  const against = text('against');
  const consents = listOf(text('allow-delete'));
  const approval = choice('approval', text('approval'), ['artifact', 'file', 'none']);
  if (approval === 'file' && approvedPlan === undefined)
    throw new UsageError('input approval is "file", and input approved-plan names no file');
  return {
    command: choice('command', text('command'), COMMANDS),
    workingDirectory: text('working-directory') ?? '.',
    targets: listOf(text('target'), /[,\r\n]/),
    ...(apiKey !== undefined && { apiKey }),
    only: listOf(text('only')).map(addressWithArrow),
    allowDelete: consents.filter((each) => !each.startsWith(LABEL)).map(addressWithArrow),
    deleteLabels: consents.filter((each) => each.startsWith(LABEL)).map((each) => each.slice(LABEL.length).trim()),
    ...(maxDeletes !== undefined && { maxDeletes: Number(maxDeletes) }),
    preview: flag('preview', text('preview'), false),
    overwriteDrift: flag('overwrite-drift', text('overwrite-drift'), false),
    approval,
    ...(against !== undefined && { against }),
    ...(approvedPlan !== undefined && { approvedPlan }),
    ...(runId !== undefined && { runId }),
    ...(planWorkflow !== undefined && { planWorkflow }),
    artifact: text('artifact') ?? 'lexform-plan',
    comment: choice('comment', text('comment'), ['changes', 'always', 'always-new', 'never']),
    commentId: text('comment-id') ?? '',
    ...(prNumber !== undefined && { prNumber: Number(prNumber) }),
    annotations: flag('annotations', text('annotations'), true),
    stepSummary: flag('step-summary', text('step-summary'), true),
    driftIssue: flag('drift-issue', text('drift-issue'), true),
    driftLabel: text('drift-label') ?? 'terminology-drift',
    failOn: choice('fail-on', text('fail-on'), ['error', 'warning', 'changes', 'never']),
    reports: reportsOf(text('reports')),
    untrusted: choice('untrusted', text('untrusted'), ['auto', 'true', 'false']),
    theirs: flag('theirs', text('theirs'), false),
    ...(githubToken !== undefined && { githubToken }),
  };
}
