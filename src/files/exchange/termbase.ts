import type { TermFields } from '../../model/entries/term-fields.ts';
import { TERM_STATUSES, type TermStatus } from '../../model/entries/term-status.ts';

/** The fields of a term that a termbase contains and the files of a workspace keep. */
export const EXCHANGED_FIELDS = ['status', 'partOfSpeech', 'definition', 'note'] as const;

export type ExchangedField = (typeof EXCHANGED_FIELDS)[number];

/** A word or phrase of one language for a concept. A definition or a note of the concept is copied to each term. */
export interface ConceptTerm extends Pick<TermFields, ExchangedField> {
  /** A language code in the spelling of BCP 47: `de`, `pt-BR`. */
  readonly language: string;
  readonly text: string;
  /** Fields that are empty in the file. Set only by a reader with the option `keepsEmpty`. */
  readonly empty?: readonly ExchangedField[];
}

/** The meaning that several terms in several languages share. */
export interface Concept {
  /** The id in the system of origin. */
  readonly id?: string;
  /** Its first line in the file, or its row in a sheet. */
  readonly line: number;
  readonly terms: readonly ConceptTerm[];
  /** Languages whose cell is empty in the file. */
  readonly emptyLanguages?: readonly string[];
}

/** Concepts in their order: an array, or for a large file a sequence that needs less memory. */
export interface Concepts extends Iterable<Concept> {
  readonly length: number;
}

/** A list of terms, by concept. Every format is read to it and written from it. */
export interface Termbase {
  readonly concepts: readonly Concept[];
}

/** Statuses with which a term is never sent, regardless of `send:` in `glossary.yaml`. */
const HELD: ReadonlySet<TermStatus> = new Set(['admitted', 'deprecated', 'rejected', 'forbidden']);

export const isHeld = (status: TermStatus | undefined): boolean => status !== undefined && HELD.has(status);

/** The strongest status has the lowest rank. A term without a status counts as approved. */
export const statusRank = (status: TermStatus | undefined): number => TERM_STATUSES.indexOf(status ?? 'approved');

/** A language code in the spelling of BCP 47: `en-US` for `EN_us`, `zh-Hans` for `zh-hans`. */
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

/** The languages of a termbase, in the order of their first occurrence. */
export function languagesOf({ concepts }: { readonly concepts: Iterable<Concept> }): readonly string[] {
  const languages = new Set<string>();
  for (const { terms } of concepts) for (const { language } of terms) languages.add(language);
  return [...languages];
}

/** The number of phrases in all languages. A term, as `termCount` counts it, needs a phrase and its translation. */
export const phraseCount = ({ concepts }: Termbase): number =>
  concepts.reduce((sum, { terms }) => sum + terms.length, 0);

/** A column with a field of the terms: for all languages, or for one. */
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
