import { expect, test } from 'vitest';
import { inBatches } from '../../../src/service/store/folder-store.ts';

test('no more are at work than the size of a batch, and the results stand in the order of the items', async () => {
  let atWork = 0;
  let most = 0;
  const results = await inBatches([5, 4, 3, 2, 1, 0, 6], 3, async (item) => {
    atWork += 1;
    most = Math.max(most, atWork);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    atWork -= 1;
    return item * 10;
  });
  expect(results).toEqual([50, 40, 30, 20, 10, 0, 60]);
  expect(most).toBe(3);
});
