import pc from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import { pairKey } from '../../model/entries/language-pair.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import {
  type AmbiguousName,
  type Comparison,
  comparisonCounts,
  type DictionaryComparison,
  type GlossaryComparison,
  isLacking,
  type OwnedBy,
  type PerTarget,
  type ResourceComparison,
  type StyleListComparison,
} from '../../plan/compare/comparison.ts';
import { type TableColumn, tableLines, tableWidth } from '../format/aligned-table.ts';
import { inPlace, visible } from '../format/escape.ts';
import { counted, groupedDigits, listed } from '../format/plural.ts';
import { inkOf, nature, phrase } from '../plan/word-change.ts';

export interface ComparisonTextOptions {
  readonly color: boolean;
  /** Characters in a line; wider tables are written below one another. Default 100. */
  readonly width?: number;
  /** Show every term, however many. */
  readonly full?: boolean;
  /** Most rows of one dictionary, list of rules or list of instructions, unless `full`. Default 40. */
  readonly maxRows?: number;
}

interface Style {
  readonly colors: Colors;
  readonly targets: readonly string[];
  readonly max: number;
  readonly width: number;
}

/** What differs, by its name, with the text of each target. */
interface Row {
  readonly name: string;
  readonly sides: PerTarget<string>;
}

const NOT_THERE = '(not there)';

const KINDS = { glossary: 'glossary', 'style-list': 'style list' } as const;

const STANDINGS: Readonly<Record<OwnedBy, string>> = {
  files: '',
  history: ' (no longer in the files)',
  unmanaged: ' (not in the files)',
};

const indented = (lines: readonly string[], by: number): readonly string[] =>
  lines.map((line) => `${' '.repeat(by)}${line}`);

/** `eu and us have it, ap lacks it`. */
function whoHas(held: PerTarget<unknown>, { targets }: Style): string {
  const where = (has: boolean): readonly string[] =>
    targets.filter((_, index) => (held[index] !== null) === has).map(visible);
  const [having, lacking] = [where(true), where(false)];
  return (
    `${listed(having)} ${having.length === 1 ? 'has' : 'have'} it, ${listed(lacking)} ` +
    `${lacking.length === 1 ? 'lacks' : 'lack'} it`
  );
}

/** The two texts that the targets have, where there are two: what they differ in may be easily overlooked. */
function twoTexts(sides: PerTarget<string>): readonly [string, string] | undefined {
  const [left, right, ...more] = new Set(sides.filter((side) => side !== null));
  return left === undefined || right === undefined || more.length > 0 ? undefined : [left, right];
}

interface Cells {
  readonly cells: readonly string[];
  /** Such as `(case only)`; empty where the difference can be seen. */
  readonly note: string;
}

function cellsOf({ sides }: Row, shown: (text: string) => string): Cells {
  const two = twoTexts(sides);
  // The marks of `inPlace` are none of the text, so they must not be shown by their number.
  const ink = two === undefined ? undefined : inkOf(...two);
  const cell = (text: string): string => (ink === undefined ? text : inPlace(ink(text.replaceAll('\u200e', ''))));
  return {
    cells: sides.map((side) => (side === null ? NOT_THERE : cell(shown(side)))),
    note: two === undefined ? '' : nature(...two).trim(),
  };
}

const hiddenLine = (count: number): readonly string[] =>
  count > 0 ? [`… and ${groupedDigits(count)} more; --full shows all`] : [];

/** A column for each target where they fit into the line, else a line for each. */
function rowLines(
  title: string,
  rows: readonly Row[],
  shown: (text: string) => string,
  { targets, max, width }: Style,
): readonly string[] {
  const some = rows.slice(0, max).map((row) => ({ name: row.name, ...cellsOf(row, shown) }));
  const hidden = rows.length - some.length;
  const table: readonly TableColumn[] = [
    { title, align: 'left', cells: some.map(({ name }) => name) },
    ...targets.map((name, index): TableColumn => {
      const cells = some.map((row) => row.cells[index] ?? '');
      return { title: visible(name), align: 'left', cells };
    }),
    { title: '', align: 'left', cells: some.map(({ note }) => note) },
  ];
  const stacked = (): readonly string[] =>
    some.flatMap(({ name, cells, note }) => [
      `${title} ${name}${note === '' ? '' : ` ${note}`}`,
      ...cells.map((cell, index) => `  ${visible(targets[index] ?? '')}: ${cell}`),
    ]);
  return [
    ...(some.length === 0 ? [] : tableWidth(table) + 4 > width ? stacked() : tableLines(table)),
    ...hiddenLine(hidden),
  ];
}

/** `3 terms` where all targets of whom something is said are alike, else `eu 3 terms, us none`. */
function sidesText<Value>(
  sides: readonly (Value | undefined)[],
  { targets }: Style,
  text: (value: Value) => string,
): string {
  const said = sides.flatMap((side, index) =>
    side === undefined ? [] : [{ name: visible(targets[index] ?? ''), text: text(side) }],
  );
  const [only, ...others] = new Set(said.map((each) => each.text));
  return others.length === 0 ? (only ?? '') : said.map((each) => `${each.name} ${each.text}`).join(', ');
}

/** `held`: of a target that lacks the whole glossary nothing more is said. */
function dictionaryLines(
  { pair, sizes, terms }: DictionaryComparison,
  { held }: GlossaryComparison,
  style: Style,
): readonly string[] {
  const rows = terms.map(({ source, translations }) => ({ name: phrase(source), sides: translations }));
  const known = sizes.map((size, index) => (held[index] === null ? undefined : size));
  const size = sidesText(known, style, (count) => (count === null ? 'none' : counted(count, 'term')));
  const differ =
    terms.length === 0 ? '' : `; ${groupedDigits(terms.length)} ${terms.length === 1 ? 'differs' : 'differ'}`;
  return [
    `${style.colors.bold(visible(pairKey(pair)))}  ${size}${differ}`,
    ...indented(rowLines('term', rows, phrase, style), 2),
  ];
}

const promptText = ({ prompt, sourceLanguage }: CustomInstruction): string =>
  `${inPlace(visible(prompt))}${sourceLanguage === undefined ? '' : ` (source language ${visible(sourceLanguage)})`}`;

function styleListLines(
  { sizes, languages, rules, instructions }: StyleListComparison,
  style: Style,
): readonly string[] {
  const known = sizes.map((size) => size ?? undefined);
  const ruleRows = rules.map(({ category, rule, options }) => ({
    name: `${visible(category)}.${visible(rule)}`,
    sides: options,
  }));
  const shown = instructions.slice(0, style.max);
  return [
    sidesText(
      known,
      style,
      (size) => `${counted(size.rules, 'rule')} and ${counted(size.instructions, 'instruction')}`,
    ),
    ...(languages === undefined
      ? []
      : [
          `language: ${sidesText(
            languages.map((language) => language ?? undefined),
            style,
            visible,
          )}`,
        ]),
    ...rowLines('rule', ruleRows, visible, style),
    ...shown.flatMap(({ label, instructions: sides }) => [
      `instruction ${phrase(label)}`,
      ...sides.map(
        (side, index) => `  ${visible(style.targets[index] ?? '')}: ${side === null ? NOT_THERE : promptText(side)}`,
      ),
    ]),
    ...hiddenLine(instructions.length - shown.length),
  ];
}

/** The address where it is the same everywhere, else each target's. */
function heldText({ held }: ResourceComparison, style: Style): string {
  const known = held.map((each) => each ?? undefined);
  return sidesText(known, style, ({ address, standing }) => `${visible(address)}${STANDINGS[standing]}`);
}

function resourceLines(each: ResourceComparison, style: Style): readonly string[] {
  const { colors } = style;
  const lacks = isLacking(each);
  const paint = lacks ? colors.yellow : colors.bold;
  const inside =
    each.kind === 'glossary'
      ? each.dictionaries.flatMap((dictionary) => dictionaryLines(dictionary, each, style))
      : styleListLines(each, style);
  const who = lacks ? `  ${whoHas(each.held, style)}` : '';
  return [
    '',
    `${paint(`${KINDS[each.kind]} "${inPlace(visible(each.name))}"`)}${who}  ${colors.dim(heldText(each, style))}`,
    ...indented(inside, 2),
  ];
}

/** What keeps one name from being compared. */
function ambiguousLine({ kind, name, ids }: AmbiguousName, { targets }: Style): string {
  const where = targets.flatMap((target, index) => {
    const found = ids[index] ?? [];
    return found.length < 2 ? [] : [`${visible(target)} has ${found.length} (${found.map(visible).join(', ')})`];
  });
  return `${KINDS[kind]} "${inPlace(visible(name))}" is not compared: ${where.join('; ')}`;
}

/** The whole comparison in one line. */
export function comparisonLine(parity: Comparison): string {
  const { targets, only, compared, resources, ambiguous } = parity;
  const who = `${listed(targets.map(visible))}${only.length === 0 ? '' : ` (only ${listed(only.map(visible))})`}`;
  if (targets.length < 2)
    return targets.length === 0
      ? 'No target could be read.'
      : `Only ${who} could be read; there is nothing to compare.`;
  if (resources.length === 0 && ambiguous.length === 0)
    return `No difference between ${who}: ${counted(compared, 'resource')} compared.`;
  const { lacking, differing, dictionaries, terms, rules, instructions } = comparisonCounts(parity);
  const inside = [
    ...(terms === 0 ? [] : [`${counted(terms, 'term')} in ${counted(dictionaries, 'dictionary', 'dictionaries')}`]),
    ...(rules === 0 ? [] : [counted(rules, 'rule')]),
    ...(instructions === 0 ? [] : [counted(instructions, 'instruction')]),
  ];
  const parts = [
    ...(lacking === 0 ? [] : [`${counted(lacking, 'resource')} not on every target`]),
    ...(differing === 0 ? [] : [`${counted(differing, 'resource')} different`]),
    ...(ambiguous.length === 0 ? [] : [`${counted(ambiguous.length, 'name')} ambiguous`]),
  ];
  const found = `${listed(parts)}${inside.length === 0 ? '' : ` (${listed(inside)})`}`;
  return `Differences between ${who}: ${found}; ${groupedDigits(compared)} compared.`;
}

/**
 * Where targets differ, side by side: the verdict first, then each resource. Nothing of the service's text can move the
 * cursor, hide, or be a command of a CI system.
 */
export function comparisonText(parity: Comparison, options: ComparisonTextOptions): string {
  const colors = pc.createColors(options.color);
  const max = options.full === true ? Number.POSITIVE_INFINITY : (options.maxRows ?? 40);
  const style: Style = { colors, targets: parity.targets, max, width: options.width ?? 100 };
  const { withoutStyleLists, ambiguous } = parity;
  const notes = [
    ...ambiguous.map((each) => ambiguousLine(each, style)),
    ...(withoutStyleLists.length === 0
      ? []
      : [`Style lists are not compared: ${listed(withoutStyleLists.map(visible))} may not read them.`]),
  ];
  const lines = [
    colors.bold(comparisonLine(parity)),
    ...parity.resources.flatMap((each) => resourceLines(each, style)),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ];
  return `${lines.join('\n')}\n`;
}
