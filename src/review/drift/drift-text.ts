import pc from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import type { ValueDrift } from '../../change/drift-values.ts';
import type { AnyKind, Noun } from '../../kinds/kind.ts';
import { KINDS, kindNamed } from '../../kinds/registry.ts';
import { childNoun, kindNoun, totalNoun } from '../../kinds/words.ts';
import { grouped } from '../../model/lists.ts';
import { childName } from '../../model/resources/address.ts';
import { isRecord, type RecordValue, type Value, type ValueKey } from '../../model/resources/resource.ts';
import { driftCounts } from '../../plan/counts.ts';
import {
  type ChildDrift,
  type Drift,
  type DriftPart,
  driftTerms,
  type ResourceDrift,
  type WholeDrift,
} from '../../plan/drift/drift.ts';
import { inPlace, shown, visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { pairTitle } from '../format/language.ts';
import { type Sentence, say, sentenceText } from '../format/sentence.ts';
import { counted, firstItems, groupedDigits, indented, linesOf, listed, plural, withLineEnds } from '../format/text.ts';
import { fullHint } from '../messages/option-name.ts';
import { editText, linesOfTerms, lineTitle, placeBehind, valueLines } from '../values/change-lines.ts';
import { elsewhereLines, movedHereLines, sharingText } from '../values/change-words.ts';
import { targetTokens } from '../values/narrowed.ts';
import { isListedElsewhere, planTerms } from '../values/term-kinds.ts';
import { blocks, changedFields, fieldsOf, partsOf, valueText } from '../values/value-words.ts';
import { nature, phrase } from '../values/word-change.ts';
import { type Conflict, conflictsByValue, placesCount, placesNamed } from './conflicts.ts';

/** A value with fields in one line, with its differences from the base. */
function recordText(kind: AnyKind, key: ValueKey, to: RecordValue, from: RecordValue, colors: Colors): string {
  const changed = changedFields(kind, key, from, to);
  const [name, text, ...others] = fieldsOf(kind, key[0], from, to).map(([field, noun], index) => {
    const edit = changed.find((each) => each.noun === noun);
    if (index > 1)
      return edit
        ? ` (${noun} ${visible(edit.before)} → ${visible(edit.after)})`
        : to[field] === undefined
          ? ''
          : ` (${noun} ${visible(to[field])})`;
    return edit ? editText(edit.before, edit.after, colors) : (index === 0 ? phrase : shown)(to[field] ?? '');
  });
  return `${linesOf(name, text).join(': ')}${others.join('')}`;
}

/** One side of a conflict, with its differences from the base. */
function sideText(kind: AnyKind, { key, base }: ValueDrift, value: Value | undefined, colors: Colors): string {
  if (value === undefined) return '(not there)';
  if (isRecord(value)) return recordText(kind, key, value, isRecord(base) ? base : value, colors);
  const isText = typeof value === 'string' && typeof base === 'string';
  return isText && value !== base ? editText(base, value, colors) : valueText(kind, key, value);
}

/** The difference between the two sides of a conflict, if it is hard to see. */
const alike = ({ ours, theirs }: ValueDrift): string =>
  typeof ours === 'string' && typeof theirs === 'string' ? nature(ours, theirs) : '';

/**
 * One value that changed outside git, with its place in the files; for a conflict, the three sides below each other.
 * `where`: the dictionaries that share it.
 */
function valueDriftLines(kind: AnyKind, drift: ValueDrift, colors: Colors, where = ''): readonly string[] {
  const { key, base, ours, theirs, at } = drift;
  const blocked = theirs === undefined ? '' : blocks(kind, key, theirs);
  const title = lineTitle(kind, key, base ?? ours ?? theirs);
  const [first = '', ...rest] =
    drift.kind === 'theirs'
      ? valueLines(kind, { key, from: base, to: theirs }, colors)
      : [
          `${colors.red('!')} ${title}: changed in the files and outside git${alike(drift)}`,
          `    after the last apply: ${sideText(kind, drift, base, colors)}`,
          `    in the files:         ${sideText(kind, drift, ours, colors)}`,
          `    on the service:       ${sideText(kind, drift, theirs, colors)}${blocked}`,
          ...linesOf(where !== '' && `    ${where}`),
        ];
  return [`${first}${placeBehind(at, colors)}`, ...rest];
}

export interface DriftTextOptions {
  readonly color: boolean;
  /** Show every difference, without a limit. */
  readonly full?: boolean;
  /** Show only the verdict. */
  readonly quiet?: boolean | undefined;
  /**
   * Maximum number of differences of one child, or of one part of a resource, unless `full`. Default 40. Conflicts are
   * always shown.
   */
  readonly maxEntries?: number;
  /** The labels that consent, only in the GitHub Action. */
  readonly labels?: readonly string[] | undefined;
}

interface Style {
  readonly colors: Colors;
  readonly max: number;
  readonly full: boolean;
  /** The text after the number of hidden lines. */
  readonly hint: string;
  /** The terms of all resources, because a term may move between them. */
  readonly listed: ReturnType<typeof driftTerms>;
  /** The conflicts by their values: a shared one by the value of each of its dictionaries. */
  readonly conflicts: ReadonlyMap<ValueDrift, Conflict>;
}

/** The noun for a counted item: a resource of a kind, a child, or a value of a part. */
const nounOf = (part: DriftPart): Noun => {
  const kind = KINDS.find((each) => each.kind === part);
  const owner = KINDS.find((each) => childNoun(each)[0] === part);
  return kind ? kindNoun(kind) : owner ? childNoun(owner) : totalNoun(part);
};

/** `2 terms and 1 rule`; empty if all counts are 0. */
const countedParts = (drift: Drift, side: 'theirs' | 'same'): string => {
  const { parts } = driftCounts(drift);
  return listed(
    Object.entries(parts).flatMap(([part, { [side]: count }]) =>
      count === 0 ? [] : [counted(count, ...nounOf(part))],
    ),
  );
};

/** The changes in short, without the target: `3 terms changed outside git, 1 conflict`. */
function summary(drift: Drift): string {
  const { both } = driftCounts(drift);
  const theirs = countedParts(drift, 'theirs');
  return linesOf(theirs !== '' && `${theirs} changed outside git`, both > 0 && counted(both, 'conflict')).join(', ');
}

/** The words for conflicts that were decided for the files; empty without such conflicts. */
function decidedText({ decided = [], settled }: Drift): string {
  const count = driftCounts({ resources: decided, settled }).both;
  return count === 0
    ? ''
    : `${counted(count, 'conflict')} outside git ${plural(count, 'was', 'were')} decided for the files with ` +
        '"lexform pull --ours"';
}

/** The whole comparison in one line, which a plan shows first. */
export const driftSentence = (drift: Drift): Sentence =>
  drift.resources.length === 0
    ? say`No drift on ${targetTokens(drift)}: ${decidedText(drift) || 'nothing was changed outside git'}.`
    : say`Drift on ${targetTokens(drift)}: ${summary(drift)}.`;

/** `driftSentence` as text. */
export const driftLine = (drift: Drift): string => sentenceText(driftSentence(drift));

/** The values of one part: conflicts first. Conflicts are never cut, because reviewers must see them. */
function partLines(
  owner: AnyKind,
  values: readonly ValueDrift[],
  { colors, max, full, hint, conflicts: known }: Style,
  others: readonly (readonly string[])[] = values
    .filter(({ kind }) => kind === 'theirs')
    .map((value) => valueDriftLines(owner, value, colors)),
): readonly string[] {
  const all = values.filter(({ kind }) => kind === 'both');
  const conflicts = all.flatMap((value) => {
    const conflict = known.get(value);
    return conflict?.value === value ? [conflict] : [];
  });
  const elsewhere = grouped(
    all.flatMap((value) => known.get(value) ?? []).filter((conflict) => !conflicts.includes(conflict)),
    ({ address }) => address,
  );
  const where = (conflict: Conflict): string => {
    const title = placesCount(conflict);
    return title === '' ? '' : `${`${title}:`.padEnd(22)}${placesNamed(conflict, visible, full)}`;
  };
  const shown = firstItems(others, Math.max(max - conflicts.length, 0));
  const hidden = others.length - shown.length;
  return linesOf(
    conflicts.flatMap((conflict) => valueDriftLines(owner, conflict.value, colors, where(conflict))),
    shown.flat(),
    hidden > 0 && `… and ${groupedDigits(hidden)} more${hint}`,
    [...elsewhere].map(
      ([first, each]) =>
        `${counted(each.length, 'conflict')} the same as in ${visible(first)}, where ` +
        `${plural(each.length, 'it is', 'they are')} listed`,
    ),
  );
}

const valuesLines = (kind: AnyKind, values: readonly ValueDrift[], style: Style): readonly string[] =>
  partsOf(values).flatMap(([, partValues]) => partLines(kind, partValues, style));

/** The terms of a child, in the form in which a plan lists them. */
function termsLines(kind: AnyKind, drift: ChildDrift, style: Style): readonly string[] {
  const { terms, childOf } = style.listed;
  const child = childOf.get(drift);
  if (child === undefined) return [];
  const rows = linesOfTerms(kind, planTerms(terms)(child), childName(drift.address));
  const lines = rows.map((row) => row.lines(style.colors));
  return [...partLines(kind, drift.values, style, lines), ...elsewhereLines(terms, child)];
}

const WHOLES = {
  'theirs deleted-outside': ['-', 'deleted outside git'],
  'both deleted-outside': ['!', 'deleted outside git, and changed in the files'],
  'theirs deactivated-outside': ['-', 'deactivated outside git, permanently'],
  'both deactivated-outside': ['!', 'deactivated outside git, permanently, and changed in the files'],
  'both dropped-here': ['!', 'dropped from the files, and changed outside git'],
  'theirs recreated-outside': ['~', 'deleted outside git, and recreated with another id'],
  'theirs created-outside': ['+', 'created outside git'],
} as const;

/** The words for the drift of a whole resource or child: `deleted outside git`. */
export const wholeDriftWords = ({ kind, how }: WholeDrift<unknown>): string =>
  WHOLES[`${kind} ${how}` as keyof typeof WHOLES][1];

/** The mark and the words of a heading. */
function wholeWords(
  whole: ResourceDrift['whole'] | ChildDrift['whole'],
  { colors }: Style,
): { readonly paint: (text: string) => string; readonly mark: string; readonly words: string } {
  if (whole === undefined) return { paint: colors.bold, mark: '', words: '' };
  const [mark, words] = WHOLES[`${whole.kind} ${whole.how}` as keyof typeof WHOLES];
  const paint = mark === '+' ? colors.green : mark === '~' ? colors.yellow : colors.red;
  return { paint, mark: `${mark} `, words: `  ${words}` };
}

function childLines(kind: AnyKind, drift: ChildDrift, style: Style): readonly string[] {
  const { paint, mark, words } = wholeWords(drift.whole, style);
  const size = drift.whole?.how === 'created-outside' ? '' : `  (of ${groupedDigits(drift.baseSize)})`;
  return [
    `${paint(`${mark}${visible(pairTitle(childName(drift.address)))}`)}${size}${words}`,
    ...indented(termsLines(kind, drift, style), 2),
  ];
}

function resourceLines(drift: ResourceDrift, style: Style): readonly string[] {
  const kind = kindNamed(drift.kind);
  const { paint, mark, words } = wholeWords(drift.whole, style);
  const id = drift.whole?.how === 'recreated-outside' ? ` (${visible(drift.id)})` : '';
  return [
    '',
    `${paint(`${mark}${visible(drift.address)}`)}  "${inPlace(visible(drift.baseName))}"${words}${id}`,
    ...indented(valuesLines(kind, drift.values, style), 2),
    ...indented(
      drift.children.flatMap((each) => childLines(kind, each, style)),
      2,
    ),
  ];
}

/** A sentence about equal changes on both sides, which are not drift; empty without such changes. */
export function sameText(drift: Drift): string {
  const same = countedParts(drift, 'same');
  return same === '' ? '' : `Changed the same way in the files and outside git, so not drift: ${same}.`;
}

/** True for a resource whose only drift is shared values that other resources list, so that it needs no heading. */
const isSharingOnly = ({ whole, values, children }: ResourceDrift, { listed: { terms, childOf }, conflicts }: Style) =>
  whole === undefined &&
  values.length === 0 &&
  children.every((drift) => {
    const child = childOf.get(drift);
    return (
      child !== undefined &&
      drift.whole === undefined &&
      drift.values.every((value) => value.kind === 'theirs' || conflicts.get(value)?.value !== value) &&
      (child.values.length === 0 || isListedElsewhere(terms, child)) &&
      movedHereLines(terms, child).length === 0
    );
  });

/** The differences without the verdict, with an empty line before each resource. */
export function driftLines(
  drift: Drift,
  { color, full = false, maxEntries = 40, labels }: DriftTextOptions,
): readonly string[] {
  const style = {
    colors: pc.createColors(color),
    max: full ? Number.POSITIVE_INFINITY : maxEntries,
    full,
    hint: fullHint(labels),
    listed: driftTerms(drift),
    conflicts: conflictsByValue(drift),
  };
  const sharing = full ? [] : drift.resources.filter((each) => isSharingOnly(each, style));
  const others = sharingText(sharing);
  const same = sameText(drift);
  return linesOf(
    drift.resources.filter((each) => !sharing.includes(each)).flatMap((each) => resourceLines(each, style)),
    others !== undefined && ['', `${style.colors.yellow('~')} ${others}`],
    same !== '' && ['', same],
  );
}

/**
 * The drift for terminologists: the verdict first, then each resource with its differences from the last apply; for
 * conflicts, all sides. Text of files and service cannot move the cursor, hide, or act as a command of a CI system.
 */
export const driftText = (drift: Drift, options: DriftTextOptions): string =>
  options.quiet
    ? `${driftLine(drift)}\n`
    : withLineEnds([pc.createColors(options.color).bold(driftLine(drift)), ...driftLines(drift, options)]);

/** The drift of a whole, without its content, which only editing of files needs: it can be 10 MB. */
const wholeJson = ({ whole }: ResourceDrift | ChildDrift) =>
  whole === undefined ? {} : { whole: { kind: whole.kind, how: whole.how } };

const resourceJson = (drift: ResourceDrift) => ({
  ...drift,
  ...wholeJson(drift),
  children: drift.children.map((each) => ({ ...each, ...wholeJson(each) })),
});

/**
 * Drift as one document, indented by two spaces, in the form of `schemas/drift.schema.json`: equal drift gives equal
 * bytes. User text is used in values only, never in keys.
 */
export function driftJson(drift: Drift): string {
  const { formatVersion, target, only, resources, decided } = drift;
  return jsonText({
    ...{ formatVersion, target, only, counts: driftCounts(drift), resources: resources.map(resourceJson) },
    ...(decided !== undefined && { decided: decided.map(resourceJson) }),
  });
}
