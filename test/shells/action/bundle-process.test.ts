import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runBundle } from './run-action.ts';
import { actionWorld, CSV, configOf, pullRequest } from './world.ts';

const onPullRequest = { event: 'pull_request', payload: { pull_request: pullRequest() } };

test('the bundle does in a process of its own what the sources do in this one', async () => {
  const world = await actionWorld();
  world.write(CSV, 'house,Haus\n::add-mask::Haus,x\n');
  const own = await world.step({}, { ...onPullRequest, run: runBundle });
  const [comment] = world.github.comments.splice(0);
  const here = await world.step({}, onPullRequest);
  const told = (text: string): string =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
      .replaceAll(own.temp, 'TEMP')
      .replaceAll(here.temp, 'TEMP');
  expect(own.code).toBe(0);
  expect(own.outputs.get('result')).toBe('changes');
  expect(told(own.log)).toBe(told(here.log));
  expect(told(own.summary)).toBe(told(here.summary));
  expect([...own.outputs.keys()]).toEqual([...here.outputs.keys()]);
  expect(told(comment?.body ?? '')).toBe(told(world.github.comments[0]?.body ?? ''));
});

/**
 * Waits until the process has been given every signal that was sent to it and sleeps again: then its event loop has
 * seen them too. Where that cannot be asked, it waits not at all.
 */
async function hasTakenSignals({ pid }: ChildProcess): Promise<void> {
  const place = `/proc/${pid}/status`;
  while (existsSync(place) && /^(?:(?:SigPnd|ShdPnd):\s*0*[1-9a-f]|State:\s*[^S\s])/m.test(readFileSync(place, 'utf8')))
    await new Promise((resolve) => setImmediate(resolve));
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the bundle after the call in flight', async (signal) => {
  const processes: ChildProcess[] = [];
  const world = await actionWorld({
    beforeAnswer: async ({ method }) => {
      const [child] = processes;
      if (method !== 'POST' || child === undefined) return;
      child.kill(signal);
      await hasTakenSignals(child);
    },
  });
  mkdirSync(join(world.workspace, 'terms/glossaries/second'));
  world.write('terms/lexform.yaml', configOf(world.serviceUrl, 'concurrency: 1\n'));
  world.write('terms/glossaries/second/glossary.yaml', 'name: Second\n');
  world.write('terms/glossaries/second/en-de.csv', 'house,Haus\n');
  const run = (step: Parameters<typeof runBundle>[0]) => runBundle(step, (child) => void processes.push(child));
  const { code, outputs } = await world.step({ command: 'apply', approval: 'none' }, { run });
  expect([code, outputs.get('exit-code')]).toEqual([1, '130']);
  expect(world.service.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
