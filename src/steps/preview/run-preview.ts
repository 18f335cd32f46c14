import type { Client } from '../../client/client.ts';
import { ServiceError, UnreachableError, UsageError } from '../../model/errors.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import type { Preview, PreviewCost, SubjectEffect } from './preview.ts';
import { findEffects, groupsOf, type PreviewRun, withoutEffect } from './subject-effects.ts';
import { previewSubjects, type Subject, type SubjectsInput } from './subjects.ts';
import { collectTemporary, makeTemporary } from './temporary-resources.ts';
import { withinBudget } from './within-budget.ts';

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
      if (interrupted.aborted) throw new UsageError('interrupted', { code: 'interrupted' });
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
