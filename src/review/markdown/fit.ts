import { anyChildNoun } from '../../kinds/words.ts';
import { counted, groupedDigits, linesOf, plural } from '../format/text.ts';
import { tallyText } from '../values/change-words.ts';
import type { TermKind } from '../values/term-kinds.ts';
import { type MarkdownRow, rowLine } from './row.ts';

/** The changes of one resource, or of one of its dictionaries. All texts are safe markdown. */
export interface Group {
  /** One paragraph. */
  readonly head: string;
  /** Titles of the columns between the change and the place. */
  readonly titles: readonly string[];
  readonly rows: readonly MarkdownRow[];
  /** Number of further rows that cannot fit; they are not losses. Absent: none. */
  readonly unmade?: number;
  /** True if the whole resource or dictionary is deleted: it must be named before all others. */
  readonly goes: boolean;
  /** The last cell of a row. */
  readonly place: (row: MarkdownRow) => string;
}

export interface Fitted {
  readonly text: string;
  /** Losses that are not shown. */
  readonly hiddenLosses: readonly MarkdownRow[];
  /** Number of rows that are not shown, including those losses. */
  readonly hidden: number;
  /** Number of groups that are not shown at all. */
  readonly hiddenGroups: number;
}

export interface FitOptions {
  /** Maximum number of UTF-16 code units of the text. */
  readonly budget: number;
  /** Maximum number of rows, in all groups except deleted ones, up to which the details are open. */
  readonly openUpTo: number;
  /** Where the whole report is: `the full plan shows all`. */
  readonly pointer: string;
}

/** Maximum number of rows that are shown without a click. */
export const OPEN_UP_TO = 40;

/** UTF-16 code units reserved for the notice about hidden rows. */
export const NOTICE_UNITS = 600;

/** `14 removals (6 removed, 3 moved, 5 renamed)`: the number of losses, by kind if there are several kinds. */
function removals(rows: readonly MarkdownRow[]): string {
  const count = (kind: TermKind): number => rows.filter((row) => row.kind === kind).length;
  const [moved, renamed] = [count('moved'), count('renamed')];
  const kinds = { removed: rows.length - moved - renamed, moved, renamed };
  return `${counted(rows.length, 'removal')}${moved + renamed === 0 ? '' : ` (${tallyText(kinds)})`}`;
}

/** The notice about rows and groups that did not fit. */
export function hiddenMarkdown({ hiddenLosses, hiddenGroups }: Fitted, pointer: string): readonly string[] {
  const [child, children] = anyChildNoun();
  const count = hiddenLosses.length;
  return linesOf(
    count > 0 &&
      `> [!WARNING]\n> **${removals(hiddenLosses)} ${plural(count, 'does', 'do')} not fit here and ` +
        `${plural(count, 'is', 'are')} not listed**; ${pointer}.`,
    hiddenGroups > 0 &&
      `${counted(hiddenGroups, `more resource or ${child}`, `more resources and ${children}`)} not named here; ` +
        `${pointer}.`,
  );
}

const BETWEEN = '\n\n';

const tableHead = ({ titles }: Group): string =>
  `| | ${titles.join(' | ')} | |\n|---|${'---|'.repeat(titles.length)}---|`;

const hiddenLossesLine = (rows: readonly MarkdownRow[], pointer: string): string =>
  `**${removals(rows)} not listed here**; ${pointer}.`;

/** The line above a shortened list of losses. */
const firstLossesLine = (rows: readonly MarkdownRow[], shown: number): string =>
  `The first ${groupedDigits(shown)} of ${counted(rows.length, 'removal')}:`;

const moreLine = (count: number, pointer: string): string => `… and ${counted(count, 'more line')}; ${pointer}.`;

/** In a deleted group, more losses than these are folded: its heading already shows the deletion. */
const FOLDED_FROM = 10;

const isFolded = ({ group, losses }: Pick<Share, 'group' | 'losses'>): boolean =>
  group.goes && losses.length > FOLDED_FROM;

const foldStart = (rows: readonly MarkdownRow[]): string => `<details><summary>${removals(rows)}</summary>`;

/** UTF-16 code units of a table of losses besides its rows. */
const lossFrame = (share: Pick<Share, 'group' | 'losses'>): number =>
  tableHead(share.group).length +
  BETWEEN.length +
  (isFolded(share) ? foldStart(share.losses).length + '</details>'.length + 2 * BETWEEN.length : 0);

/** The summary of closed details. It mentions if not all rows are shown. */
function summary(count: number, shown: number, hasLosses: boolean): string {
  const all = hasLosses ? `${groupedDigits(count)} more` : counted(count, 'change');
  return `<summary>${shown === count ? all : `${all}, the first ${groupedDigits(shown)} shown`}</summary>`;
}

/** The part of one group that fits. */
interface Share {
  readonly group: Group;
  readonly losses: readonly MarkdownRow[];
  readonly others: readonly MarkdownRow[];
  /** False: not even its heading fits. */
  listed: boolean;
  lossLines: readonly string[];
  readonly otherLines: string[];
  /** True if the next row does not fit. */
  full: boolean;
}

/** Number of rows that are not losses. */
const countOf = ({ group, others }: Pick<Share, 'group' | 'others'>): number => others.length + (group.unmade ?? 0);

function shareText(share: Share, pointer: string, open: boolean): string {
  const { group, losses, lossLines, otherLines } = share;
  const table = (lines: readonly string[]): string => [tableHead(group), ...lines].join('\n');
  const isCut = losses.length > lossLines.length;
  const count = countOf(share);
  const hidden = count - otherLines.length;
  const more = hidden > 0 && moreLine(hidden, pointer);
  const start = `<details${open ? ' open' : ''}>${summary(count, otherLines.length, losses.length > 0)}`;
  return linesOf(
    group.head,
    isCut && lossLines.length > 0 && firstLossesLine(losses, lossLines.length),
    lossLines.length > 0 && (isFolded(share) ? [foldStart(losses), table(lossLines), '</details>'] : table(lossLines)),
    isCut && hiddenLossesLine(losses.slice(lossLines.length), pointer),
    otherLines.length > 0 && [start, table(otherLines)],
    more,
    otherLines.length > 0 && '</details>',
  ).join(BETWEEN);
}

/** Lines of the first losses that fit. */
function firstLossLines(share: Share, room: number): readonly string[] {
  const lines: string[] = [];
  let left = room - lossFrame(share);
  for (const row of share.losses) {
    const line = rowLine(row, share.group.place(row));
    left -= line.length + 1;
    if (left < 0) return lines;
    lines.push(line);
  }
  return lines;
}

/**
 * Reserves room for the headings: deleted groups first, then those with losses, then others, because every changed
 * resource must be named. Returns the remaining room.
 */
function listHeads(shares: readonly Share[], budget: number, pointer: string): number {
  let left = budget;
  const rank = ({ group, losses }: Share): number => (group.goes ? 0 : losses.length > 0 ? 1 : 2);
  for (const share of [...shares].sort((one, other) => rank(one) - rank(other))) {
    const { group, losses, others } = share;
    const least =
      group.head.length +
      BETWEEN.length +
      (losses.length > 0 ? hiddenLossesLine(losses, pointer).length + BETWEEN.length : 0) +
      (others.length > 0 ? moreLine(countOf(share), pointer).length + BETWEEN.length : 0);
    share.listed = least <= left;
    if (share.listed) left -= least;
  }
  return left;
}

/**
 * Lists the losses of the groups: the shortest lists first, each completely. The remaining room is divided among the
 * beginnings of the other lists, which are marked as incomplete. Returns the room that is left.
 */
function listLosses(shares: readonly Share[], room: number): number {
  let left = room;
  const cut: Share[] = [];
  const list = (share: Share, lines: readonly string[], frame: number): void => {
    share.lossLines = lines;
    left -= lines.reduce((sum, { length }) => sum + length + 1, frame);
  };
  const byLength = shares
    .filter(({ listed, losses }) => listed && losses.length > 0)
    .sort((one, other) => one.losses.length - other.losses.length);
  for (const share of byLength) {
    const lines = firstLossLines(share, left);
    if (lines.length < share.losses.length) cut.push(share);
    else list(share, lines, lossFrame(share));
  }
  for (const [index, share] of cut.entries()) {
    const frame = firstLossesLine(share.losses, share.losses.length).length + BETWEEN.length;
    const lines = firstLossLines(share, Math.floor(left / (cut.length - index)) - frame);
    if (lines.length > 0) list(share, lines, lossFrame(share) + frame);
  }
  return left;
}

/**
 * The first row of each group, then the second of each, and so on, so that a long dictionary does not displace a short
 * one.
 */
function listOthers(shares: readonly Share[], room: number): void {
  let left = room;
  let open = shares.filter(({ listed, others }) => listed && others.length > 0);
  for (let index = 0; open.length > 0; index += 1) {
    for (const share of open) {
      const { group, losses, others, otherLines } = share;
      const row = others[index] as MarkdownRow;
      const line = rowLine(row, group.place(row));
      const frame =
        index > 0
          ? 0
          : tableHead(group).length +
            // An upper bound for the length, because the number of shown rows is not known yet.
            summary(countOf(share), countOf(share) - 1, losses.length > 0).length +
            '<details open></details>'.length +
            3 * BETWEEN.length;
      share.full = line.length + 1 + frame > left;
      if (share.full) continue;
      left -= line.length + 1 + frame;
      otherLines.push(line);
    }
    open = open.filter(({ full, others }) => !full && others.length > index + 1);
  }
}

/**
 * As many rows of the groups as fit, in the order of the groups. Losses have priority. If a list of them is shortened,
 * lines above and below it give the number of missing rows. All numbers in the text count all rows, shown or not.
 */
export function fitGroups(groups: readonly Group[], { budget, openUpTo, pointer }: FitOptions): Fitted {
  const shares = groups.map(
    (group): Share => ({
      group,
      losses: group.rows.filter(({ loses }) => loses),
      others: group.rows.filter(({ loses }) => !loses),
      listed: false,
      lossLines: [],
      otherLines: [],
      full: false,
    }),
  );
  listOthers(shares, listLosses(shares, listHeads(shares, budget, pointer)));
  const listed = shares.filter((share) => share.listed);
  const rowsOf = ({ losses, ...share }: Share): number => losses.length + countOf(share);
  const total = shares.reduce((sum, share) => sum + rowsOf(share), 0);
  const unfolded = shares.reduce((sum, share) => sum + (isFolded(share) ? 0 : rowsOf(share)), 0);
  const shown = shares.reduce((sum, { lossLines, otherLines }) => sum + lossLines.length + otherLines.length, 0);
  return {
    text: listed.map((share) => shareText(share, pointer, unfolded <= openUpTo)).join(BETWEEN),
    hiddenLosses: shares.flatMap(({ losses, lossLines }) => losses.slice(lossLines.length)),
    hidden: total - shown,
    hiddenGroups: shares.length - listed.length,
  };
}
