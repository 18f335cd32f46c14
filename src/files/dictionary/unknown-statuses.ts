import { plainStatusWord, TERM_STATUSES, type TermStatus } from '../../model/entries/term-status.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import { nearestName } from '../languages/nearest-name.ts';

/** A word for a status that nobody has explained, where it stands first and how often it stands in the file. */
export interface UnknownStatus {
  readonly found: string;
  readonly at: SourceRef;
  readonly times: number;
  /** The status whose name is nearest. Absent: none is near. */
  readonly near?: TermStatus;
}

/** Collects the words for statuses that are unknown, each once, however often and in what case it stands. */
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
