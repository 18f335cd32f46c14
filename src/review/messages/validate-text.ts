import { type Finding, hasErrors, isLint } from '../../model/finding.ts';
import type { CheckedCount, CheckedFiles } from '../../model/workspace/checked-files.ts';
import { type Sentence, say, sentenceText } from '../format/sentence.ts';
import { counted, firstItems, listed, plural, withLineEnds } from '../format/text.ts';
import { findingCounts, findingsText, noteLine, splitNotes } from './finding-text.ts';

/** The step that a command skips because of errors: sending to the service, or writing files. */
export type NotDone = 'sent' | 'written';

/** The remedy for an error of a lint rule, which stops `validate`, `plan` and `apply`. */
const LINT_REMEDY =
  'An error of a lint rule stops validate, plan and apply. Fix the text (lexform lint --fix), waive the error with a ' +
  'reason (lint: waive), or accept it (lexform lint --update-baseline).\n';

const countsText = (counts: readonly CheckedCount[]): readonly string[] =>
  counts.map(({ count, one, many }) => counted(count, one, many));

/** Number of targets whose numbers are listed. */
const TARGETS_LISTED_MAX = 5;

/**
 * `Checked 6 files: 1 glossary, 2 dictionaries, 240 terms, 1 style list.`, then a sentence for each target that has
 * fewer, and one for the resources that no target has.
 */
export function checkedSentences({ files, counts, onTargets, notCounted }: CheckedFiles): readonly Sentence[] {
  const there = [...(onTargets ?? [])];
  const shown = firstItems(there, TARGETS_LISTED_MAX);
  const hidden = there.length - shown.length;
  return [
    say`Checked ${counted(files, 'file')}: ${countsText(counts).join(', ')}.`,
    ...shown.map(([theirs, on]) => say`On ${{ theirs }}: ${countsText(on).join(', ')}.`),
    ...(hidden > 0 ? [say`${counted(hidden, 'more target')} ${plural(hidden, 'has', 'have')} fewer, too.`] : []),
    ...(notCounted === undefined
      ? []
      : [
          say`Not counted: ${listed(countsText(notCounted))} that no target has. Content that others inherit counts
            there.`,
        ]),
  ];
}

/**
 * One line for each error and warning, in the order of the files, then one for each kind of note. The last lines
 * contain the rows that are held back, and the numbers of findings and checked files. If there are errors, they name
 * the skipped step: `notDone`.
 */
export function validateText(
  findings: readonly Finding[],
  checked?: CheckedFiles,
  heldBack: readonly string[] = [],
  notDone: NotDone = 'sent',
): string {
  const heldBackPart = heldBack.map((line) => `${line}\n`).join('');
  const scope = checked === undefined ? '' : heldBackPart + withLineEnds(checkedSentences(checked).map(sentenceText));
  if (findings.length === 0) return `No findings.\n${scope}`;
  const files = new Set(findings.map(({ at }) => at.file)).size;
  const counts = `${findingCounts(findings)} in ${counted(files, 'file')}`;
  const { serious, notes } = splitNotes(findings);
  const lines = `${findingsText(serious)}${notes.map((note) => `${noteLine(note)}\n`).join('')}`;
  const remedy = serious.some((each) => each.severity === 'error' && isLint(each)) ? LINT_REMEDY : '';
  return `${lines}${remedy}${hasErrors(findings) ? `${counts}; nothing was ${notDone}\n` : `${counts}\n`}${scope}`;
}

/** Only the errors; empty without errors. */
export function errorsText(findings: readonly Finding[], notDone?: NotDone): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return errors.length === 0 ? '' : validateText(errors, undefined, [], notDone);
}
