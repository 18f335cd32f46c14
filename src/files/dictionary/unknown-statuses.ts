import { plainStatusWord, TERM_STATUSES, type TermStatus } from '../../model/entries/term-status.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { nearestName } from '../languages/nearest-name.ts';

/** A word for a status that is not defined, with its first place and the number of times it occurs in the file. */
export interface UnknownStatus {
  readonly found: string;
  readonly at: SourceRef;
  readonly times: number;
  /** The status with the most similar name. Absent: none is similar. */
  readonly near?: TermStatus;
}

/** Collects unknown words for statuses. Each word is listed once, in whatever case it is written. */
export function unknownStatuses(): {
  add(found: string, at: SourceRef): void;
  list(): readonly UnknownStatus[];
} {
  const words = new Map<string, { readonly found: string; readonly at: SourceRef; times: number }>();
  return {
    add(found, at) {
      const word = plainStatusWord(found);
      const known = words.get(word);
      if (known === undefined) words.set(word, { found, at, times: 1 });
      else known.times += 1;
    },
    list: () =>
      [...words.values()].map((word) => {
        const near = nearestName(word.found, TERM_STATUSES) as TermStatus | undefined;
        return near === undefined ? word : { ...word, near };
      }),
  };
}
