import pc from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import {
  type ApplyReport,
  type Outcome,
  type SecretOutcome,
  type StaleOutcome,
  wentWell,
} from '../../apply/outcome.ts';
import { outcomeCounts, reportVerdict } from '../../apply/verdict.ts';
import type { Recorded } from '../../model/ledger/ledger-record.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { ConfigDiff } from '../../plan/diff/config-diff.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted, groupedDigits } from '../format/plural.ts';
import { operationText } from '../plan/operation-text.ts';
import { staleHead, staleLines, staleSides, staleWord } from '../plan/stale-text.ts';
import { recordedLines, recordedText } from './recorded-text.ts';

const WHY_NOT = {
  interrupted: 'the run was interrupted',
  'earlier-operation': 'because an earlier call did not succeed',
  'secret-lost': 'because its secret might be lost too',
} as const;

/** How an operation ended, in words. */
export function outcomeWord(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'applied':
      return 'done';
    case 'already-done':
      return 'already done';
    case 'stale':
      return `refused: ${staleWord(outcome)}`;
    case 'failed':
      return `failed: ${visible(outcome.error.message)}`;
    case 'unknown':
      return `unknown, the call may have succeeded: ${visible(outcome.error.message)}`;
    case 'not-tried':
      return `not tried, ${WHY_NOT[outcome.because]}`;
    default:
      return outcome satisfies never;
  }
}

const NEXT = {
  done: '',
  partly: 'Rerun the same command: completed calls are skipped.\n',
  failed: 'Nothing was changed.\n',
  stale:
    'Nothing was changed: somebody changed the service since the plan was made. Plan again and review the ' +
    'difference.\n',
  interrupted: 'Interrupted. Rerun the same command: completed calls are skipped.\n',
} as const;

/** What became of the secret of a new key. */
function secretText(secret: SecretOutcome): string {
  const address = visible(secret.address);
  switch (secret.kind) {
    case 'kept':
      return `The secret of ${address} is in the secrets file.`;
    case 'dropped':
      return `The secret of ${address} was not kept; --secrets-file keeps it.`;
    case 'not-given':
      return `The service returned no secret for ${address}; look it up in the account.`;
    case 'not-seen':
      return (
        `The secret of ${address} was not received: the response to the call that created the key was lost. ` +
        'Deactivate the key and create another if you need one.'
      );
    case 'lost':
      return (
        `THE SECRET OF ${address} IS LOST: the key was created, but its secret could not be written: ` +
        `${visible(secret.error.message)}. Deactivate the key and create another one.`
      );
    default:
      return secret satisfies never;
  }
}

function totals(report: ApplyReport): string {
  const counts = outcomeCounts(report);
  const parts = [
    [counts['already-done'], 'done before'],
    [counts.stale, 'refused'],
    [counts.failed, 'failed'],
    [counts.unknown, 'unknown'],
    [counts['not-tried'], 'not tried'],
  ] as const;
  const others = parts.filter(([count]) => count > 0).map(([count, word]) => `, ${groupedDigits(count)} ${word}`);
  return `${groupedDigits(counts.applied)} of ${counted(report.outcomes.length, 'call')} made${others.join('')}.`;
}

/** A call that did not end well; of one that was refused because something had changed, below it what has. */
function badLines(outcome: Outcome, colors: Colors): readonly string[] {
  const head = `${colors.red('!')} ${visible(outcome.address)}: ${operationText(outcome.operation)}: `;
  if (outcome.kind !== 'stale') return [`${head}${outcomeWord(outcome)}`];
  return [`${head}refused: ${staleHead(outcome)}`, ...staleLines(outcome).map((line) => `    ${line}`)];
}

/** How many lines of the text of a report are about calls that did not end well: its first ones. */
export const badLineCount = ({ outcomes }: ApplyReport): number =>
  outcomes
    .filter((outcome) => !wentWell(outcome))
    .reduce((sum, outcome) => sum + badLines(outcome, pc.createColors(false)).length, 0);

export interface ReportTextOptions {
  readonly color: boolean;
  /** Absent: no entry was written. */
  readonly recorded?: Recorded | undefined;
}

/**
 * What became of the plan: what did not end well, the new ids, what was recorded beside, the totals, and what to do
 * next.
 */
export function reportText(report: ApplyReport, plan: Plan, { color, recorded }: ReportTextOptions): string {
  const beside = recorded === undefined ? [] : recordedLines(recorded);
  if (report.outcomes.length === 0)
    return recorded === undefined
      ? 'Nothing to apply, and nothing to record.\n'
      : `${[...beside, recordedText(recorded, plan.target.name)].join('\n')}\n`;
  const colors = pc.createColors(color);
  const bad = report.outcomes
    .filter((outcome) => !wentWell(outcome))
    .map((outcome) => `${badLines(outcome, colors).join('\n')}\n`);
  const ids = report.ids.map(
    ({ address, id, replaces }) =>
      `${visible(address)} has the id ${visible(id)}` +
      `${replaces === undefined ? '' : `, which replaces ${visible(replaces)}`}\n`,
  );
  const secrets = report.secrets.map((secret) =>
    secret.kind === 'lost' ? `${colors.red('!')} ${secretText(secret)}\n` : `${secretText(secret)}\n`,
  );
  const verdict = reportVerdict(report);
  const head =
    verdict === 'done'
      ? colors.green(`Applied to ${visible(plan.target.name)}:`)
      : colors.red(`Not everything was applied to ${visible(plan.target.name)}:`);
  return (
    `${bad.join('')}${ids.join('')}${secrets.join('')}${beside.map((line) => `${line}\n`).join('')}` +
    `${head} ${totals(report)}\n${NEXT[verdict]}`
  );
}

/** The report as the one document of `--json`. */
export function reportJson(report: ApplyReport, plan: Plan, recorded?: Recorded): string {
  const outcomes = report.outcomes.map((outcome) => ({
    operation: outcome.operation.id,
    address: outcome.address,
    method: outcome.operation.method,
    path: outcome.operation.path,
    outcome: outcome.kind,
    ...('error' in outcome && { error: visible(outcome.error.message) }),
    ...(outcome.kind === 'stale' && staleSides(outcome)),
    ...(outcome.kind === 'not-tried' && { because: outcome.because }),
  }));
  return jsonText({
    formatVersion: 1,
    target: plan.target,
    verdict: reportVerdict(report),
    counts: outcomeCounts(report),
    outcomes,
    ids: report.ids,
    secrets: report.secrets.map((secret) => ({
      address: secret.address,
      outcome: secret.kind,
      ...('error' in secret && { error: visible(secret.error.message) }),
    })),
    ledger: recorded === undefined ? null : { entry: recorded.version, recorded: recorded.records },
  });
}

/** Why a plan is not run. */
export interface PlanRefusal {
  readonly reason: string;
  /** What of it does not fit the service any more, where that was looked at. */
  readonly stale?: readonly StaleOutcome[];
  /** What it does otherwise than the files ask by now. */
  readonly wished?: readonly ConfigDiff[];
}

/** A plan that was not run at all, as the one document of `--json`. */
export function refusalJson(refusal: PlanRefusal | string): string {
  const { reason, stale, wished }: PlanRefusal = typeof refusal === 'string' ? { reason: refusal } : refusal;
  return jsonText({
    formatVersion: 1,
    verdict: 'refused',
    reason: reason.trimEnd(),
    ...(wished !== undefined && { files: wished }),
    ...(stale !== undefined && {
      stale: stale.map((outcome) => ({
        operation: outcome.operation.id,
        address: outcome.address,
        method: outcome.operation.method,
        path: outcome.operation.path,
        ...staleSides(outcome),
      })),
    }),
  });
}
