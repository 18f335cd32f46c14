import type { Finding } from '../../model/finding.ts';
import type { RowChange } from './merge/merge-terms.ts';
import type { StatusCounts } from './merge/term-rows.ts';
import type { ImportLoss } from './termbase.ts';

/** The effect of an import on one file of the workspace. */
export interface ImportedFile extends StatusCounts {
  readonly file: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Rows of the file that the import lacks. They stay, because no replacement was requested. */
  readonly staying: number;
  /** The change of each row. Computed on demand: a large import has more cells than a person reads. */
  readonly changes: () => readonly RowChange[];
}

/** The result of an import: the content read, the changes, and the losses. */
export interface ImportReport {
  readonly address: string;
  /** The imported file. */
  readonly from: string;
  /** Format of the imported file: `tbx`, `xlsx (table)`. */
  readonly format: string;
  /** Number of rows or concepts of the imported file. */
  readonly rows: number;
  /** Number of phrases in all languages. */
  readonly phrases: number;
  readonly languages: readonly string[];
  /** The language of the source terms. */
  readonly source: string;
  readonly files: readonly ImportedFile[];
  readonly losses: readonly ImportLoss[];
  /** Errors that prevented the import. */
  readonly findings: readonly Finding[];
}
