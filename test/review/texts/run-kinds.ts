import { voiceJobId } from '../../../src/model/account/voice-job.ts';
import type { HeldBack } from '../../../src/model/entries/held-back.ts';
import { ServiceError, UnreachableError, UsageError } from '../../../src/model/errors.ts';
import type { Operation } from '../../../src/model/plan/plan.ts';
import type { ApplyReport, Outcome } from '../../../src/plan/outcome.ts';
import { type ReportTextOptions, reportText } from '../../../src/review/apply/report-text.ts';
import { type PulledReport, pulledText } from '../../../src/review/drift/pull-text.ts';
import { filesDifferText, rollbackHint } from '../../../src/review/drift/rollback-text.ts';
import { sentenceText } from '../../../src/review/format/sentence.ts';
import { holderText, unlockedText } from '../../../src/review/ledger/lock-text.ts';
import {
  adoptedText,
  forgettingText,
  forgottenText,
  rewriteRefusal,
} from '../../../src/review/ledger/ownership-text.ts';
import { reportMarkdown } from '../../../src/review/markdown/report-markdown.ts';
import { staleRefusal, wishedText } from '../../../src/review/plan/stale-text.ts';
import { explainText } from '../../../src/review/translate/explain-text.ts';
import { voiceReportText } from '../../../src/review/translate/voice-text.ts';
import { heldBackLines, heldBackText, notChosen } from '../../../src/review/values/held-back-text.ts';
import type { Explanation } from '../../../src/steps/search/explanation.ts';
import type { JobEnd, JobReport, TargetOutcome } from '../../../src/steps/voice/report.ts';
import { call, planWith } from '../../support/changes.ts';
import { type ChangeLike, changeOf, type FindingLike, findingsOf, type PlanMore, placeOf } from './states.ts';
import { phrases, textKind } from './text-kind.ts';

/** An error: of the service, of a lost answer, or any other. */
interface ErrorLike {
  readonly request?: string;
  readonly status?: number;
  readonly message: string;
}

function errorOf({ request, status, message }: ErrorLike): Error {
  if (request === undefined) return new UsageError(message);
  if (status === undefined) return new UnreachableError(request, new Error(message));
  return new ServiceError({ request, status, message });
}

/** The value with errors in place of what describes them. */
function withError<Of extends object>(value: Of): Of {
  return 'error' in value ? { ...value, error: errorOf(value.error as ErrorLike) } : value;
}

interface OutcomeLike extends Omit<Partial<Outcome>, 'operation'> {
  readonly operation?: Operation['kind'];
}

interface ReportValue {
  readonly outcomes: readonly OutcomeLike[];
  readonly ids?: ApplyReport['ids'];
  readonly secrets?: ApplyReport['secrets'];
  readonly recorded?: ReportTextOptions['recorded'];
  readonly changes?: readonly ChangeLike[];
  readonly plan?: PlanMore;
  readonly findings?: readonly FindingLike[];
  readonly budget?: number;
  readonly quiet?: boolean;
  /** Whether the refusal before the first call is shown, for outcomes of a stale plan. */
  readonly refusal?: boolean;
  /** The values that the files ask for now. */
  readonly wished?: Parameters<typeof wishedText>[0];
}

const outcomeOf = ({ operation = 'create-glossary', address = 'glossary.a', ...more }: OutcomeLike): Outcome =>
  withError({ ...more, address, operation: call(operation, `${address}#1`) } as Outcome);

const REPORT = textKind<ReportValue>(({ outcomes, ids = [], secrets = [], recorded, refusal, wished, ...value }) => {
  const { changes = [], findings, budget, quiet } = value;
  const plan = planWith(changes.map(changeOf), { target: { name: 'test', baseUrl: '' }, ...value.plan });
  const report: ApplyReport = {
    outcomes: outcomes.map(outcomeOf),
    ids,
    secrets: secrets.map(withError),
  };
  const applied = {
    kind: 'applied',
    plan,
    report,
    findings: findingsOf(findings),
    ...(recorded && { recorded }),
  } as const;
  const options = { color: false, recorded, ...(quiet !== undefined && { quiet }) };
  const stale = report.outcomes.filter((outcome) => outcome.kind === 'stale');
  return {
    text: reportText(report, plan, options),
    markdown: reportMarkdown(applied, budget === undefined ? {} : { budget }),
    refusal: refusal === true ? staleRefusal(stale) : undefined,
    wished: wished && wishedText(wished),
  };
});

type Placed<Of> = Omit<Of, 'at'> & { readonly at?: string };

interface ExplainValue {
  readonly inFiles?: readonly Placed<Explanation['inFiles'][number]>[];
  readonly mentions?: readonly Placed<Explanation['mentions'][number]>[];
  readonly whyNotRead?: string;
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

const EXPLAIN = textKind<ExplainValue>(({ inFiles = [], mentions = [], whyNotRead, ...more }) => ({
  text: explainText(
    {
      term: 'house',
      onService: [],
      mentionCount: mentions.length,
      nearest: [],
      files: { dictionaries: 2, terms: 1204 },
      ...more,
      inFiles: inFiles.map((term) => ({ ...HOUSE, ...placed(term) })),
      mentions: mentions.map((mention) => placed(mention)),
    } as Explanation,
    { color: false, ...(whyNotRead !== undefined && { whyNotRead }) },
  ),
}));

interface VoiceValue {
  readonly outcomes: readonly TargetOutcome[];
  readonly end?: JobEnd;
  readonly hasReceipt?: boolean;
}

const VOICE = textKind<VoiceValue>(({ outcomes, end = { kind: 'settled' }, hasReceipt = true }) => {
  const report: JobReport = {
    recording: 'talk.wav',
    jobId: voiceJobId('job-1'),
    receiptPath: '/recordings/talk.voice.json',
    hasReceipt,
    targets: outcomes.map((outcome, index) => ({
      language: ['de', 'fr', 'it'][index] ?? 'ja',
      type: 'text/plain',
      path: `/recordings/talk.${index}.txt`,
      outcome: withError(outcome),
    })),
    end: withError(end),
  };
  return { text: voiceReportText([report], { pathText: (path) => path.replace('/recordings/', '') }) };
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

type PullValue = Omit<Partial<PulledReport>, 'left'> & { readonly left?: readonly FindingLike[] };

const PULL = textKind<PullValue>(({ left, ...more }) => ({
  text: pulledText({
    target: 'prod',
    files: [],
    deleted: [],
    notes: [],
    conflicts: 0,
    check: false,
    ...more,
    left: findingsOf(left),
  } as PulledReport),
}));

interface RollbackValue {
  readonly differing?: Parameters<typeof filesDifferText>[0];
  readonly files: Parameters<typeof rollbackHint>[0];
  readonly command?: string;
}

const ROLLBACK = textKind<RollbackValue>(({ differing = [], files, command }) => ({
  text: filesDifferText(differing, '000001'),
  hint: rollbackHint(files, command),
}));

interface LockValue {
  readonly now?: string;
  readonly isGone?: boolean;
  readonly unlocked?: Parameters<typeof unlockedText>[0];
}

const HOLDER = { who: 'ana', since: '2026-01-02T03:00:00.000Z', until: '2026-01-02T03:10:00.000Z' };

const LOCK = textKind<LockValue>(({ now, isGone, unlocked }) => ({
  holder:
    now === undefined
      ? undefined
      : holderText(isGone === true ? ({ ...HOLDER, process: { pid: 4711 } } as never) : HOLDER, 'prod', {
          now: new Date(now),
          ...(isGone !== undefined && { isGone }),
        }),
  text: unlocked && unlockedText({ ...unlocked, ...('holder' in unlocked && { holder: HOLDER }) } as never, 'prod'),
}));

interface OwnershipValue {
  readonly forget?: Parameters<typeof forgettingText>[0];
  readonly adopt?: Parameters<typeof adoptedText>[0];
  readonly refused?: Parameters<typeof rewriteRefusal>[1];
}

const OWNERSHIP = textKind<OwnershipValue>(({ forget, adopt, refused }) => ({
  before: forget && forgettingText(forget, 'prod'),
  after: forget && forgottenText(forget, '0123456789abcdef'),
  adopted: adopt && adoptedText(adopt, '0123456789abcdef'),
  refusal: refused && rewriteRefusal('prod', refused).reason,
}));

/** Each kind by the name of its folder. */
export const RUN_KINDS = {
  report: REPORT,
  explain: EXPLAIN,
  voice: VOICE,
  'held-back': HELD_BACK,
  pull: PULL,
  rollback: ROLLBACK,
  lock: LOCK,
  ownership: OWNERSHIP,
};
