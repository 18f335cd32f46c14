import type { Plan } from '../../model/plan/plan.ts';
import { counted, firstOf, linesOf } from '../format/text.ts';
import { lintByRow } from '../lint/lint-at.ts';
import { adoptsText, movedSentence, unmanagedAre } from '../plan/beside-text.ts';
import { PLAN_SECTIONS, planAsides, type ShownPlan } from '../plan/shown-plan.ts';
import { otherNotesSentence } from '../plan/since-text.ts';
import { verdictSentence } from '../plan/verdict-line.ts';
import { heldBackSentence } from '../values/held-back-text.ts';
import { shownCounts, undoneBy } from '../values/undone.ts';
import { sentenceMarkdown } from './code.ts';
import { type Fitted, fitGroups, type Group, hiddenMarkdown, isWhole, noticeUnits, OPEN_UP_TO } from './fit.ts';
import { listAbove } from './group-list.ts';
import { planGroups } from './groups.ts';
import { guardMarkdown } from './guard-section.ts';
import { budgetOf, document, type MarkdownOptions, pointerOf, unitsOf } from './options.ts';
import { previewSection } from './preview-section.ts';
import { driftSection, findingsMarkdown } from './sections.ts';

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

/** Minimum number of groups with a list of their names above them. */
const LISTED_FROM = 4;

/** The preview may take at most a fifth of the room of rows. */
const PREVIEW_SHARE = 5;

/**
 * The room of groups and preview. The preview may take a part of the room of rows. It never takes the room of losses
 * that would all fit, or of the name of a resource.
 */
function shared(
  { preview }: ShownPlan,
  [groups, shortGroups]: readonly [readonly Group[], () => readonly Group[]],
  options: MarkdownOptions,
  room: number,
): { readonly fitted: Fitted; readonly preview: readonly string[] } {
  const fitter =
    (all: readonly Group[]) =>
    (budget: number): Fitted =>
      fitGroups(all, { budget, openUpTo: OPEN_UP_TO });
  // Showing every row is better than showing more facts of some.
  const fitIn = isWhole(fitter(groups)(room)) ? fitter(groups) : fitter(shortGroups());
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
  const displaces = cuts || smaller.hiddenGroups.length > whole.hiddenGroups.length;
  return displaces ? { fitted: whole, preview: section(spare) } : { fitted: smaller, preview: wished };
}

type Sections = Readonly<Record<string, readonly string[]>>;

const unitsOfAll = (sections: Sections): number => unitsOf(Object.values(sections).flat());

/**
 * Divides the room that the changes leave among the three lists. Rows differ in length, so a list may grow by more than
 * its part; then all parts are smaller. `lists`: makes lists whose maximum is that of the short ones and more.
 */
function longer<Lists extends Sections>(short: Lists, lists: (more: number) => Lists, room: number): Lists {
  for (let more = Math.floor(room / 3); more > 0; more = Math.floor(more * 0.9)) {
    const long = lists(more);
    if (unitsOfAll(long) <= unitsOfAll(short) + room) return long;
  }
  return short;
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
  const more = { ...options, lintAt: lintByRow(findings), undone: undoneBy(plan, drift) };
  const groups = planGroups(plan, more);
  const shortGroups = (): readonly Group[] => planGroups(plan, { ...more, isShort: true });
  const list = listAbove(groups, budget, LISTED_FROM);
  const fixed = {
    verdict: [`### ${sentenceMarkdown(verdictSentence(plan, shownCounts(plan, drift), wanted))}`],
    ...planAsides(
      shown,
      ({ tone, says }) => {
        const text = sentenceMarkdown(says);
        return `${ASIDE_STARTS[tone]}${tone === 'loud' ? `**${text.slice(0, -1)}**.` : text}`;
      },
      options.action?.labels,
    ),
    ...countedBeside(plan),
  };
  // `units`: maximum length of each list above the changes.
  const lists = (units: number) => ({
    guard: guardMarkdown(guard, options, units, pointer),
    findings: findingsMarkdown(findings, options, units, { suppressed }),
    drift:
      drift === undefined || drift.resources.length === 0
        ? []
        : driftSection(drift, options, units, pointerOf(options, 'lexform drift --full')),
  });
  const short = lists(share);
  const room = budget - unitsOfAll({ ...fixed, ...short }) - list.units - noticeUnits(groups, pointer);
  const { fitted, preview } = shared(shown, [groups, shortGroups], options, room);
  const changes = linesOf(hiddenMarkdown(fitted, pointer), fitted.text !== '' && fitted.text);
  const spare = isWhole(fitted) ? room - unitsOf([...changes, ...preview]) : 0;
  const parts = {
    ...fixed,
    list: list.of(fitted),
    ...longer(short, (units) => lists(share + units), spare),
    changes,
    preview,
  };
  return document(PLAN_SECTIONS.markdown.flatMap((name) => parts[name]));
}
