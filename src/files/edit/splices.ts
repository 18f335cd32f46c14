/** Replaces the text from `start` up to `end`, in UTF-16 code units. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A text with all splices made. They must not overlap. Several at one place are made in the given order, insertions
 * before the removal that begins there.
 */
export function spliced(text: string, splices: readonly Splice[]): string {
  const ordered = [...splices].sort((left, right) => left.start - right.start || left.end - right.end);
  let [done, result] = [0, ''];
  for (const { start, end, text: instead } of ordered) {
    result += text.slice(done, start) + instead;
    done = end;
  }
  return result + text.slice(done);
}

/** The byte order mark of a file in UTF-8. It is not part of the text, and is kept. */
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/** Text as bytes. It has a byte order mark if the file had one before. */
export function bytesLike(before: Uint8Array, text: string): Uint8Array {
  const marked = BYTE_ORDER_MARK.every((byte, index) => before[index] === byte);
  return new TextEncoder().encode(marked ? `\ufeff${text}` : text);
}
