import { voiceJobId } from '../../../src/model/account/voice-job.ts';
import type { HeldBack } from '../../../src/model/entries/held-back.ts';
import { glossaryId } from '../../../src/model/ids.ts';
import type { Operation } from '../../../src/model/plan/plan.ts';
import type { ApplyReport, OfOperation, Outcome, SecretOutcome } from '../../../src/plan/outcome.ts';
import { type ReportTextOptions, reportJson, reportText } from '../../../src/review/apply/report-text.ts';
import { type PulledReport, pulledJson, pulledText } from '../../../src/review/drift/pull-text.ts';
import { filesDifferText, rollbackHint } from '../../../src/review/drift/rollback-text.ts';
import { sentenceText } from '../../../src/review/format/sentence.ts';
import { holderText, type Unlocked, unlockedJson, unlockedText } from '../../../src/review/ledger/lock-text.ts';
import {
  adoptedJson,
  adoptedText,
  forgettingText,
  forgottenJson,
  forgottenText,
  rewriteRefusal,
  rewriteSummary,
} from '../../../src/review/ledger/ownership-text.ts';
import type { Suppressed } from '../../../src/review/lint/lint-text.ts';
import { reportMarkdown } from '../../../src/review/markdown/report-markdown.ts';
import { staleRefusal, wishedText } from '../../../src/review/plan/stale-text.ts';
import { explainJson, explainText } from '../../../src/review/translate/explain-text.ts';
import { voiceEventText, voiceProgressLine } from '../../../src/review/translate/voice-progress-text.ts';
import { voiceReportJson, voiceReportText } from '../../../src/review/translate/voice-text.ts';
import { heldBackLines, heldBackText, notChosen } from '../../../src/review/values/held-back-text.ts';
import type { Explanation, TermInFiles, TermOnService } from '../../../src/steps/search/explanation.ts';
import type { JobEnd, JobReport, TargetOutcome, VoiceEvent } from '../../../src/steps/voice/report.ts';
import { call, planWith } from '../../support/changes.ts';
import { type WithErrorLike, withError } from './errors.ts';
import { type ChangeLike, changeOf, type FindingLike, findingsOf, type PlanMore, placeOf } from './states.ts';
import { jsonPart, phrases, textKind } from './text-kind.ts';

/** An outcome of the first operation of `glossary.a`, if it says nothing else. */
type OutcomeLike<Of = WithErrorLike<Outcome>> = Of extends OfOperation
  ? Omit<Of, keyof OfOperation> & Partial<Pick<Of, 'address'>> & { readonly operation?: Operation['kind'] }
  : never;

interface ReportValue {
  readonly outcomes: readonly OutcomeLike[];
  readonly ids?: ApplyReport['ids'];
  readonly secrets?: readonly WithErrorLike<SecretOutcome>[];
  readonly recorded?: ReportTextOptions['recorded'];
  readonly changes?: readonly ChangeLike[];
  readonly plan?: PlanMore;
  readonly findings?: readonly FindingLike[];
  readonly suppressed?: Suppressed;
  readonly budget?: number;
  readonly quiet?: boolean;
  readonly json?: true;
  /** Whether the refusal before the first call is shown, for outcomes of a stale plan. */
  readonly refusal?: boolean;
  /** The values that the files ask for now. */
  readonly wished?: Parameters<typeof wishedText>[0];
}

const outcomeOf = ({ operation = 'create-glossary', address = 'glossary.a', ...more }: OutcomeLike): Outcome =>
  withError<Outcome>({ ...more, address, operation: call(operation, `${address}#1`) } as WithErrorLike<Outcome>);

const REPORT = textKind<ReportValue>(({ outcomes, ids = [], secrets = [], recorded, refusal, wished, ...value }) => {
  const { changes = [], findings, suppressed, budget, quiet, json } = value;
  const plan = planWith(changes.map(changeOf), { target: { name: 'test', baseUrl: '' }, ...value.plan });
  const report: ApplyReport = {
    outcomes: outcomes.map(outcomeOf),
    ids,
    secrets: secrets.map((secret) => withError<SecretOutcome>(secret)),
  };
  const applied = {
    kind: 'applied',
    plan,
    report,
    findings: findingsOf(findings),
    ...(recorded && { recorded }),
    ...(suppressed && { suppressed }),
  } as const;
  const options = { color: false, recorded, ...(quiet !== undefined && { quiet }) };
  const stale = report.outcomes.filter((outcome) => outcome.kind === 'stale');
  return {
    text: reportText(report, plan, options),
    markdown: reportMarkdown(applied, budget === undefined ? {} : { budget }),
    json: json === true ? jsonPart(reportJson(report, plan)) : undefined,
    refusal: refusal === true ? staleRefusal(stale) : undefined,
    wished: wished && wishedText(wished),
  };
});

type Placed<Of> = Omit<Of, 'at'> & { readonly at?: string };

interface ExplainValue extends Omit<Partial<Explanation>, 'inFiles' | 'mentions' | 'onService'> {
  readonly onService?: readonly (Omit<TermOnService, 'glossaryId'> & { readonly glossaryId: string })[];
  readonly inFiles?: readonly Partial<Placed<Explanation['inFiles'][number]>>[];
  readonly mentions?: readonly Placed<Explanation['mentions'][number]>[];
  readonly whyNotRead?: string;
  readonly json?: true;
}

const placed = <Of extends object>({ at, ...more }: Placed<Of>): Of =>
  ({ ...more, ...(at !== undefined && { at: placeOf(at) }) }) as unknown as Of;

const HOUSE = {
  dictionary: 'glossary.product/en->de',
  glossary: 'Product terms',
  source: 'house',
  target: 'Haus',
  likeness: 'exact',
  at: placeOf('en-de.csv:12'),
  notes: [],
} as const;

const EXPLAIN = textKind<ExplainValue>(({ inFiles = [], onService = [], mentions = [], whyNotRead, json, ...more }) => {
  const explanation = {
    term: 'house',
    onService: onService.map(({ glossaryId: id, ...term }) => ({ ...term, glossaryId: glossaryId(id) })),
    mentionCount: mentions.length,
    nearest: [],
    files: { dictionaries: 2, terms: 1204 },
    ...more,
    inFiles: inFiles.map((term) => ({ ...HOUSE, ...placed<Partial<TermInFiles>>(term) })),
    mentions: mentions.map((mention) => placed(mention)),
  } as Explanation;
  return {
    text: explainText(explanation, { color: false, ...(whyNotRead !== undefined && { whyNotRead }) }),
    json: json === true ? jsonPart(explainJson(explanation)) : undefined,
  };
});

interface VoiceValue {
  readonly outcomes: readonly WithErrorLike<TargetOutcome>[];
  readonly end?: WithErrorLike<JobEnd>;
  readonly hasReceipt?: boolean;
  readonly json?: true;
}

const VOICE = textKind<VoiceValue>(({ outcomes, end = { kind: 'settled' }, hasReceipt = true, json }) => {
  const report: JobReport = {
    recording: 'talk.wav',
    jobId: voiceJobId('job-1'),
    receiptPath: '/recordings/talk.voice.json',
    hasReceipt,
    targets: outcomes.map((outcome, index) => ({
      language: ['de', 'fr', 'it'][index] ?? 'ja',
      type: 'text/plain',
      path: `/recordings/talk.${index}.txt`,
      outcome: withError<TargetOutcome>(outcome),
    })),
    end: withError<JobEnd>(end),
  };
  const settings = { pathText: (path: string) => path.replace('/recordings/', '') };
  return {
    text: voiceReportText([report], settings),
    json: json === true ? jsonPart(voiceReportJson([report], settings)) : undefined,
  };
});

type VoiceEventLike<Of = WithErrorLike<VoiceEvent>> = Of extends { readonly recording: string }
  ? Omit<Of, 'recording' | 'jobId'> & { readonly recording?: string; readonly jobId?: string }
  : never;

interface VoiceProgressValue {
  readonly events: readonly VoiceEventLike[];
  readonly width?: number;
}

/** The line of a terminal for the events of all recordings, and a line of a log for each event that is worth one. */
const VOICE_PROGRESS = textKind<VoiceProgressValue>(({ events: like, width = 100 }) => {
  const events = like.map((event) =>
    withError<VoiceEvent>({ recording: 'talk.wav', ...event } as VoiceEventLike as never),
  );
  return { terminal: phrases(voiceProgressLine(events, width)), log: events.map(voiceEventText).join('') };
});

const HELD_BACK = textKind<
  Omit<HeldBack, 'listed'> & { readonly listed: readonly Placed<HeldBack['listed'][number]>[] }
>((value) => {
  const heldBack: HeldBack = { ...value, listed: value.listed.map((term) => placed(term)) };
  const chosen = notChosen(heldBack);
  return {
    text: phrases(heldBackText(heldBack)),
    listed: phrases(...heldBackLines(heldBack, true)),
    counted: phrases(...heldBackLines(heldBack, false, 'validate')),
    chosen: chosen && phrases(sentenceText(chosen)),
  };
});

type PullValue = Omit<Partial<PulledReport>, 'left'> & { readonly left?: readonly FindingLike[]; readonly json?: true };

const PULL = textKind<PullValue>(({ left, json, ...more }) => {
  const report: PulledReport = {
    target: 'prod',
    files: [],
    deleted: [],
    notes: [],
    conflicts: 0,
    check: false,
    ...more,
    left: findingsOf(left),
  };
  return { text: pulledText(report), json: json === true ? jsonPart(pulledJson(report)) : undefined };
});

type Differing = Parameters<typeof filesDifferText>[0][number];

interface RollbackValue {
  readonly differing?: readonly (Omit<Differing, 'file'> & { readonly file?: string })[];
  readonly files: Parameters<typeof rollbackHint>[0];
  readonly command?: string;
}

const ROLLBACK = textKind<RollbackValue>(({ differing = [], files, command }) => ({
  text: filesDifferText(
    differing.map(({ address, file }) => ({ address, file })),
    '000001',
  ),
  hint: rollbackHint(files, command),
}));

interface LockValue {
  readonly now?: string;
  readonly isGone?: boolean;
  readonly unlocked?: WithHolder<Unlocked>;
}

/** A value with the name of `HOLDER` in its place. */
type WithHolder<Of> = Of extends { readonly holder: unknown } ? Omit<Of, 'holder'> & { readonly holder: 'ana' } : Of;

const HOLDER = { who: 'ana', since: '2026-01-02T03:00:00.000Z', until: '2026-01-02T03:10:00.000Z' };

const LOCK = textKind<LockValue>(({ now, isGone, unlocked: like }) => {
  const unlocked = like && ({ ...like, ...('holder' in like && { holder: HOLDER }) } as Unlocked);
  return {
    holder:
      now === undefined
        ? undefined
        : holderText(isGone === true ? ({ ...HOLDER, process: { pid: 4711 } } as never) : HOLDER, 'prod', {
            now: new Date(now),
            ...(isGone !== undefined && { isGone }),
          }),
    text: unlocked && unlockedText(unlocked, 'prod'),
    json: unlocked && jsonPart(unlockedJson(unlocked, 'prod')),
  };
});

type Refused = Parameters<typeof rewriteRefusal>[1];

interface OwnershipValue {
  readonly forget?: Parameters<typeof forgettingText>[0];
  readonly adopt?: Parameters<typeof adoptedText>[0];
  readonly refused?: { readonly kind: 'moved' } | Refused;
}

const OWNERSHIP = textKind<OwnershipValue>(({ forget, adopt, refused }) => {
  const version = '0123456789abcdef';
  const refusal =
    refused && rewriteRefusal('prod', refused.kind === 'moved' ? { winner: undefined, ...refused } : refused);
  return {
    before: forget && forgettingText(forget, 'prod'),
    after: forget && forgottenText(forget, version),
    adopted: adopt && adoptedText(adopt, version),
    json: forget
      ? jsonPart(forgottenJson(forget, 'prod', version))
      : adopt && jsonPart(adoptedJson(adopt, 'prod', version)),
    summary:
      forget &&
      phrases(
        rewriteSummary(
          'forget',
          forget.map(({ address }) => address),
        ),
      ),
    refusal: refusal && `${refusal.reason}[${refusal.code}]\n`,
  };
});

/** Each kind by the name of its folder. */
export const RUN_KINDS = {
  report: REPORT,
  explain: EXPLAIN,
  voice: VOICE,
  'voice-progress': VOICE_PROGRESS,
  'held-back': HELD_BACK,
  pull: PULL,
  rollback: ROLLBACK,
  lock: LOCK,
  ownership: OWNERSHIP,
};
