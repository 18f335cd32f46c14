import { expect, test } from 'vitest';
import type { Ports } from '../../../src/app/ports.ts';
import { openEvents } from '../../../src/app/run/apply-plan.ts';
import { planOf, reportOf } from '../../review/markdown/hostile.ts';
import { randomOf } from '../../support/seeded.ts';

const plan = planOf(() => 'x', { terms: 1, random: randomOf(1) });
const report = reportOf(plan, () => 'x');

test('a line is begun when the one before it is written, whoever is slower', async () => {
  const log: string[] = [];
  const waiting: (() => void)[] = [];
  const ports = {
    cwd: '/',
    now: () => new Date('2026-01-02T03:04:05Z'),
    terminal: { err: () => {} },
    files: {
      writeFile: async () => {},
      appendFile: async (_: string, text: string) => {
        const { event } = JSON.parse(text) as { readonly event: string };
        log.push(`begin ${event}`);
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
        log.push(`end ${event}`);
      },
    },
  } as unknown as Ports;
  const events = await openEvents(plan, { report: [{ format: 'events', path: 'run.jsonl' }] }, ports);
  const [outcome] = report.outcomes;
  if (outcome === undefined) throw new Error('no outcome');
  events.event({ kind: 'started', operation: outcome.operation, address: outcome.address });
  events.event({ kind: 'ended', outcome });
  const ended = events.end(report);
  for (let line = 0; line < 3; line += 1) {
    while (waiting.length === 0) await Promise.resolve();
    expect(waiting).toHaveLength(1);
    waiting.pop()?.();
  }
  expect(await ended).toBe(true);
  expect(log).toEqual(['begin started', 'end started', 'begin ended', 'end ended', 'begin run-ended', 'end run-ended']);
});

test('without --report events nothing is written', async () => {
  const ports = { files: {}, now: () => new Date(0) } as unknown as Ports;
  const events = await openEvents(plan, {}, ports);
  expect(await events.end(report)).toBe(true);
});
