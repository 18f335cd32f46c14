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
import {
  type Fitted,
  fitGroups,
  type Group,
  groupList,
  hiddenMarkdown,
  isWhole,
  LIST_SHARE,
  NOTICE_UNITS,
  OPEN_UP_TO,
} from './fit.ts';
import { planGroups } from './groups.ts';
import { guardMarkdown } from './guard-section.ts';
import { budgetOf, document, type MarkdownOptions, pointerOf, unitsOf } from './options.ts';
import { previewSection } from './preview-section.ts';
import { driftSection, findingsMarkdown } from './sections.ts';

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

/** So many resources and dictionaries have a list of names and counts above them, even where all rows are shown. */
const LISTED_FROM = 4;

/** Most of the room that a preview takes from rows of the plan: a fifth. */
const PREVIEW_SHARE = 5;

/**
 * The room for groups and preview. The preview takes a part of that of rows, where it hides no removal and no resource
 * that is shown without it.
 */
function shared(
  { preview }: ShownPlan,
  [groups, shortGroups]: readonly [readonly Group[], () => readonly Group[]],
  options: MarkdownOptions,
  room: number,
): { readonly fitted: Fitted; readonly preview: readonly string[] } {
  const pointer = pointerOf(options, 'lexform plan --full');
  const fitter =
    (all: readonly Group[]) =>
    (budget: number): Fitted =>
      fitGroups(all, { budget, openUpTo: OPEN_UP_TO, pointer });
  // Rather every row than all that could be said of some.
  const fitIn = isWhole(fitter(groups)(room)) ? fitter(groups) : fitter(shortGroups());
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
  const more = { ...options, lintAt: lintByRow(findings), undone: undoneBy(plan, drift) };
  const groups = planGroups(plan, more);
  const shortGroups = (): readonly Group[] => planGroups(plan, { ...more, isShort: true });
  const fixed = {
    verdict: [`### ${sentenceMarkdown(verdictSentence(plan, planCounts(plan), wanted))}`],
    list: groupList(groups, Math.floor(budget / LIST_SHARE)),
    ...planAsides(shown, ({ tone, says }) => {
      const text = sentenceMarkdown(says);
      return `${ASIDE_STARTS[tone]}${tone === 'loud' ? `**${text.slice(0, -1)}**.` : text}`;
    }),
    ...countedBeside(plan),
  };
  // `units`: maximum of each of the lists above the changes.
  const lists = (units: number) => ({
    guard: guardMarkdown(guard, options, units, pointer),
    findings: findingsMarkdown(findings, options, units, { notTold }),
    drift:
      drift === undefined || drift.resources.length === 0
        ? []
        : driftSection(drift, options, units, pointerOf(options, 'lexform drift --full')),
  });
  const unitsOfAll = (sections: Readonly<Record<string, readonly string[]>>): number =>
    unitsOf(Object.values(sections).flat());
  const short = lists(share);
  const room = budget - unitsOfAll({ ...fixed, ...short }) - NOTICE_UNITS;
  const { fitted, preview } = shared(shown, [groups, shortGroups], options, room);
  const changes = linesOf(hiddenMarkdown(fitted, pointer), fitted.text !== '' && fitted.text);
  // What the changes leave is room for the lists, of which there are three.
  const spare = isWhole(fitted) ? room - unitsOf([...changes, ...preview]) : 0;
  const list = isWhole(fitted) && groups.length < LISTED_FROM ? [] : fixed.list;
  const made = { ...fixed, list, ...(spare > 0 ? lists(share + Math.floor(spare / 3)) : short), changes, preview };
  return document(PLAN_SECTIONS.markdown.flatMap((name) => made[name]));
}
