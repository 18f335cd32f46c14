/** The number of insertions, removals, replacements and swaps of neighbours that turn one text into the other. */
export function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}

const plain = (name: string): string => name.toLowerCase().replace(/[-\s]/g, '_');

/** Longer names are not compared, because the cost grows with the product of the lengths. */
const COMPARED_MAX_CHARS = 300;

/** Maximum comparisons for the suggestions of one file. A catalogue and a file may both have very many names. */
const COMPARED_MAX_NAMES = 100_000;

/** `nearestName` for one file. It makes no more suggestions after the maximum of comparisons. */
export function nearestNames(): typeof nearestName {
  let compared = 0;
  return (name, known) => {
    compared += known.length;
    return compared > COMPARED_MAX_NAMES ? undefined : nearestName(name, known);
  };
}

/** The known name that was probably meant: at most a third of its characters differ. Of equal ones, the first. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > COMPARED_MAX_CHARS) return undefined;
  let best: { readonly name: string; readonly cost: number } | undefined;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > candidate.length / 3) continue;
    const cost = editDistance(plain(name), plain(candidate));
    if (
      cost < candidate.length &&
      cost <= Math.max(1, candidate.length / 3) &&
      (best === undefined || cost < best.cost)
    ) {
      best = { name: candidate, cost };
    }
  }
  return best?.name;
}
