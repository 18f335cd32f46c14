import { type Finding, isLint } from '../../model/finding.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import type { GuardVerdict } from '../../plan/guard/refusal.ts';
import { driftLine, driftLines } from '../drift/drift-text.ts';
import { revealed } from '../format/escape.ts';
import { counted } from '../format/text.ts';
import { lintHead } from '../lint/lint-lines.ts';
import { type NotTold, notToldText } from '../lint/lint-text.ts';
import { findingCounts, findingLine, noteLine, notesTitle, splitNotes } from '../messages/finding-text.ts';
import { allFlags, refusalLines, WOULD_REFUSE } from '../plan/guard-text.ts';
import { bulletList, folded, type Markup, markup, NO_MARKUP, section } from './markup.ts';

/** Longer lists are folded. */
const LINES_OPEN = 20;

/** A box with one line. */
export const noticeLine = (text: string | Markup): Markup => markup`<p class="notice">${text}</p>`;

/** A box with a heading. */
const notice = (id: string, isBad: boolean, heading: string, inside: Markup): Markup =>
  section(id, heading, inside, isBad ? 'notice bad' : 'notice');

/** Maximum number of reasons on the printed summary. */
const REASONS_ON_PAPER = 6;

/** The flags that lift a refusal, with a button that the script shows. */
function flagsMarkup(guard: GuardVerdict | undefined): Markup {
  const flags = allFlags(guard);
  if (flags === '') return NO_MARKUP;
  return markup`<p class="flags">If you intend all of this, rerun with <code id="flags" tabindex="-1">${flags}</code>
<button type="button" id="copy" hidden>Copy the flags</button> <span id="copied" role="status"></span></p>`;
}

/** The reasons why apply would refuse the plan, with the options that lift them. */
export function refusedNotice(guard: GuardVerdict | undefined): Markup {
  const reasons = refusalLines(guard);
  if (reasons.length === 0) return NO_MARKUP;
  const more = reasons.length - REASONS_ON_PAPER;
  const others = more > 0 && markup`<p class="paper">… and ${counted(more, 'more reason')} on the page.</p>`;
  return notice(
    'refused-title',
    true,
    WOULD_REFUSE,
    markup`${bulletList(reasons, 'reasons')}${others}${flagsMarkup(guard)}`,
  );
}

/** The drift, in a box; open if the plan overwrites some of it. Without drift, a line in small print. */
export function driftNotice(drift: Drift | undefined, isUndone = false): Markup {
  if (drift === undefined) return NO_MARKUP;
  if (drift.resources.length === 0) return markup`<p class="meta">${driftLine(drift)}</p>`;
  const [, ...lines] = driftLines(drift, { color: false, full: true });
  const shown = markup`<pre>${lines.join('\n')}</pre>`;
  const details = folded('Show what was changed outside git', shown, isUndone || lines.length <= LINES_OPEN);
  return notice('drift-title', false, driftLine(drift), details);
}

/** Findings: errors and warnings in a box, notes in small print. */
function findingsBox(id: string, findings: readonly Finding[], head: (serious: readonly Finding[]) => string): Markup {
  const { serious, notes } = splitNotes(findings);
  const ofNotes = folded(notesTitle(notes), bulletList(notes.map(noteLine)));
  const meta = notes.length > 0 && markup`<div class="meta">${ofNotes}</div>`;
  const isBad = serious.some(({ severity }) => severity === 'error');
  const lines = folded('Show the findings', bulletList(serious.map(findingLine)), serious.length <= LINES_OPEN);
  return markup`${serious.length > 0 && notice(id, isBad, head(serious), lines)}${meta}`;
}

/**
 * The findings in the files; then those of the linter, in their own box, because the service would accept these texts.
 */
export function findingsNotice(
  findings: readonly Finding[],
  notTold?: NotTold,
  lintTitle: (serious: readonly Finding[]) => string = lintHead,
): Markup {
  const others = findings.filter((finding) => !isLint(finding));
  const ofFiles = findingsBox('findings-title', others, (serious) => `In the files: ${findingCounts(serious)}`);
  const notShown = notToldText(notTold);
  return markup`${ofFiles}${findingsBox('lint-title', findings.filter(isLint), lintTitle)}${
    notShown !== undefined && markup`<p class="meta">${notShown}.</p>`
  }`;
}

/** A line of terminal output. Our own left-to-right marks in it stay; other hidden characters are shown. */
const said = (line: string): string => line.split('\u200e').map(revealed).join('\u200e');

/** The terminal output of a run or a refusal. `guard`: its verdict. */
export function saidNotice(head: string, isBad: boolean, lines: readonly string[], guard?: GuardVerdict): Markup {
  if (lines.length === 0) return NO_MARKUP;
  return notice('said-title', isBad, head, markup`<pre>${lines.map(said).join('\n')}</pre>${flagsMarkup(guard)}`);
}
