import { expect, test } from 'vitest';
import { makeLimit } from '../../src/steps/make-limit.ts';

/** Tasks that run until they are ended, and their names in the order in which they began. */
function tasks() {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const turn = (): Promise<void> => new Promise((go) => setImmediate(go));
  return {
    began,
    task: (name: string) => () =>
      new Promise<string>((resolve) => {
        began.push(name);
        ends.set(name, () => resolve(name));
      }),
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await turn();
    },
    turn,
  };
}

test('runs as many tasks at once as it was made for, in the order in which they came', async () => {
  const { began, task, end, turn } = tasks();
  const limit = makeLimit(2);
  const all = ['a', 'b', 'c', 'd'].map((name) => limit(task(name)));
  await turn();
  expect(began).toEqual(['a', 'b']);
  await end('b');
  expect(began).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await end(name);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('lets those go first that are next, and these in the order in which they came', async () => {
  const { began, task, end, turn } = tasks();
  const limit = makeLimit(1);
  for (const name of ['a', 'b', 'c']) void limit(task(name));
  await turn();
  for (const name of ['x', 'y']) void limit(task(name), true);
  for (const name of ['a', 'x', 'y', 'b', 'c']) await end(name);
  expect(began).toEqual(['a', 'x', 'y', 'b', 'c']);
});

test('hands on what a task throws, and goes on', async () => {
  const limit = makeLimit(1);
  const thrown = limit(() => {
    throw new Error('no');
  });
  await expect(thrown).rejects.toThrow('no');
  await expect(limit(() => Promise.reject(new Error('nor here')))).rejects.toThrow('nor here');
  expect(await limit(() => 'here')).toBe('here');
});
