import type { Choice, HeldBackRow, SentStatus } from '../../model/entries/held-back.ts';
import type { TermFields } from '../../model/entries/term-fields.ts';
import { TERM_STATUSES, type TermStatus } from '../../model/entries/term-status.ts';
import type { SourceRef } from '../../model/finding.ts';
import { grouped } from '../../model/lists.ts';
import { chooseLine } from './column-use.ts';

/** The statuses of rows that are sent by default, without `send:`. */
export const SENT_BY_DEFAULT: readonly SentStatus[] = ['none', 'preferred', 'approved', 'draft'];

/** True for a row that is sent because of its status. `hasColumn`: its file has a column of statuses. */
export function isSentStatus(fields: TermFields | undefined, hasColumn: boolean, send = SENT_BY_DEFAULT): boolean {
  const status = fields?.status ?? 'none';
  return send.includes(status) || (status === 'none' && !hasColumn);
}

/**
 * The status that a new row needs in order to be sent: the weakest in `send`. `undefined`: a row without a status is
 * sent.
 */
export const statusOfNewRow = (hasColumn: boolean, send = SENT_BY_DEFAULT): TermStatus | undefined =>
  isSentStatus(undefined, hasColumn, send) ? undefined : TERM_STATUSES.findLast((status) => send.includes(status));

/** The facts that decide which of several rows with one source phrase is sent. */
export interface Choosable {
  readonly preferred: boolean;
  /** Required, even if the row has none: a copy with one more member would cost more than the rest of the row. */
  readonly fields: TermFields | undefined;
}

/** One row as a candidate for one dictionary. */
export interface CandidateRow extends Choosable {
  readonly source: string;
  readonly target: string;
  readonly line: number;
  readonly column: number;
  readonly targetColumn: number;
}

/** A part of speech in one spelling, as in a `Choice`. */
export const plainPos = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** The rank of a row by a choice: the row with the lowest rank is sent. */
function rankOf({ fields }: Choosable, choice: Exclude<Choice, { readonly kind: 'first' }>): number {
  if (choice.kind === 'status') return TERM_STATUSES.indexOf(fields?.status ?? 'approved');
  const place = choice.order.indexOf(plainPos(fields?.partOfSpeech ?? ''));
  return place < 0 ? choice.order.length : place;
}

/**
 * The rows to send, of those with one source phrase in file order. If exactly one is marked preferred, it is that row.
 * Otherwise `choose` decides among the marked rows, or among all if none is marked. Several rows in the result are
 * duplicates, or a tie.
 */
export function chosenOf<Row extends Choosable>(rows: readonly Row[], choose: Choice | undefined): readonly Row[] {
  if (rows.length < 2) return rows;
  const marked = rows.filter(({ preferred }) => preferred);
  if (marked.length === 1) return marked;
  if (choose === undefined) return rows;
  const among = marked.length === 0 ? rows : marked;
  if (choose.kind === 'first') return among.slice(0, 1);
  const best = Math.min(...among.map((row) => rankOf(row, choose)));
  return among.filter((row) => rankOf(row, choose) === best);
}

/** A row that is not sent, with its details for a report. */
export const unsentRow = (
  { source, target, fields }: Pick<CandidateRow, 'source' | 'target' | 'fields'>,
  at: SourceRef,
  by?: HeldBackRow['by'],
): HeldBackRow => ({
  source,
  target,
  at,
  ...(by === undefined ? { reason: 'status' } : { reason: 'choice', by }),
  ...(fields?.status !== undefined && { status: fields.status }),
  ...(fields?.partOfSpeech !== undefined && { partOfSpeech: fields.partOfSpeech }),
});

/**
 * The rows of one dictionary that are sent, and the rows that are not because another row with their source phrase is.
 */
export function chooseRows(
  candidates: readonly CandidateRow[],
  choose: Choice | undefined,
  file: string,
): { readonly sent: readonly CandidateRow[]; readonly heldBack: readonly HeldBackRow[] } {
  if (choose === undefined && !candidates.some(({ preferred }) => preferred)) return { sent: candidates, heldBack: [] };
  const by = new Map<CandidateRow, HeldBackRow['by']>();
  for (const same of grouped(candidates, ({ source }) => source).values()) {
    const sent = chosenOf(same, choose);
    const isMarked = same.some(({ preferred }) => preferred);
    for (const row of same)
      if (!sent.includes(row)) by.set(row, isMarked && !row.preferred ? 'preferred' : choose?.kind);
  }
  return {
    sent: candidates.filter((row) => !by.has(row)),
    heldBack: [...by].map(([row, reason]) => unsentRow(row, { file, line: row.line, column: row.column }, reason)),
  };
}

/** The `choose:` that would distinguish two rows with one source phrase; empty if no choice can. */
export function choiceOffer(first: TermFields = {}, second: TermFields = {}): { readonly offer?: string } {
  const pos = [first, second].map(({ partOfSpeech }) => plainPos(partOfSpeech ?? ''));
  if (pos[0] !== pos[1]) return { offer: chooseLine(pos.filter((each) => each !== '')) };
  const [one, other] = [first, second].map((fields) => rankOf({ preferred: false, fields }, { kind: 'status' }));
  return one === other ? {} : { offer: 'choose: status' };
}
