import { counted, groupedDigits, linesOf, plural } from '../format/text.ts';
import { tallyText } from '../values/change-words.ts';
import { unitsOf } from './options.ts';
import { type MarkdownRow, rowLine } from './row.ts';

/** The changes of one resource, or of one of its dictionaries. All texts are safe markdown. */
export interface Group {
  /** One paragraph. */
  readonly head: string;
  /** Name and counts in one short line, for the list above all groups. */
  readonly brief: string;
  /** The number of resources and dictionaries that it has. Default: 1. */
  readonly size?: number;
  /** Titles of the columns. */
  readonly titles: readonly string[];
  /** In the order in which they are shown: losses first. */
  readonly rows: readonly MarkdownRow[];
  /** Number of further additions that cannot fit. Absent: none. */
  readonly unmade?: number;
  /** True if the whole resource or dictionary is deleted. */
  readonly goes: boolean;
  /** True: no row is folded. Absent: only losses stay outside the details. */
  readonly isOpen?: true;
}

export interface Fitted {
  readonly text: string;
  /** Losses that are not shown. */
  readonly hiddenLosses: readonly MarkdownRow[];
  /** Number of rows that are not shown, including those losses. */
  readonly hidden: number;
  /** Groups that are not shown at all. */
  readonly hiddenGroups: readonly Group[];
}

export interface FitOptions {
  /** Maximum number of UTF-16 code units of the text. */
  readonly budget: number;
  /** Maximum number of changes without losses that are outside the details, apart from single ones. */
  readonly openUpTo: number;
}

/** True if all rows and all groups are shown. */
export const isWhole = ({ hidden, hiddenGroups }: Fitted): boolean => hidden + hiddenGroups.length === 0;

/** Maximum number of changes without losses that are shown without a click. */
export const OPEN_UP_TO = 40;

const BETWEEN = '\n\n';

export const isLoss = ({ loses }: MarkdownRow): boolean => loses;

/** Numbers of rows by kind, such as `2,590 removed, 11 changed`. `added`: number of further additions. */
function talliesOfRows(rows: readonly MarkdownRow[], added = 0): string {
  const counts: Record<string, number> = { added };
  for (const { kind, loses } of rows) {
    const word = kind ?? (loses ? 'removed' : 'changed');
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return tallyText(counts);
}

/** `14 removals (6 removed, 3 moved, 5 renamed)`: the number of losses, by kind if not all are removals. */
function removals(rows: readonly MarkdownRow[]): string {
  const isPlain = rows.every(({ kind = 'removed' }) => kind === 'removed');
  return `${counted(rows.length, 'removal')}${isPlain ? '' : ` (${talliesOfRows(rows)})`}`;
}

/** The notice about rows that did not fit. The groups and the list above them have the numbers of each group. */
export function hiddenMarkdown({ hiddenLosses, hidden }: Fitted, pointer: string): readonly string[] {
  const lost = hiddenLosses.length;
  const others = hidden - lost;
  if (lost > 0) {
    const more = others === 0 ? '' : `, nor ${plural(others, 'is', 'are')} ${counted(others, 'other change')}`;
    return [
      `> [!WARNING]\n> **${removals(hiddenLosses)} ${plural(lost, 'does', 'do')} not fit here and ` +
        `${plural(lost, 'is', 'are')} not listed**${more}; ${pointer}.`,
    ];
  }
  return others === 0 ? [] : [`${counted(others, 'change')} ${plural(others, 'does', 'do')} not fit here; ${pointer}.`];
}

/** Maximum number of UTF-16 code units of the notice: those of a document that hides all rows. */
export const noticeUnits = (groups: readonly Group[], pointer: string): number =>
  unitsOf(hiddenMarkdown(fitGroups(groups, { budget: 0, openUpTo: 0 }), pointer));

const tableHead = ({ titles }: Group): string => `| ${titles.join(' | ')} |\n|${'---|'.repeat(titles.length)}`;

/** In a deleted group, more losses than these are folded: its heading already shows the deletion. */
const FOLDED_FROM = 10;

/** The part of one group that fits. */
interface Share {
  readonly group: Group;
  /** Number of the first rows that are outside the details. */
  readonly first: number;
  readonly lines: string[];
  /** Room for the line that counts the hidden rows. */
  readonly reserve: number;
  /** False: not even its heading and first row fit. */
  listed: boolean;
}

const isFolded = ({ group, first }: Pick<Share, 'group' | 'first'>): boolean => group.goes && first > FOLDED_FROM;

/** Number of all rows, including those that are not made. */
const sizeOf = ({ rows, unmade = 0 }: Group): number => rows.length + unmade;

const lossesOf = ({ rows }: Group): number => rows.filter(isLoss).length;

/** The groups without folded rows: those with the fewest other changes, up to a number of them in all. */
function openGroups(groups: readonly Group[], openUpTo: number): ReadonlySet<Group> {
  const others = (group: Group): number => sizeOf(group) - lossesOf(group);
  let left = openUpTo;
  const open = [...groups]
    .sort((one, other) => others(one) - others(other))
    .filter((group) => {
      left -= others(group);
      return left >= 0 && !group.goes;
    });
  return new Set(open);
}

/** The number of rows outside the details: all rows of an open group, and otherwise the losses. */
function rowsOutside(group: Group, open: ReadonlySet<Group>): number {
  const losses = lossesOf(group);
  // Details never hide a single row.
  const isWhole = group.isOpen || open.has(group) || sizeOf(group) - losses === 1;
  return isWhole ? group.rows.length : losses;
}

/** `… and 2,601 more: 2,590 removed, 11 changed.`: the hidden rows of one group. */
const moreLine = (group: Group, from: number): string =>
  `… and ${groupedDigits(sizeOf(group) - from)} more: ${talliesOfRows(group.rows.slice(from), group.unmade)}.`;

const foldStart = ({ group, first }: Share): string =>
  `<details><summary>${removals(group.rows.slice(0, first))}</summary>`;

/** The summary of the details mentions if not all rows are shown. */
function othersStart({ group, first }: Share, shown: number): string {
  const count = sizeOf(group) - first;
  const all = first > 0 ? `${groupedDigits(count)} more` : counted(count, 'change');
  const summary = shown === count ? all : `${all}, the first ${groupedDigits(shown)} shown`;
  return `<details><summary>${summary}</summary>`;
}

const table = ({ group }: Share, lines: readonly string[]): string => [tableHead(group), ...lines].join('\n');

function shareText(share: Share): string {
  const { group, first, lines } = share;
  const [above, others] = [lines.slice(0, first), lines.slice(first)];
  return linesOf(
    group.head,
    above.length > 0 && (isFolded(share) ? [foldStart(share), table(share, above), '</details>'] : table(share, above)),
    others.length > 0 && [othersStart(share, others.length), table(share, others), '</details>'],
    lines.length < sizeOf(group) && moreLine(group, lines.length),
  ).join(BETWEEN);
}

/** UTF-16 code units of a row, and of the parts of its group that the row is the first to need. */
function costOf(share: Share, index: number, line: string): number {
  const { group, first, reserve } = share;
  const head = group.head.length + BETWEEN.length + reserve;
  if (group.rows.length === 0) return head;
  const frame = tableHead(group).length + BETWEEN.length;
  const details = '</details>'.length + 2 * BETWEEN.length;
  const folded = index === 0 && isFolded(share) ? foldStart(share).length + details : 0;
  // An upper bound for the length, because the number of shown rows is not known yet.
  const others = index === first ? othersStart(share, sizeOf(group) - first - 1).length + details : 0;
  const starts = index === 0 || index === first ? frame : 0;
  return line.length + 1 + starts + folded + others + (index === 0 ? head : 0);
}

/**
 * The first row of each group, then the second of each, and so on, until one does not fit. So a long group does not
 * displace a short one, and the numbers of rows of groups with hidden rows differ by at most one.
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
      // A complete group needs no line about hidden rows.
      else if (share.group.unmade === undefined) left += share.reserve;
    }
    open = isFull ? [] : next;
  }
}

/**
 * An equal number of rows for each group, in the order of the groups, within a budget. A line below each group counts
 * its hidden rows. All other numbers in the text count all rows, shown or not.
 */
export function fitGroups(groups: readonly Group[], { budget, openUpTo }: FitOptions): Fitted {
  const open = openGroups(groups, openUpTo);
  const shares = groups.map(
    (group): Share => ({
      group,
      first: rowsOutside(group, open),
      lines: [],
      reserve: sizeOf(group) === 0 ? 0 : moreLine(group, 0).length + BETWEEN.length,
      listed: false,
    }),
  );
  fill(shares, budget);
  const listed = shares.filter((share) => share.listed);
  return {
    text: listed.map(shareText).join(BETWEEN),
    hiddenLosses: shares.flatMap(({ group, lines }) => group.rows.slice(lines.length).filter(isLoss)),
    hidden: shares.reduce((sum, { group, lines }) => sum + sizeOf(group) - lines.length, 0),
    hiddenGroups: shares.filter((share) => !share.listed).map(({ group }) => group),
  };
}
