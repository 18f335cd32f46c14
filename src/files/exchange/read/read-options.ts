import type { LanguagePair } from '../../../model/entries/language-pair.ts';
import { TERM_STATUSES, type TermStatus } from '../../../model/entries/term-status.ts';
import type { Delimiter } from '../../../model/file-form.ts';
import { errorAt, type Finding } from '../../../model/finding.ts';
import type { UnknownStatus } from '../../dictionary/column-use.ts';
import type { Concepts, ImportLoss } from '../termbase.ts';
import { usualStatus } from './status-guess.ts';

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
