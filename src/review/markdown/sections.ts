import { type Finding, hasErrors, isLint, type Severity } from '../../model/finding.ts';
import { driftCounts } from '../../plan/counts.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { driftSentence, sameText } from '../drift/drift-text.ts';
import { visible } from '../format/escape.ts';
import type { FileLinks } from '../format/file-links.ts';
import type { Sentence } from '../format/sentence.ts';
import { counted, groupedDigits, linesOf } from '../format/text.ts';
import { lintHead } from '../lint/lint-lines.ts';
import { type Suppressed, suppressedText } from '../lint/lint-text.ts';
import {
  findingCounts,
  findingSentence,
  type Notes,
  notesTitle,
  placeText,
  SEVERITY_RANK,
  splitNotes,
} from '../messages/finding-text.ts';
import { cellCode, code, codeOf, fenced, sentenceMarkdown } from './code.ts';
import { driftGroups } from './drift-groups.ts';
import { groupsMarkdown } from './group-list.ts';
import { placeMarkdown } from './link.ts';
import { type MarkdownOptions, unitsOf, wholeLines } from './options.ts';

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

/** Sentences as a list, as many as fit. */
export function sentenceList(sentences: readonly Sentence[], maxUnits: number, pointer: string): string {
  const lines = sentences.map((sentence) => `- ${sentenceMarkdown(sentence)}`);
  const { shown, hidden } = wholeLines(lines, maxUnits);
  return linesOf(shown, hidden > 0 && `- … and ${counted(hidden, 'more line')}; ${pointer}.`).join('\n');
}

/** The drift: the verdict, and tables of the differences. There is at least one. */
export function driftSection(
  drift: Drift,
  options: MarkdownOptions,
  maxUnits: number,
  pointer: string,
): readonly string[] {
  const verdict = sentenceMarkdown(driftSentence(drift));
  const same = sameText(drift);
  const { theirs, both } = driftCounts(drift);
  const start = `<details${both > 0 ? ' open' : ''}><summary>${counted(theirs + both, 'difference')}</summary>`;
  const room = maxUnits - unitsOf([verdict, start, same, '</details>']);
  const groups = groupsMarkdown(driftGroups(drift, options), room, pointer);
  return linesOf(verdict, start, groups, same !== '' && same, '</details>');
}

const MARKS: Readonly<Record<Severity, string>> = { error: '❌ error', warning: '⚠️ warning', info: 'ℹ️ info' };

const findingsTable = (rows: readonly string[]): string => ['| Severity | Finding |', '|---|---|', ...rows].join('\n');

/** Maximum number of UTF-16 code units of one text in a finding. */
const DETAIL_MAX_UNITS = 200;

/** `more`: text after the place. */
function findingRow(finding: Finding, links: FileLinks | undefined, more = ''): string {
  const place = placeMarkdown(finding.at, links, { show: cellCode });
  const message = sentenceMarkdown(findingSentence(finding, DETAIL_MAX_UNITS), cellCode);
  return `| ${MARKS[finding.severity]} | ${place}${more}<br>${message} (${code(finding.code)}) |`;
}

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

const fileHeading: FindingsHead = (findings) => {
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
  const noteLines = notesMarkdown(notes, options, Math.floor(maxUnits / 4));
  if (serious.length === 0) return noteLines;
  const inOrder = [...serious].sort((one, other) => SEVERITY_RANK[one.severity] - SEVERITY_RANK[other.severity]);
  const rows = inOrder.map((finding) => findingRow(finding, options.links));
  const { shown, hidden } = wholeLines(rows, noteLines.length === 0 ? maxUnits : Math.floor((maxUnits * 3) / 4) - 100);
  const command = serious.every(isLint) ? 'lexform lint' : 'lexform validate';
  return linesOf(
    `**${head(findings)}**`,
    shown.length > 0 && findingsTable(shown),
    hidden > 0 && `… and ${counted(hidden, 'more finding')}; \`${command}\` shows all.`,
    noteLines,
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
    ...tableMarkdown(others, fileHeading, options, share),
    ...tableMarkdown(linted, lintTitle, options, share),
    ...linesOf(notShown !== undefined && `${notShown}.`),
    ...suggestionsMarkdown(findings, share),
  ];
}
