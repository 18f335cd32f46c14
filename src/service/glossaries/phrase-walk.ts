/** Phrases in the order of their code units, which is what a walk needs. */
export const sortedPhrases = (phrases: Iterable<string>): readonly string[] => [...phrases].sort();

/**
 * Walks down the sorted phrases as down a tree: one more code unit of the text, a narrower range of phrases that begin
 * so. Every phrase that the text has at `start` is handed to `found`, the shortest first. `first` is read in place of
 * the text's own character at the start and is as long as that one.
 */
export function walkPhrases(
  sources: readonly string[],
  { text, start, first }: { readonly text: string; readonly start: number; readonly first: string },
  found: (source: string) => void,
): void {
  let [low, end] = [0, sources.length];
  for (let depth = 0; start + depth < text.length; depth += 1) {
    const unit = depth < first.length ? first.charCodeAt(depth) : text.charCodeAt(start + depth);
    low = firstFrom(low, end, (place) => sources[place]!.charCodeAt(depth) >= unit);
    end = firstFrom(low, end, (place) => sources[place]!.charCodeAt(depth) > unit);
    if (low === end) return;
    const shortest = sources[low]!;
    if (shortest.length === depth + 1) {
      found(shortest);
      low += 1;
    }
  }
}

/**
 * The first position from `low` that fits, else `end`. All positions after one that fits must fit too. Fast for
 * positions near `low`.
 */
function firstFrom(low: number, end: number, fits: (place: number) => boolean): number {
  let [below, stride] = [low - 1, 1];
  while (below + stride < end && !fits(below + stride)) {
    below += stride;
    stride *= 2;
  }
  let above = Math.min(below + stride, end);
  while (above - below > 1) {
    const middle = (below + above) >>> 1;
    if (fits(middle)) above = middle;
    else below = middle;
  }
  return above;
}
