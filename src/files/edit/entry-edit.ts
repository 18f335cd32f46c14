import { errorAt, type Finding, topOf } from '../../model/finding.ts';
import type { FileValue } from '../../model/resources/resource.ts';
import { checkPhrase } from '../dictionary/check-phrase.ts';

/** A file after the edits, or the reasons why it was not edited. */
export type Edited = { readonly bytes: Uint8Array } | { readonly findings: readonly Finding[] };

/**
 * The result of the plain attempt, or of the second attempt if the plain one fails, or the findings of the plain one if
 * both fail.
 */
export function firstEdited(attempt: (plain: boolean) => Edited): Edited {
  const first = attempt(true);
  if ('bytes' in first) return first;
  const second = attempt(false);
  return 'bytes' in second ? second : first;
}

/**
 * Source phrase → its new target; `undefined`: remove the entry. If a phrase has several values, the last one counts.
 */
export type WantedEntries = ReadonlyMap<string, string | undefined>;

export const wantedEntries = (values: readonly FileValue[]): WantedEntries =>
  new Map(values.map(({ key: [, , source = ''], to }) => [source, to === undefined ? undefined : String(to)]));

/** Findings for phrases that no dictionary may contain. */
export const checkWanted = (wanted: WantedEntries, file: string): readonly Finding[] => {
  const at = () => topOf(file);
  return [...wanted].flatMap(([source, target]) =>
    target === undefined ? [] : [...checkPhrase(source, 'source', at), ...checkPhrase(target, 'target', at)],
  );
};

/**
 * The finding for an edited file that would not be read as the old content with the edits made, so it is not written.
 * `what`: the part that would be read differently.
 */
export const notSafe = (file: string, what: 'delimiter' | 'rows' | 'entries' | 'content'): Finding =>
  errorAt('edit-not-safe', topOf(file), { what });
