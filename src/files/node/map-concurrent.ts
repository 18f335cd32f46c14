/**
 * The results of `work` in the order of the items. At most `atOnce` are at work, and the next begins as soon as one is
 * done. When some fail, all are waited for, and the error is that of the first in order: it does not depend on who was
 * faster.
 */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Promise<Result>>(items.length);
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) {
      const result = work(item);
      results[index] = result;
      await result.catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return Promise.all(results);
}
