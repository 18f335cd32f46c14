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

/** How a plan is shown in a terminal. */
export interface PlanTextOptions {
  readonly color: boolean;
  /** Show every term, however many. */
  readonly full?: boolean;
  /** Show the summary alone, and why the plan would be refused. */
  readonly quiet?: boolean | undefined;
  /** The command line that shows every term. */
  readonly showAll?: string;
  readonly guard?: GuardVerdict;
  /** List what the service has and no file names, and do not only count it. */
  readonly unmanaged?: boolean;
  /** Name the rows that are held back, and do not only count them. */
  readonly heldBack?: boolean;
  /** The file that the secrets of new keys go to; absent: they are not kept. */
  readonly secretsFile?: string | undefined;
  /** What the plan was made from, such as `the backup in nightly`; default: the files. */
  readonly wanted?: Sentence | undefined;
  /** What the linter found in what the plan changes. */
  readonly lint?: readonly Finding[] | undefined;
  /** What it found there and does not show. */
  readonly notTold?: NotTold | undefined;
  /** A target whose plan was shown before with the same changes: they are not shown again. */
  readonly sameAs?: string | undefined;
  /** What was changed outside git since the last apply, where that is known. */
  readonly drift?: Drift | undefined;
}

/** Terms of a child that goes as a whole: that it goes, and with how many, stands above them. */
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

/** `most`: additions of one dictionary that have to be made, where the others are only counted. */
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

/** The lines that take something away, a term that is moved or renamed among them, and those that change something. */
const linesIn = ({ values }: PlanCounts): Pick<Tally, 'removed' | 'changed'> => ({
  removed: Object.values(values).reduce(
    (sum, { removed, moved = 0, renamed = 0 }) => sum + removed + moved + renamed,
    0,
  ),
  changed: Object.values(values).reduce((sum, { changed }) => sum + changed, 0),
});

/** Most language pairs that are counted one by one. */
const PAIRS_SHOWN = 40;

/** `English → German: 7 removed, 7 changed`: where there are several, since one says it in its heading. */
function pairLines(plan: Plan): readonly string[] {
  const pairs = tallyByName(plan);
  if (pairs.length < 2) return [];
  const more = (count: number): string => `  … and ${counted(count, 'more language pair')}`;
  return firstOf(pairs, PAIRS_SHOWN, ([name, counts]) => `  ${visible(pairName(name))}: ${tallyText(counts)}`, more);
}

/** Most adopted resources that are named one by one. */
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

/** What `planText` shows of the changes, without color. */
export function changesText(plan: Plan, full: boolean): string {
  const colors = pc.createColors(false);
  const fold = full ? unfolded : folding(linesIn(planCounts(plan)), SCREENFUL).fold;
  return withLineEnds([...pairLines(plan), ...linesOfChanges(plan, { colors, fold, more: '--full' }, full)]);
}

/**
 * The plan as a terminologist reads it: the verdict first, and last as well when the plan is longer than a screen; then
 * each resource with its changes, deletions before everything else, what is unchanged left out. Nothing in it that
 * comes from a file or from the service can move the cursor, hide, or be a command of a CI system.
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
    // A new key is of little use to whoever never sees it, and it is shown once at most.
    created > 0 && ['', sentenceText(secretsSentence(created, secretsFile))],
    (plan.moves ?? []).map((move) => sentenceText(movedSentence(move))),
    plan.heldBack !== undefined && ['', ...heldBackLines(plan.heldBack, options.heldBack === true)],
    plan.since?.otherNotes !== undefined && ['', ...otherNotesLines(plan.since.otherNotes, full)],
    adoptLines(plan, full),
    unmanagedLines(plan, options),
    // The same changes of the same files have the same findings.
    sameAs === undefined && lintLines(lint, full ? Number.POSITIVE_INFINITY : SCREEN_LINES, notTold),
    refusal,
  );
  // What has scrolled away is said once more, where the reader is.
  const isLong = lines.join('\n').split('\n').length > SCREEN_LINES;
  const unseen = unseenText(folded.hidden(), options.showAll);
  return withLineEnds(linesOf(lines, unseen !== undefined && ['', unseen], isLong && ['', verdict]));
}

/** The plan, below what was changed outside git, where that is known and there is any. */
export const planAfterDrift = (plan: Plan, drift: Drift | undefined, options: PlanTextOptions): string =>
  `${drift !== undefined && hasDrift(drift) ? `${driftText(drift, options)}\n` : ''}` +
  planText(plan, { ...options, drift });
