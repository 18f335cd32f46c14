import { errorAt, type Finding } from '../../model/finding.ts';
import type { Row } from './row.ts';

/** The lines that git writes around the two sides of a conflict, as regular expressions for a whole line. */
const CONFLICT_LINES = { ours: /^<{7}(?: |$)/, base: /^\|{7}(?: |$)/, middle: /^={7}$/, theirs: /^>{7}(?: |$)/ };

/** The indexes of the marker lines of one conflict in a list of lines. */
interface ConflictPlace {
  readonly start: number;
  /** End of our side: the middle, or the common ancestor that some conflict styles of git show before it. */
  readonly oursEnd: number;
  readonly middle: number;
  readonly end: number;
}

/** The conflicts in a list of lines. Incomplete ones do not count: a term may look like a marker. */
export function conflictPlaces(count: number, lineAt: (index: number) => string): readonly ConflictPlace[] {
  const found: ConflictPlace[] = [];
  let [start, base, middle] = [-1, -1, -1];
  for (let index = 0; index < count; index += 1) {
    const line = lineAt(index);
    if (CONFLICT_LINES.ours.test(line)) [start, base, middle] = [index, -1, -1];
    else if (start < 0) continue;
    else if (middle < 0 && base < 0 && CONFLICT_LINES.base.test(line)) base = index;
    else if (middle < 0 && CONFLICT_LINES.middle.test(line)) middle = index;
    else if (middle >= 0 && CONFLICT_LINES.theirs.test(line)) {
      found.push({ start, oursEnd: base < 0 ? middle : base, middle, end: index });
      start = -1;
    }
  }
  return found;
}

/** Both sides of a conflict as text. A side is absent if it removed the content that the other side has. */
const sideDetails = (ours: string, theirs: string): Finding['details'] => ({
  ...(ours !== '' && { ours }),
  ...(theirs !== '' && { theirs }),
});

/** The content of both sides. If each side has one row with the same term: the term and the cells that differ. */
function values(ours: readonly Row[], theirs: readonly Row[]): Finding['details'] {
  const [left, right] = [ours[0]?.texts ?? [], theirs[0]?.texts ?? []];
  const [term] = left;
  const rowsText = (rows: readonly Row[]): string => rows.map(({ texts }) => texts.join(' | ')).join(' / ');
  if (ours.length !== 1 || theirs.length !== 1 || term !== right[0])
    return sideDetails(rowsText(ours), rowsText(theirs));
  const differing = [...Array(Math.max(left.length, right.length)).keys()].filter(
    (column) => (left[column] ?? '') !== (right[column] ?? ''),
  );
  const cells = (texts: readonly string[]): string => differing.map((column) => texts[column] ?? '').join(' | ');
  return { term: term ?? '', ours: cells(left), theirs: cells(right) };
}

/** The rows outside conflicts, and an error for each unresolved conflict, at its first line. */
export function withoutConflicts(
  rows: readonly Row[],
  text: string,
  file: string,
): { readonly rows: readonly Row[]; readonly findings: readonly Finding[] } {
  if (!text.includes('<<<<<<<')) return { rows, findings: [] };
  const lineAt = (index: number): string => {
    const { start = 0, end = 0 } = rows[index] ?? {};
    return text.slice(start, Math.min(end, start + 8));
  };
  const places = conflictPlaces(rows.length, lineAt);
  const isOutside = (_: Row, index: number): boolean =>
    !places.some(({ start, end }) => index >= start && index <= end);
  const findings = places.map(({ start, oursEnd, middle, end }) => {
    const details = values(rows.slice(start + 1, oursEnd), rows.slice(middle + 1, end));
    return errorAt('merge-conflict', { file, line: rows[start]?.line ?? 1, column: 1 }, details);
  });
  return { rows: places.length === 0 ? rows : rows.filter(isOutside), findings };
}
