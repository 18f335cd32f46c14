import type { Finding } from '../model/finding.ts';
import type { ImportLoss } from './losses.ts';
import type { RowChange } from './merge/merge-table.ts';

/** What an import did to one file of the workspace. */
export interface ImportedFile {
  readonly file: string;
  readonly changes: readonly RowChange[];
  readonly unchanged: number;
  readonly heldBack: number;
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
