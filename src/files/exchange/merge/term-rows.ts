import type { SentStatus } from '../../../model/entries/held-back.ts';
import { TERM_STATUSES, type TermStatus } from '../../../model/entries/term-status.ts';
import type { FileForm } from '../../../model/file-form.ts';
import { pushAll } from '../../../model/lists.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { addressName } from '../../../model/resources/address.ts';
import { isSentStatus } from '../../dictionary/term-columns.ts';
import {
  type Concept,
  type ConceptTerm,
  EXCHANGED_FIELDS,
  type ExchangedField,
  fieldHeader,
  isHeld,
  type LossList,
  statusRank,
} from '../termbase.ts';

/** A term of a row, with its fields. */
export type RowTerm = Omit<ConceptTerm, 'language'>;

/** One row of a wide table: at most one term of each language, all of one concept. */
export interface TermRow {
  readonly concept?: string;
  /** Language → its term, in the order of the columns. */
  readonly terms: ReadonlyMap<string, RowTerm>;
  /** The status is not from the file. It only means that the row is not sent. */
  readonly isDemoted?: true;
}

/** True for a concept that is not sent and fits in one row: one term of each language, all with the same status. */
function isOneHeldRow({ terms }: Concept): boolean {
  const [first] = terms;
  const languages = new Set(terms.map(({ language }) => language));
  return (
    isHeld(first?.status) && languages.size === terms.length && terms.every((each) => each.status === first?.status)
  );
}

const rowOf = (terms: readonly ConceptTerm[]): TermRow['terms'] => new Map(terms.map((term) => [term.language, term]));

/**
 * The rows of a concept. The first one has the strongest term of each language, and is sent. Every further term has a
 * row of its own, with a status that is not sent: its own, or `admitted`. If all terms have the same such status, they
 * share one row. Without a term of the source language, nothing can be sent, so the terms become `admitted`. Each
 * change of a status is counted. Without `losses`, every status stays: for a file of another system.
 */
export function conceptRows(concept: Concept, source: string, losses: LossList | undefined): readonly TermRow[] {
  const { id, terms, line } = concept;
  const base = omitUndefined({ concept: id });
  if (isOneHeldRow(concept)) return [{ ...base, terms: rowOf(terms) }];
  const at = { line, column: 1 };
  const live = terms.filter(({ status }) => !isHeld(status));
  const strongest = [...live].sort((left, right) => statusRank(left.status) - statusRank(right.status));
  const main = new Map<string, ConceptTerm>();
  for (const term of strongest) if (!main.has(term.language)) main.set(term.language, term);
  const isSent = main.has(source) || losses === undefined;
  const first = new Set(isSent ? main.values() : []);
  const further = terms.filter((term) => !first.has(term));
  const shown = terms.filter((term) => first.has(term));
  const rows = further.map((term): TermRow => {
    const { status } = term;
    if (isHeld(status) || losses === undefined) return { ...base, terms: new Map([[term.language, term]]) };
    losses.add(isSent ? 'admitted' : 'no-source', term.text, at);
    return { ...base, terms: new Map([[term.language, { ...term, status: 'admitted' }]]), isDemoted: true };
  });
  return isSent ? [{ ...base, terms: rowOf(shown) }, ...rows] : rows;
}

/** True for a concept with several rows that only an id can connect. */
function hasSeveralRows(concept: Concept, source: string): boolean {
  const { terms } = concept;
  if (terms.length < 2 || isOneHeldRow(concept)) return false;
  const languages = new Set(terms.map(({ language }) => language));
  return languages.size < terms.length || !languages.has(source) || terms.some(({ status }) => isHeld(status));
}

/**
 * Gives ids to concepts that need one and have none, based on their source terms. The result maps a concept to its id,
 * or to `undefined` if it needs none. `taken`: ids in use.
 */
export function idGiver(taken: Iterable<string>, source: string): (concept: Concept) => string | undefined {
  const used = new Set<string>(taken);
  const last = new Map<string, number>();
  return (concept) => {
    if (concept.id !== undefined || !hasSeveralRows(concept, source)) return concept.id;
    const { terms } = concept;
    const named = (terms.find(({ language }) => language === source) ?? terms[0]) as ConceptTerm;
    const base = addressName(named.text, new Set());
    let count = last.get(base) ?? 1;
    let id = count === 1 ? base : `${base}-${count}`;
    while (used.has(id)) {
      count += 1;
      id = `${base}-${count}`;
    }
    last.set(base, count);
    used.add(id);
    return id;
  };
}

/** The ids of the concepts that have one. */
export const idsOf = (concepts: readonly { readonly id?: string }[]): readonly string[] =>
  concepts.flatMap(({ id }) => id ?? []);

/** Adds ids to the concepts that need one. */
export function withIds(concepts: readonly Concept[], source: string): readonly Concept[] {
  const idOf = idGiver(idsOf(concepts), source);
  return concepts.map((concept) => {
    const id = idOf(concept);
    return id === concept.id ? concept : { ...concept, id };
  });
}

/** The rows of concepts for another system. A concept without an id and with one term of each language has one row. */
export function exportRows(concepts: readonly Concept[], source: string): readonly TermRow[] {
  const isOneRow = ({ id, terms }: Concept): boolean =>
    id === undefined && new Set(terms.map(({ language }) => language)).size === terms.length;
  return withIds(concepts, source).flatMap((concept, index) =>
    isOneRow(concepts[index] ?? concept) ? [{ terms: rowOf(concept.terms) }] : conceptRows(concept, source, undefined),
  );
}

/** Rows as concepts: rows with the same id are one concept. `line`: line of the row. */
export function rowConcepts(rows: readonly (TermRow & { readonly line: number })[]): readonly Concept[] {
  const concepts: Concept[] = [];
  const byId = new Map<string, ConceptTerm[]>();
  for (const { concept: id, terms, line } of rows) {
    const conceptTerms = [...terms].map(([language, term]): ConceptTerm => ({ ...term, language }));
    const known = id === undefined ? undefined : byId.get(id);
    if (known !== undefined) {
      pushAll(known, conceptTerms);
      continue;
    }
    if (id !== undefined) byId.set(id, conceptTerms);
    concepts.push({ id, line, terms: conceptTerms });
  }
  return concepts;
}

export const CONCEPT_HEADER = 'concept';

/**
 * The value in the column for all languages, for a row whose terms differ. It matters for decisions about the whole
 * row: a row is not sent if its source term is not, a row with a draft counts as a draft, and its part of speech is
 * that of the source term.
 */
function rowValue(field: ExchangedField, row: TermRow, source: string): string | undefined {
  if (field === 'partOfSpeech') return row.terms.get(source)?.partOfSpeech;
  return field === 'status' ? statusOfRow(row, source) : undefined;
}

function statusOfRow({ terms }: TermRow, source: string): TermStatus | undefined {
  const sourceStatus = terms.get(source)?.status;
  if (isHeld(sourceStatus)) return sourceStatus;
  for (const { status } of terms.values()) if (status === 'draft') return status;
  return undefined;
}

/**
 * The status that decides whether a row is sent: that of all its terms, otherwise the one in the column for all
 * languages.
 */
function rowStatus(row: TermRow, source: string): TermStatus | undefined {
  const [first] = row.terms.values();
  for (const { status } of row.terms.values()) if (status !== first?.status) return statusOfRow(row, source);
  return first?.status;
}

/**
 * The cells of a row about its terms, as header → text. A field that all terms share is in the column for all
 * languages. Otherwise each term has the field in the column of its language, and only those cells count. `isExact`:
 * the cells describe each term exactly, even if only the source term is not sent.
 */
export function fieldCells(
  row: TermRow,
  source: string,
  { isExact = false }: { readonly isExact?: boolean } = {},
): ReadonlyMap<string, string> {
  const { terms } = row;
  const cells = new Map<string, string>();
  const [first] = terms.values();
  for (const field of EXCHANGED_FIELDS) {
    const shared = first?.[field];
    let isShared = true;
    for (const term of terms.values()) isShared &&= term[field] === shared;
    const sharedValue = isShared ? shared : rowValue(field, row, source);
    // A status that is not sent would apply to all terms of the row.
    const common =
      isExact && !isShared && field === 'status' && isHeld(sharedValue as TermStatus) ? undefined : sharedValue;
    if (common !== undefined) cells.set(fieldHeader({ field }), common);
    if (isShared) continue;
    for (const [language, term] of terms) {
      const termValue = term[field];
      if (termValue !== undefined) cells.set(fieldHeader({ field, language }), termValue);
    }
  }
  return cells;
}

/** The rows of an import with one status, in one file of the workspace. */
export interface StatusRows {
  readonly status: SentStatus;
  readonly rows: number;
  readonly isSent: boolean;
}

/** Statistics about the rows of an import in one file. */
export interface StatusCounts {
  /** Empty: the file has no column of statuses. */
  readonly statuses: readonly StatusRows[];
  /** Rows with the status draft that are sent. */
  readonly draftsSent: number;
}

/** Counts the rows of an import by their status. It keeps counts and not rows: an import may have very many rows. */
export function statusCounter(source: string) {
  const counts = new Map<SentStatus, number>();
  return {
    add(row: TermRow): void {
      const status = rowStatus(row, source) ?? 'none';
      counts.set(status, (counts.get(status) ?? 0) + 1);
    },
    /**
     * The counts, the strongest status first. A file without a column of statuses has no counts, and sends every row.
     */
    counts(send: FileForm['send'], hasColumn: boolean): StatusCounts {
      const draftsSent = hasColumn && !isSentStatus({ status: 'draft' }, true, send) ? 0 : (counts.get('draft') ?? 0);
      if (!hasColumn) return { statuses: [], draftsSent };
      const statuses = [...TERM_STATUSES, 'none' as const].flatMap((status) => {
        const rows = counts.get(status) ?? 0;
        const fields = status === 'none' ? undefined : { status };
        return rows === 0 ? [] : [{ status, rows, isSent: isSentStatus(fields, true, send) }];
      });
      return { statuses, draftsSent };
    },
  };
}

export const heldBackRows = (statuses: readonly StatusRows[]): number =>
  statuses.reduce((sum, { rows, isSent }) => sum + (isSent ? 0 : rows), 0);
