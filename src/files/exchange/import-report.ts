import type { Finding } from '../../model/finding.ts';
import type { ImportLoss } from './losses.ts';
import type { RowChange } from './merge/merge-terms.ts';
import type { StatusCounts } from './merge/row-statuses.ts';

/** What an import did to one file of the workspace. */
export interface ImportedFile extends StatusCounts {
  readonly file: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Its rows that the import lacks, and that stay since nobody asked for a replacement. */
  readonly staying: number;
  /** What became of each row; made when it is asked for, since a large import has more cells than anybody reads. */
  readonly changes: () => readonly RowChange[];
}

/** What an import read, what it changes, and what it could not keep. */
export interface ImportReport {
  readonly address: string;
  /** The file that was read. */
  readonly from: string;
  /** As which it was read: `tbx`, `xlsx (table)`. */
  readonly format: string;
  /** Its rows, or its concepts. */
  readonly rows: number;
  readonly terms: number;
  readonly languages: readonly string[];
  /** The language of the source terms. */
  readonly source: string;
  readonly files: readonly ImportedFile[];
  readonly losses: readonly ImportLoss[];
  /** Errors for which nothing was imported. */
  readonly findings: readonly Finding[];
}
