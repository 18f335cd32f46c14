import type { Client } from '../../client/client.ts';
import { GLOSSARY_SERVICE } from '../../kinds/glossary/service/glossary-service.ts';
import { STYLE_LIST_SERVICE } from '../../kinds/style-list/service/style-list-service.ts';
import { pairKey } from '../../model/entries/language-pair.ts';
import { ServiceError } from '../../model/errors.ts';
import { grouped } from '../../model/grouped.ts';
import { type GlossaryId, glossaryId, type StyleId, styleId } from '../../model/ids.ts';
import { joinPieces, type TranslatedPiece, translateTexts } from '../translate-text.ts';
import type { SubjectEffect } from './preview.ts';
import type { Subject } from './subjects.ts';
import type { TemporaryMaker } from './temporary-resources.ts';
import { termEffects } from './term-effects.ts';
import { probeRequest, textsOf } from './within-budget.ts';

/** What the steps of a running preview share. */
export interface PreviewRun {
  readonly client: Client;
  /** When aborted, no further call is made. */
  readonly interrupted: AbortSignal;
  readonly temporary: TemporaryMaker;
  /** Throws when no further call may begin. */
  readonly goOn: () => void;
  readonly bill: (characters: number) => void;
}

/** What a translation goes by. */
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
  const texts = joinPieces(pieces);
  return textsOf(subject).map((_, index) => texts[index]?.text ?? '');
}

/** `id`: that of a glossary or a style list, whichever the subject needs. */
function meansOf({ kind }: Subject, id: string | undefined): Means {
  if (id === undefined) return {};
  return kind === 'dictionary' ? { glossaryId: glossaryId(id) } : { styleId: styleId(id) };
}

/** Translates the samples of a subject before and after the change. The temporary resource must exist. */
async function effectsOf(subject: Subject, after: Means, run: PreviewRun): Promise<SubjectEffect> {
  const { address, from, to, probes } = subject;
  const before = await translated(subject, meansOf(subject, subject.before), run);
  const answered = await translated(subject, after, run);
  // The service may name the temporary list in its answer. Readers see the name of the real list.
  const { after: made } = subject;
  const name = made !== undefined && 'name' in made ? made.name : '';
  const now = answered.map((text) => text.replaceAll(run.temporary.name, () => name));
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

/** True when the service refused only this request, so that others may succeed. */
const isOfOne = (error: unknown): boolean =>
  error instanceof ServiceError && [400, 404, 413, 422].includes(error.refusal.status);

/** Subjects that need the same temporary resource: the dictionaries of one glossary, or one style list. */
export const groupsOf = (subjects: readonly Subject[]): readonly (readonly Subject[])[] => [
  ...grouped(subjects, (subject) => (subject.kind === 'dictionary' ? subject.glossary : subject.address)).values(),
];

/**
 * Creates the temporary resource for the translations of a group after the change. It has only the dictionaries that
 * samples need.
 */
async function makeAfter(group: readonly Subject[], temporary: TemporaryMaker): Promise<(subject: Subject) => Means> {
  const dictionaries = group.flatMap((subject) =>
    subject.kind === 'dictionary' && subject.after !== undefined
      ? [[pairKey(subject.after.pair), subject.after] as const]
      : [],
  );
  const style = group.flatMap((subject) => (subject.kind === 'style-list' ? (subject.after ?? []) : []))[0];
  const { name } = temporary;
  const made =
    dictionaries.length > 0
      ? await temporary.create(GLOSSARY_SERVICE, { name, dictionaries: new Map(dictionaries) })
      : style && (await temporary.create(STYLE_LIST_SERVICE, { ...style, name }));
  return (subject) => meansOf(subject, subject.after && made);
}

export const withoutEffect = ({ address, from, to }: Subject, failure: string): SubjectEffect => ({
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
export async function findEffects(
  group: readonly Subject[],
  run: PreviewRun,
  found: (subject: Subject, effect: SubjectEffect) => void,
): Promise<void> {
  try {
    run.goOn();
    const afterOf = await makeAfter(group, run.temporary);
    for (const subject of group) {
      try {
        found(subject, await effectsOf(subject, afterOf(subject), run));
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
