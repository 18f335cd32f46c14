import { type Finding, hasErrors, isLint, type Severity } from '../../model/finding.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { driftCounts } from '../../plan/drift/drift-counts.ts';
import { driftSentence, sameText } from '../drift/drift-text.ts';
import { visible } from '../format/escape.ts';
import type { FileLinks } from '../format/file-links.ts';
import type { Sentence } from '../format/sentence.ts';
import { counted, groupedDigits, linesOf } from '../format/text.ts';
import { lintHead } from '../lint/lint-lines.ts';
import { type NotTold, notToldText } from '../lint/lint-text.ts';
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
import { fitGroups, OPEN_UP_TO } from './fit.ts';
import { placeMarkdown } from './link.ts';
import { type MarkdownOptions, unitsOf, wholeLines } from './options.ts';

/**
 * Lines of a text version in a fence, as many as there is room for. A fence costs no escapes, and its words are those
 * of the terminal.
 */
export function fencedLines(lines: readonly string[], maxUnits: number, pointer: string): string {
  let { shown } = wholeLines(lines, maxUnits);
  // A fence around long runs of backticks is as long as they are.
  while (shown.length > 0 && fenced(shown, 'text').length > maxUnits) shown = shown.slice(0, -1);
  const hidden = lines.length - shown.length;
  return linesOf(
    shown.length > 0 && fenced(shown, 'text'),
    hidden > 0 && `… and ${counted(hidden, 'more line')}; ${pointer}.`,
  ).join('\n\n');
}

/** Sentences as a list, as many as there is room for. */
export function sentenceList(sentences: readonly Sentence[], maxUnits: number, pointer: string): string {
  const lines = sentences.map((sentence) => `- ${sentenceMarkdown(sentence)}`);
  const { shown, hidden } = wholeLines(lines, maxUnits);
  return linesOf(shown, hidden > 0 && `- … and ${counted(hidden, 'more line')}; ${pointer}.`).join('\n');
}

/** Room for the line that counts what is not shown. */
const REST_UNITS = 150;

/** What was changed outside git: the verdict, and tables of the differences where there are any. */
export function driftSection(
  drift: Drift,
  options: MarkdownOptions,
  maxUnits: number,
  pointer: string,
): readonly string[] {
  const verdict = sentenceMarkdown(driftSentence(drift));
  if (drift.resources.length === 0) return [verdict];
  const same = sameText(drift);
  const { theirs, both } = driftCounts(drift);
  const start = `<details${both > 0 ? ' open' : ''}><summary>${counted(theirs + both, 'difference')}</summary>`;
  const room = maxUnits - unitsOf([verdict, start, same, '</details>']) - REST_UNITS;
  const { text, hiddenGroups } = fitGroups(driftGroups(drift, options), {
    budget: room,
    openUpTo: OPEN_UP_TO,
    pointer,
  });
  const rest = hiddenGroups > 0 && `… and ${counted(hiddenGroups, 'more group')} of differences; ${pointer}.`;
  return linesOf(verdict, start, text !== '' && text, rest, same !== '' && same, '</details>');
}

const MARKS: Readonly<Record<Severity, string>> = { error: '❌ error', warning: '⚠️ warning', info: 'ℹ️ info' };

const findingsTable = (rows: readonly string[]): string => ['| Severity | Finding |', '|---|---|', ...rows].join('\n');

/** Maximum of UTF-16 code units of one text in a finding. */
const DETAIL_MAX_UNITS = 200;

/** `more`: what stands behind the place. */
function findingRow(finding: Finding, links: FileLinks | undefined, more = ''): string {
  const place = placeMarkdown(finding.at, links, { show: cellCode });
  const message = sentenceMarkdown(findingSentence(finding, DETAIL_MAX_UNITS));
  return `| ${MARKS[finding.severity]} | ${place}${more}<br>${message} (${code(finding.code)}) |`;
}

/** What is only noted, kind by kind, folded away. */
function notesMarkdown(notes: readonly Notes[], { links }: MarkdownOptions, maxUnits: number): readonly string[] {
  const rows = notes.map(({ first, count }) =>
    findingRow(first, links, count === 1 ? '' : ` and ${groupedDigits(count - 1)} more`),
  );
  const { shown } = wholeLines(rows, maxUnits);
  if (shown.length === 0) return [];
  return [`<details><summary>${notesTitle(notes)}</summary>`, findingsTable(shown), '</details>'];
}

/** The lines of files after a fix, which GitHub offers to commit where they stand in a review of that line. */
function suggestionsMarkdown(findings: readonly Finding[], maxUnits: number): readonly string[] {
  const blocks = findings.flatMap(({ at, fix }) =>
    // A line with characters that hide would be committed without them.
    fix?.line === undefined || visible(fix.line) !== fix.line
      ? []
      : [`${codeOf(placeText(at))}\n\n${fenced([fix.line], 'suggestion')}\n`],
  );
  const { shown } = wholeLines(blocks, maxUnits);
  if (shown.length === 0) return [];
  return [`<details><summary>${counted(shown.length, 'suggested edit')}</summary>`, ...shown, '</details>'];
}

/** What is said above findings. */
type FindingsHead = (findings: readonly Finding[]) => string;

const ofFiles: FindingsHead = (findings) => {
  const files = new Set(findings.filter(({ severity }) => severity !== 'info').map(({ at }) => at.file)).size;
  const sent = hasErrors(findings) ? '; nothing was sent' : '';
  return `${findingCounts(findings)} in ${counted(files, 'file')}${sent}`;
};

/** A table of findings, errors first, as many whole rows as there is room for; then what is only noted. */
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
 * A table of what was found, each with its place, then one of what the linter found, apart from what the service would
 * refuse, with what it found and is not told; and the lines after the fixes. `lintTitle`: what is said above the
 * findings of the linter.
 */
export function findingsMarkdown(
  findings: readonly Finding[],
  options: MarkdownOptions,
  maxUnits: number,
  { lintTitle = lintHead, notTold }: { readonly lintTitle?: FindingsHead; readonly notTold?: NotTold | undefined } = {},
): readonly string[] {
  const linted = findings.filter(isLint);
  const others = findings.filter((finding) => !isLint(finding));
  const notShown = notToldText(notTold);
  const share = linted.length === 0 ? maxUnits : Math.floor(maxUnits / 3);
  return [
    ...tableMarkdown(others, ofFiles, options, share),
    ...tableMarkdown(linted, lintTitle, options, share),
    ...linesOf(notShown !== undefined && `${notShown}.`),
    ...suggestionsMarkdown(findings, share),
  ];
}
