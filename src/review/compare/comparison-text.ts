import pc from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import type { AnyKind } from '../../kinds/kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { childNoun, kindNoun, totalNoun } from '../../kinds/words.ts';
import { isRecord } from '../../model/resources/resource.ts';
import {
  type AmbiguousName,
  type ChildComparison,
  type Compared,
  type Comparison,
  comparisonCounts,
  isLacking,
  type PerTarget,
  type ResourceComparison,
  type ValueComparison,
} from '../../plan/compare/comparison.ts';
import type { OwnedBy } from '../../plan/match/match.ts';
import { type TableColumn, tableLines, tableWidth } from '../format/aligned-table.ts';
import { inPlace, shown, visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { pairTitle } from '../format/language.ts';
import { joinedTokens, listedTokens, type Sentence, say, sentenceText } from '../format/sentence.ts';
import {
  capitalised,
  counted,
  groupedDigits,
  indented,
  linesOf,
  listed,
  plural,
  withLineEnds,
} from '../format/text.ts';
import { errorBody } from '../messages/error-text.ts';
import { onlyTokens } from '../values/narrowed.ts';
import { partsOf, partWord, valueName, valueText } from '../values/value-words.ts';
import { inkOf, nature } from '../values/word-change.ts';

export interface ComparisonTextOptions {
  readonly color: boolean;
  /** Width of a line in characters; columns of wider tables are written below each other. Default 100. */
  readonly width?: number;
  /** Show every term, without a limit. */
  readonly full?: boolean;
  /** Show only the verdict. */
  readonly quiet?: boolean | undefined;
}

/** Maximum number of rows of one child, or of one part, unless all are shown. */
const MAX_ROWS = 40;

interface Style {
  readonly colors: Colors;
  readonly targets: readonly string[];
  readonly max: number;
  readonly width: number;
}

const NOT_THERE = '(not there)';

const STANDINGS: Readonly<Record<OwnedBy, string>> = {
  files: '',
  ledger: ' (no longer in the files)',
  unmanaged: ' (not in the files)',
};

/** `eu and us have it, ap lacks it`. */
function whoHas(sides: PerTarget<unknown>, { targets }: Style): string {
  const where = (has: boolean): readonly string[] =>
    targets.filter((_, index) => (sides[index] !== null) === has).map(visible);
  const [having, lacking] = [where(true), where(false)];
  const [has, lacks] = [plural(having.length, 'has', 'have'), plural(lacking.length, 'lacks', 'lack')];
  return `${listed(having)} ${has} it, ${listed(lacking)} ${lacks} it`;
}

/** The texts of the targets, if there are exactly two different ones: their difference may be hard to see. */
function twoTexts(values: ValueComparison['values']): readonly [string, string] | undefined {
  const texts = values
    .filter((value) => value !== null)
    .map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  const [left, right, ...more] = new Set(texts);
  return left === undefined || right === undefined || more.length > 0 ? undefined : [left, right];
}

interface Row {
  readonly name: string;
  readonly cells: readonly string[];
  /** Such as `(case only)`; empty if the difference is visible. */
  readonly note: string;
}

function rowOf(kind: AnyKind, { key, values }: ValueComparison): Row {
  const two = twoTexts(values);
  // The marks of `inPlace` are not part of the text, so they must not be shown as numbers.
  const ink = two === undefined ? undefined : inkOf(...two);
  const cell = (text: string): string => (ink === undefined ? text : inPlace(ink(text.replaceAll('\u200e', ''))));
  return {
    name: valueName(kind, key, values.find((value) => value !== null) ?? undefined),
    cells: values.map((value) => (value === null ? NOT_THERE : cell(valueText(kind, key, value)))),
    note: two === undefined ? '' : nature(...two).trim(),
  };
}

const hiddenLine = (count: number): readonly string[] =>
  count > 0 ? [`… and ${groupedDigits(count)} more; --full shows all`] : [];

/** `3 terms` if all targets with a text have the same one, otherwise `eu 3 terms, us none`. */
function sidesText(texts: PerTarget<string>, { targets }: Style): string {
  const shownTexts = texts.flatMap((text, index) =>
    text === null ? [] : [{ name: visible(targets[index] ?? ''), text }],
  );
  const [only, ...others] = new Set(shownTexts.map(({ text }) => text));
  return others.length === 0 ? (only ?? '') : shownTexts.map(({ name, text }) => `${name} ${text}`).join(', ');
}

/**
 * The values of one part that differ: a column for each target if they fit into the line, otherwise a line for each.
 * Values with fields are too long for columns.
 */
function partLines(kind: AnyKind, part: string, values: readonly ValueComparison[], style: Style): readonly string[] {
  const { targets, max, width } = style;
  const single = values.find(({ key }) => key.length === 1);
  if (single !== undefined) {
    const texts = single.values.map((value) => (value === null ? null : valueText(kind, single.key, value)));
    return [`${part}: ${sidesText(texts, style)}`];
  }
  const rows = values.slice(0, max).map((value) => rowOf(kind, value));
  const [title] = partWord(kind, part);
  const table: readonly TableColumn[] = [
    { title, align: 'left', cells: rows.map(({ name }) => name) },
    ...targets.map((name, index): TableColumn => {
      const cells = rows.map((row) => row.cells[index] ?? '');
      return { title: visible(name), align: 'left', cells };
    }),
    { title: '', align: 'left', cells: rows.map(({ note }) => note) },
  ];
  const stacked = rows.flatMap(({ name, cells, note }) => [
    `${title} ${name}${note === '' ? '' : ` ${note}`}`,
    ...cells.map((cell, index) => `  ${visible(targets[index] ?? '')}: ${cell}`),
  ]);
  const isLong = values.some((row) => row.values.some((value) => isRecord(value ?? undefined)));
  const fits = !isLong && tableWidth(table) + 4 <= width;
  return [...(fits ? tableLines(table) : stacked), ...hiddenLine(values.length - rows.length)];
}

const valueLines = (kind: AnyKind, { values }: Compared, style: Style): readonly string[] =>
  partsOf(values).flatMap(([part, rows]) => partLines(kind, part, rows, style));

/** Number of values on each target. A target without the resource is left out. */
function sizesText({ sizes }: Compared, { kind, held }: ResourceComparison, style: Style): string {
  const text = (size: Readonly<Record<string, number>>): string =>
    listed(Object.entries(size).map(([part, count]) => counted(count, ...partWord(kindNamed(kind), part))));
  return sidesText(
    sizes.map((size, index) => (held[index] === null ? null : size === null ? 'none' : text(size))),
    style,
  );
}

function childLines(child: ChildComparison, resource: ResourceComparison, style: Style): readonly string[] {
  const { length } = child.values;
  const differ = length === 0 ? '' : `; ${groupedDigits(length)} ${plural(length, 'differs', 'differ')}`;
  return [
    `${style.colors.bold(visible(pairTitle(child.name)))}  ${sizesText(child, resource, style)}${differ}`,
    ...indented(valueLines(kindNamed(resource.kind), child, style), 2),
  ];
}

function resourceLines(each: ResourceComparison, style: Style): readonly string[] {
  const { colors } = style;
  const kind = kindNamed(each.kind);
  const lacks = isLacking(each);
  const paint = lacks ? colors.yellow : colors.bold;
  const sizes = sizesText(each, each, style);
  const inside = linesOf(
    sizes !== '' && sizes,
    valueLines(kind, each, style),
    each.children.flatMap((child) => childLines(child, each, style)),
  );
  // The address if it is the same everywhere, otherwise the one of each target.
  const addresses = each.held.map((side) => side && `${visible(side.address)}${STANDINGS[side.standing]}`);
  const who = lacks ? `  ${whoHas(each.held, style)}` : '';
  const title = paint(`${kindNoun(kind)[0]} "${shown(each.name)}"`);
  return ['', `${title}${who}  ${colors.dim(sidesText(addresses, style))}`, ...indented(inside, 2)];
}

/** The reason why a name is not compared. */
function ambiguousSentence({ kind, name, ids }: AmbiguousName, targets: readonly string[]): Sentence {
  const where = targets.flatMap((theirs, index) => {
    const found = (ids[index] ?? []).map((id) => [{ theirs: id }]);
    return found.length < 2 ? [] : [say`${{ theirs }} has ${found.length} (${joinedTokens(found, ', ')})`];
  });
  return say`${kindNoun(kindNamed(kind))[0]} "${{ theirs: name }}" is not compared: ${joinedTokens(where, '; ')}`;
}

/** The whole comparison in one line. */
export function comparisonSentence(comparison: Comparison): Sentence {
  const { targets, only, compared, resources, ambiguous } = comparison;
  const who = say`${listedTokens(targets.map((theirs) => [{ theirs }]))}${onlyTokens(only)}`;
  if (targets.length < 2)
    return targets.length === 0
      ? ['No target could be read.']
      : say`Only ${who} could be read; there is nothing to compare.`;
  if (resources.length === 0 && ambiguous.length === 0)
    return say`No difference between ${who}: ${counted(compared, 'resource')} compared.`;
  const { lacking, differing, children, values } = comparisonCounts(comparison);
  const inChildren = Object.entries(children)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => counted(count, ...childNoun(kindNamed(kind))));
  const inside = Object.entries(values).map(([part, count]) => {
    const where = part === 'entry' ? ` in ${listed(inChildren)}` : '';
    return `${counted(count, ...totalNoun(part))}${where}`;
  });
  const parts = linesOf(
    lacking > 0 && `${counted(lacking, 'resource')} not on every target`,
    differing > 0 && `${counted(differing, 'resource')} different`,
    ambiguous.length > 0 && `${counted(ambiguous.length, 'name')} ambiguous`,
  );
  const found = `${listed(parts)}${inside.length === 0 ? '' : ` (${listed(inside)})`}`;
  return say`Differences between ${who}: ${found}; ${groupedDigits(compared)} compared.`;
}

/** `comparisonSentence` as text. */
export const comparisonLine = (comparison: Comparison): string => sentenceText(comparisonSentence(comparison));

/** The items that are not compared, with the reasons. */
export const comparisonNotes = ({ targets, unread, ambiguous }: Comparison): readonly Sentence[] => [
  ...ambiguous.map((each) => ambiguousSentence(each, targets)),
  ...unread.map(({ kind, targets: closed }) => {
    const [, many] = kindNoun(kindNamed(kind));
    const names = listedTokens(closed.map((theirs) => [{ theirs }]));
    return say`${capitalised(many)} are not compared: ${names} may not read them.`;
  }),
];

/**
 * The differences between targets: the verdict first, then each resource. Text of the service cannot move the cursor,
 * hide, or act as a command of a CI system.
 */
export function comparisonText(comparison: Comparison, options: ComparisonTextOptions): string {
  const colors = pc.createColors(options.color);
  const max = options.full === true ? Number.POSITIVE_INFINITY : MAX_ROWS;
  const style: Style = { colors, targets: comparison.targets, max, width: options.width ?? 100 };
  if (options.quiet) return `${colors.bold(comparisonLine(comparison))}\n`;
  const notes = comparisonNotes(comparison);
  return withLineEnds(
    linesOf(
      colors.bold(comparisonLine(comparison)),
      comparison.resources.flatMap((each) => resourceLines(each, style)),
      notes.length > 0 && ['', ...notes.map(sentenceText)],
    ),
  );
}

/** A target that could not be read, and the error. */
export interface FailedTarget {
  readonly name: string;
  readonly error: unknown;
}

/**
 * The counts as documents contain them: the numbers of differing children are members of their own, such as
 * `dictionaries`.
 */
function countsJson(comparison: Comparison) {
  const { lacking, differing, children, values } = comparisonCounts(comparison);
  const byNoun = Object.entries(children).map(([kind, count]) => [childNoun(kindNamed(kind))[1], count]);
  return { lacking, differing, ...Object.fromEntries(byNoun), values };
}

/**
 * The comparison as one document, in the form of `schemas/comparison.schema.json`: equal comparisons give equal bytes.
 * User text is used in values only, never in keys.
 */
export const comparisonJson = (comparison: Comparison, failed: readonly FailedTarget[]): string =>
  jsonText({
    ...comparison,
    counts: countsJson(comparison),
    failed: failed.map(({ name, error }) => ({ target: name, error: errorBody(error) })),
  });
