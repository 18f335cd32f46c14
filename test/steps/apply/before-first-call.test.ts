import pLimit from 'p-limit';
import { describe, expect, test } from 'vitest';
import { AREAS } from '../../../src/contract/calls.ts';
import { UsageError } from '../../../src/model/errors.ts';
import { operationsOf, type Plan } from '../../../src/model/plan/plan.ts';
import { DEFAULT_SAFETY } from '../../../src/model/workspace/workspace.ts';
import { checkGuard } from '../../../src/plan/guard/guard.ts';
import type { AllowedVerdict } from '../../../src/plan/guard/refusal.ts';
import { type ApplyInput, applyPlan } from '../../../src/steps/apply/apply-plan.ts';
import { desiredGlossary, desiredStyleList } from '../../support/build.ts';
import { testService } from '../../support/in-process.ts';
import { intercepted } from '../../support/live-client.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { allowAll, applyWith, bring, clientOf, planFor } from '../../support/target.ts';

const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`term ${index}`, 'x']));
const BEFORE = { glossaries: [desiredGlossary('a', { 'en->de': many })] };
const AFTER = {
  glossaries: [desiredGlossary('a', { 'en->de': { 'term 0': 'x' } }), desiredGlossary('b', { 'en->de': { a: 'b' } })],
  styleLists: [desiredStyleList('l', { instructions: [{ label: 'T', prompt: 'p' }] })],
};

async function bench() {
  const service = testService();
  await bring(service, BEFORE);
  const client = clientOf(service);
  const { plan } = await planFor(client, AFTER);
  const calls = service.calls.length;
  const apply = (more: Partial<ApplyInput>) => {
    const { sleep } = manualClock();
    const ports = { sleep, signal: new AbortController().signal };
    return applyPlan({ plan, verdict: allowAll(plan), client, limit: pLimit(4), ports, ...more });
  };
  return { plan, apply, client, made: () => service.calls.length - calls };
}

const checked = (plan: Plan) =>
  checkGuard(plan, { safety: DEFAULT_SAFETY, allowDelete: [], prune: [], desired: AFTER });

describe('applyPlan makes no call', () => {
  test('without the verdict with which checkGuard allowed this very plan', async () => {
    const { plan, apply, made } = await bench();
    const refused = checked(plan);
    expect(refused).toMatchObject({ kind: 'refused', refusals: [{ code: 'unowned-removed' }] });
    const copy: Plan = JSON.parse(JSON.stringify(plan));
    const verdicts: readonly unknown[] = [
      refused,
      undefined,
      { kind: 'allowed' },
      { ...allowAll(plan) },
      allowAll(copy),
      checked({ ...plan, changes: [] }),
    ];
    for (const verdict of verdicts)
      await expect(apply({ verdict: verdict as AllowedVerdict })).rejects.toMatchObject({
        message: 'applyPlan needs the verdict with which checkGuard allowed this very plan',
        code: 'plan-unusable',
      });
    expect(made()).toBe(0);
    const report = await apply({});
    expect(report.outcomes.every(({ kind }) => kind === 'applied')).toBe(true);
  });

  test('a verdict that refuses does not compile', async () => {
    const { plan, apply } = await bench();
    const verdict = checked(plan);
    // @ts-expect-error: it may be a refusal.
    await expect(apply({ verdict })).rejects.toThrow(UsageError);
    // @ts-expect-error: nobody but checkGuard makes one that allows.
    await expect(apply({ verdict: { kind: 'allowed' } })).rejects.toThrow(UsageError);
  });

  test('of a plan that contradicts itself anywhere', async () => {
    const { plan, apply, made } = await bench();
    // biome-ignore lint/suspicious/noExplicitAny: an edited plan has no type.
    const edited: any = JSON.parse(JSON.stringify(plan));
    edited.changes.at(-1).operations.push({ ...edited.changes[0].operations[0] });
    await expect(apply({ plan: edited, verdict: allowAll(edited) })).rejects.toMatchObject({
      message: 'the plan contradicts itself at style_rules.l (operations)',
      code: 'plan-unusable',
    });
    expect(made()).toBe(0);
  });

  test('of a plan for which the service was not asked', async () => {
    const { plan, apply, made } = await bench();
    const offline: Plan = { ...plan, against: { kind: 'ledger', time: '2026-01-01T00:00:00.000Z' } };
    await expect(apply({ plan: offline, verdict: allowAll(offline) })).rejects.toThrow(UsageError);
    expect(made()).toBe(0);
  });
});

describe('once a call is made', () => {
  test('a listener that throws stops nothing', async () => {
    const { plan, apply } = await bench();
    const report = await apply({
      onEvent: () => {
        throw new Error('the display is broken');
      },
    });
    expect(report.outcomes.map(({ kind }) => kind)).toEqual(operationsOf(plan).map(() => 'applied'));
  });

  test('an error that nobody expects costs its own resource alone, and each operation has one outcome', async () => {
    const { plan, client } = await bench();
    const failing = intercepted(
      client,
      ({ method }) => method === 'POST',
      async ({ path }) => {
        if (path.startsWith(AREAS.glossaries)) throw new TypeError('no such thing');
        throw Object.assign(new Error('odd'), { refusal: undefined });
      },
    );
    const broken = { ...failing, waitToRepeat: () => Promise.reject(new TypeError('no such thing')) };
    const report = await applyWith(broken, plan);
    expect(report.outcomes.map(({ operation, kind }) => `${operation.id} ${kind}`)).toEqual([
      'glossary.a#1 applied',
      'glossary.b#1 failed',
      'style_rules.l#1 failed',
    ]);
  });
});
