import { anyChildNoun } from '../../kinds/words.ts';
import { counted, linesOf } from '../format/text.ts';
import { type Fitted, fitGroups, type Group, hiddenMarkdown, isLoss, isWhole, noticeUnits, OPEN_UP_TO } from './fit.ts';
import { unitsOf } from './options.ts';

/** `1,204 resources and dictionaries`. */
function countedGroups(count: number, more = ''): string {
  const [child, children] = anyChildNoun();
  return counted(count, `${more}resource or ${child}`, `${more}resources and ${children}`);
}

/** The last line of a list that does not name all groups. */
const unnamedLine = (count: number): string => `- … and ${countedGroups(count, 'more ')}`;

/** Maximum number of lines of groups without listed losses that are shown without a click. */
const NAMED_OPEN = 10;

/** UTF-16 code units of the details around a list. */
const FRAME_UNITS = 90;

/** Name and counts of each group within a length: deleted groups first, then those that list losses, then others. */
export function groupList(groups: readonly Group[], maxUnits = Number.POSITIVE_INFINITY): readonly string[] {
  const rank = ({ goes, isOpen, rows }: Group): number => (goes || isOpen ? 0 : rows.some(isLoss) ? 1 : 2);
  const inOrder = groups.map((group) => ({ group, rank: rank(group) })).sort((one, other) => one.rank - other.rank);
  let left = maxUnits - unnamedLine(groups.length).length - FRAME_UNITS;
  const end = inOrder.findIndex(({ group }) => {
    left -= group.brief.length + 3;
    return left < 0;
  });
  const named = end === -1 ? inOrder : inOrder.slice(0, end);
  const sizeOf = (of: typeof inOrder): number => of.reduce((sum, { group: { size = 1 } }) => sum + size, 0);
  const lines = named.map(({ group }) => `- ${group.brief}`);
  const last = linesOf(named.length < groups.length && unnamedLine(sizeOf(inOrder) - sizeOf(named)));
  const losing = named.filter((each) => each.rank < 2).length;
  const others = lines.length - losing;
  if (others <= NAMED_OPEN) return linesOf([...lines, ...last].join('\n') || false);
  const quiet = sizeOf(named.slice(losing));
  // Terms that another group lists may be removed here too.
  const title = countedGroups(quiet, losing === 0 ? '' : 'more ');
  return linesOf(
    losing > 0 && lines.slice(0, losing).join('\n'),
    `<details><summary>${title}</summary>`,
    [...lines.slice(losing), ...last].join('\n'),
    '</details>',
  );
}

/** The list above groups. */
interface ListAbove {
  /** Maximum number of UTF-16 code units of the list. */
  readonly units: number;
  readonly of: (fitted: Fitted) => readonly string[];
}

/** The maximum share of a document for a list that repeats the names of the headings: a third. */
const LIST_SHARE = 3;

/**
 * The list above the groups in a document of at most `maxUnits`. If a list of all groups is too long, it has only the
 * groups without rows, because the headings name the others; it may then take half of the document. `from`: minimum
 * number of groups with a list if all their rows are shown.
 */
export function listAbove(groups: readonly Group[], maxUnits: number, from = Number.POSITIVE_INFINITY): ListAbove {
  const all = groupList(groups);
  const units = unitsOf(all);
  if (units > maxUnits / LIST_SHARE) {
    const half = Math.floor(maxUnits / 2);
    return { units: half, of: ({ hiddenGroups }) => groupList(hiddenGroups, half) };
  }
  const isNeeded = (fitted: Fitted): boolean =>
    isWhole(fitted) ? groups.length >= from : groups.length > 1 || fitted.hiddenGroups.length > 0;
  return { units, of: (fitted) => (isNeeded(fitted) ? all : []) };
}

/** Groups within a length: the list above them, the notice about hidden rows, and the rows that fit. */
export function groupsMarkdown(groups: readonly Group[], maxUnits: number, pointer: string): readonly string[] {
  const list = listAbove(groups, maxUnits);
  const budget = maxUnits - list.units - noticeUnits(groups, pointer);
  const fitted = fitGroups(groups, { budget, openUpTo: OPEN_UP_TO });
  return linesOf(list.of(fitted), hiddenMarkdown(fitted, pointer), fitted.text !== '' && fitted.text);
}
