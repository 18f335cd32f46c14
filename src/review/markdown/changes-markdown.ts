import type { Comparison } from '../../plan/compare/comparison.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { comparisonChanges } from '../compare/comparison-changes.ts';
import { comparisonLine, comparisonNotes, type FailedTarget } from '../compare/comparison-text.ts';
import { type Conflict, conflictSides, driftChanges, driftConflicts } from '../drift/drift-changes.ts';
import { driftLine, sameText } from '../drift/drift-text.ts';
import { visible } from '../format/escape.ts';
import { counted, linesOf, listed } from '../format/text.ts';
import { errorBody } from '../messages/error-text.ts';
import { valueName } from '../plan/value-words.ts';
import { phrase, wordChange } from '../plan/word-change.ts';
import { code, codeOf, PAINTS, shortCode } from './code.ts';
import { fitGroups, type Group, hiddenMarkdown, NOTICE_UNITS, OPEN_UP_TO } from './fit.ts';
import { planGroups } from './groups.ts';
import { placeMarkdown } from './link.ts';
import { budgetOf, document, type MarkdownOptions, pointerOf, unitsOf } from './options.ts';
import { fencedLines } from './sections.ts';
import { inMarkdown } from './target.ts';

/** A heading, paragraphs and as many rows of the groups as fit, as a document within its budget. */
function fittedDocument(
  {
    before,
    groups,
    pointer,
  }: { readonly before: readonly string[]; readonly groups: readonly Group[]; readonly pointer: string },
  options: MarkdownOptions,
): string {
  const budget = budgetOf(options) - unitsOf(before) - NOTICE_UNITS;
  const fitted = fitGroups(groups, { budget, openUpTo: OPEN_UP_TO, pointer });
  return document(linesOf(before, hiddenMarkdown(fitted, pointer), fitted.text !== '' && fitted.text));
}

/** Most UTF-16 code units of an address. */
const ADDRESS_MAX_UNITS = 100;

/** The conflicts, each with its three sides, before everything else. */
function conflictGroup(conflicts: readonly Conflict[], { links }: MarkdownOptions): readonly Group[] {
  if (conflicts.length === 0) return [];
  const rows = conflicts.map(({ address, value }) => ({
    loses: false,
    ...(value.at !== undefined && { at: value.at }),
    cells: () => {
      const { base, ours, theirs } = conflictSides(value);
      const side = (text: string): string => codeOf(base === '' ? phrase(text) : wordChange(base, text, PAINTS));
      const name = codeOf(valueName(value.key, value.base ?? value.ours ?? value.theirs));
      const sides = linesOf(
        base !== '' && `was ${code(base)}`,
        `files ${ours === undefined ? 'without it' : side(ours)}`,
        `service ${theirs === undefined ? 'without it' : side(theirs)}`,
      );
      return [`**conflict** ${shortCode(address, ADDRESS_MAX_UNITS)}`, name, sides.join('; ')] as const;
    },
  }));
  return [
    {
      head: `#### **${counted(conflicts.length, 'conflict')}**: changed in the files and outside git`,
      titles: ['Value', 'Sides'],
      rows,
      goes: false,
      place: ({ at }) => placeMarkdown(at, links),
    },
  ];
}

/**
 * What was changed outside git, as a document of its own: the verdict first, conflicts before everything else, then the
 * tables that a plan has. Never longer than its budget, cut between rows alone; the numbers are those of all of it.
 */
export function driftMarkdown(drift: Drift, options: MarkdownOptions = {}): string {
  const { changes, view } = driftChanges(drift);
  const same = sameText(drift);
  return fittedDocument(
    {
      before: linesOf(`### ${inMarkdown(drift, (named) => driftLine({ ...drift, ...named }))}`, same !== '' && same),
      groups: [...conflictGroup(driftConflicts(drift), options), ...planGroups({ changes }, options, view)],
      pointer: pointerOf(options, 'lexform drift --full'),
    },
    options,
  );
}

/** Most UTF-16 code units of the name of a target. */
const NAME_MAX_UNITS = 120;

/** The verdict of the terminal: the sentence is ours, the names and patterns in it are not. */
function comparisonVerdict(comparison: Comparison): string {
  const { targets, only } = comparison;
  const standIns = targets.map((_, index) => `TARGET${index}`);
  const sentence = comparisonLine({ ...comparison, targets: standIns, only: [] }).replace(/TARGET(\d+)/g, (_, index) =>
    shortCode(targets[Number(index)] ?? '', NAME_MAX_UNITS),
  );
  const patterns = only.map((pattern) => shortCode(pattern, NAME_MAX_UNITS));
  return `### ${sentence}${only.length === 0 ? '' : ` Only ${listed(patterns)}.`}`;
}

/** Where targets differ, as a document: the verdict, what is not compared, and each target beside the first. */
export function comparisonMarkdown(
  comparison: Comparison,
  failed: readonly FailedTarget[],
  options: MarkdownOptions = {},
): string {
  const pointer = pointerOf(options, 'lexform compare --full');
  const notes = [
    ...failed.map(({ name, error }) => `${visible(name)} could not be read: ${visible(errorBody(error).message)}`),
    ...comparisonNotes(comparison),
  ];
  const room = Math.floor(budgetOf(options) / 10);
  return fittedDocument(
    {
      before: linesOf(comparisonVerdict(comparison), notes.length > 0 && fencedLines(notes, room, pointer)),
      groups: comparisonChanges(comparison).flatMap(({ changes, view }) => planGroups({ changes }, options, view)),
      pointer,
    },
    options,
  );
}
