import type { OtherNotes, OtherNotesRow } from '../../model/entries/term-fields.ts';
import type { Since } from '../../model/plan/plan.ts';
import { visible } from '../format/escape.ts';
import { joinedTokens, type Sentence, say, sentenceText } from '../format/sentence.ts';
import { counted, firstItems, groupedDigits, plural } from '../format/text.ts';
import { optionName } from '../messages/option-name.ts';
import { fieldTokens, phraseToken } from '../values/held-back-text.ts';

/** `main (merge base 1a2b3c4)` */
const comparedTokens = ({ ref, base }: Pick<Since, 'ref' | 'base'>): Sentence =>
  say`${{ theirs: ref, max: 100 }} (merge base ${{ theirs: base.slice(0, 7) }})`;

/**
 * A sentence about the left-out resources, and how to see them. `labels`: in the GitHub Action, those that consent to
 * deletions.
 */
export function sinceSentence(since: Since, labels?: readonly string[]): Sentence {
  const { leftOut, because } = since;
  const compared = comparedTokens(since);
  if (because !== undefined)
    return say`${{ theirs: because, max: 100 }} changed since ${compared}, so every resource was planned.`;
  const whose = say`whose files did not change since ${compared}`;
  return leftOut === 0
    ? say`No resource was left out: there is none ${whose}.`
    : say`Left out: ${counted(leftOut, 'resource')} ${whose}. Without
        ${optionName('--since', labels)}, the plan has them.`;
}

/** Like `sinceSentence`, for a check of the files. `notShown`: number of findings about omitted resources. */
export function checkedSinceText(since: Since, notShown: number, labels?: readonly string[]): string {
  const { leftOut, because } = since;
  const compared = sentenceText(comparedTokens(since));
  if (because !== undefined)
    return `${visible(because)} changed since ${compared}, so the findings about every resource are shown.`;
  const hidden = `${counted(notShown, 'finding')} about ${counted(leftOut, 'resource')}`;
  const without = `Without ${optionName('--since', labels)}, all are shown.`;
  return `Not shown: ${hidden} whose files did not change since ${compared}. ${without}`;
}

/** `3 rows have other notes; nothing of them is sent`: contains only our own words. */
export const otherNotesText = ({ rows }: OtherNotes): string =>
  `${counted(rows, 'row')} ${plural(rows, 'has', 'have')} other notes; nothing of them is sent`;

/** `house → Haus (note: old → new)`: one row. */
const notesRow = ({ source, target, fields }: OtherNotesRow): Sentence =>
  say`${phraseToken(source)} → ${phraseToken(target)} (${joinedTokens(fields.map(fieldTokens), '; ')})`;

/** The first rows, at most `max`, and a last item with the number of the others. */
function firstRows({ rows, listed: all }: OtherNotes, max: number, row: (each: OtherNotesRow) => Sentence) {
  const names = firstItems(all, max, rows).map(row);
  const more = rows - names.length;
  return [...names, ...(more > 0 ? [say`… and ${groupedDigits(more)} more`] : [])];
}

/** Number of rows that a comment names. */
const NAMED_ROWS = 3;

/** The count and the first rows. */
export const otherNotesSentence = (notes: OtherNotes): Sentence =>
  say`${otherNotesText(notes)}: ${joinedTokens(firstRows(notes, NAMED_ROWS, notesRow), ', ')}.`;

/** Number of rows that a terminal lists without `full`. */
const LISTED_ROWS = 10;

/** The count, and below it rows with their places: the first ones, or with `full` all listed ones. */
export function otherNotesLines(notes: OtherNotes, full: boolean): readonly string[] {
  const line = (row: OtherNotesRow): Sentence => say`${{ theirs: row.at.file }}:${row.at.line}  ${notesRow(row)}`;
  const lines = firstRows(notes, full ? Number.POSITIVE_INFINITY : LISTED_ROWS, line);
  return [`${otherNotesText(notes)}:`, ...lines.map((each) => `  ${sentenceText(each)}`)];
}
