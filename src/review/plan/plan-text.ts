import pc from 'picocolors';
import { kindNamed } from '../../kinds/registry.ts';
import type { Finding } from '../../model/finding.ts';
import { unmadeBeyond } from '../../model/plan/additions.ts';
import { isRenamed, nameOf, shownName } from '../../model/plan/change-values.ts';
import type { Change, Plan, Unmanaged } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import { newSecrets, type PlanCounts, planCounts, type Tally, termTally } from '../../plan/counts.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import { hasDrift } from '../../plan/drift/drift-counts.ts';
import type { GuardVerdict } from '../../plan/guard/refusal.ts';
import { driftText } from '../drift/drift-text.ts';
import { shown, visible } from '../format/escape.ts';
import { pairName } from '../format/language.ts';
import { type Sentence, sentenceText } from '../format/sentence.ts';
import { counted, firstOf, groupedDigits, linesOf, plural, withLineEnds } from '../format/text.ts';
import { noLedgerSentence } from '../ledger/no-ledger-text.ts';
import { lintLines } from '../lint/lint-lines.ts';
import type { NotTold } from '../lint/lint-text.ts';
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
  goneFirst,
  movedHereLines,
  nameWord,
  remarksOf,
  replacementOf,
  tallyByName,
  tallyText,
  valuesBelow,
} from '../values/change-words.ts';
import { ADDED_LINES, folding, SCREEN_LINES, SCREENFUL, unfolded, unseenText } from '../values/fold.ts';
import { heldBackLines } from '../values/held-back-text.ts';
import { planTerms, type TermsOf } from '../values/term-kinds.ts';
import { NOTHING_UNDONE, UNDOES, type Undone, undoesTerm, undoneBy, undoneText } from '../values/undone.ts';
import { notAskedText } from './against-text.ts';
import { adoptsText, movedSentence, secretsSentence, unmanagedAre } from './beside-text.ts';
import { guardText } from './guard-text.ts';
import { otherNotesLines, sinceSentence } from './since-text.ts';
import { verdictLine } from './verdict-line.ts';

/** Options for showing a plan in a terminal. */
export interface PlanTextOptions {
  readonly color: boolean;
  /** Show every term, without a limit. */
  readonly full?: boolean;
  /** Show only the summary and the refusals. */
  readonly quiet?: boolean | undefined;
  /** The command line that shows every term. */
  readonly showAll?: string;
  readonly guard?: GuardVerdict;
  /** List the unmanaged resources of the service, instead of only counting them. */
  readonly unmanaged?: boolean;
  /** List the rows that are held back, instead of only counting them. */
  readonly heldBack?: boolean;
  /** The file for the secrets of new keys; absent: they are not kept. */
  readonly secretsFile?: string | undefined;
  /** The source of the plan, such as `the backup in nightly`; default: the files. */
  readonly wanted?: Sentence | undefined;
  /** Lint findings about the changes of the plan. */
  readonly lint?: readonly Finding[] | undefined;
  /** Numbers of lint findings that are not shown. */
  readonly notTold?: NotTold | undefined;
  /** The target of an earlier plan with the same changes: they are not shown again. */
  readonly sameAs?: string | undefined;
  /** The drift since the last apply, if it is known. */
  readonly drift?: Drift | undefined;
}

/** Number of terms shown of a deleted child: its heading already shows the deletion and the number of terms. */
const GOING_SHOWN = 10;

const MARKS = { create: '+', update: '~', delete: '-', replace: '!', deactivate: '-' } as const;

function heading(change: Change, { colors }: ListStyle, { ofWhole, ofValue }: Undone): readonly string[] {
  const { kind, action, address } = change;
  const { from = '', to = '' } = nameOf(change);
  const paint = action === 'create' ? colors.green : action === 'update' ? colors.yellow : colors.red;
  const remarks = remarksOf(change).map(({ words, address: of = '' }) => `${words}${visible(of)}`);
  const undoes = undoneBehind(ofWhole(address), colors);
  return [
    `${paint(`${MARKS[action]} ${actionWord(action)} ${visible(address)}`)}  "${shown(shownName(change))}"` +
      `${remarks.length === 0 ? '' : colors.dim(`  (${remarks.join(', ')})`)}${undoes}`,
    ...(isRenamed(change)
      ? [`    ${nameWord(kind)}: ${editText(from, to, colors)}${undoneBehind(ofValue(address, ['name']), colors)}`]
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
    valueLines(
      kindNamed(change.kind),
      value,
      style.colors,
      undone.ofValue(change.address, value.key, value.from ?? value.to),
    ),
  ),
  ...goneFirst(change).flatMap((child) => {
    const { address, action } = child;
    const goingMost = action === 'delete' ? GOING_SHOWN : undefined;
    const words = `${childWords(change.kind, child)}${undone.ofWhole(address) ? `; ${UNDOES}` : ''}`;
    const counts = termTally(plan, [child]);
    const name = childName(address);
    const rows = linesOfTerms(kindNamed(change.kind), kinds(child, most), name, (term) =>
      undoesTerm(undone, address, term),
    );
    const unmade = unmadeBeyond(child, most);
    return childLines({ name, words, counts, rows, unmade, notes: movedHereLines(plan, child) }, style, goingMost);
  }),
];

/** The numbers of losses, including moved and renamed terms, and of changes. */
const linesIn = ({ values }: PlanCounts): Pick<Tally, 'removed' | 'changed'> => ({
  removed: Object.values(values).reduce(
    (sum, { removed, moved = 0, renamed = 0 }) => sum + removed + moved + renamed,
    0,
  ),
  changed: Object.values(values).reduce((sum, { changed }) => sum + changed, 0),
});

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

function adoptLines({ adopts = [] }: Plan, full: boolean): readonly string[] {
  if (adopts.length === 0) return [];
  const more = (count: number): string => `  … and ${groupedDigits(count)} more; --full shows all`;
  const lines = firstOf(adopts, full ? Number.POSITIVE_INFINITY : ADOPTS_SHOWN, resourceLine, more);
  return ['', `${adoptsText(adopts.length)}:`, ...lines];
}

function unmanagedLines(plan: Plan, { unmanaged: list = false, wanted }: PlanTextOptions): readonly string[] {
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
  return plan.changes.flatMap((change) => ['', ...changeLines(change, plan, kinds, style, undone, most)]);
}

/** The changes as `planText` shows them, without colour. */
export function changesText(plan: Plan, full: boolean): string {
  const colors = pc.createColors(false);
  const fold = full ? unfolded : folding(linesIn(planCounts(plan)), SCREENFUL).fold;
  return withLineEnds([...pairLines(plan), ...linesOfChanges(plan, { colors, fold, more: '--full' }, full)]);
}

/**
 * The plan for terminologists: the verdict first, and again at the end if the plan is longer than a screen; then each
 * resource with its changes, deletions first, without unchanged values. Text of files and service cannot move the
 * cursor, hide, or act as a command of a CI system.
 */
export function planText(plan: Plan, options: PlanTextOptions): string {
  const { color, full = false, guard, wanted, secretsFile, lint = [], notTold, sameAs, drift } = options;
  const colors = pc.createColors(color);
  const counts = planCounts(plan);
  const folded = folding(linesIn(counts), SCREENFUL);
  const style: ListStyle = { colors, fold: full ? unfolded : folded.fold, more: '--full' };
  const created = newSecrets(counts);
  const verdict = colors.bold(verdictLine(plan, counts, wanted));
  const undone = undoneBy(plan, drift);
  const undoes = undoneText(undone);
  const refusal = guard?.kind === 'refused' && ['', guardText(guard).trimEnd()];
  if (options.quiet) return withLineEnds(linesOf(verdict, undoes !== undefined && `${undoes}.`, refusal));
  const lines = linesOf(
    verdict,
    undoes !== undefined && colors.bold(`${undoes}.`),
    plan.since !== undefined && sentenceText(sinceSentence(plan.since)),
    sameAs === undefined ? pairLines(plan) : `The same changes as target ${visible(sameAs)}.`,
    plan.against !== undefined && notAskedText(plan),
    plan.ledger === null && sentenceText(noLedgerSentence(plan)),
    sameAs === undefined && linesOfChanges(plan, style, full, undone),
    // A new key is useless without its secret, which is shown at most once.
    created > 0 && ['', sentenceText(secretsSentence(created, secretsFile))],
    (plan.moves ?? []).map((move) => sentenceText(movedSentence(move))),
    plan.heldBack !== undefined && ['', ...heldBackLines(plan.heldBack, options.heldBack === true)],
    plan.since?.otherNotes !== undefined && ['', ...otherNotesLines(plan.since.otherNotes, full)],
    adoptLines(plan, full),
    unmanagedLines(plan, options),
    // Equal changes of the same files have equal findings.
    sameAs === undefined && lintLines(lint, full ? Number.POSITIVE_INFINITY : SCREEN_LINES, notTold),
    refusal,
  );
  // Repeated here, because the beginning may have scrolled out of view.
  const isLong = lines.join('\n').split('\n').length > SCREEN_LINES;
  const unseen = unseenText(folded.hidden(), options.showAll);
  return withLineEnds(linesOf(lines, unseen !== undefined && ['', unseen], isLong && ['', verdict]));
}

/** The plan, below its drift if there is any and it is known. */
export const planAfterDrift = (plan: Plan, drift: Drift | undefined, options: PlanTextOptions): string =>
  `${drift !== undefined && hasDrift(drift) ? `${driftText(drift, options)}\n` : ''}` +
  planText(plan, { ...options, drift });
