import { type Concept, type ConceptTerm, EXCHANGED_FIELDS } from '../termbase.ts';
import { isHeldRow } from './find-rows.ts';
import type { RowTerm, TermRow } from './term-rows.ts';

/** Languages of which the import says that they are empty; a source term never goes. */
export function emptiedLanguages({ terms, emptyLanguages = [] }: Concept, source: string): ReadonlySet<string> {
  const gone = new Set(emptyLanguages);
  for (const { language } of terms) gone.delete(language);
  gone.delete(source);
  return gone;
}

/**
 * The rows of a concept in the order in which they look for theirs among the rows that are there: those with a source
 * term first. A row that is not sent any more is not sent as a whole, so it keeps what it has of the others.
 */
export function rowsToMatch(wanted: readonly TermRow[], there: readonly TermRow[], source: string): readonly TermRow[] {
  if (there.length === 0) return wanted;
  const left = new Set(wanted);
  const hosts = wanted.flatMap((row): readonly TermRow[] => {
    const own = row.terms.get(source);
    if (own === undefined) return [];
    left.delete(row);
    const alike = there.filter(({ terms }) => terms.get(source)?.text === own.text);
    const host = alike.find((each) => !isHeldRow(each)) ?? alike[0];
    if (host === undefined || !isHeldRow(row)) return [row];
    const terms = new Map(row.terms);
    for (const other of left) {
      const isInHost = [...other.terms].every(([language, { text }]) => host.terms.get(language)?.text === text);
      if (!isInHost || other.terms.has(source)) continue;
      left.delete(other);
      // A status that is none of the file says nothing of a row that is held back anyway.
      if (other.isDemoted !== true) for (const [language, term] of other.terms) terms.set(language, term);
    }
    return [{ ...row, terms }];
  });
  return [...hosts, ...left];
}

/** A row without some terms, where it has them with the same text. */
export const lacking = (row: TermRow, held: readonly ConceptTerm[]): TermRow =>
  without(row, new Set(held.flatMap(({ language, text }) => (row.terms.get(language)?.text === text ? language : []))));

export const without = (row: TermRow, gone: ReadonlySet<string>): TermRow =>
  gone.size === 0 ? row : { ...row, terms: new Map([...row.terms].filter(([language]) => !gone.has(language))) };

/** True when rows of a file have all terms of a concept, with its id, and with everything that it says of them. */
export function saysNothingNew({ id, terms }: Concept, rows: readonly TermRow[]): boolean {
  if (id !== undefined && rows.some(({ concept }) => concept !== id)) return false;
  // By language and text: a concept may have very many terms, and as many rows.
  const known = new Map<string, RowTerm[]>();
  for (const row of rows)
    for (const [language, term] of row.terms) {
      const key = `${language} ${term.text}`;
      const there = known.get(key);
      if (there === undefined) known.set(key, [term]);
      else there.push(term);
    }
  return terms.every(({ language, text, empty = [], ...term }) =>
    known
      .get(`${language} ${text}`)
      ?.some(
        (old) =>
          EXCHANGED_FIELDS.every((field) => term[field] === undefined || term[field] === old[field]) &&
          empty.every((field) => old[field] === undefined),
      ),
  );
}
