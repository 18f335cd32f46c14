import { type Finding, isLint } from '../../model/finding.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import type { GuardVerdict } from '../../plan/guard/refusal.ts';
import { driftLine, driftLines } from '../drift/drift-text.ts';
import { revealed } from '../format/escape.ts';
import { counted } from '../format/text.ts';
import { lintHead } from '../lint/lint-lines.ts';
import { findingCounts, findingLine, noteLine, splitNotes } from '../messages/finding-text.ts';
import { guardReasons, WOULD_REFUSE } from '../plan/guard-text.ts';
import { bulletList, folded, type Markup, markup, NO_MARKUP, section } from './markup.ts';

/** More lines than these are folded away. */
const LINES_OPEN = 20;

/** A box with a heading. */
const notice = (id: string, isBad: boolean, heading: string, inside: Markup): Markup =>
  section(id, heading, inside, isBad ? 'notice bad' : 'notice');

/** Why apply would refuse the plan. */
export function refusedNotice(guard: GuardVerdict | undefined): Markup {
  const reasons = guardReasons(guard);
  return reasons.length === 0 ? NO_MARKUP : notice('refused-title', true, WOULD_REFUSE, bulletList(reasons));
}

/** The drift, in a box. When there is none, a line in small print says so. */
export function driftNotice(drift: Drift | undefined): Markup {
  if (drift === undefined) return NO_MARKUP;
  if (drift.resources.length === 0) return markup`<p class="meta">${driftLine(drift)}</p>`;
  const [, ...lines] = driftLines(drift, { color: false, full: true });
  const shown = markup`<pre>${lines.join('\n')}</pre>`;
  const details = folded('Show what was changed outside git', shown, lines.length <= LINES_OPEN);
  return notice('drift-title', false, driftLine(drift), details);
}

/** Findings: errors and warnings in a box, notes in small print. */
function findingsBox(id: string, findings: readonly Finding[], head: (serious: readonly Finding[]) => string): Markup {
  const { serious, notes } = splitNotes(findings);
  const noted = notes.reduce((sum, { count }) => sum + count, 0);
  const ofNotes = folded(`${counted(noted, 'note')} on the files`, bulletList(notes.map(noteLine)));
  const meta = notes.length > 0 && markup`<div class="meta">${ofNotes}</div>`;
  const isBad = serious.some(({ severity }) => severity === 'error');
  const lines = folded('Show the findings', bulletList(serious.map(findingLine)), serious.length <= LINES_OPEN);
  return markup`${serious.length > 0 && notice(id, isBad, head(serious), lines)}${meta}`;
}

/** The findings in the files; then those of the linter, apart from what the service would refuse. */
export function findingsNotice(
  findings: readonly Finding[],
  lintTitle: (serious: readonly Finding[]) => string = lintHead,
): Markup {
  const others = findings.filter((finding) => !isLint(finding));
  const ofFiles = findingsBox('findings-title', others, (serious) => `In the files: ${findingCounts(serious)}`);
  return markup`${ofFiles}${findingsBox('lint-title', findings.filter(isLint), lintTitle)}`;
}

/** A line that was worded for a terminal. It has our own left-to-right marks; other hidden characters are shown. */
const said = (line: string): string => line.split('\u200e').map(revealed).join('\u200e');

/** The lines that a run or a refusal prints on a terminal. */
export function saidNotice(head: string, isBad: boolean, lines: readonly string[]): Markup {
  if (lines.length === 0) return NO_MARKUP;
  return notice('said-title', isBad, head, markup`<pre>${lines.map(said).join('\n')}</pre>`);
}
