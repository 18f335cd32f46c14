import { describe, expect, test } from 'vitest';
import { mapConcurrent } from '../../../src/files/node/map-concurrent.ts';

/** Work whose items end when they are told to. */
function manual() {
  const open = new Map<number, { readonly done: () => void; readonly fail: (error: Error) => void }>();
  const work = (item: number): Promise<string> =>
    new Promise((resolve, reject) => {
      open.set(item, {
        done: () => {
          open.delete(item);
          resolve(`result ${item}`);
        },
        fail: (error) => {
          open.delete(item);
          reject(error);
        },
      });
    });
  return { open, work };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('mapConcurrent', () => {
  test('results stand in the order of the items, whoever ends first', async () => {
    const { open, work } = manual();
    const all = mapConcurrent([0, 1, 2], 3, work);
    for (const item of [2, 0, 1]) {
      open.get(item)?.done();
      await turn();
    }
    expect(await all).toEqual(['result 0', 'result 1', 'result 2']);
  });

  test('no more are at work than allowed, and the next begins when one ends', async () => {
    const { open, work } = manual();
    const all = mapConcurrent([0, 1, 2, 3], 2, work);
    expect([...open.keys()]).toEqual([0, 1]);
    open.get(1)?.done();
    await turn();
    expect([...open.keys()]).toEqual([0, 2]);
    open.get(0)?.done();
    open.get(2)?.done();
    await turn();
    open.get(3)?.done();
    expect(await all).toHaveLength(4);
  });

  test('of several errors the first in order is told, after all have ended', async () => {
    const { open, work } = manual();
    const all = mapConcurrent([0, 1, 2], 2, work);
    open.get(1)?.fail(new Error('the second'));
    await turn();
    open.get(0)?.fail(new Error('the first'));
    await turn();
    open.get(2)?.done();
    await expect(all).rejects.toThrow('the first');
  });

  test('no items, no results', async () => {
    expect(await mapConcurrent([], 4, () => Promise.reject(new Error('never called')))).toEqual([]);
  });
});
