import type { OtherNotes, OtherNotesRow } from '../../model/entries/other-notes.ts';
import type { Plan, Since } from '../../model/plan/plan.ts';
import { shown, visible } from '../format/escape.ts';
import { counted, groupedDigits, listed, plural } from '../format/text.ts';
import { fieldText } from '../values/held-back-text.ts';

type Part = Pick<Plan, 'only' | 'since'>;

/** True for a plan of which `--since` has left something out, or may have. */
export const isPart = (plan: Part): plan is Part & { readonly since: Since } =>
  plan.since !== undefined && plan.since.because === undefined;

/** ` (only glossary.product)`, ` (only what changed since main)`: what narrowed a plan; empty: nothing did. */
export function narrowedText(plan: Part): string {
  if (isPart(plan)) return ` (only what changed since ${visible(plan.since.ref)})`;
  const { only } = plan;
  return only.length === 0 ? '' : ` (only ${listed(only.map(visible))})`;
}

/** `main (merge base 1a2b3c4)` */
const comparedText = ({ ref, base }: Pick<Since, 'ref' | 'base'>, code: (text: string) => string): string =>
  `${code(ref)} (merge base ${visible(base.slice(0, 7))})`;

/** What is left out, and how to see it. `code`: how a text of others is shown. */
export function sinceText(since: Since, code: (text: string) => string = visible): string {
  const { leftOut, because } = since;
  const compared = comparedText(since, code);
  if (because !== undefined) return `${code(because)} changed since ${compared}, so every resource was planned.`;
  const whose = `whose files did not change since ${compared}`;
  return leftOut === 0
    ? `No resource was left out: there is none ${whose}.`
    : `Left out: ${counted(leftOut, 'resource')} ${whose}. Without --since, the plan has them.`;
}

/** The same of a check of the files. `notShown`: findings about what is left out. */
export function checkedSinceText(since: Since, notShown: number): string {
  const { leftOut, because } = since;
  const compared = comparedText(since, visible);
  if (because !== undefined)
    return `${visible(because)} changed since ${compared}, so the findings about every resource are shown.`;
  const hidden = `${counted(notShown, 'finding')} about ${counted(leftOut, 'resource')}`;
  return `Not shown: ${hidden} whose files did not change since ${compared}. Without --since, all are shown.`;
}

/** `3 rows have other notes; nothing of them is sent`: words of ours alone. */
export const otherNotesText = ({ rows }: OtherNotes): string =>
  `${counted(rows, 'row')} ${plural(rows, 'has', 'have')} other notes; nothing of them is sent`;

/** `house → Haus (note: old → new)`: one row. `show`: how text of the files is shown. */
const notesRowText = ({ source, target, fields }: OtherNotesRow, show: (text: string) => string): string =>
  `${show(source)} → ${show(target)} (${fields.map((field) => fieldText(field, show)).join('; ')})`;

/** At most so many rows, each made by `row`, and at the end how many more there are. */
function firstRows({ rows, listed: all }: OtherNotes, max: number, row: (each: OtherNotesRow) => string) {
  const names = all.slice(0, max).map(row);
  const more = rows - names.length;
  return [...names, ...(more > 0 ? [`… and ${groupedDigits(more)} more`] : [])];
}

/** Rows that a comment names where the others are only counted. */
const NAMED_ROWS = 3;

/** The count and the first rows as a sentence. `show`: how text of the files is shown. */
export const otherNotesSentence = (notes: OtherNotes, show: (text: string) => string): string =>
  `${otherNotesText(notes)}: ${firstRows(notes, NAMED_ROWS, (row) => notesRowText(row, show)).join(', ')}.`;

/** Rows of a plan on a terminal that are named without being asked for. */
const LISTED_ROWS = 10;

/** The count, and below it each row with its place: the first ones, or with `full` all that are listed. */
export function otherNotesLines(notes: OtherNotes, full: boolean): readonly string[] {
  const line = (row: OtherNotesRow): string => `${visible(row.at.file)}:${row.at.line}  ${notesRowText(row, shown)}`;
  const lines = firstRows(notes, full ? Number.POSITIVE_INFINITY : LISTED_ROWS, line);
  return [`${otherNotesText(notes)}:`, ...lines.map((each) => `  ${each}`)];
}
