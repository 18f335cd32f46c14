import pc from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import { operationText } from '../../kinds/words.ts';
import { byKind } from '../../model/by-kind.ts';
import type { LedgerRecord, Recorded } from '../../model/ledger/ledger-record.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { type ApplyReport, type Outcome, type SecretOutcome, wentWell } from '../../plan/outcome.ts';
import { outcomeCounts, reportVerdict } from '../../steps/apply/verdict.ts';
import { shortVersion, visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { type Sentence, say, sentenceText } from '../format/sentence.ts';
import { counted, firstItems, groupedDigits, listed, withLineEnds } from '../format/text.ts';
import { codeOfError } from '../messages/error-text.ts';
import type { PlanRefusal } from '../messages/plan-refusal.ts';
import { staleHead, staleLines, staleSentence, staleSides } from '../plan/stale-text.ts';

/** Maximum number of resources that are listed individually. */
const SHOWN = 20;

const recordSentence = (record: LedgerRecord): Sentence =>
  byKind(record, {
    adopted: ({ address }) => say`${{ theirs: address }} is managed from now on`,
    updated: ({ address }) => say`the ledger has ${{ theirs: address }} as it is now`,
    moved: ({ address, from }) => say`${{ theirs: address }} was ${{ theirs: from }} before`,
    dropped: ({ address }) => say`${{ theirs: address }} was deleted on the service and is no longer managed`,
  });

/** The changes of an entry of the ledger that needed no call: a sentence for each resource. */
function recordedSentences({ records, version }: Recorded): readonly Sentence[] {
  const named = firstItems(records, SHOWN);
  const more = records.length - named.length;
  const show = { command: `lexform log --show ${shortVersion(version)}` };
  return [...named.map(recordSentence), ...(more > 0 ? [say`… and ${groupedDigits(more)} more; ${show} has all`] : [])];
}

const COUNTED = ['adopted', 'updated', 'moved', 'dropped'] as const;

/** The sentence for a run that made no call but wrote an entry. */
function recordedSentence({ records, version }: Recorded, target: string): Sentence {
  const counts = COUNTED.flatMap((kind) => {
    const count = records.filter((record) => record.kind === kind).length;
    return count === 0 ? [] : [`${counted(count, 'resource')} ${kind}`];
  });
  const what = counts.length === 0 ? '' : `: ${listed(counts)}`;
  const entry = { theirs: shortVersion(version) };
  return say`Recorded in the ledger of ${{ theirs: target }} (${entry})${what}. No call was needed.`;
}

const WHY_NOT = {
  interrupted: 'the run was interrupted',
  'earlier-operation': 'because an earlier call did not succeed',
  'secret-lost': 'because its secret might be lost too',
} as const;

/** The result of an operation. */
export const outcomeSentence = (outcome: Outcome): Sentence =>
  byKind(outcome, {
    applied: () => ['done'],
    'already-done': () => ['already done'],
    stale: (stale) => say`refused: ${staleSentence(stale)}`,
    failed: ({ error }) => say`failed: ${{ theirs: error.message, max: 500 }}`,
    unknown: ({ error }) => say`unknown, the call may have succeeded: ${{ theirs: error.message, max: 500 }}`,
    'not-tried': ({ because }) => [`not tried, ${WHY_NOT[because]}`],
  });

/** `outcomeSentence` as text. */
export const outcomeWord = (outcome: Outcome): string => sentenceText(outcomeSentence(outcome));

const NEXT = {
  done: undefined,
  partly: 'Rerun the same command: completed calls are skipped.',
  failed: 'Nothing was changed.',
  stale: 'Nothing was changed: the service has changed since the plan was made. Plan again and review the differences.',
  interrupted: 'Interrupted. Rerun the same command: completed calls are skipped.',
} as const;

/** The message about the secret of a new key. */
function secretSentence(secret: SecretOutcome): Sentence {
  const address = { theirs: secret.address };
  return byKind(secret, {
    kept: () => say`The secret of ${address} is in the secrets file.`,
    dropped: () => say`The secret of ${address} was not kept; --secrets-file keeps it.`,
    'not-given': () => say`The service returned no secret for ${address}; look it up in the account.`,
    'not-seen': () =>
      say`The secret of ${address} was not received: the response to the call that created the key was lost. Deactivate
        the key and create another if you need one.`,
    lost: ({ error }) =>
      say`! THE SECRET OF ${address} IS LOST: the key was created, but its secret could not be written:
        ${{ theirs: error.message, max: 500 }}. Deactivate the key and create another one.`,
  });
}

/** Outcomes that are counted separately from completed calls, in this order. */
const TOTALS = {
  'already-done': 'done before',
  stale: 'refused',
  failed: 'failed',
  unknown: 'unknown',
  'not-tried': 'not tried',
} as const;

function totals(report: ApplyReport): string {
  const counts = outcomeCounts(report);
  const others = Object.entries(TOTALS).flatMap(([kind, word]) => {
    const count = counts[kind as keyof typeof TOTALS];
    return count === 0 ? [] : [`, ${groupedDigits(count)} ${word}`];
  });
  return `${groupedDigits(counts.applied)} of ${counted(report.outcomes.length, 'call')} made${others.join('')}.`;
}

/** A call that did not succeed. For a call that was refused because of changes, the changes are listed below. */
function badLines(outcome: Outcome, colors: Colors): readonly string[] {
  const head = `${colors.red('!')} ${visible(outcome.address)}: ${operationText(outcome.operation)}: `;
  if (outcome.kind !== 'stale') return [`${head}${outcomeWord(outcome)}`];
  return [`${head}refused: ${staleHead(outcome)}`, ...staleLines(outcome).map((line) => `    ${line}`)];
}

/** Options for the text about the end of an apply. */
export interface ReportTextOptions {
  readonly color: boolean;
  /** True: without new ids and without the changes that only the ledger records. */
  readonly quiet?: boolean;
  /** Absent: no entry was written. */
  readonly recorded?: Recorded | undefined;
}

/** The lines of a report, in the order in which they are shown. */
interface ReportLines {
  /** The calls that did not succeed. */
  readonly bad: readonly string[];
  /** The new ids and secrets, and changes that only the ledger records. */
  readonly notes: readonly Sentence[];
  /** The words before the colon of `ending`. Absent: there was nothing to do. */
  readonly title?: Sentence;
  /** The result of the run with the totals, and the next step if there is one. */
  readonly ending: readonly Sentence[];
}

/** The report of a run, in parts. */
export function reportLines(
  report: ApplyReport,
  plan: Plan,
  { color, quiet = false, recorded }: ReportTextOptions,
): ReportLines {
  const records = recorded === undefined || quiet ? [] : recordedSentences(recorded);
  const { name } = plan.target;
  if (report.outcomes.length === 0) {
    const nothing = say`Nothing to apply, and nothing to record.`;
    return {
      bad: [],
      notes: records,
      ending: [recorded === undefined ? nothing : recordedSentence(recorded, name)],
    };
  }
  const colors = pc.createColors(color);
  const ids = report.ids.map(({ address, id, replaces }) => {
    const old = replaces === undefined ? '' : say`, which replaces ${{ theirs: replaces }}`;
    return say`${{ theirs: address }} has the id ${{ theirs: id }}${old}`;
  });
  const verdict = reportVerdict(report);
  const head = verdict === 'done' ? 'Applied to' : 'Not everything was applied to';
  const title = say`${head} ${{ theirs: name }}`;
  const next = NEXT[verdict];
  return {
    title,
    bad: report.outcomes.filter((outcome) => !wentWell(outcome)).flatMap((outcome) => badLines(outcome, colors)),
    notes: [...(quiet ? [] : ids), ...report.secrets.map(secretSentence), ...records],
    ending: [say`${title}: ${totals(report)}`, ...(next === undefined ? [] : [[next]])],
  };
}

/** The report of a run as text: the calls that did not succeed, then the totals and the next step. */
export function reportText(report: ApplyReport, plan: Plan, options: ReportTextOptions): string {
  const { bad, notes, ending } = reportLines(report, plan, options);
  const { green, red } = pc.createColors(options.color && report.outcomes.length > 0);
  const paint = reportVerdict(report) === 'done' ? green : red;
  const [head = '', ...next] = ending.map(sentenceText);
  return withLineEnds([...bad, ...notes.map(sentenceText), paint(head), ...next]);
}

/** The call of an outcome, in the form for documents. */
const callJson = ({ operation: { id, method, path }, address }: Outcome) => ({ operation: id, address, method, path });

/** The report as the one document of `--json`. */
export function reportJson(report: ApplyReport, plan: Plan, recorded?: Recorded): string {
  const outcomes = report.outcomes.map((outcome) => ({
    ...callJson(outcome),
    outcome: outcome.kind,
    ...('error' in outcome && { code: codeOfError(outcome.error), error: visible(outcome.error.message) }),
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

/** A refusal as the document of `--json`. */
export const refusalJson = ({ code, reason, stale, files }: PlanRefusal): string =>
  jsonText({
    formatVersion: 1,
    verdict: 'refused',
    code,
    reason: reason.trimEnd(),
    files,
    ...(stale !== undefined && {
      stale: stale.map((outcome) => ({ ...callJson(outcome), ...staleSides(outcome) })),
    }),
  });
