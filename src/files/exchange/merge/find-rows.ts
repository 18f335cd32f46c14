import { type Concept, isHeld } from '../termbase.ts';
import type { RowTerm, TermRow } from './term-rows.ts';

/** True for a row that is not sent: every term in it has a status that is not sent. */
export const isHeldRow = ({ terms }: TermRow): boolean =>
  terms.size > 0 && [...terms.values()].every(({ status }) => isHeld(status));

/** A pair of terms of a row of the file that is sent although the import marks it as not sent. */
export interface StillSent {
  readonly line: number;
  readonly source: string;
  readonly target: string;
  readonly status: string;
}

/** The pairs of terms that a row sends although the import marks it, or its translation, as not sent. */
export function sentPairs(
  before: (TermRow & { readonly line: number }) | undefined,
  wanted: TermRow,
  source: string,
): readonly StillSent[] {
  const sent = before?.terms.get(source)?.text;
  if (before === undefined || sent === undefined || isHeldRow(before)) return [];
  if (sent !== (wanted.terms.get(source)?.text ?? sent)) return [];
  return [...wanted.terms].flatMap(([language, { text, status }]) =>
    language !== source && before.terms.get(language)?.text === text
      ? [{ line: before.line, source: sent, target: text, status: String(status) }]
      : [],
  );
}

/** A row of a file, with its index. */
export interface FoundRow<Row> {
  readonly index: number;
  readonly row: Row;
}

/** Finds the rows of concepts among the rows of a file. Each row is returned once. */
export interface RowFinder<Row> {
  /** The rows of a concept: those with its id, otherwise one without an id that has its source term. */
  readonly rowsOf: (concept: Concept) => readonly number[];
  /** The existing row that fits a wanted row. */
  readonly matching: (rows: readonly number[], wanted: TermRow) => FoundRow<Row> | undefined;
  readonly isFree: (row: number) => boolean;
  /** Marks a row as used. */
  readonly use: (row: number) => void;
}

/** Maximum number of rows with one term that are compared with a concept. */
const ROWS_COMPARED = 1000;

const termKey = (language: string, text: string): string => `${language} ${text}`;

const add = <Key>(index: Map<Key, number[]>, key: Key, row: number): void => {
  const known = index.get(key);
  if (known === undefined) index.set(key, [row]);
  else known.push(row);
};

/** Number of terms that two rows share. */
const shared = (row: TermRow, other: TermRow): number =>
  [...row.terms].filter(([language, { text }]) => other.terms.get(language)?.text === text).length;

/** A finder for the rows of a file. It is longer than 60 lines because its methods share the indexes. */
export function rowFinder<Row extends TermRow>(rows: readonly Row[], source: string): RowFinder<Row> {
  const rowAt = (row: number): Row => rows[row] as Row;
  const byId = new Map<string | undefined, number[]>();
  /** Language and text → the rows with that term. */
  const byTerm = new Map<string, number[]>();
  for (const [index, { concept, terms }] of rows.entries()) {
    if (concept !== undefined) add(byId, concept, index);
    for (const [language, { text }] of terms) add(byTerm, termKey(language, text), index);
  }
  const used = new Set<number>();
  /** The first free rows with a term. */
  const rowsWith = ({ language, text }: { readonly language: string; readonly text: string }): readonly number[] => {
    const all = byTerm.get(termKey(language, text)) ?? [];
    // The first rows are used first; removing them avoids a second search.
    const from = all.findIndex((row) => !used.has(row));
    all.splice(0, from < 0 ? all.length : from);
    return all.slice(0, ROWS_COMPARED);
  };
  const isFree = (row: number): boolean => !used.has(row);
  const best = (candidates: readonly number[], score: (row: Row) => number): number | undefined => {
    let found: { readonly row: number; readonly score: number } | undefined;
    for (const row of candidates) {
      if (!isFree(row)) continue;
      const points = score(rowAt(row));
      if (points >= 0 && (found === undefined || points > found.score)) found = { row, score: points };
    }
    return found?.row;
  };
  /** For rows with a source term of the concept. A homograph is another row: its part of speech is different. */
  const scoreOf =
    ({ id, terms }: Concept) =>
    (row: Row): number => {
      if (id !== undefined && row.concept !== undefined) return -1;
      const { text: sourceText, partOfSpeech } = row.terms.get(source) as RowTerm;
      const wanted = terms.find(({ language, text }) => language === source && text === sourceText)?.partOfSpeech;
      if (partOfSpeech !== undefined && wanted !== undefined && partOfSpeech !== wanted) return -1;
      const same = terms.filter(({ language, text }) => row.terms.get(language)?.text === text).length;
      return same + (isHeldRow(row) ? 0 : 0.5);
    };
  return {
    isFree,
    use: (row) => used.add(row),
    rowsOf(concept) {
      const known = byId.get(concept.id);
      if (known !== undefined) return known;
      const score = scoreOf(concept);
      const isSource = (row: number): boolean => {
        const text = rowAt(row).terms.get(source)?.text;
        return concept.terms.some((term) => term.language === source && term.text === text);
      };
      // Rows that also have a translation of the concept are searched first: very many rows can have the same source
      // term.
      const alike = concept.terms
        .filter(({ language }) => language !== source)
        .flatMap(rowsWith)
        .filter(isSource);
      const sources = concept.terms.filter(({ language }) => language === source);
      const found = best(alike, score) ?? best(sources.flatMap(rowsWith), score);
      return found === undefined ? [] : (byId.get(rowAt(found).concept) ?? [found]);
    },
    matching(conceptRows, wanted) {
      const isSent = !isHeldRow(wanted);
      const points = (row: Row): number => {
        const same = shared(row, wanted);
        if (isSent && row.terms.has(source)) return (isHeldRow(row) ? 0 : 100) + same;
        if (same === 0) return -1;
        // First choice: a row that is sent now, with a source term that must no longer be sent.
        const sourceTerm = wanted.terms.get(source);
        if (sourceTerm !== undefined && !isHeldRow(row) && row.terms.get(source)?.text === sourceTerm.text)
          return 200 + same;
        return same + (isHeldRow(row) === isSent ? 0 : 100);
      };
      const [first = -1] = conceptRows;
      const concept = rows[first]?.concept;
      const isOwn = (row: number): boolean => (concept === undefined ? row === first : rowAt(row).concept === concept);
      // A further row can only match a row with one of its terms. A concept may have very many rows.
      const alike = () => [...wanted.terms].flatMap(([language, { text }]) => rowsWith({ language, text }));
      const found = best(isSent ? conceptRows : alike().filter(isOwn), points);
      if (found === undefined) return undefined;
      used.add(found);
      return { index: found, row: rowAt(found) };
    },
  };
}
