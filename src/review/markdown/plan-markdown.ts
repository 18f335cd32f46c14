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

/** Maximum number of moved resources that are listed individually. */
const MOVES_SHOWN = 3;

/** The sections about items besides the changes. */
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

/** The preview may take at most a fifth of the room of rows. */
const PREVIEW_SHARE = 5;

/**
 * The room of groups and preview. The preview may take a part of the room of ordinary rows. It never takes the room of
 * losses that would all fit, or of the name of a resource.
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
export function planMarkdown(shown: ShownPlan, options: MarkdownOptions = {}): string {
  const { plan, guard, findings = [], drift, wanted, suppressed } = shown;
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
  // `units`: maximum length of each list above the changes.
  const lists = (units: number) => ({
    guard: guardMarkdown(guard, units, pointer),
    findings: findingsMarkdown(findings, options, units, { suppressed }),
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
  // The room that the changes leave is divided among the three lists.
  const spare = fitted.hidden + fitted.hiddenGroups > 0 ? 0 : room - unitsOf([...changes, ...preview]);
  const made = { ...fixed, ...(spare > 0 ? lists(share + Math.floor(spare / 3)) : short), changes, preview };
  return document(PLAN_SECTIONS.markdown.flatMap((name) => made[name]));
}
