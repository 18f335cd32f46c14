import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countsJson, planCounts } from '../../../src/plan/counts.ts';
import { eventLine, runEndedLine, runRefusedLine, runStartedLine } from '../../../src/review/ci/events.ts';
import { outcomeCounts } from '../../../src/steps/apply/verdict.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, randomOf } from '../../support/seeded.ts';
import { hostileText, planOf, reportOf } from '../markdown/hostile.ts';
import { runnerLines } from '../reports/runner.ts';

const TIME = '2026-01-02T03:04:05.000Z';

test('a run is told of from its first line to its last', () => {
  const plan = planOf(() => 'x', { terms: 1, random: randomOf(1) });
  const report = reportOf(plan, () => 'x');
  const started = JSON.parse(runStartedLine(plan, TIME));
  expect(started).toMatchObject({
    formatVersion: 1,
    event: 'run-started',
    time: TIME,
    counts: countsJson(planCounts(plan)),
  });
  const [outcome, , stale] = report.outcomes;
  if (outcome === undefined || stale === undefined) throw new Error('no outcome');
  const { operation, address } = outcome;
  expect(eventLine({ kind: 'started', operation, address }, TIME)).toBe(
    '{"event":"started","time":"2026-01-02T03:04:05.000Z","operation":"glossary.x0#1","kind":"rename-glossary","method":"PATCH","path":"/x","address":"glossary.x0"}\n',
  );
  expect(JSON.parse(eventLine({ kind: 'ended', outcome }, TIME))).toMatchObject({ event: 'ended', outcome: 'applied' });
  expect(JSON.parse(eventLine({ kind: 'ended', outcome: stale }, TIME))).toMatchObject({
    outcome: 'stale',
    message: expect.stringContaining('refused: it has changed since the plan was made'),
  });
  expect(JSON.parse(runEndedLine(report, TIME))).toMatchObject({
    event: 'run-ended',
    verdict: 'partly',
    counts: outcomeCounts(report),
  });
  expect(JSON.parse(runRefusedLine(plan, 'no\n', TIME))).toMatchObject({ event: 'run-refused', reason: 'no' });
});

test('20,000 hostile texts: one line each, no command of a CI system, and it reads back', () => {
  const check = (seed: number): void => {
    const random = randomOf(seed);
    const text = () => hostileText(random);
    const plan = planOf(text, { terms: 1, random });
    const report = reportOf(plan, text);
    const reason = text();
    const lines = [
      runStartedLine(plan, TIME),
      ...report.outcomes.flatMap((outcome) => [
        eventLine({ kind: 'started', operation: outcome.operation, address: outcome.address }, TIME),
        eventLine({ kind: 'ended', outcome }, TIME),
      ]),
      runEndedLine(report, TIME),
      runRefusedLine(plan, reason, TIME),
    ];
    for (const line of lines) {
      expect(line.split(/\r\n|[\n\r\u0085\u2028\u2029]/)).toHaveLength(2);
      expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b]/);
      expect(runnerLines(line)).toEqual([{ line: line.slice(0, -1), command: undefined }]);
    }
    expect(JSON.parse(lines[0] ?? '').target).toEqual(plan.target);
    expect(JSON.parse(lines.at(-1) ?? '').reason).toBe(reason.trimEnd());
    expect(JSON.parse(lines[1] ?? '').address).toBe(plan.changes[0]?.address);
  };
  // Each has 190 texts.
  fc.assert(fc.property(anySeed, check), { numRuns: runs(110) });
});
