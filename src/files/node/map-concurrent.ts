/**
 * The results of `work` in the order of the items. At most `atOnce` run at the same time; the next one starts as soon
 * as one ends. If some fail, all are awaited, and the error of the first item in order is thrown, so it does not depend
 * on timing.
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
