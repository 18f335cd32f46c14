import type { Plan } from '../../model/plan/plan.ts';
import { planCounts } from '../../plan/counts.ts';
import { counted, firstOf, linesOf } from '../format/text.ts';
import { lintByRow } from '../lint/lint-at.ts';
import { adoptsText, movedSentence, unmanagedAre } from '../plan/beside-text.ts';
import { PLAN_SECTIONS, planAsides, type ShownPlan } from '../plan/shown-plan.ts';
import { otherNotesSentence } from '../plan/since-text.ts';
import { verdictSentence } from '../plan/verdict-line.ts';
import { heldBackSentence } from '../values/held-back-text.ts';
import { undoneBy } from '../values/undone.ts';
import { sentenceMarkdown } from './code.ts';
import { type Fitted, fitGroups, hiddenMarkdown, NOTICE_UNITS, OPEN_UP_TO } from './fit.ts';
import { pairList, planGroups } from './groups.ts';
import { budgetOf, document, type MarkdownOptions, pointerOf, unitsOf } from './options.ts';
import { previewSection } from './preview-section.ts';
import { driftSection, findingsMarkdown, guardMarkdown } from './sections.ts';

/** Resources of another name that are named one by one. */
const MOVES_SHOWN = 3;

/** What is counted besides the changes. */
function countedBeside(plan: Plan) {
  const { adopts = [], moves = [], unmanaged, heldBack, since } = plan;
  return {
    moves: firstOf(
      moves,
      MOVES_SHOWN,
      (move) => `${sentenceMarkdown(movedSentence(move))}.`,
      (count) => `… and ${counted(count, 'more resource')} moved.`,
    ),
    'held-back': heldBack === undefined ? [] : [sentenceMarkdown(heldBackSentence(heldBack))],
    'other-notes': since?.otherNotes === undefined ? [] : [sentenceMarkdown(otherNotesSentence(since.otherNotes))],
    adopts: adopts.length === 0 ? [] : [`${adoptsText(adopts.length)}.`],
    unmanaged: unmanaged.length === 0 ? [] : [`${sentenceMarkdown(unmanagedAre(plan))} unmanaged.`],
  };
}

const ASIDE_STARTS = {
  loud: '> [!WARNING]\n> ',
  warning: '> [!WARNING]\n> ',
  note: '> [!NOTE]\n> ',
  plain: '',
} as const;

/** Most of the room that a preview takes from rows of the plan: a fifth. */
const PREVIEW_SHARE = 5;

/**
 * The room for groups and preview. The preview takes a part of that of ordinary rows, and never that of what is taken
 * away, where all of it fits, or of a resource's name.
 */
function shared(
  { plan, preview, findings = [], drift }: ShownPlan,
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
export function planMarkdown(shown: ShownPlan, options: MarkdownOptions = {}): string {
  const { plan, guard, findings = [], drift, wanted, notTold } = shown;
  const budget = budgetOf(options);
  const pointer = pointerOf(options, 'lexform plan --full');
  const share = Math.floor(budget / 10);
  const fixed = {
    verdict: [`### ${sentenceMarkdown(verdictSentence(plan, planCounts(plan), wanted))}`],
    pairs: linesOf(pairList(plan, Math.floor(share / 2))),
    ...planAsides(shown, ({ tone, says }) => {
      const text = sentenceMarkdown(says);
      return `${ASIDE_STARTS[tone]}${tone === 'loud' ? `**${text.slice(0, -1)}**.` : text}`;
    }),
    ...countedBeside(plan),
  };
  // `units`: maximum of each of the lists above the changes.
  const lists = (units: number) => ({
    guard: guardMarkdown(guard, units, pointer),
    findings: findingsMarkdown(findings, options, units, { notTold }),
    drift:
      drift === undefined || drift.resources.length === 0
        ? []
        : driftSection(drift, units, pointerOf(options, 'lexform drift --full')),
  });
  const unitsOfAll = (sections: Readonly<Record<string, readonly string[]>>): number =>
    unitsOf(Object.values(sections).flat());
  const short = lists(share);
  const room = budget - unitsOfAll({ ...fixed, ...short }) - NOTICE_UNITS;
  const { fitted, preview } = shared(shown, options, room);
  const changes = linesOf(hiddenMarkdown(fitted, pointer), fitted.text !== '' && fitted.text);
  // What the changes leave is room for the lists, of which there are three.
  const spare = fitted.hidden + fitted.hiddenGroups > 0 ? 0 : room - unitsOf([...changes, ...preview]);
  const made = { ...fixed, ...(spare > 0 ? lists(share + Math.floor(spare / 3)) : short), changes, preview };
  return document(PLAN_SECTIONS.markdown.flatMap((name) => made[name]));
}
