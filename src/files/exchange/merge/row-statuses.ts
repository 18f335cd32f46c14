import type { SentStatus } from '../../../model/entries/held-back.ts';
import { TERM_STATUSES } from '../../../model/entries/term-status.ts';
import type { FileForm } from '../../../model/file-form.ts';
import { isSentStatus } from '../../dictionary/sent-rows.ts';
import { rowStatus, type TermRow } from './term-rows.ts';

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
