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

/** A plan with the other parts of its report. */
export interface PlanMarkdownInput {
  readonly plan: Plan;
  /** Absent: the report is not about an apply, so it contains no refusals. */
  readonly guard?: GuardVerdict;
  readonly findings?: readonly Finding[];
  readonly drift?: Drift;
  /** The file for the secrets of new keys; absent: they are not kept. */
  readonly secretsFile?: string;
  readonly preview?: Preview;
  /** The source of the plan, in words; absent: the files. */
  readonly wanted?: Sentence | undefined;
  /** Numbers of lint findings that are not reported. */
  readonly notTold?: NotTold | undefined;
}

/** Maximum number of moved resources that are listed individually. */
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

/** The preview may take at most a fifth of the room of rows. */
const PREVIEW_SHARE = 5;

/**
 * The room of groups and preview. The preview may take a part of the room of ordinary rows. It never takes the room of
 * losses that would all fit, or of the name of a resource.
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
  // Showing every row is better than showing more facts of some.
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
  // If a list of losses is shortened in any case, the preview gets its share.
  const cuts = whole.hiddenLosses.length === 0 && smaller.hiddenLosses.length > 0;
  const displaces = cuts || smaller.hiddenGroups > whole.hiddenGroups;
  return displaces ? { fitted: whole, preview: section(spare) } : { fitted: smaller, preview: wished };
}

/**
 * A plan as a comment of a pull request: the verdict first, then the reasons why apply would refuse it, findings,
 * drift, and each resource with its changes. Never longer than its budget, and cut only between rows. Losses have
 * priority, and all numbers count the whole plan. Text of files and service cannot be markup, mention users, refer to
 * issues or hide.
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
    // Without this, a plan without changes would look like one without drift.
    plan.ledger === null && `> [!WARNING]\n> ${sentenceMarkdown(noLedgerSentence(plan))}`,
  );
  // `units`: maximum length of each list above the changes.
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
  // The room that the changes leave is divided among the three lists.
  const spare = fitted.hidden + fitted.hiddenGroups > 0 ? 0 : room - unitsOf(rows);
  const before = spare > 0 ? lists(share + Math.floor(spare / 3)) : short;
  return document(linesOf(head, before, rows, after));
}
