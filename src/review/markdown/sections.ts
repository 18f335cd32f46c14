import { type Finding, hasErrors, isLint, type Severity } from '../../model/finding.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { driftCounts } from '../../plan/drift/drift-counts.ts';
import type { GuardVerdict } from '../../plan/guard/refusal.ts';
import { driftLines, driftSentence } from '../drift/drift-text.ts';
import { visible } from '../format/escape.ts';
import type { FileLinks } from '../format/file-links.ts';
import { counted, groupedDigits, linesOf } from '../format/text.ts';
import { lintHead } from '../lint/lint-lines.ts';
import { type Suppressed, suppressedText } from '../lint/lint-text.ts';
import {
  findingCounts,
  findingMessage,
  type Notes,
  notesTitle,
  placeText,
  SEVERITY_RANK,
  splitNotes,
} from '../messages/finding-text.ts';
import { guardReasons, WOULD_REFUSE } from '../plan/guard-text.ts';
import { code, codeOf, fenced, sentenceMarkdown } from './code.ts';
import { placeMarkdown } from './link.ts';
import { type MarkdownOptions, wholeLines } from './options.ts';

/**
 * Lines of terminal text in a fence, as many as fit. A fence needs no escapes, and it keeps the words of the terminal.
 */
export function fencedLines(lines: readonly string[], maxUnits: number, pointer: string): string {
  let { shown } = wholeLines(lines, maxUnits);
  // A fence around a long run of backticks is at least as long as the run.
  while (shown.length > 0 && fenced(shown, 'text').length > maxUnits) shown = shown.slice(0, -1);
  const hidden = lines.length - shown.length;
  return linesOf(
    shown.length > 0 && fenced(shown, 'text'),
    hidden > 0 && `… and ${counted(hidden, 'more line')}; ${pointer}.`,
  ).join('\n\n');
}

/** The reasons why apply would refuse the plan; empty if it would not. */
export function guardMarkdown(guard: GuardVerdict | undefined, maxUnits: number, pointer: string): readonly string[] {
  const reasons = guardReasons(guard);
  if (guard?.kind !== 'refused') return [];
  return [
    `> [!CAUTION]\n> **${WOULD_REFUSE}** for ${counted(guard.refusals.length, 'reason')}.`,
    fencedLines(reasons, maxUnits, pointer),
  ];
}

/** The drift in the words of the terminal: the verdict, and the differences if there are any. */
export function driftSection(drift: Drift, maxUnits: number, pointer: string): readonly string[] {
  const verdict = sentenceMarkdown(driftSentence(drift));
  if (drift.resources.length === 0) return [verdict];
  const lines = driftLines(drift, { color: false }).filter((line) => line !== '');
  const { theirs, both } = driftCounts(drift);
  return [
    verdict,
    `<details${both > 0 ? ' open' : ''}><summary>${counted(theirs + both, 'difference')}</summary>`,
    fencedLines(lines, maxUnits, pointer),
    '</details>',
  ];
}

const MARKS: Readonly<Record<Severity, string>> = { error: '❌ error', warning: '⚠️ warning', info: 'ℹ️ info' };

const findingsTable = (rows: readonly string[]): string =>
  ['| | Place | Finding | Code |', '|---|---|---|---|', ...rows].join('\n');

/** `more`: text after the place. */
const findingRow = (finding: Finding, links: FileLinks | undefined, more = ''): string =>
  `| ${MARKS[finding.severity]} | ${placeMarkdown(finding.at, links)}${more} | ${codeOf(findingMessage(finding))} | ` +
  `${code(finding.code)} |`;

/** Notes by code, folded. */
function notesMarkdown(notes: readonly Notes[], { links }: MarkdownOptions, maxUnits: number): readonly string[] {
  const rows = notes.map(({ first, count }) =>
    findingRow(first, links, count === 1 ? '' : ` and ${groupedDigits(count - 1)} more`),
  );
  const { shown } = wholeLines(rows, maxUnits);
  if (shown.length === 0) return [];
  return [`<details><summary>${notesTitle(notes)}</summary>`, findingsTable(shown), '</details>'];
}

/** The lines of files after a fix. In a review of that line, GitHub offers to commit them. */
function suggestionsMarkdown(findings: readonly Finding[], maxUnits: number): readonly string[] {
  const blocks = findings.flatMap(({ at, fix }) =>
    // A line with hidden characters would be committed without them.
    fix?.line === undefined || visible(fix.line) !== fix.line
      ? []
      : [`${codeOf(placeText(at))}\n\n${fenced([fix.line], 'suggestion')}\n`],
  );
  const { shown } = wholeLines(blocks, maxUnits);
  if (shown.length === 0) return [];
  return [`<details><summary>${counted(shown.length, 'suggested edit')}</summary>`, ...shown, '</details>'];
}

/** Makes the heading of findings. */
type FindingsHead = (findings: readonly Finding[]) => string;

const ofFiles: FindingsHead = (findings) => {
  const files = new Set(findings.filter(({ severity }) => severity !== 'info').map(({ at }) => at.file)).size;
  const sent = hasErrors(findings) ? '; nothing was sent' : '';
  return `${findingCounts(findings)} in ${counted(files, 'file')}${sent}`;
};

/** A table of findings, errors first, as many whole rows as fit; then the notes. */
function tableMarkdown(
  findings: readonly Finding[],
  head: FindingsHead,
  options: MarkdownOptions,
  maxUnits: number,
): readonly string[] {
  const { serious, notes } = splitNotes(findings);
  const ofNotes = notesMarkdown(notes, options, Math.floor(maxUnits / 4));
  if (serious.length === 0) return ofNotes;
  const inOrder = [...serious].sort((one, other) => SEVERITY_RANK[one.severity] - SEVERITY_RANK[other.severity]);
  const rows = inOrder.map((finding) => findingRow(finding, options.links));
  const { shown, hidden } = wholeLines(rows, ofNotes.length === 0 ? maxUnits : Math.floor((maxUnits * 3) / 4) - 100);
  const command = serious.every(isLint) ? 'lexform lint' : 'lexform validate';
  return linesOf(
    `**${head(findings)}**`,
    shown.length > 0 && findingsTable(shown),
    hidden > 0 && `… and ${counted(hidden, 'more finding')}; \`${command}\` shows all.`,
    ofNotes,
  );
}

/**
 * A table of findings with their places, then one for the linter, because the service would accept those texts, with
 * the numbers of findings that are not reported; and the lines after fixes. `lintTitle`: makes the heading of lint
 * findings.
 */
export function findingsMarkdown(
  findings: readonly Finding[],
  options: MarkdownOptions,
  maxUnits: number,
  {
    lintTitle = lintHead,
    suppressed,
  }: { readonly lintTitle?: FindingsHead; readonly suppressed?: Suppressed | undefined } = {},
): readonly string[] {
  const linted = findings.filter(isLint);
  const others = findings.filter((finding) => !isLint(finding));
  const notShown = suppressedText(suppressed);
  const share = linted.length === 0 ? maxUnits : Math.floor(maxUnits / 3);
  return [
    ...tableMarkdown(others, ofFiles, options, share),
    ...tableMarkdown(linted, lintTitle, options, share),
    ...linesOf(notShown !== undefined && `${notShown}.`),
    ...suggestionsMarkdown(findings, share),
  ];
}
