import type { Client } from '../client/client.ts';
import { joinPieces, type TranslatedPiece, translateTexts } from '../flow/translate-text.ts';
import { ServiceError, UnreachableError, UsageError } from '../model/errors.ts';
import type { GlossaryId, StyleId } from '../model/ids.ts';
import { pairKey } from '../model/language-pair.ts';
import { type LeasedKinds, type LeasedMaker, makeLeased, sweepLeased } from './leased.ts';
import type { Preview, PreviewCost, SubjectEffect } from './preview.ts';
import { previewSubjects, type Subject, type SubjectsInput } from './subjects.ts';
import { termEffects } from './term-effects.ts';
import { requestOf, textsOf, withinBudget } from './within-budget.ts';

/**
 * How long what a preview makes may stand, and how long it works with it at most. The ten minutes between are for clocks that differ: nobody takes away what is
 * still in use.
 */
const LEASE_MS = 60 * 60_000;
const WORK_MS = 50 * 60_000;

export interface PreviewInput extends SubjectsInput {
  /** Most characters to spend. */
  readonly budget: number;
  /** The kinds that the workspace manages. */
  readonly kinds: LeasedKinds;
}

export interface PreviewPorts {
  readonly client: Client;
  readonly now: () => Date;
  readonly id: () => string;
  /** Aborted: no further call is made but those that remove. */
  readonly interrupted: AbortSignal;
  /** Told once, before anything is spent. */
  readonly counted: (cost: PreviewCost) => void;
}

const isExpected = (error: unknown): error is Error =>
  error instanceof ServiceError || error instanceof UnreachableError || error instanceof UsageError;

/** A refusal of this very request: another one may be taken. */
const isOfOne = (error: unknown): boolean =>
  error instanceof ServiceError && [400, 404, 413, 422].includes(error.refusal.status);

interface Run {
  readonly ports: PreviewPorts;
  readonly leased: LeasedMaker;
  /** Throws when nothing more may be begun. */
  readonly goOn: () => void;
  readonly bill: (characters: number) => void;
}

/** Translates the samples of a subject with a glossary or a style list, or with neither. */
async function translated(
  subject: Subject,
  by: { readonly glossaryId?: GlossaryId; readonly styleId?: StyleId },
  { ports, goOn, bill }: Run,
): Promise<readonly string[]> {
  const { client, interrupted: signal } = ports;
  const calls: Client['translation'] = {
    translate: async (request) => {
      goOn();
      return client.translation.translate(request);
    },
  };
  const pieces: TranslatedPiece[] = [];
  const input = { calls, texts: textsOf(subject), request: { ...requestOf(subject), ...by }, signal };
  for await (const batch of translateTexts(input)) {
    pieces.push(...batch);
    for (const { by: translation } of batch) bill(translation?.billedCharacters ?? 0);
  }
  const texts = joinPieces(pieces);
  return textsOf(subject).map((_, index) => texts[index]?.text ?? '');
}

const withGlossary = (id: GlossaryId | undefined) => (id === undefined ? {} : { glossaryId: id });
const withStyle = (id: StyleId | undefined) => (id === undefined ? {} : { styleId: id });

/** What a subject does to its samples. What has to be made for it must be there. */
async function effectsOf(
  subject: Subject,
  after: { readonly glossaryId?: GlossaryId; readonly styleId?: StyleId },
  run: Run,
): Promise<SubjectEffect> {
  const { address, from, to, probes } = subject;
  const by = subject.kind === 'dictionary' ? withGlossary(subject.before) : withStyle(subject.before);
  const before = await translated(subject, by, run);
  const answered = await translated(subject, after, run);
  // A service that names the list in its answer names the temporary one, which is nobody's business.
  const { after: made } = subject;
  const name = made !== undefined && 'name' in made ? made.name : '';
  const now = answered.map((text) => text.replaceAll(run.leased.name, () => name));
  return {
    address,
    from,
    to,
    samples: probes.map(({ sample, terms }, index) => {
      const [old = '', changed = ''] = [before[index], now[index]];
      return { sample, before: old, after: changed, terms: termEffects(terms, old, changed) };
    }),
  };
}

/** Subjects that need the same temporary resource: the dictionaries of one glossary, or one style list. */
function groupsOf(subjects: readonly Subject[]): readonly (readonly Subject[])[] {
  const groups = new Map<string, Subject[]>();
  for (const subject of subjects) {
    const key = subject.kind === 'dictionary' ? subject.glossary : subject.address;
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [subject]);
    else same.push(subject);
  }
  return [...groups.values()];
}

/** Makes what the subjects of a group are translated with after the change. Only the dictionaries that samples need are in it. */
async function makeAfter(
  group: readonly Subject[],
  leased: LeasedMaker,
): Promise<(subject: Subject) => { readonly glossaryId?: GlossaryId; readonly styleId?: StyleId }> {
  const dictionaries = group.flatMap((subject) =>
    subject.kind === 'dictionary' && subject.after !== undefined
      ? [[pairKey(subject.after.pair), subject.after] as const]
      : [],
  );
  const style = group.flatMap((subject) => (subject.kind === 'style-list' ? (subject.after ?? []) : []))[0];
  const glossaryId = dictionaries.length === 0 ? undefined : await leased.glossary(new Map(dictionaries));
  const styleId = style === undefined ? undefined : await leased.styleList(style);
  return (subject) => {
    if (subject.after === undefined) return {};
    return subject.kind === 'dictionary' ? withGlossary(glossaryId) : withStyle(styleId);
  };
}

const failed = ({ address, from, to }: Subject, failure: string): SubjectEffect => ({
  address,
  from,
  to,
  samples: [],
  failure,
});

/** One temporary resource at a time: an account may have room for one more glossary. What was found is kept, also when the rest cannot be tried. */
async function findEffects(
  group: readonly Subject[],
  run: Run,
  found: (subject: Subject, effect: SubjectEffect) => void,
): Promise<void> {
  try {
    run.goOn();
    const afterOf = await makeAfter(group, run.leased);
    for (const subject of group) {
      try {
        found(subject, await effectsOf(subject, afterOf(subject), run));
      } catch (error) {
        if (!isOfOne(error)) throw error;
        found(subject, failed(subject, (error as Error).message));
      }
    }
  } catch (error) {
    if (!isOfOne(error)) throw error;
    for (const subject of group) found(subject, failed(subject, (error as Error).message));
  } finally {
    await run.leased.clear();
  }
}

/**
 * Translates samples before and after a plan, with the live glossaries and style lists and with temporary ones that carry its result, and removes what it
 * made: when it is done, when it fails, and when it is interrupted. What a run that was killed has left is removed by the next one, once its lease is over.
 *
 * Rejects for nothing that the service says or does not say: that stands in the result, which then holds what was translated before. Calls run one after
 * another, so that what one costs is known before the next.
 */
export async function runPreview(input: PreviewInput, ports: PreviewPorts): Promise<Preview> {
  const { client, now, id, interrupted } = ports;
  const { subjects: all, unsampled } = previewSubjects(input);
  const { subjects, cost } = withinBudget(all, input.budget);
  const started = now().getTime();
  let [billed, failure]: [number, string | undefined] = [0, undefined];
  let swept = { count: 0, left: [] as readonly string[] };
  const fails = (error: unknown): void => {
    if (!isExpected(error)) throw error;
    failure ??= error.message;
  };
  try {
    swept = await sweepLeased(client, input.kinds, now());
  } catch (error) {
    fails(error);
  }
  const run: Run = {
    ports,
    leased: makeLeased(client, { until: new Date(started + LEASE_MS), run: id() }),
    goOn() {
      if (interrupted.aborted) throw new UsageError('interrupted');
      if (now().getTime() - started > WORK_MS) throw new UsageError('the preview has taken longer than its lease');
    },
    bill: (characters) => {
      billed += characters;
    },
  };
  ports.counted(cost);
  const effects = new Map<Subject, SubjectEffect>();
  let left: readonly string[] = [];
  try {
    for (const group of failure === undefined ? groupsOf(subjects) : [])
      await findEffects(group, run, (subject, effect) => effects.set(subject, effect));
  } catch (error) {
    fails(error);
  } finally {
    left = await run.leased.end();
  }
  return {
    formatVersion: 1,
    cost,
    ...(billed > 0 && { billedCharacters: billed }),
    subjects: subjects.map((subject) => effects.get(subject) ?? failed(subject, 'not tried')),
    unsampled,
    swept: swept.count,
    leftBehind: [...swept.left, ...left],
    ...(failure !== undefined && { failure }),
  };
}
