import type { LanguagePair } from '../../model/entries/language-pair.ts';
import type { TermFields } from '../../model/entries/term-fields.ts';
import { TERM_STATUSES, type TermStatus } from '../../model/entries/term-status.ts';
import type { Delimiter } from '../../model/file-form.ts';
import { errorAt, type Finding, type SourceRef } from '../../model/finding.ts';
import type { UnknownStatus } from '../dictionary/column-use.ts';
import { usualStatus } from './read/status-guess.ts';

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

/** A detail of a file that was not kept, with its count and first place. */
export interface ImportLoss {
  /** Kind of the loss, in kebab-case. `review/` words it. */
  readonly kind: LossKind;
  /** The name of an element or a column, or a term: text of the file. */
  readonly name: string;
  readonly count: number;
  readonly at: SourceRef;
}

/**
 * `element`: an XML element without a matching field. `column`: a column. `sheet`: a sheet that was not read.
 * `formula`: a formula; its value was kept. `number`: a cell with a number, which may have been a date or a code.
 * `cell-error`: a cell with an error of the spreadsheet. `cell-outside`: a cell outside the columns of the header.
 * `term`: a term that no dictionary may contain. `same-term`: a term that a concept has twice in a language. `no-term`:
 * a concept without a term. `admitted`: a further term, which gets the status admitted. `no-source`: a term of a
 * concept without a source term. `language`: a language read as another one. `no-language`: the terms of a code that
 * cannot be the language of a column. `apostrophe`: an apostrophe before a formula, written by an export and now
 * removed. `trimmed`: white space around a term. `folded`: a line break in a term, replaced by a space. `empty-term`: a
 * term without a text. `formula-empty`: a formula without a saved value. `skipped-row`: a row above the header.
 * `unknown-language`: a language that is not in the built-in list. `field`: a field for which the workspace file has no
 * column. `held`: a term with a status that is not sent, in a file without a column for statuses. `translation`: a term
 * in a language for which the workspace has no file. `needs-editing`: a row that its system has marked so.
 * `unsent-language`: a language that is kept in a column but is in no dictionary of the glossary.
 */
export type LossKind =
  | 'element'
  | 'column'
  | 'sheet'
  | 'formula'
  | 'number'
  | 'cell-error'
  | 'cell-outside'
  | 'term'
  | 'same-term'
  | 'no-term'
  | 'admitted'
  | 'no-source'
  | 'language'
  | 'no-language'
  | 'apostrophe'
  | 'trimmed'
  | 'folded'
  | 'empty-term'
  | 'formula-empty'
  | 'skipped-row'
  | 'unknown-language'
  | 'field'
  | 'held'
  | 'translation'
  | 'needs-editing'
  | 'unsent-language';

export interface LossList {
  readonly add: (kind: LossKind, name: string, at: Omit<SourceRef, 'file'>, count?: number) => void;
  readonly addAll: (losses: Iterable<ImportLoss>) => void;
  /** In the order of their first occurrence. */
  readonly all: () => readonly ImportLoss[];
}

/** Maximum number of names of one kind. Further names are counted together, without a name. */
const NAMES_MAX = 10_000;

/** Longer names are cut: a file may have a megabyte of text in place of a name. */
const NAME_MAX_CHARS = 200;

/** Collects the losses of a file: each kind and name once, with its count. */
export function lossList(file: string): LossList {
  type Counted = Omit<ImportLoss, 'count'> & { count: number };
  const byKind = new Map<LossKind, Map<string, Counted>>();
  const order: Counted[] = [];
  const put = (kind: LossKind, fullName: string, at: SourceRef, count: number): void => {
    const names = byKind.get(kind) ?? new Map<string, Counted>();
    byKind.set(kind, names);
    const short = fullName.length > NAME_MAX_CHARS ? `${fullName.slice(0, NAME_MAX_CHARS)}…` : fullName;
    const name = names.size < NAMES_MAX || names.has(short) ? short : '';
    const known = names.get(name);
    if (known !== undefined) {
      known.count += count;
      return;
    }
    const loss = { kind, name, count, at };
    names.set(name, loss);
    order.push(loss);
  };
  return {
    add: (kind, name, { line, column }, count = 1) => put(kind, name, { file, line, column }, count),
    addAll: (losses) => {
      for (const { kind, name, at, count } of losses) put(kind, name, at, count);
    },
    all: () => order.map((loss) => ({ ...loss })),
  };
}

/** The settings for a foreign file, on the command line or under `imports:`. */
export interface ReadOptions {
  /** A column, by its header, or a language of a TBX file → its content: a language, or a word such as `note`. */
  readonly columns?: ReadonlyMap<string, string>;
  /**
   * The name of an encoding, such as `windows-1252`. Absent: UTF-8, or the encoding of the byte order mark or the XML
   * declaration.
   */
  readonly encoding?: string;
  readonly delimiter?: Delimiter;
  /** The name of the sheet of a spreadsheet. Absent: the first one that is shown. */
  readonly sheet?: string;
  /**
   * The row of the header: a line of a text, or a row of a sheet. Rows above it are not read. Absent: the first row.
   */
  readonly headerRow?: number;
  /** The languages of files that do not name them: two columns without a header, or columns `source` and `target`. */
  readonly pair?: LanguagePair;
  /** Words for statuses, as written by `plainStatusWord` → the status of each. */
  readonly statuses?: ReadonlyMap<string, TermStatus>;
  /** True: an empty cell differs from an absent one. */
  readonly keepsEmpty?: boolean;
}

export interface ReadInput extends ReadOptions {
  readonly bytes: Uint8Array;
  /** For the findings. */
  readonly file: string;
}

/** The content of a file. `value` is absent if the file cannot be used. It must not be used if there are errors. */
export interface ReadTermbase {
  readonly value?: { readonly concepts: Concepts };
  readonly losses: readonly ImportLoss[];
  readonly findings: readonly Finding[];
  /** Number of concepts or rows in the file, including those that gave no concept. */
  readonly rows: number;
  /** The language of the file's header or of its first column of terms. */
  readonly source?: string;
  /** The names that `columns` may use: the headers of a table. Absent: the file has no columns. */
  readonly columns?: readonly string[];
}

/** The result for a file that cannot be read at all. */
export const unread = (...findings: readonly Finding[]): ReadTermbase => ({ losses: [], findings, rows: 0 });

/** An error for each unknown word for a status. Nothing is imported, so that a typo does not decide what is sent. */
export const unknownStatusErrors = (words: readonly UnknownStatus[]): readonly Finding[] =>
  words.map(({ found, at, times, near }) =>
    errorAt('import-status-unknown', at, {
      found,
      times,
      use: `${found}=${near ?? usualStatus(found) ?? 'draft'}`,
      allowed: [...TERM_STATUSES],
    }),
  );
