import type { Finding } from '../../model/finding.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { newSecrets, planCounts } from '../../plan/counts.ts';
import type { Drift } from '../../plan/drift/drift.ts';
import type { GuardVerdict } from '../../plan/guard/refusal.ts';
import type { Preview } from '../../steps/preview/preview.ts';
import type { Sentence } from '../format/sentence.ts';
import { counted, firstOf, linesOf } from '../format/text.ts';
import { noLedgerSentence } from '../ledger/no-ledger-text.ts';
import { lintByRow } from '../lint/lint-at.ts';
import type { NotTold } from '../lint/lint-text.ts';
import { notAskedText } from '../plan/against-text.ts';
import { adoptsText, movedSentence, secretsSentence, unmanagedAre } from '../plan/beside-text.ts';
import { otherNotesSentence, sinceSentence } from '../plan/since-text.ts';
import { verdictSentence } from '../plan/verdict-line.ts';
import { heldBackSentence } from '../values/held-back-text.ts';
import { undoneBy, undoneText } from '../values/undone.ts';
import { sentenceMarkdown } from './code.ts';
import { type Fitted, fitGroups, hiddenMarkdown, NOTICE_UNITS, OPEN_UP_TO } from './fit.ts';
import { pairList, planGroups } from './groups.ts';
import { budgetOf, document, type MarkdownOptions, pointerOf, unitsOf } from './options.ts';
import { previewSection } from './preview-section.ts';
import { driftSection, findingsMarkdown, guardMarkdown } from './sections.ts';

/** What goes with a plan. */
export interface PlanMarkdownInput {
  readonly plan: Plan;
  /** Absent: apply is not what the plan is shown for, so nothing is said of what it would refuse. */
  readonly guard?: GuardVerdict;
  readonly findings?: readonly Finding[];
  readonly drift?: Drift;
  /** The file that the secrets of new keys go to; absent: they are not kept. */
  readonly secretsFile?: string;
  readonly preview?: Preview;
  /** What the plan was made from, in words; absent: the files. */
  readonly wanted?: Sentence | undefined;
  /** What the linter found and is not told. */
  readonly notTold?: NotTold | undefined;
}

/** Resources of another name that are named one by one. */
const MOVES_SHOWN = 3;

function others(plan: Plan, secretsFile: string | undefined): readonly string[] {
  const { adopts = [], moves = [], unmanaged, heldBack, since } = plan;
  const created = newSecrets(planCounts(plan));
  return linesOf(
    created > 0 && sentenceMarkdown(secretsSentence(created, secretsFile)),
    firstOf(
      moves,
      MOVES_SHOWN,
      (move) => `${sentenceMarkdown(movedSentence(move))}.`,
      (count) => `… and ${counted(count, 'more resource')} moved.`,
    ),
    heldBack !== undefined && sentenceMarkdown(heldBackSentence(heldBack)),
    since?.otherNotes !== undefined && sentenceMarkdown(otherNotesSentence(since.otherNotes)),
    adopts.length > 0 && `${adoptsText(adopts.length)}.`,
    unmanaged.length > 0 && `${sentenceMarkdown(unmanagedAre(plan))} unmanaged.`,
  );
}

/** Most of the room that a preview takes from rows of the plan: a fifth. */
const PREVIEW_SHARE = 5;

/**
 * The room for groups and preview. The preview takes a part of that of ordinary rows, and never that of what is taken
 * away, where all of it fits, or of a resource's name.
 */
function shared(
  { plan, preview, findings = [], drift }: PlanMarkdownInput,
  options: MarkdownOptions,
  room: number,
): { readonly fitted: Fitted; readonly preview: readonly string[] } {
  const pointer = pointerOf(options, 'lexform plan --full');
  const lintAt = lintByRow(findings);
  const undone = undoneBy(plan, drift);
  const fitter = (isShort: boolean) => {
    const groups = planGroups(plan, { ...options, isShort, lintAt, undone });
    return (budget: number): Fitted => fitGroups(groups, { budget, openUpTo: OPEN_UP_TO, pointer });
  };
  const long = fitter(false);
  // Rather every row than all that could be said of some.
  const isWhole = ({ hidden, hiddenGroups }: Fitted): boolean => hidden + hiddenGroups === 0;
  const fitIn = isWhole(long(room)) ? long : fitter(true);
  const whole = fitIn(room);
  if (preview === undefined) return { fitted: whole, preview: [] };
  const more = pointerOf(options, 'lexform plan --preview');
  const section = (units: number): readonly string[] => previewSection(preview, options, units, more);
  const spare = room - whole.text.length - 2;
  const wished = section(Math.max(spare, Math.floor(room / PREVIEW_SHARE)));
  if (unitsOf(wished) <= spare) return { fitted: whole, preview: wished };
  const smaller = fitIn(room - unitsOf(wished));
  // A list of removals that is cut anyway leaves the preview its share.
  const cuts = whole.hiddenLosses.length === 0 && smaller.hiddenLosses.length > 0;
  const displaces = cuts || smaller.hiddenGroups > whole.hiddenGroups;
  return displaces ? { fitted: whole, preview: section(spare) } : { fitted: smaller, preview: wished };
}

/**
 * A plan as a comment of a pull request: the verdict first, then what apply would refuse, faults, drift, and each
 * resource with its changes. Never longer than its budget, cut between rows alone. What is taken away has the first
 * claim to the room, and the numbers are those of the whole plan. Nothing in it that comes from a file or from the
 * service is markup, mentions anybody, refers to anything or hides.
 */
export function planMarkdown(input: PlanMarkdownInput, options: MarkdownOptions = {}): string {
  const { plan, guard, findings = [], drift, secretsFile, wanted, notTold } = input;
  const budget = budgetOf(options);
  const pointer = pointerOf(options, 'lexform plan --full');
  const share = Math.floor(budget / 10);
  const undoes = undoneText(undoneBy(plan, drift));
  const head = linesOf(
    `### ${sentenceMarkdown(verdictSentence(plan, planCounts(plan), wanted))}`,
    undoes !== undefined && `> [!WARNING]\n> **${undoes}**.`,
    plan.since !== undefined && `> [!NOTE]\n> ${sentenceMarkdown(sinceSentence(plan.since))}`,
    pairList(plan, Math.floor(share / 2)),
    plan.against !== undefined && `> [!NOTE]\n> ${notAskedText(plan)}`,
    // Without it, a plan without changes looks as if there were no drift.
    plan.ledger === null && `> [!WARNING]\n> ${sentenceMarkdown(noLedgerSentence(plan))}`,
  );
  // `units`: most of each of the lists above the changes.
  const lists = (units: number): readonly string[] =>
    linesOf(
      guardMarkdown(guard, units, pointer),
      findingsMarkdown(findings, options, units, { notTold }),
      drift !== undefined &&
        drift.resources.length > 0 &&
        driftSection(drift, units, pointerOf(options, 'lexform drift --full')),
    );
  const after = others(plan, secretsFile);
  const short = lists(share);
  const room = budget - unitsOf([...head, ...short, ...after]) - NOTICE_UNITS;
  const { fitted, preview } = shared(input, options, room);
  const rows = linesOf(hiddenMarkdown(fitted, pointer), fitted.text !== '' && fitted.text, preview);
  // What the changes leave is room for the lists, of which there are three.
  const spare = fitted.hidden + fitted.hiddenGroups > 0 ? 0 : room - unitsOf(rows);
  const before = spare > 0 ? lists(share + Math.floor(spare / 3)) : short;
  return document(linesOf(head, before, rows, after));
}
