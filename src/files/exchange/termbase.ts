import type { TermFields } from '../../model/entries/term-fields.ts';
import { TERM_STATUSES, type TermStatus } from '../../model/entries/term-status.ts';

/** What a termbase says of one term, and what the files of a workspace keep of it. */
export const EXCHANGED_FIELDS = ['status', 'partOfSpeech', 'definition', 'note'] as const;

export type ExchangedField = (typeof EXCHANGED_FIELDS)[number];

/** A word or phrase of one language for a concept. A definition or a note of the concept stands with each term. */
export interface ConceptTerm extends Pick<TermFields, ExchangedField> {
  /** A language code in the spelling of BCP 47: `de`, `pt-BR`. */
  readonly language: string;
  readonly text: string;
  /** Fields that the file has and leaves empty; only where somebody asked what an empty cell means. */
  readonly empty?: readonly ExchangedField[];
}

/** What several terms in several languages stand for. */
export interface Concept {
  /** The id of the system that it comes from. */
  readonly id?: string;
  /** Where it begins in its file: a line, or a row of a sheet. */
  readonly line: number;
  readonly terms: readonly ConceptTerm[];
  /** Languages for which the file has a cell and leaves it empty. */
  readonly emptyLanguages?: readonly string[];
}

/** Concepts in their order. An array is one; those of a large file come one by one out of less memory. */
export interface Concepts extends Iterable<Concept> {
  readonly length: number;
}

/** A list of terms, by concept, as every format is read to and written from. */
export interface Termbase {
  readonly concepts: readonly Concept[];
}

/** Statuses with which a term is never sent, whatever `send:` in `glossary.yaml` says. */
const HELD: ReadonlySet<TermStatus> = new Set(['admitted', 'deprecated', 'rejected', 'forbidden']);

export const isHeld = (status: TermStatus | undefined): boolean => status !== undefined && HELD.has(status);

/** The strongest status has the lowest rank. A term without a status counts as approved. */
export const statusRank = (status: TermStatus | undefined): number => TERM_STATUSES.indexOf(status ?? 'approved');

/** A language code as BCP 47 writes it: `EN_us` is `en-US`, `zh-hans` is `zh-Hans`. */
export const languageCode = (text: string): string =>
  text
    .trim()
    .split(/[-_]/)
    .map((part, index) => {
      if (index === 0) return part.toLowerCase();
      if (part.length === 4) return part.charAt(0).toUpperCase() + part.slice(1).toLowerCase();
      return part.length <= 3 ? part.toUpperCase() : part.toLowerCase();
    })
    .join('-');

/** The languages of a termbase, in the order in which they first come. */
export function languagesOf({ concepts }: { readonly concepts: Iterable<Concept> }): readonly string[] {
  const languages = new Set<string>();
  for (const { terms } of concepts) for (const { language } of terms) languages.add(language);
  return [...languages];
}

/** A column with something about terms: of all languages, or of one. */
export interface FieldColumn {
  readonly field: ExchangedField;
  readonly language?: string;
}

/** The name of a column in a new table. */
const FIELD_HEADERS: Readonly<Record<ExchangedField, string>> = {
  status: 'status',
  partOfSpeech: 'part of speech',
  definition: 'definition',
  note: 'note',
};

/** The header of a column: `note`, `note_de`. */
export const fieldHeader = ({ field, language }: FieldColumn): string =>
  language === undefined ? FIELD_HEADERS[field] : `${FIELD_HEADERS[field]}_${language}`;
