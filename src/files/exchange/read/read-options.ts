import type { LanguagePair } from '../../../model/entries/language-pair.ts';
import { TERM_STATUSES, type TermStatus } from '../../../model/entries/term-status.ts';
import type { Delimiter } from '../../../model/file-form.ts';
import { errorAt, type Finding } from '../../../model/finding.ts';
import type { UnknownStatus } from '../../dictionary/unknown-statuses.ts';
import type { ImportLoss } from '../losses.ts';
import type { Concepts } from '../termbase.ts';
import { usualStatus } from './status-guess.ts';

/** What somebody says of a foreign file, on the command line or under `imports:`. */
export interface ReadOptions {
  /** A column, by its header, or a language of a TBX file → what it holds: a language, or a word such as `note`. */
  readonly columns?: ReadonlyMap<string, string>;
  /** The name of an encoding, such as `windows-1252`. Absent: UTF-8, or UTF-16 where the file says so. */
  readonly encoding?: string;
  readonly delimiter?: Delimiter;
  /** The name of the sheet of a spreadsheet. Absent: the first one that is shown. */
  readonly sheet?: string;
  /**
   * The row of the header: a line of a text, or a row of a sheet. Rows above it are not read. Absent: the first row.
   */
  readonly headerRow?: number;
  /** The languages of files that do not name them: two columns without a header, `source` and `target`. */
  readonly pair?: LanguagePair;
  /** Words for statuses, as `plainStatusWord` has them → the status that each stands for. */
  readonly statuses?: ReadonlyMap<string, TermStatus>;
  /** True: an empty cell is told from an absent one. */
  readonly keepsEmpty?: boolean;
}

export interface ReadInput extends ReadOptions {
  readonly bytes: Uint8Array;
  /** For the findings. */
  readonly file: string;
}

/** What was read of a file. `value` is absent when the file cannot be used, and must not be used with errors. */
export interface ReadTermbase {
  readonly value?: { readonly concepts: Concepts };
  readonly losses: readonly ImportLoss[];
  readonly findings: readonly Finding[];
  /** How many concepts or rows the file has, those counted that gave none. */
  readonly rows: number;
  /** The language that the file begins with: that of its header, or of its first column of terms. */
  readonly source?: string;
  /** What `columns` may name: the columns of a table by their headers. Absent: the file has none. */
  readonly columns?: readonly string[];
}

/** What a reader gives when a file cannot be read at all. */
export const unread = (...findings: readonly Finding[]): ReadTermbase => ({ losses: [], findings, rows: 0 });

/** An error for each word that stands for no status: nothing is imported, so that no slip decides what is sent. */
export const unknownStatusErrors = (words: readonly UnknownStatus[]): readonly Finding[] =>
  words.map(({ found, at, times, near }) =>
    errorAt('import-status-unknown', at, {
      found,
      times,
      use: `${found}=${near ?? usualStatus(found) ?? 'draft'}`,
      allowed: [...TERM_STATUSES],
    }),
  );
