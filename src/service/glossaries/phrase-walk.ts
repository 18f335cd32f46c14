/** Phrases in the order of their code units, which is what a walk needs. */
export interface SortedPhrases {
  readonly sources: readonly string[];
  /** By the first code unit. */
  readonly ranges: ReadonlyMap<number, Range>;
}

/** Places in the sorted phrases, both inclusive. */
interface Range {
  readonly low: number;
  readonly high: number;
}

/** Sorted by code unit. */
export function sortedPhrases(phrases: Iterable<string>): SortedPhrases {
  const sources = [...phrases].sort();
  return { sources, ranges: rangesByFirstUnit(sources) };
}

/**
 * Walks down the sorted phrases as down a tree: one more code unit of the text, a narrower range of phrases that begin
 * so. Every phrase that the text has at `start` is handed to `found`, the shortest first. `first` is read in place of
 * the text's own character at the start and is as long as that one.
 */
export function walkPhrases(
  { sources, ranges }: SortedPhrases,
  { text, start, first }: { readonly text: string; readonly start: number; readonly first: string },
  found: (source: string) => void,
): void {
  const range = ranges.get(first.charCodeAt(0));
  if (range === undefined) return;
  let { low, high } = range;
  for (let depth = 1; ; depth += 1) {
    const shortest = sources[low]!;
    if (shortest.length === depth) {
      found(shortest);
      low += 1;
      if (low > high) return;
    }
    if (start + depth >= text.length) return;
    const unit = depth < first.length ? first.charCodeAt(depth) : text.charCodeAt(start + depth);
    const least = sources[low]!.charCodeAt(depth);
    const most = sources[high]!.charCodeAt(depth);
    if (unit < least || unit > most) return;
    if (least < unit) low = firstFromBelow({ sources, depth, unit, low, high });
    if (sources[low]!.charCodeAt(depth) !== unit) return;
    if (unit < most) high = lastFromAbove({ sources, depth, unit, low, high });
  }
}

interface Search extends Range {
  readonly sources: readonly string[];
  readonly depth: number;
  readonly unit: number;
}

/**
 * The first place whose unit at `depth` is at least `unit`; `high` is such a place. Strides double, so that near places
 * are cheap.
 */
function firstFromBelow({ sources, depth, unit, low, high }: Search): number {
  let below = low; // its unit is less
  let stride = 1;
  while (below + stride < high && sources[below + stride]!.charCodeAt(depth) < unit) {
    below += stride;
    stride *= 2;
  }
  let above = Math.min(below + stride, high);
  while (above - below > 1) {
    const middle = (below + above) >>> 1;
    if (sources[middle]!.charCodeAt(depth) < unit) below = middle;
    else above = middle;
  }
  return above;
}

/** The last place whose unit at `depth` is `unit`; `low` is such a place, `high` is past the last. */
function lastFromAbove({ sources, depth, unit, low, high }: Search): number {
  let above = high; // its unit is greater
  let stride = 1;
  while (above - stride > low && sources[above - stride]!.charCodeAt(depth) > unit) {
    above -= stride;
    stride *= 2;
  }
  let below = Math.max(above - stride, low);
  while (above - below > 1) {
    const middle = (below + above) >>> 1;
    if (sources[middle]!.charCodeAt(depth) > unit) above = middle;
    else below = middle;
  }
  return below;
}

function rangesByFirstUnit(sources: readonly string[]): ReadonlyMap<number, Range> {
  const ranges = new Map<number, Range>();
  for (const [place, source] of sources.entries()) {
    const unit = source.charCodeAt(0);
    ranges.set(unit, { low: ranges.get(unit)?.low ?? place, high: place });
  }
  return ranges;
}
