import type { FeatureSupport, Language, ResourceLanguages } from '../../../src/model/account/language.ts';
import type { PairAnswer } from '../../../src/model/account/pair-answer.ts';
import type { TranslatedText } from '../../../src/model/account/translation.ts';
import type { KeyDayUsage, KeyUsage, Usage } from '../../../src/model/account/usage.ts';
import type { CheckedFiles } from '../../../src/model/workspace/checked-files.ts';
import { type AddressId, envFault, idsEnv, idsJson, idsModule } from '../../../src/review/account/ids-text.ts';
import { languagesText, pairJson, pairText, type RequestedPair } from '../../../src/review/account/languages-text.ts';
import { usageCsv } from '../../../src/review/account/usage-csv.ts';
import { type UsageJsonInput, usageNotes } from '../../../src/review/account/usage-notes.ts';
import { usageText } from '../../../src/review/account/usage-text.ts';
import type { FileLinks } from '../../../src/review/format/file-links.ts';
import { findingsNotice } from '../../../src/review/html/notices.ts';
import { planHtml } from '../../../src/review/html/plan-html.ts';
import { previewSection } from '../../../src/review/markdown/preview-section.ts';
import { findingsMarkdown } from '../../../src/review/markdown/sections.ts';
import { errorJson, errorText } from '../../../src/review/messages/error-text.ts';
import { findingsJson } from '../../../src/review/messages/finding-text.ts';
import { type NotDone, validateText } from '../../../src/review/messages/validate-text.ts';
import { costLine, previewText } from '../../../src/review/translate/preview-text.ts';
import { type TranslationUse, usedText } from '../../../src/review/translate/translate-text.ts';
import type {
  Preview,
  PreviewCost,
  SampleEffect,
  SubjectEffect,
  TermEffect,
} from '../../../src/steps/preview/preview.ts';
import type { UsageOverview, UsageStanding } from '../../../src/steps/usage-standing.ts';
import { smallPreview } from '../../support/any-preview.ts';
import { planWith } from '../../support/changes.ts';
import { type ErrorLike, errorOf } from './errors.ts';
import { type FindingLike, findingsOf, placeOf } from './states.ts';
import { jsonPart, pageText, phrases, textKind } from './text-kind.ts';

interface SampleLike extends Omit<Partial<SampleEffect>, 'sample' | 'terms'> {
  readonly sample?: { readonly text?: string; readonly language?: string; readonly at?: string };
  /** Absent: those of the small preview. */
  readonly terms?: readonly Partial<Omit<TermEffect, 'at'>>[];
}

interface PreviewValue extends Omit<Partial<Preview>, 'billedCharacters' | 'cost' | 'subjects'> {
  /** `null`: the service did not say. */
  readonly billedCharacters?: number | null;
  readonly cost?: Partial<PreviewCost>;
  /** Absent: those of the small preview. */
  readonly subjects?: readonly (Omit<Partial<SubjectEffect>, 'samples'> & {
    readonly samples?: readonly SampleLike[];
  })[];
  /** The name of the target, for the line with the cost. */
  readonly target?: string;
  readonly color?: true;
  /** Maximum number of UTF-16 code units in a comment. */
  readonly budget?: number;
  readonly links?: FileLinks;
  readonly text?: false;
  readonly markdown?: false;
  readonly page?: true;
}

/** A part in which there may be nothing. */
const block = (text: string): string | undefined => (text === '' ? undefined : phrases(text));

const SMALL = smallPreview();
const [SUBJECT] = SMALL.subjects as readonly [SubjectEffect, ...SubjectEffect[]];
const [SAMPLE] = SUBJECT.samples as readonly [SampleEffect, ...SampleEffect[]];
const TERM: TermEffect = { kind: 'changed', source: 's', target: 't', verdict: 'applied', expected: 1, found: 1 };

const sampleOf = ({ sample: { at, ...sample } = {}, terms, ...more }: SampleLike): SampleEffect => ({
  ...SAMPLE,
  ...more,
  sample: { ...SAMPLE.sample, ...sample, ...(at !== undefined && { at: placeOf(at) }) },
  ...(terms && { terms: terms.map((term) => ({ ...TERM, ...term })) }),
});

const { billedCharacters: BILLED, ...UNBILLED } = SMALL;

const previewWith = ({
  billedCharacters = BILLED ?? null,
  cost,
  subjects,
  ...more
}: Pick<PreviewValue, keyof Preview>): Preview => ({
  ...UNBILLED,
  ...(billedCharacters !== null && { billedCharacters }),
  ...more,
  cost: { ...SMALL.cost, ...cost },
  ...(subjects && {
    subjects: subjects.map(({ samples, ...subject }) => ({
      ...SUBJECT,
      ...subject,
      ...(samples && { samples: samples.map(sampleOf) }),
    })),
  }),
});

/** The place of a preview in the contents of a page, and its section. */
const PREVIEW_ON_PAGE = /<nav[\s\S]*<\/nav>|<section aria-labelledby="preview-title">[\s\S]*?<\/section>/g;

const PREVIEW = textKind<PreviewValue>(
  ({ target, color = false, budget = 10_000, links, text, markdown, page, ...more }) => {
    const options = links === undefined ? {} : { links };
    const preview = previewWith(more);
    const html = planHtml(planWith([]), { preview });
    return {
      cost: target === undefined ? undefined : costLine({ name: target }, preview.cost),
      text: text === false ? undefined : previewText(preview, { color }),
      markdown:
        markdown === false
          ? undefined
          : block(previewSection(preview, options, budget, 'the log shows all').join('\n\n')),
      page: page === true ? phrases(...(html.match(PREVIEW_ON_PAGE) ?? []).map(pageText)) : undefined,
    };
  },
);

/** A text is thrown as it is. */
const ERROR = textKind<{ readonly error: ErrorLike | string }>(({ error: like }) => {
  const error = typeof like === 'string' ? like : errorOf(like);
  return { text: errorText(error, { debug: false }), json: jsonPart(errorJson(error)) };
});

interface FindingsValue {
  readonly findings: readonly FindingLike[];
  readonly checked?: Omit<CheckedFiles, 'onTargets'> & {
    readonly onTargets?: Readonly<Record<string, CheckedFiles['counts']>>;
  };
  readonly heldBack?: readonly string[];
  readonly notDone?: NotDone;
  readonly links?: FileLinks;
  readonly page?: true;
  readonly json?: true;
}

const FINDINGS = textKind<FindingsValue>(({ findings: like, checked: files, heldBack, notDone, links, page, json }) => {
  const findings = findingsOf(like);
  const { onTargets, ...counted } = files ?? {};
  const checked =
    files && ({ ...counted, ...(onTargets && { onTargets: new Map(Object.entries(onTargets)) }) } as CheckedFiles);
  return {
    text: validateText(findings, checked, heldBack, notDone),
    markdown: block(findingsMarkdown(findings, links === undefined ? {} : { links }, 10_000).join('\n\n')),
    page: page === true ? block(pageText(findingsNotice(findings).html)) : undefined,
    json: json === true ? jsonPart(findingsJson(findings, checked)) : undefined,
  };
});

/** Characters of text, of documents and of improved text, and minutes of speech. */
type UsageLike = readonly [text: number, documents?: number, improved?: number, minutes?: number];

function usageOf([text, documents = 0, improved = 0, minutes = 0]: UsageLike): Usage {
  return {
    totalCharacters: text + documents + improved,
    textTranslationCharacters: text,
    documentTranslationCharacters: documents,
    textImprovementCharacters: improved,
    speechToTextMinutes: minutes,
  };
}

interface RowLike extends Omit<Partial<KeyDayUsage>, 'usage'> {
  readonly usage: UsageLike;
}

const rowOf = ({ usage, ...more }: RowLike): KeyUsage => ({
  label: 'backend',
  apiKey: 'abcd****wxyz',
  ...more,
  usage: usageOf(usage),
});

/** The standing of the key with a label, or of another owner. */
type StandingLike = Partial<UsageStanding> & Pick<UsageStanding, 'used' | 'limit'> & { readonly label?: string };

const standingOf = ({ label = 'backend', ...more }: StandingLike): UsageStanding => ({
  owner: { kind: 'key', label },
  unit: 'characters',
  certain: true,
  ...more,
});

type Analytics = Extract<UsageOverview, { readonly kind: 'analytics' }>;
type Account = Extract<UsageOverview, { readonly kind: 'account' }>;

interface UsageValue extends Partial<Pick<Analytics, 'limitPeriod' | 'strayCharacters'>> {
  readonly rows?: readonly RowLike[];
  readonly days?: readonly (RowLike & Pick<KeyDayUsage, 'day'>)[];
  /** Absent: the sum of the rows. */
  readonly total?: UsageLike;
  readonly standings?: readonly StandingLike[];
  readonly account?: Account['account'];
  readonly failOver?: { readonly percent: number; readonly reached: readonly StandingLike[] };
  /** Widths of the terminal. */
  readonly widths?: readonly number[];
  readonly color?: true;
}

function sumOf(rows: readonly RowLike[]): UsageLike {
  const sum = (index: number): number => rows.reduce((all, { usage }) => all + (usage[index] ?? 0), 0);
  return [sum(0), sum(1), sum(2), sum(3)];
}

function overviewOf({ rows, days, total, standings = [], account, failOver: _, ...more }: UsageValue): UsageOverview {
  const known = { standings: standings.map(standingOf), ...(account && { account }) };
  if (rows === undefined && days === undefined) return { kind: 'account', ...known } as Account;
  const report = {
    total: usageOf(total ?? sumOf(rows ?? days ?? [])),
    start: '2026-01-01',
    end: '2026-01-16',
    byKey: (rows ?? []).map(rowOf),
    byKeyAndDay: (days ?? []).map((day) => ({ ...rowOf(day), day: day.day })),
  };
  const groupBy = days === undefined ? 'key' : 'key_and_day';
  return { kind: 'analytics', groupBy, report, strayCharacters: 0, ...known, ...more };
}

const USAGE = textKind<UsageValue>(({ widths = [100], color = false, ...value }) => {
  const overview = overviewOf(value);
  const failOver: UsageJsonInput['failOver'] = value.failOver && {
    ...value.failOver,
    reached: value.failOver.reached.map(standingOf),
  };
  return {
    text: widths.map((width) => usageText(overview, { target: 'prod', color, width })).join(''),
    csv: usageCsv(overview),
    notes: usageNotes(overview, { target: 'prod', failOver }),
  };
});

type LanguageLike = Partial<Omit<Language, 'features'>> & {
  /** Statuses by name. */
  readonly features?: Readonly<Record<string, FeatureSupport['status']>>;
};

const languageOf = ({ features = {}, ...more }: LanguageLike): Language => ({
  code: 'de',
  name: 'German',
  usableAsSource: true,
  usableAsTarget: true,
  status: 'stable',
  ...more,
  features: new Map(Object.entries(features).map(([name, status]) => [name, { status, external: false }])),
});

interface LanguagesValue {
  /** Languages by resource. */
  readonly resources?: Readonly<Record<string, readonly LanguageLike[]>>;
  readonly pair?: { readonly answer: PairAnswer; readonly question: RequestedPair };
}

const LANGUAGES = textKind<LanguagesValue>(({ resources, pair }) => ({
  text:
    resources &&
    languagesText(
      Object.entries(resources).map(
        ([resource, languages]): ResourceLanguages => ({ resource, languages: languages.map(languageOf) }),
      ),
    ),
  answer: pair && pairText(pair.answer, pair.question),
  json: pair && jsonPart(pairJson(pair.answer, pair.question)),
}));

const TRANSLATED = textKind<{ readonly use: TranslationUse; readonly texts: readonly TranslatedText[] }>(
  ({ use, texts }) => ({ text: usedText(use, texts) }),
);

/** Ids by address. */
const IDS = textKind<{ readonly ids: readonly AddressId[] }>(({ ids }) => {
  const fault = envFault(ids);
  return {
    fault: fault && phrases(fault),
    env: fault === undefined ? idsEnv(ids) : undefined,
    json: jsonPart(idsJson(ids, 'prod')),
    module: idsModule(ids),
  };
});

/** Each kind by the name of its folder. */
export const MESSAGE_KINDS = {
  preview: PREVIEW,
  error: ERROR,
  findings: FINDINGS,
  usage: USAGE,
  languages: LANGUAGES,
  translated: TRANSLATED,
  ids: IDS,
};
