import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from './bench.ts';
import { emptyState, readings, sequence } from './state-model.ts';
import { takeStep } from './take-step.ts';

contract('any calls', (bench) => {
  // Over a socket a call takes many times as long.
  const runs = (inProcess: number): number => (bench.name === 'in process' ? inProcess : Math.ceil(inProcess / 8));

  test('model: after every call of any valid sequence, every GET answers as a model of the state says', async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        const { call, clock } = await bench.open();
        const state = emptyState();
        for (const each of steps) {
          clock.advance(1000);
          await takeStep(each, state, call, clock.now().toISOString());
          for (const { path, status, body } of readings(state)) {
            const answer = await call('GET', path);
            expect([path, answer.status]).toEqual([path, status]);
            if (body !== undefined) expect(answer.body).toEqual(body);
          }
        }
      }),
      { numRuns: runs(48) },
    );
  });
});
