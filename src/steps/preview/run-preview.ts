import { sourceOfKey } from '../../change/diff-entries.ts';
import type { Client } from '../../client/client.ts';
import { GLOSSARY_SERVICE } from '../../kinds/glossary/service/glossary-service.ts';
import { STYLE_LIST_SERVICE } from '../../kinds/style-list/service/style-list-service.ts';
import { pairKey } from '../../model/entries/language-pair.ts';
import { ServiceError, UnreachableError, UsageError } from '../../model/errors.ts';
import { type GlossaryId, glossaryId, type StyleId, styleId } from '../../model/ids.ts';
import { grouped } from '../../model/lists.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import { changeKind } from '../../model/resources/resource.ts';
import { joinPieces, type TranslatedPiece, translateTexts } from '../translate-text.ts';
import type { Preview, PreviewCost, SubjectEffect, TermEffect, Verdict } from './preview.ts';
import { type ProbedTerm, previewSubjects, type Subject, type SubjectsInput } from './probes.ts';
import { collectTemporary, makeTemporary, type TemporaryMaker } from './temporary-resources.ts';
import { alike, formOf, placesOf, type SameToken, type Token, type TokenPlace, tokensOf } from './tokens.ts';
import { probeRequest, textsOf, withinBudget } from './within-budget.ts';

/** The text with a small first letter. The position in a sentence decides whether that letter is a capital. */
const uncapitalized = (text: string): string => {
  const [first = ''] = text;
  return first.toLowerCase() + text.slice(first.length);
};

interface Claims {
  /** Takes up to `wanted` free places of a phrase. No other phrase can take these places afterwards. */
  readonly take: (phrase: readonly Token[], wanted: number, same: SameToken) => readonly TokenPlace[];
}

function claimsOn(text: readonly Token[]): Claims {
  const taken = new Set<number>();
  return {
    take(phrase, wanted, same) {
      const found: TokenPlace[] = [];
      for (const place of placesOf(phrase, text, same)) {
        if (found.length === wanted) break;
        const tokens = Array.from({ length: place.last - place.first + 1 }, (_, index) => place.first + index);
        if (tokens.some((token) => taken.has(token))) continue;
        for (const token of tokens) taken.add(token);
        found.push(place);
      }
      return found;
    },
  };
}

/**
 * The part of a phrase that its forms share. Scripts without spaces have no word endings, so the first two thirds of
 * the phrase are taken, at least two characters. A phrase in another script is returned as it is.
 */
function stemOf(phrase: readonly Token[]): readonly Token[] {
  const stemLength = Math.ceil((phrase.length * 2) / 3);
  return phrase.length > stemLength && phrase.every(({ isWord }) => !isWord) ? phrase.slice(0, stemLength) : phrase;
}

/** The number of places where a text contains a phrase or a form of it. */
function countIn(phrase: readonly Token[], text: readonly Token[]): number {
  const claims = claimsOn(text);
  const as = (tokens: readonly Token[], same: SameToken): number =>
    claims.take(tokens, Number.POSITIVE_INFINITY, same).length;
  return as(phrase, alike) + as(phrase, formOf) + (stemOf(phrase) === phrase ? 0 : as(stemOf(phrase), alike));
}

/**
 * The effect of each changed term on a sample, by the rules of `Verdict`. A place in the translation counts for one
 * term only. A term gets at most as many places as its source phrase has in the sample. Longer target phrases choose
 * first, so that `Haus` does not take a place of `Haus am See`.
 */
export function termEffects(terms: readonly ProbedTerm[], before: string, after: string): readonly TermEffect[] {
  const [tokensBefore, tokensAfter] = [tokensOf(before), tokensOf(after)];
  const claims = claimsOn(tokensAfter);
  const effects = new Map<ProbedTerm, Pick<TermEffect, 'verdict' | 'found'>>();
  const withTokens = terms.map((term) => ({ term, phrase: tokensOf(targetOf(term)) }));
  for (const { term, phrase } of [...withTokens].sort((one, other) => other.phrase.length - one.phrase.length)) {
    const { count, change } = term;
    if (change.to === undefined) {
      const [old, now] = [countIn(phrase, tokensBefore), countIn(phrase, tokensAfter)];
      effects.set(term, { verdict: now < old ? 'removed' : 'unchanged', found: Math.min(now, count) });
      continue;
    }
    const exact = claims.take(phrase, count, alike);
    const forms = claims.take(phrase, count - exact.length, formOf);
    const stems = claims.take(stemOf(phrase), count - exact.length - forms.length, alike);
    const written = ({ first, last }: TokenPlace): string =>
      after.slice(tokensAfter[first]?.start, tokensAfter[last]?.end);
    const wanted = uncapitalized(targetOf(term));
    const found = exact.length + forms.length + stems.length;
    const verdict: Verdict = exact.some((place) => uncapitalized(written(place)) === wanted)
      ? 'applied'
      : found > 0
        ? 'inflected'
        : 'ignored';
    effects.set(term, { verdict, found });
  }
  return terms.map((term): TermEffect => {
    const { change, count, coveredBy } = term;
    return {
      kind: changeKind(change),
      source: sourceOfKey(change.key),
      target: targetOf(term),
      verdict: 'ignored',
      found: 0,
      ...effects.get(term),
      expected: count,
      ...(coveredBy !== undefined && { coveredBy }),
      ...(change.at !== undefined && { at: change.at }),
    };
  });
}

const targetOf = ({ change }: ProbedTerm): string => String(change.to ?? change.from);

/** State that the steps of a running preview share. */
interface PreviewRun {
  readonly client: Client;
  /** When aborted, no further call is made. */
  readonly interrupted: AbortSignal;
  readonly temporary: TemporaryMaker;
  /** Throws when no further call may begin. */
  readonly goOn: () => void;
  readonly bill: (characters: number) => void;
}

/** The resource that a translation uses. */
type Means = { readonly glossaryId?: GlossaryId; readonly styleId?: StyleId };

/** Translates the samples of a subject with a glossary or a style list, or with neither. */
async function translated(
  subject: Subject,
  by: Means,
  { client, interrupted: signal, goOn, bill }: PreviewRun,
): Promise<readonly string[]> {
  const calls: Client['translation'] = {
    translate: async (request) => {
      goOn();
      return client.translation.translate(request);
    },
  };
  const pieces: TranslatedPiece[] = [];
  const input = { calls, texts: textsOf(subject), request: { ...probeRequest(subject), ...by }, signal };
  for await (const batch of translateTexts(input)) {
    pieces.push(...batch);
    for (const { by: translation } of batch) bill(translation?.billedCharacters ?? 0);
  }
  return joinPieces(pieces).map(({ text }) => text);
}

/** `id`: that of a glossary or a style list, whichever the subject needs. */
function meansOf({ kind }: Subject, id: string | undefined): Means {
  if (id === undefined) return {};
  return kind === 'dictionary' ? { glossaryId: glossaryId(id) } : { styleId: styleId(id) };
}

/** A temporary resource. */
interface CreatedResource {
  readonly id: string;
  readonly name: string;
}

/** Translates the samples of a subject before and after the change. The temporary resource must exist. */
async function effectsOf(
  subject: Subject,
  temporary: CreatedResource | undefined,
  run: PreviewRun,
): Promise<SubjectEffect> {
  const { address, from, to, probes, after } = subject;
  const before = await translated(subject, meansOf(subject, subject.before), run);
  const answered = await translated(subject, meansOf(subject, after && temporary?.id), run);
  // The service may name the temporary list in its answer. Readers see the name of the real list.
  const name = after !== undefined && 'name' in after ? after.name : '';
  const now = temporary === undefined ? answered : answered.map((text) => text.replaceAll(temporary.name, () => name));
  return {
    address,
    from,
    to,
    samples: probes.map(({ sample, terms }, index) => {
      const [old, changed] = [before[index], now[index]] as [string, string];
      return { sample, before: old, after: changed, terms: termEffects(terms, old, changed) };
    }),
  };
}

/** True when the service refused only this request, so that others may succeed. */
const isOfOne = (error: unknown): boolean =>
  error instanceof ServiceError && [400, 404, 413, 422].includes(error.refusal.status);

/** Subjects that need the same temporary resource: the dictionaries of one glossary, or one style list. */
const groupsOf = (subjects: readonly Subject[]): readonly (readonly Subject[])[] => [
  ...grouped(subjects, (subject) => (subject.kind === 'dictionary' ? subject.glossary : subject.address)).values(),
];

/**
 * Creates the temporary resource for the translations of a group after the change. It has only the dictionaries that
 * samples need.
 */
async function makeAfter(group: readonly Subject[], temporary: TemporaryMaker): Promise<CreatedResource | undefined> {
  const dictionaries = group.flatMap((subject) =>
    subject.kind === 'dictionary' && subject.after !== undefined
      ? [[pairKey(subject.after.pair), subject.after] as const]
      : [],
  );
  const style = group.flatMap((subject) => (subject.kind === 'style-list' ? (subject.after ?? []) : []))[0];
  return dictionaries.length > 0
    ? temporary.create({ kind: 'glossary', ...GLOSSARY_SERVICE }, { dictionaries: new Map(dictionaries) })
    : style && temporary.create({ kind: 'style-list', ...STYLE_LIST_SERVICE }, style);
}

const withoutEffect = ({ address, from, to }: Subject, failure: string): SubjectEffect => ({
  address,
  from,
  to,
  samples: [],
  failure,
});

/**
 * Finds the effects of one group, then removes its temporary resource. There is one temporary resource at a time,
 * because an account may have room for one more glossary only. Effects that were found stay, even when a later call
 * fails.
 */
async function findEffects(
  group: readonly Subject[],
  run: PreviewRun,
  found: (subject: Subject, effect: SubjectEffect) => void,
): Promise<void> {
  try {
    run.goOn();
    const temporary = await makeAfter(group, run.temporary);
    for (const subject of group) {
      try {
        found(subject, await effectsOf(subject, temporary, run));
      } catch (error) {
        if (!isOfOne(error)) throw error;
        found(subject, withoutEffect(subject, (error as Error).message));
      }
    }
  } catch (error) {
    if (!isOfOne(error)) throw error;
    for (const subject of group) found(subject, withoutEffect(subject, (error as Error).message));
  } finally {
    await run.temporary.clear();
  }
}

/**
 * The lease of temporary resources, and the maximum time that a preview works with them. The ten minutes between allow
 * for clock skew, so that no resource in use is removed.
 */
const LEASE_MS = 60 * 60_000;
const WORK_MS = 50 * 60_000;

export interface PreviewInput extends SubjectsInput {
  /** Maximum characters to spend. */
  readonly budget: number;
  /** The kinds that the workspace manages. */
  readonly kinds: readonly ResourceKind[];
}

export interface PreviewPorts {
  readonly client: Client;
  readonly now: () => Date;
  readonly id: () => string;
  /** When aborted, it makes no further calls except those that remove resources. */
  readonly interrupted: AbortSignal;
  /** Called once, before anything is spent. */
  readonly counted: (cost: PreviewCost) => void;
}

const isExpected = (error: unknown): error is Error =>
  error instanceof ServiceError || error instanceof UnreachableError || error instanceof UsageError;

/**
 * Translates samples twice: with the live glossaries and style lists, and with temporary ones that have the content
 * after the plan. It removes the temporary resources when it is done, fails or is interrupted. The next preview removes
 * those of a killed run when their lease has expired.
 *
 * It does not reject when the service refuses or does not answer. Then `failure` describes the reason, and the result
 * has the earlier translations. Calls run one after another, so that the cost of a call is known before the next one.
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
    swept = await collectTemporary(client, input.kinds, now());
  } catch (error) {
    fails(error);
  }
  const run: PreviewRun = {
    client,
    interrupted,
    temporary: makeTemporary(client, { until: new Date(started + LEASE_MS), run: id() }, interrupted),
    goOn() {
      if (interrupted.aborted) throw new UsageError('interrupted');
      if (now().getTime() - started > WORK_MS) throw new UsageError('the preview has taken longer than its lease');
    },
    bill: (characters) => {
      billed += characters;
    },
  };
  if (failure === undefined) ports.counted(cost);
  const effects = new Map<Subject, SubjectEffect>();
  let left: readonly string[] = [];
  try {
    for (const group of failure === undefined ? groupsOf(subjects) : [])
      await findEffects(group, run, (subject, effect) => effects.set(subject, effect));
  } catch (error) {
    fails(error);
  } finally {
    left = await run.temporary.end();
  }
  return {
    formatVersion: 1,
    cost,
    ...(billed > 0 && { billedCharacters: billed }),
    subjects: subjects.map((subject) => effects.get(subject) ?? withoutEffect(subject, 'not tried')),
    unsampled,
    swept: swept.count,
    leftBehind: [...swept.left, ...left],
    failure,
  };
}
