import pc from 'picocolors';
import { kindNamed } from '../../kinds/registry.ts';
import { isLint } from '../../model/finding.ts';
import { additionsBeyond } from '../../model/plan/additions.ts';
import { type Change, isRenamed, nameOf, type Plan, shownName, type Unmanaged } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import { hasDrift, type PlanCounts, planCounts, type Tally, termTally } from '../../plan/counts.ts';
import { driftText } from '../drift/drift-text.ts';
import { shown, visible } from '../format/escape.ts';
import { pairName } from '../format/language.ts';
import { type Sentence, sentenceText } from '../format/sentence.ts';
import { counted, firstOf, groupedDigits, linesOf, plural, withLineEnds } from '../format/text.ts';
import { lintLines } from '../lint/lint-lines.ts';
import { fullHint } from '../messages/option-name.ts';
import {
  childLines,
  editText,
  type ListStyle,
  linesOfTerms,
  partLines,
  undoneBehind,
  valueLines,
} from '../values/change-lines.ts';
import {
  actionWord,
  childWords,
  elsewhereLines,
  goneFirst,
  nameWord,
  remarksOf,
  replacementOf,
  sharingOnly,
  sharingText,
  tallyByName,
  tallyText,
  valuesBelow,
} from '../values/change-words.ts';
import { ADDED_LINES, folding, SCREEN_LINES, SCREENFUL, unfolded, unseenText } from '../values/fold.ts';
import { heldBackLines } from '../values/held-back-text.ts';
import { copiesOfShared, planTerms, type TermsOf } from '../values/term-kinds.ts';
import {
  NOTHING_UNDONE,
  shownCounts,
  UNDOES,
  type Undone,
  undoesName,
  undoesTerm,
  undoneBy,
} from '../values/undone.ts';
import { adoptsText, movedSentence, unmanagedAre } from './beside-text.ts';
import { guardText } from './guard-text.ts';
import { PLAN_SECTIONS, planAsides, type ShownPlan } from './shown-plan.ts';
import { otherNotesLines } from './since-text.ts';
import { verdictLine } from './verdict-line.ts';

/** Options for showing a plan in a terminal. */
export interface PlanTextStyle {
  readonly color: boolean;
  /** Show every term, without a limit. */
  readonly full?: boolean;
  /** Show only the summary and the refusals. */
  readonly quiet?: boolean | undefined;
  /** The command line that shows every term. */
  readonly showAll?: string;
  /** List the unmanaged resources of the service. Default: only count them. */
  readonly unmanaged?: boolean;
  /** List the rows that are held back. Default: only count them. */
  readonly heldBack?: boolean;
  /** The target of an earlier plan with the same changes: they are not shown again. */
  readonly sameAs?: string | undefined;
  /** In the GitHub Action, the labels that consent to deletions. Absent: options of the command line consent. */
  readonly labels?: readonly string[] | undefined;
}

/** Number of terms shown of a deleted child: its heading already shows the deletion and the number of terms. */
const GOING_SHOWN = 10;

const MARKS = { create: '+', update: '~', delete: '-', replace: '!', deactivate: '-' } as const;

function heading(change: Change, { colors }: ListStyle, undone: Undone): readonly string[] {
  const { kind, action, address } = change;
  const { from = '', to = '' } = nameOf(change);
  const paint = action === 'create' ? colors.green : action === 'update' ? colors.yellow : colors.red;
  const remarks = remarksOf(change).map(({ words, address: of = '' }) => `${words}${visible(of)}`);
  const undoes = undoneBehind(undone.hasWhole(address), colors);
  return [
    `${paint(`${MARKS[action]} ${actionWord(action)} ${visible(address)}`)}  "${shown(shownName(change))}"` +
      `${remarks.length === 0 ? '' : colors.dim(`  (${remarks.join(', ')})`)}${undoes}`,
    ...(isRenamed(change)
      ? [`    ${nameWord(kind)}: ${editText(from, to, colors)}${undoneBehind(undoesName(undone, change), colors)}`]
      : []),
  ];
}

function replacedLines(change: Change, { colors }: ListStyle): readonly string[] {
  const replacement = replacementOf(change);
  if (replacement === undefined) return [];
  const { noun, from = '', to = '', words } = replacement;
  return [`    ${noun}: ${visible(from)} → ${visible(to)}`, `    ${colors.red(words)}`];
}

/** `most`: number of additions of one dictionary that must be made; the others are only counted. */
const changeLines = (
  change: Change,
  plan: Plan,
  kinds: TermsOf,
  style: ListStyle,
  undone: Undone,
  most?: number,
): readonly string[] => [
  ...heading(change, style, undone),
  ...replacedLines(change, style),
  ...partLines(valuesBelow(change), style, (value) =>
    valueLines(kindNamed(change.kind), value, style.colors, undone.hasValue(change.address, value.key)),
  ),
  ...goneFirst(change).flatMap((child) => {
    const { address, action } = child;
    const goingMost = action === 'delete' ? GOING_SHOWN : undefined;
    const words = `${childWords(change.kind, child)}${undone.hasWhole(address) ? `; ${UNDOES}` : ''}`;
    const counts = termTally(plan, [child]);
    const name = childName(address);
    const rows = linesOfTerms(kindNamed(change.kind), kinds(child, most), name, (term) =>
      undoesTerm(undone, address, term),
    );
    const unmade = additionsBeyond(child, most);
    return childLines({ name, words, counts, rows, unmade, notes: elsewhereLines(plan, child) }, style, goingMost);
  }),
];

/** The numbers of losses, including moved and renamed terms, and of changes that are listed: a shared term once. */
function linesIn(plan: Plan, { values }: PlanCounts): Pick<Tally, 'removed' | 'changed'> {
  const copies = copiesOfShared(plan);
  const all = Object.values(values);
  return {
    removed: all.reduce((sum, { removed, moved = 0, renamed = 0 }) => sum + removed + moved + renamed, -copies.removed),
    changed: all.reduce((sum, { changed }) => sum + changed, -copies.changed),
  };
}

/** Maximum number of language pairs listed individually. */
const PAIRS_SHOWN = 40;

/** `English → German: 7 removed, 7 changed`, if there are several pairs; a single pair is in the heading. */
function pairLines(plan: Plan): readonly string[] {
  const pairs = tallyByName(plan);
  if (pairs.length < 2) return [];
  const more = (count: number): string => `  … and ${counted(count, 'more language pair')}`;
  return firstOf(pairs, PAIRS_SHOWN, ([name, counts]) => `  ${visible(pairName(name))}: ${tallyText(counts)}`, more);
}

/** Maximum number of adopted resources that are listed. */
const ADOPTS_SHOWN = 10;

const resourceLine = ({ address, id, name }: Unmanaged): string =>
  `  ${visible(address)}  "${shown(name)}"  ${visible(id)}`;

function adoptLines({ adopts = [] }: Plan, { full = false, labels }: PlanTextStyle): readonly string[] {
  if (adopts.length === 0) return [];
  const more = (count: number): string => `  … and ${groupedDigits(count)} more${fullHint(labels)}`;
  const lines = firstOf(adopts, full ? Number.POSITIVE_INFINITY : ADOPTS_SHOWN, resourceLine, more);
  return ['', `${adoptsText(adopts.length)}:`, ...lines];
}

function unmanagedLines(
  plan: Plan,
  { unmanaged: list = false }: PlanTextStyle,
  wanted: Sentence | undefined,
): readonly string[] {
  const { unmanaged } = plan;
  const count = unmanaged.length;
  if (count === 0) return [];
  const found = sentenceText(unmanagedAre(plan));
  if (wanted !== undefined) return ['', `${found} not in ${sentenceText(wanted)}, and left unchanged.`];
  if (!list) return ['', `${found} unmanaged; --unmanaged lists ${plural(count, 'it', 'them')}.`];
  return ['', `${found} unmanaged:`, ...unmanaged.map(resourceLine)];
}

/** The changes, each after an empty line. */
function linesOfChanges(plan: Plan, style: ListStyle, full: boolean, undone = NOTHING_UNDONE): readonly string[] {
  const kinds = planTerms(plan);
  const most = full ? undefined : ADDED_LINES + 1;
  const sharing = full ? [] : sharingOnly(plan);
  const others = sharingText(sharing);
  return [
    ...plan.changes
      .filter((change) => !sharing.includes(change))
      .flatMap((change) => ['', ...changeLines(change, plan, kinds, style, undone, most)]),
    ...(others === undefined ? [] : ['', `${style.colors.yellow('~')} ${others}`]),
  ];
}

/** The changes as `planText` shows them, without colour. */
export function changesText(plan: Plan, full: boolean): string {
  const colors = pc.createColors(false);
  const fold = full ? unfolded : folding(linesIn(plan, planCounts(plan)), SCREENFUL).fold;
  return withLineEnds([...pairLines(plan), ...linesOfChanges(plan, { colors, fold, hint: fullHint(undefined) }, full)]);
}

/**
 * The plan for terminologists: the drift, the verdict (again at the end if the plan is longer than a screen), and each
 * resource with its changes, deletions first, without unchanged values. Text of files and service cannot move the
 * cursor, hide, or act as a command of a CI system.
 */
export function planText(shown: ShownPlan, options: PlanTextStyle): string {
  const { plan, guard, findings = [], suppressed, wanted, drift } = shown;
  const { color, full = false, quiet, sameAs } = options;
  const colors = pc.createColors(color);
  const counts = planCounts(plan);
  const folded = folding(linesIn(plan, counts), SCREENFUL);
  const style: ListStyle = { colors, fold: full ? unfolded : folded.fold, hint: fullHint(options.labels) };
  const verdict = colors.bold(verdictLine(plan, shownCounts(plan, drift), wanted));
  const asides = planAsides(
    shown,
    ({ tone, says }) => (tone === 'loud' ? colors.bold(sentenceText(says)) : sentenceText(says)),
    options.labels,
  );
  const after = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : ['', ...lines]);
  const sections = {
    ...asides,
    drift: drift !== undefined && hasDrift(drift) ? [driftText(drift, options)] : [],
    verdict: [verdict],
    pairs: sameAs === undefined ? pairLines(plan) : [`The same changes as target ${visible(sameAs)}.`],
    changes: sameAs === undefined && !quiet ? linesOfChanges(plan, style, full, undoneBy(plan, drift)) : [],
    secrets: after(asides.secrets),
    moves: (plan.moves ?? []).map((move) => sentenceText(movedSentence(move))),
    'held-back': after(heldBackLines(plan.heldBack, options.heldBack === true)),
    'other-notes': plan.since?.otherNotes === undefined ? [] : ['', ...otherNotesLines(plan.since.otherNotes, full)],
    adopts: adoptLines(plan, options),
    unmanaged: unmanagedLines(plan, options, wanted),
    // Equal changes of the same files have equal findings.
    lint: sameAs === undefined ? lintLines(findings.filter(isLint), full ? Infinity : SCREEN_LINES, suppressed) : [],
    guard: guard?.kind === 'refused' ? ['', guardText(guard, options.labels).trimEnd()] : [],
  };
  const lines = PLAN_SECTIONS[quiet ? 'quiet' : 'text'].flatMap((name) => sections[name]);
  // Repeated here, because the beginning may have scrolled out of view.
  const height = (of: readonly string[]): number => of.join('\n').split('\n').length;
  const isLong = !quiet && height(lines) - (sections.drift.length && height(sections.drift)) > SCREEN_LINES;
  const unseen = unseenText(folded.hidden(), options.showAll);
  return withLineEnds(linesOf(lines, unseen !== undefined && ['', unseen], isLong && ['', verdict]));
}
