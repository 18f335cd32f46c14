import type { Finding } from '../../model/finding.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import type { GuardVerdict } from '../../plan/guard/refusal.ts';
import { driftLine, driftText } from '../drift/drift-text.ts';
import { revealed } from '../format/escape.ts';
import { counted } from '../format/plural.ts';
import { findingCounts, findingLine, noteLine, splitNotes } from '../messages/finding-text.ts';
import { guardText } from '../plan/guard-text.ts';
import { type Markup, markup, NO_MARKUP } from './markup.ts';

/** More lines than these are folded away. */
const LINES_OPEN = 20;

/** `open`, as an attribute, unless there is too much to show at once. */
const openUpTo = (lines: number): Markup => ({ html: lines > LINES_OPEN ? '' : ' open' });

/** A box with a heading. `id`: of the heading. */
const notice = (id: string, style: string, head: string, inside: Markup): Markup =>
  markup`<section class="${style}" aria-labelledby="${id}"><h2 id="${id}">${head}</h2>${inside}</section>`;

const list = (lines: readonly string[]): Markup => markup`<ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul>`;

/** Why apply would refuse the plan. */
export function refusedNotice(guard: GuardVerdict | undefined): Markup {
  if (guard === undefined || guard.kind === 'allowed') return NO_MARKUP;
  const [head = '', ...reasons] = guardText(guard).trimEnd().split('\n');
  return notice('refused-title', 'notice bad', head.replace(/:$/, ''), list(reasons.map((reason) => reason.trim())));
}

/** What somebody has changed outside git; that nobody has is small print. */
export function driftNotice(drift: Drift | undefined): Markup {
  if (drift === undefined) return NO_MARKUP;
  if (drift.resources.length === 0) return markup`<p class="meta">${driftLine(drift)}</p>`;
  const [, ...lines] = driftText(drift, { color: false, full: true }).trim().split('\n');
  return notice(
    'drift-title',
    'notice',
    driftLine(drift),
    markup`<details${openUpTo(lines.length)}><summary>Show what was changed outside git</summary><pre>${lines.join('\n').trim()}</pre></details>`,
  );
}

/** What was found in the files: errors and warnings in a box, what is only noted in small print. */
export function findingsNotice(findings: readonly Finding[]): Markup {
  const { serious, notes } = splitNotes(findings);
  const noted = notes.reduce((sum, { count }) => sum + count, 0);
  const ofNotes =
    notes.length === 0
      ? NO_MARKUP
      : markup`<details class="meta"><summary>${counted(noted, 'note')} on the files</summary>${list(notes.map(noteLine))}</details>`;
  if (serious.length === 0) return ofNotes;
  const style = serious.some(({ severity }) => severity === 'error') ? 'notice bad' : 'notice';
  const lines = serious.map(findingLine);
  return markup`${notice(
    'findings-title',
    style,
    `In the files: ${findingCounts(serious)}`,
    markup`<details${openUpTo(lines.length)}><summary>Show what was found</summary>${list(lines)}</details>`,
  )}${ofNotes}`;
}

/** What was worded for a terminal has left-to-right marks of ours; nothing else in it may hide. */
const said = (line: string): string => line.split('\u200e').map(revealed).join('\u200e');

/** What a run or a refusal has to say, line by line as on a terminal. */
export function saidNotice(head: string, isBad: boolean, lines: readonly string[]): Markup {
  if (lines.length === 0) return NO_MARKUP;
  return notice('said-title', isBad ? 'notice bad' : 'notice', head, markup`<pre>${lines.map(said).join('\n')}</pre>`);
}
