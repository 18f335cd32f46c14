import { anyChildNoun } from '../../kinds/words.ts';
import type { TermTally } from '../../plan/counts.ts';
import { counted, groupedDigits, linesOf, plural } from '../format/text.ts';
import { tallyText } from '../values/change-words.ts';
import { type MarkdownRow, rowLine } from './row.ts';

/** What happens to one resource, or to one dictionary of it. All texts are markdown that is safe already. */
export interface Group {
  /** One paragraph. */
  readonly head: string;
  /** Name and counts in one short line, for the list above all groups. */
  readonly brief: string;
  /** Titles of the columns. */
  readonly titles: readonly string[];
  /** In the order in which they are shown. */
  readonly rows: readonly MarkdownRow[];
  /** Additions after the rows, for which there is no room in any document. Absent: none. */
  readonly unmade?: number;
  /** True when the whole of it goes. */
  readonly goes: boolean;
}

export interface Fitted {
  readonly text: string;
  /** Rows that take something away and are not shown. */
  readonly hiddenLosses: readonly MarkdownRow[];
  /** Rows that are not shown, the above among them. */
  readonly hidden: number;
  /** Groups that are not in the text. */
  readonly hiddenGroups: number;
}

export interface FitOptions {
  /** Maximum of UTF-16 code units of the text. */
  readonly budget: number;
  /** Maximum of rows, of all groups but those that go as a whole, with which the details stand open. */
  readonly openUpTo: number;
  /** What shows all of it: `the full plan shows all`. */
  readonly pointer: string;
}

/** Whether all rows are shown, and all groups. */
export const isWhole = ({ hidden, hiddenGroups }: Fitted): boolean => hidden + hiddenGroups === 0;

/** Most of a document that the list of names and counts takes: a third. */
export const LIST_SHARE = 3;

/** Rows that are shown without a click. */
export const OPEN_UP_TO = 40;

/** Room that is kept for what is said of what is not shown. */
export const NOTICE_UNITS = 600;

const BETWEEN = '\n\n';

const isLoss = ({ loses }: MarkdownRow): boolean => loses;

/** How many rows there are of each kind. A row of no kind is a change, or takes something away. */
function talliesOfRows(rows: readonly MarkdownRow[], added = 0): string {
  const counts: Record<string, number> = { added };
  for (const { kind, loses } of rows) {
    const word = kind ?? (loses ? 'removed' : 'changed');
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return tallyText(counts as Partial<TermTally>);
}

/** `14 removals (6 removed, 3 moved, 5 renamed)`: rows that take something away, and how, where not all just remove. */
function removals(rows: readonly MarkdownRow[]): string {
  const isPlain = rows.every(({ kind = 'removed' }) => kind === 'removed');
  return `${counted(rows.length, 'removal')}${isPlain ? '' : ` (${talliesOfRows(rows)})`}`;
}

/** What is said of rows and groups that did not fit. */
export function hiddenMarkdown({ hiddenLosses, hiddenGroups }: Fitted, pointer: string): readonly string[] {
  const [child, children] = anyChildNoun();
  const count = hiddenLosses.length;
  return linesOf(
    count > 0 &&
      `> [!WARNING]\n> **${removals(hiddenLosses)} ${plural(count, 'does', 'do')} not fit here and ` +
        `${plural(count, 'is', 'are')} not listed**; ${pointer}.`,
    hiddenGroups > 0 &&
      `No room for rows of ${counted(hiddenGroups, `resource or ${child}`, `resources and ${children}`)}; ${pointer}.`,
  );
}

/** The line of a list for the groups that it does not name. */
const unnamedLine = (count: number): string => {
  const [child, children] = anyChildNoun();
  return `- … and ${counted(count, `more resource or ${child}`, `more resources and ${children}`)}`;
};

/** Lines of a list that are shown without a click, besides those of groups that lose something. */
const NAMED_OPEN = 10;

/** Room for what folds the list. */
const LIST_FRAME_UNITS = 90;

/**
 * Name and counts of each group, those that lose something first, in at most so many units. One group alone needs no
 * list.
 */
export function groupList(groups: readonly Group[], maxUnits: number): readonly string[] {
  if (groups.length < 2) return [];
  const rank = ({ goes, rows }: Group): number => (goes ? 0 : rows.some(isLoss) ? 1 : 2);
  const inOrder = [...groups].sort((one, other) => rank(one) - rank(other));
  let left = maxUnits - unnamedLine(groups.length).length - LIST_FRAME_UNITS;
  const end = inOrder.findIndex(({ brief }) => {
    left -= brief.length + 3;
    return left < 0;
  });
  const named = end === -1 ? inOrder : inOrder.slice(0, end);
  const losing = named.filter((group) => rank(group) < 2);
  const others = named.slice(losing.length);
  const line = ({ brief }: Group): string => `- ${brief}`;
  const last = named.length < groups.length ? [unnamedLine(groups.length - named.length)] : [];
  if (others.length <= NAMED_OPEN) return [[...named.map(line), ...last].join('\n')];
  const title =
    losing.length === 0 ? counted(others.length, 'change') : `${groupedDigits(others.length)} without removals`;
  return linesOf(
    losing.length > 0 && losing.map(line).join('\n'),
    `<details><summary>${title}</summary>`,
    [...others.map(line), ...last].join('\n'),
    '</details>',
  );
}

const tableHead = ({ titles }: Group): string => `| ${titles.join(' | ')} |\n|${'---|'.repeat(titles.length)}`;

/** Of what goes as a whole, more removals than these are folded away: that it goes stands in its head. */
const FOLDED_FROM = 10;

/** What one group has got of the room. */
interface Share {
  readonly group: Group;
  /** Those of the rows that take something away, which come first. */
  readonly losses: number;
  readonly lines: string[];
  /** Room for the line that counts what is cut. */
  readonly reserve: number;
  /** False: nothing of the group found room. */
  listed: boolean;
}

const isFolded = ({ group, losses }: Pick<Share, 'group' | 'losses'>): boolean => group.goes && losses > FOLDED_FROM;

/** All rows, those that are not made among them. */
const sizeOf = ({ rows, unmade = 0 }: Group): number => rows.length + unmade;

/** `… and 2,601 more: 2,590 removed, 11 changed`: what is cut of one group. */
const moreLine = (group: Group, from: number, pointer: string): string =>
  `… and ${groupedDigits(sizeOf(group) - from)} more: ${talliesOfRows(group.rows.slice(from), group.unmade)}; ` +
  `${pointer}.`;

const foldStart = ({ group, losses }: Share): string =>
  `<details><summary>${removals(group.rows.slice(0, losses))}</summary>`;

/** What stands where the details are closed; so it says that not all of them are there. */
function othersStart({ group, losses }: Share, shown: number, open: boolean): string {
  const count = sizeOf(group) - losses;
  const all = losses > 0 ? `${groupedDigits(count)} more` : counted(count, 'change');
  const summary = shown === count ? all : `${all}, the first ${groupedDigits(shown)} shown`;
  return `<details${open ? ' open' : ''}><summary>${summary}</summary>`;
}

const table = ({ group }: Share, lines: readonly string[]): string => [tableHead(group), ...lines].join('\n');

function shareText(share: Share, pointer: string, open: boolean): string {
  const { group, losses, lines } = share;
  const [lost, others] = [lines.slice(0, losses), lines.slice(losses)];
  return linesOf(
    group.head,
    lost.length > 0 && (isFolded(share) ? [foldStart(share), table(share, lost), '</details>'] : table(share, lost)),
    others.length > 0 && [othersStart(share, others.length, open), table(share, others), '</details>'],
    lines.length < sizeOf(group) && moreLine(group, lines.length, pointer),
  ).join(BETWEEN);
}

/** Room that a row takes, with all that stands around it. */
function costOf(share: Share, index: number, line: string): number {
  const { group, losses, reserve } = share;
  const head = group.head.length + BETWEEN.length + reserve;
  if (group.rows.length === 0) return head;
  const frame = tableHead(group).length + BETWEEN.length;
  const details = '</details>'.length + 2 * BETWEEN.length;
  const folded = index === 0 && isFolded(share) ? foldStart(share).length + details : 0;
  // Longer than any that there can be, since the number shown is not known yet.
  const others = index === losses ? othersStart(share, sizeOf(group) - losses - 1, true).length + details : 0;
  const starts = index === 0 || index === losses ? frame : 0;
  return line.length + 1 + starts + folded + others + (index === 0 ? head : 0);
}

/**
 * The first row of each group, then the second of each, and so on, until one finds no room: a long group does not push
 * out a short one. So the numbers of rows of two groups that still have some differ by one at most.
 */
function fill(shares: readonly Share[], budget: number): void {
  let left = budget;
  let open = shares;
  for (let index = 0; open.length > 0; index += 1) {
    let isFull = false;
    const next: Share[] = [];
    for (const share of open) {
      const row = share.group.rows[index];
      const line = row === undefined ? '' : rowLine(row);
      const cost = costOf(share, index, line);
      if (cost > left) {
        isFull = true;
        continue;
      }
      left -= cost;
      share.listed = true;
      if (row !== undefined) share.lines.push(line);
      if (index + 1 < share.group.rows.length) next.push(share);
      // All of it is there, so no line counts what is not.
      else if (share.group.unmade === undefined) left += share.reserve;
    }
    open = isFull ? [] : next;
  }
}

/**
 * A fair share of rows for each group, in the order of the groups, within a budget. What is cut is counted below each
 * group. Every number in the text is that of all rows, shown or not.
 */
export function fitGroups(groups: readonly Group[], { budget, openUpTo, pointer }: FitOptions): Fitted {
  const shares = groups.map(
    (group): Share => ({
      group,
      losses: group.rows.filter(isLoss).length,
      lines: [],
      reserve: sizeOf(group) === 0 ? 0 : moreLine(group, 0, pointer).length + BETWEEN.length,
      listed: false,
    }),
  );
  fill(shares, budget);
  const listed = shares.filter((share) => share.listed);
  const unfolded = shares.reduce((sum, share) => sum + (isFolded(share) ? 0 : sizeOf(share.group)), 0);
  return {
    text: listed.map((share) => shareText(share, pointer, unfolded <= openUpTo)).join(BETWEEN),
    hiddenLosses: shares.flatMap(({ group, losses, lines }) =>
      group.rows.slice(lines.length, Math.max(lines.length, losses)),
    ),
    hidden: shares.reduce((sum, { group, lines }) => sum + sizeOf(group) - lines.length, 0),
    hiddenGroups: shares.length - listed.length,
  };
}
