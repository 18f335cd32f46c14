import pc from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import { kindNamed } from '../../kinds/registry.ts';
import { partOf, partsBelow } from '../../kinds/words.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import type { LedgerHome } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import type { Value, ValueChange } from '../../model/resources/resource.ts';
import { type Tally, tally, termTally } from '../../plan/counts.ts';
import type { LedgerChange, LedgerChildChange } from '../../plan/diff/diff-ledgers.ts';
import { shortVersion, shown, visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted, groupedDigits, utcText } from '../format/text.ts';
import { fullHint } from '../messages/option-name.ts';
import { childLines, editText, type ListStyle, linesOfTerms, partLines, valueLines } from '../values/change-lines.ts';
import { movedHereLines, wholeWords } from '../values/change-words.ts';
import { folding, SCREENFUL, unfolded } from '../values/fold.ts';
import { planTerms } from '../values/term-kinds.ts';
import { valueName, valueText } from '../values/value-words.ts';
import { noLedgerRemedy } from './no-ledger-text.ts';

interface LedgerStyle extends ListStyle {
  /** All changes of the entry, since a term may move from one resource to another one. */
  readonly all: { readonly changes: readonly LedgerChange[] };
  /** Show the ids of added and removed resources. */
  readonly ids: boolean;
}

const MARKS = { added: '+', changed: '~', moved: '~', removed: '-' } as const;

/**
 * A single value is shown only if both sides have it: the heading of an added or removed resource contains its name.
 */
function changeLines(
  change: ValueChange,
  { kind: name, action }: LedgerChange,
  { colors, ids }: LedgerStyle,
): readonly string[] {
  const kind = kindNamed(name);
  const part = partOf(kind, change.key[0]);
  // The ledger may lack a value of such a kind, and only if it is not managed.
  const absent = kind.hasSecret === true && part?.role === undefined ? 'not managed' : '';
  const { key, from, to } = change;
  const isEdit = from !== undefined && to !== undefined;
  const side = (value: Value | undefined): string => (value === undefined ? absent : valueText(kind, key, value));
  if (key[0] === 'id') {
    if (isEdit) return [`id: ${side(from)} → ${side(to)}`];
    return ids ? [colors.dim(`id: ${side(to ?? from)}`)] : [];
  }
  if (key[0] === 'protect') return isEdit ? [to ? 'protected from now on' : 'no longer protected'] : [];
  if (part?.role === 'whole') return to === true ? [colors.red(`${side(to)} permanently`)] : [];
  if (absent !== '') {
    if (action === 'removed') return [];
    return [`${valueName(kind, key, to)}: ${from === undefined ? '' : `${side(from)} → `}${side(to)}`];
  }
  if (partsBelow(kind).includes(key[0])) return valueLines(kind, change, colors);
  return isEdit ? [`${valueName(kind, key, to)}: ${editText(String(from), String(to), colors)}`] : [];
}

const childWordsOf = (kind: LedgerChange['kind'], { action, before, after }: LedgerChildChange): string =>
  action === 'changed'
    ? `${groupedDigits(before)} → ${groupedDigits(after)}`
    : wholeWords(kind, action === 'added' ? 'create' : 'delete');

/**
 * The changes of one resource between two entries of the ledger: the resource, then its values and children as a plan
 * shows them.
 */
function ledgerChangeLines(change: LedgerChange, style: LedgerStyle): readonly string[] {
  const { colors } = style;
  const { kind, action, address, movedFrom, name, values, children } = change;
  const paint = { added: colors.green, changed: colors.yellow, moved: colors.yellow, removed: colors.red }[action];
  const shownName = name === undefined ? '' : `  "${shown(name)}"`;
  const from = movedFrom === undefined ? '' : `  (was ${visible(movedFrom)})`;
  return [
    `${paint(`${MARKS[action]} ${action} ${visible(address)}`)}${shownName}${colors.dim(from)}`,
    ...partLines(values, style, (value) => changeLines(value, change, style)),
    ...children.flatMap((child) =>
      childLines(
        {
          name: childName(child.address),
          words: childWordsOf(kind, child),
          counts: termTally(style.all, [child]),
          rows: linesOfTerms(kindNamed(kind), planTerms(style.all)(child), childName(child.address)),
          notes: movedHereLines(style.all, child),
        },
        style,
      ),
    ),
  ];
}

/** An entry of the ledger in the form to show. */
export interface EntryInLog {
  readonly version: string;
  /** ISO 8601. */
  readonly time: string;
  readonly summary: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly changes?: readonly LedgerChange[];
  /** The entry was written before the calls of its plan. `followedBy`: the version of the entry with the result. */
  readonly intent?: { readonly followedBy?: string; readonly drift?: true };
}

export interface LogText {
  readonly target: string;
  /** Where the ledger is kept. Absent: in the refs of this repository. */
  readonly home?: LedgerHome | undefined;
  /** The address or term in the question. */
  readonly asked?: string;
  readonly entries: readonly EntryInLog[];
  readonly more: boolean;
}

/** Limits for the list below an entry of the log. */
const LOG_LIMITS = { screen: 10, added: 10 } as const;

/** `2026-01-02 03:04:05 UTC`, regardless of the time zone in which the time was written. */
const timeText = (time: string): string => utcText(time, 19) ?? visible(time);

const factOf = ({ facts }: EntryInLog, name: string): string | undefined => facts.find(([each]) => each === name)?.[1];

function whoText(entry: EntryInLog): string {
  const who = [factOf(entry, 'Actor'), factOf(entry, 'Run')].filter((part) => part !== undefined);
  return who.map((part) => `  ${shown(part)}`).join('');
}

/** The line for a write-ahead entry. */
function intentLines({ intent }: EntryInLog, { colors }: LedgerStyle): readonly string[] {
  if (intent === undefined) return [];
  const { followedBy, drift } = intent;
  const end =
    followedBy === undefined
      ? 'no entry records its outcome: the run is active, was killed, or changed nothing'
      : `${shortVersion(followedBy)} records its outcome`;
  const what = drift ? 'what the service had before the plan' : 'write-ahead entry of a plan that removes something';
  return [colors.dim(`    ${what}; ${end}`)];
}

function entryLines(entry: EntryInLog, style: LedgerStyle): readonly string[] {
  const { colors } = style;
  return [
    `${colors.yellow(shortVersion(entry.version))}  ${timeText(entry.time)}${whoText(entry)}`,
    `    ${shown(entry.summary)}`,
    ...intentLines(entry, style),
    ...(entry.changes ?? []).flatMap((change) => ledgerChangeLines(change, style)).map((line) => `    ${line}`),
  ];
}

function emptyText({ asked, target, home }: LogText): string {
  if (asked === undefined) return `No ledger for ${visible(target)} here. ${noLedgerRemedy(home)}\n`;
  const show = /^[0-9a-f]{7,}$/.test(asked) ? ` To show the entry of a version: lexform log --show ${asked}` : '';
  return `No entry of the ledger of ${visible(target)} changed "${shown(asked)}".${show}\n`;
}

/** The numbers of values in all changes, for the limits of the lists. */
const removedIn = (changes: readonly LedgerChange[]): Tally =>
  tally(changes.flatMap(({ values, children }) => [values, ...children.map((child) => child.values)].flat()));

/** The entries, newest first, each with its changes that match the question. */
export function logText(log: LogText, options: { readonly color: boolean }): string {
  if (log.entries.length === 0) return emptyText(log);
  const colors = pc.createColors(options.color);
  const isLong = log.asked !== undefined;
  const lines = log.entries.flatMap((entry, index) => [
    ...(isLong && index > 0 ? [''] : []),
    ...entryLines(entry, {
      colors,
      fold: folding(removedIn(entry.changes ?? []), LOG_LIMITS).fold,
      hint: `; lexform log --show ${shortVersion(entry.version)} --full shows all`,
      ids: false,
      all: { changes: entry.changes ?? [] },
    }),
  ]);
  const more = log.more ? ['', colors.dim('There are older entries; --limit shows more.')] : [];
  return `${[...lines, ...more].join('\n')}\n`;
}

const entryJson = ({ version, time, summary, facts, changes, intent }: EntryInLog) => ({
  version,
  time,
  summary,
  facts: facts.map(([name, value]) => ({ name, value })),
  ...(intent !== undefined && {
    intent: { followedBy: intent.followedBy ?? null, ...omitUndefined({ drift: intent.drift }) },
  }),
  changes,
});

/** The log as the one document of `--json`. */
export const logJson = ({ target, asked: question, entries, more }: LogText): string =>
  jsonText({ formatVersion: 1, target, asked: question ?? null, entries: entries.map(entryJson), more });

export interface ShowText {
  readonly target: string;
  readonly entry: EntryInLog;
  /** The version of the previous entry. */
  readonly before?: string;
  readonly changes: readonly LedgerChange[];
}

function factLines(entry: EntryInLog, colors: Colors): readonly string[] {
  return entry.facts.map(([name, value]) => `${colors.dim(`${visible(name)}:`)} ${shown(value)}`);
}

/** One entry: its note, then the changes since the previous entry, as a plan shows them. */
export function showText(
  { target, entry, before, changes }: ShowText,
  options: { readonly color: boolean; readonly full: boolean },
): string {
  const colors = pc.createColors(options.color);
  const style: LedgerStyle = {
    colors,
    fold: options.full ? unfolded : folding(removedIn(changes), SCREENFUL).fold,
    hint: fullHint(undefined),
    ids: true,
    all: { changes },
  };
  const since = before === undefined ? 'in the first entry' : `since ${shortVersion(before)}`;
  const count = changes.length === 0 ? 'Nothing changed' : `${counted(changes.length, 'resource')} changed`;
  const lines = [
    `${colors.yellow(`entry ${visible(entry.version)}`)}  ${timeText(entry.time)}  ${visible(target)}`,
    ...factLines(entry, colors),
    '',
    `    ${shown(entry.summary)}`,
    ...intentLines(entry, style),
    '',
    colors.bold(`${count} ${since}.`),
    ...changes.flatMap((change) => ['', ...ledgerChangeLines(change, style)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** One entry as the one document of `--json`. */
export const showJson = ({ target, entry, before, changes }: ShowText): string =>
  jsonText({ formatVersion: 1, target, entry: entryJson(entry), before: before ?? null, changes });
