import type { Rule } from '../../lint/rule.ts';
import { tableLines } from '../format/aligned-table.ts';
import { shown, visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { beginning, indented, linesOf, withLineEnds } from '../format/text.ts';
import { type ExampleRow, rulePartsOf, titlesOf } from './rule-parts.ts';

/** Maximum number of UTF-16 code units of a cell in an example. */
export const EXAMPLE_MAX_UNITS = 160;

/** Marks spaces that a terminal does not show clearly. */
const spacesShown = (text: string): string => text.replace(/ (?= )|^ | $/gu, '␠');

const cellText = (row: ExampleRow, title: string): string =>
  shown(spacesShown(beginning(row.get(title) ?? '', EXAMPLE_MAX_UNITS)));

const exampleLines = (rows: readonly ExampleRow[]): readonly string[] =>
  indented(
    tableLines(
      titlesOf(rows).map((title) => ({ title, align: 'left', cells: rows.map((row) => cellText(row, title)) })),
    ),
    2,
  );

/** The documentation of a rule for a terminal; every line has a line end. */
export function ruleText(rule: Rule): string {
  const { facts, exceptions, bad, good } = rulePartsOf(rule);
  const width = facts.reduce((most, [name]) => Math.max(most, name.length), 0);
  return withLineEnds(
    linesOf(
      visible(rule.id),
      visible(rule.summary),
      '',
      facts.map(([name, words]) => `${name.padEnd(width)}  ${visible(words)}`),
      exceptions.length > 0 && ['', 'Exceptions', ...exceptions.map((exception) => `  ${visible(exception)}`)],
      '',
      'Found',
      exampleLines(bad),
      '',
      'Not found',
      exampleLines(good),
    ),
  );
}

/** All rules, one line each: name, level and summary. */
export const rulesText = (rules: readonly Rule[]): string =>
  withLineEnds(
    tableLines([
      { title: 'rule', align: 'left', cells: rules.map(({ id }) => id) },
      { title: 'level', align: 'left', cells: rules.map(({ level }) => level) },
      { title: 'finds', align: 'left', cells: rules.map(({ summary }) => summary) },
    ]),
  );

/** Rules as the one document of `--json`. */
export const rulesJson = (rules: readonly Rule[]): string =>
  jsonText({
    formatVersion: 1,
    rules: rules.map((rule) => {
      const { exceptions, bad, good } = rulePartsOf(rule);
      const { id, level, summary, why, aliases = [] } = rule;
      const rows = (of: readonly ExampleRow[]) => of.map((row) => Object.fromEntries(row));
      return { rule: id, level, summary, why, aliases, exceptions, found: rows(bad), notFound: rows(good) };
    }),
  });
