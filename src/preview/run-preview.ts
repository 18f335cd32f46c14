import type { Client } from '../client/client.ts';
import { ServiceError, UnreachableError, UsageError } from '../model/errors.ts';
import type { Preview, PreviewCost, SubjectEffect } from './preview.ts';
import { findEffects, groupsOf, type PreviewRun, withoutEffect } from './subject-effects.ts';
import { previewSubjects, type Subject, type SubjectsInput } from './subjects.ts';
import { collectTemporary, makeTemporary, type TemporaryKinds } from './temporary-resources.ts';
import { withinBudget } from './within-budget.ts';

/**
 * The lease of temporary resources, and the maximum time that a preview works with them. The ten minutes between allow
 * for clock skew: nobody removes a resource in use.
 */
const LEASE_MS = 60 * 60_000;
const WORK_MS = 50 * 60_000;

export interface PreviewInput extends SubjectsInput {
  /** Maximum characters to spend. */
  readonly budget: number;
  /** The kinds that the workspace manages. */
  readonly kinds: TemporaryKinds;
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
 * Translates samples before and after a plan, with the live glossaries and style lists and with temporary ones that
 * carry its result, and removes what it made: when it is done, when it fails, and when it is interrupted. What a run
 * that was killed has left is removed by the next one, once its lease is over.
 *  Rejects for nothing that the service says or does not say: that stands in the result, which then holds what was
 * translated before. Calls run one after another, so that what one costs is known before the next.
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
    temporary: makeTemporary(client, { until: new Date(started + LEASE_MS), run: id() }),
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
    ...(failure !== undefined && { failure }),
  };
}
