import { errorAt, type Finding } from '../../model/finding.ts';
import type { FileValue } from '../../model/resources/value.ts';
import { topOf } from '../../model/source-ref.ts';
import { checkPhrase } from '../dictionary/check-phrase.ts';

/** A file as it is after the edits, or why it is left as it is. */
export type Edited = { readonly bytes: Uint8Array } | { readonly findings: readonly Finding[] };

/** The file as it is after the plain attempt, else after the other one, else why the plain one failed. */
export function firstEdited(attempt: (plain: boolean) => Edited): Edited {
  const first = attempt(true);
  if ('bytes' in first) return first;
  const second = attempt(false);
  return 'bytes' in second ? second : first;
}

/**
 * Source phrase → the target that it is to have; `undefined`: it goes. Of several values of one phrase the last one
 * counts.
 */
export type WantedEntries = ReadonlyMap<string, string | undefined>;

export const wantedEntries = (values: readonly FileValue[]): WantedEntries =>
  new Map(values.map(({ key: [, , source = ''], to }) => [source, to === undefined ? undefined : String(to)]));

/** Phrases that no dictionary may hold. */
export const checkWanted = (wanted: WantedEntries, file: string): readonly Finding[] => {
  const at = () => topOf(file);
  return [...wanted].flatMap(([source, target]) =>
    target === undefined ? [] : [...checkPhrase(source, 'source', at), ...checkPhrase(target, 'target', at)],
  );
};

/**
 * The edited file would not be read as the old content with the edits made, so it is not written. `what`: what would be
 * read in another way.
 */
export const notSafe = (file: string, what: 'delimiter' | 'rows' | 'entries' | 'content'): Finding =>
  errorAt('edit-not-safe', topOf(file), { what });
