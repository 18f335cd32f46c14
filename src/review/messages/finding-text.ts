import { type Finding, isLint, type Severity, type SourceRef } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { type CheckedFiles, checkedJson } from '../../model/workspace/checked-files.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { legible } from '../format/legible.ts';
import type { Sentence, SentenceToken } from '../format/sentence.ts';
import { counted, groupedDigits, plural, withLineEnds } from '../format/text.ts';
import { BACKUP_WORDING } from './backup-wording.ts';
import { DICTIONARY_WORDING } from './dictionary-wording.ts';
import { detailsOf, type Wordings, worded } from './finding-details.ts';
import { IMPORT_WORDING } from './import-wording.ts';
import { LINT_WORDING } from './lint-wording.ts';
import { PLAN_WORDING } from './plan-wording.ts';
import { STACK_WORDING } from './stack-wording.ts';
import { RESOURCE_WORDING, WORKSPACE_WORDING } from './workspace-wording.ts';

/** The wording of every code. A `Map`, because a code may be the name of a property of every object. */
const WORDINGS: ReadonlyMap<string, Wordings[string]> = new Map(
  [
    WORKSPACE_WORDING,
    RESOURCE_WORDING,
    DICTIONARY_WORDING,
    STACK_WORDING,
    PLAN_WORDING,
    BACKUP_WORDING,
    IMPORT_WORDING,
    LINT_WORDING,
  ].flatMap((wordings) => Object.entries(wordings)),
);

/** The codes that have a wording. */
export const wordedCodes = (): readonly string[] => [...WORDINGS.keys()].sort(byCodeUnit);

/** `file:line:column`, in the form for editors. */
export const placeText = ({ file, line, column }: SourceRef): string => `${visible(file)}:${line}:${column}`;

type Mark = (text: string) => string;

/** `mark`: sets marks around a text that a user may have written. */
function markedMessage(finding: Finding, mark?: Mark): string {
  const wording = finding.wording ?? WORDINGS.get(finding.code);
  const details = detailsOf(finding, (text) => legible(text), mark);
  const message = wording === undefined ? visible(finding.code).replaceAll('-', ' ') : worded(wording, details);
  const related = (finding.related ?? []).map((at) => (mark ?? String)(placeText(at)));
  return related.length === 0 ? message : `${message} (see ${related.join(', ')})`;
}

/**
 * The message of a finding, without place and code. For a code without a wording, which a later version may have
 * written, the message is the code itself.
 */
export const findingMessage = (finding: Finding): string => markedMessage(finding);

/** Private characters, which escaped text cannot contain. */
const [START, END] = ['\ue000', '\ue001'] as const;

/** A text that a user may have written, with the quotes around it. */
const MARKED = /"\ue000([^\ue001]*)\ue001"|\ue000([^\ue001]*)\ue001/gu;

/** A word such as `source`, or a number: a text without any markup. */
const HARMLESS = /^(?:[a-z]+(?:[ -][a-z]+)*|\d{1,9})$/;

/** `findingMessage` as tokens. `max`: maximum number of UTF-16 units of one text in a comment. */
export function findingSentence(finding: Finding, max: number): Sentence {
  const mark: Mark = (text) => (text === '' || HARMLESS.test(text) ? text : `${START}${text}${END}`);
  const tokens: SentenceToken[] = [];
  const marked = markedMessage(finding, mark);
  let end = 0;
  for (const { 0: all, 1: quoted, 2: text = quoted ?? '', index } of marked.matchAll(MARKED)) {
    tokens.push(marked.slice(end, index), { theirs: text, max });
    end = index + all.length;
  }
  return [...tokens, marked.slice(end)];
}

/**
 * `glossaries/legal/en-de.csv:12:1: error: phrase is 1100 bytes in UTF-8, at most 1024 are allowed [phrase-too-long]`.
 * One line, no line end.
 */
export const findingLine = (finding: Finding): string =>
  `${placeText(finding.at)}: ${finding.severity}: ${findingMessage(finding)} [${visible(finding.code)}]`;

/** Sorts by file, line, column and code. Findings that are equal in all four keep their order. */
export const sortedFindings = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort(
    (left, right) =>
      byCodeUnit(left.at.file, right.at.file) ||
      left.at.line - right.at.line ||
      left.at.column - right.at.column ||
      byCodeUnit(left.code, right.code),
  );

/** The order of severities when not all findings are shown: the most severe first. */
export const SEVERITY_RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** The notes with one code: the first note, and the number of notes. */
export interface Notes {
  readonly first: Finding;
  readonly count: number;
}

/**
 * Separates errors and warnings from notes. Errors and warnings are in the order of the files. Notes are grouped by
 * code, so a hundred files with the same note give one group.
 */
export function splitNotes(findings: readonly Finding[]): {
  readonly serious: readonly Finding[];
  readonly notes: readonly Notes[];
} {
  const sorted = sortedFindings(findings);
  const notes = new Map<string, Notes>();
  for (const finding of sorted) {
    if (finding.severity !== 'info') continue;
    const { first = finding, count = 0 } = notes.get(finding.code) ?? {};
    notes.set(finding.code, { first, count: count + 1 });
  }
  return { serious: sorted.filter(({ severity }) => severity !== 'info'), notes: [...notes.values()] };
}

/** `3 notes on the files`, `1 note of the linter`: the heading of notes. */
export function notesTitle(notes: readonly Notes[]): string {
  const all = notes.reduce((sum, { count }) => sum + count, 0);
  return `${counted(all, 'note')} ${notes.every(({ first }) => isLint(first)) ? 'of the linter' : 'on the files'}`;
}

/** A group of notes in one line. */
export const noteLine = ({ first, count }: Notes): string =>
  `${findingLine(first)}${count === 1 ? '' : `, and ${groupedDigits(count - 1)} more of this kind`}`;

/** One line per finding, sorted, each with its line end; empty without findings. */
export const findingsText = (findings: readonly Finding[]): string =>
  withLineEnds(sortedFindings(findings).map(findingLine));

const countOf = (findings: readonly Finding[], severity: Severity): number =>
  findings.filter((finding) => finding.severity === severity).length;

/** `2 errors, 1 warning`. */
export function findingCounts(findings: readonly Finding[]): string {
  const counted = (severity: Severity, noun: string): string => {
    const count = countOf(findings, severity);
    return `${count} ${plural(count, noun, `${noun}s`)}`;
  };
  return `${counted('error', 'error')}, ${counted('warning', 'warning')}`;
}

/** Findings as plain data, sorted, for the JSON output of a command. */
export const findingsData = (findings: readonly Finding[]) =>
  sortedFindings(findings).map((finding) => ({
    code: finding.code,
    severity: finding.severity,
    ...finding.at,
    message: findingMessage(finding),
    related: finding.related ?? [],
    details: finding.details,
    ...(finding.fix !== undefined && { fix: finding.fix }),
  }));

/**
 * One JSON document with a line end: counts, then the findings. `checked`: the checked files, if the command counts
 * them. `more`: additional members of the command's document.
 */
export const findingsJson = (
  findings: readonly Finding[],
  checked?: CheckedFiles,
  more: Readonly<Record<string, unknown>> = {},
): string =>
  jsonText({
    formatVersion: 1,
    ...(checked !== undefined && { checked: checkedJson(checked) }),
    errors: countOf(findings, 'error'),
    warnings: countOf(findings, 'warning'),
    ...more,
    findings: findingsData(findings),
  });
