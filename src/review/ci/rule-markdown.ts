import type { Rule } from '../../lint/rule.ts';
import { grouped } from '../../model/lists.ts';
import { sourceUrl } from '../../model/workspace/project.ts';
import { visible } from '../format/escape.ts';
import { type ExampleRow, levelText, rulePartsOf, titlesOf } from '../lint/rule-parts.ts';
import { EXAMPLE_MAX_UNITS } from '../lint/rule-text.ts';
import { shortCode } from '../markdown/code.ts';
import { document } from '../markdown/options.ts';

const GROUPS: ReadonlyMap<string, string> = new Map([
  ['space', 'White space'],
  ['character', 'Characters'],
  ['script', 'Scripts'],
  ['cells', 'Damaged cells'],
  ['content', 'Content of phrases'],
  ['terms', 'Terms of one dictionary'],
  ['columns', 'Whole columns'],
  ['glossaries', 'Several dictionaries'],
  ['instructions', 'Custom instructions'],
]);

/** `space` of `space/double`. */
export const groupOf = ({ id }: Rule): string => id.slice(0, id.indexOf('/'));

/** Our own text, with escapes for characters that have a meaning in markdown, because rules may mention them. */
const plain = (text: string): string => visible(text).replace(/[\\`*_[\]<>|#&]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The anchor of a rule's section, as GitHub makes it from the heading. */
const anchorOf = (id: string): string => id.replaceAll('/', '');

/** The URL of a rule's section. */
export const ruleUrl = (id: string): string => sourceUrl(`docs/lint-rules.md#${anchorOf(id)}`);

const tableOfExamples = (rows: readonly ExampleRow[]): string => {
  const titles = titlesOf(rows);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const cell = (row: ExampleRow, title: string): string => {
    const text = row.get(title);
    if (text === undefined) return '';
    return title === 'note' ? plain(text) : shortCode(text, EXAMPLE_MAX_UNITS);
  };
  return [
    line(titles),
    line(titles.map(() => '---')),
    ...rows.map((row) => line(titles.map((title) => cell(row, title)))),
  ].join('\n');
};

/** The documentation of a rule, without a heading. */
export function ruleMarkdown(rule: Rule): string {
  const { facts, exceptions, bad, good } = rulePartsOf(rule);
  return document([
    plain(rule.summary),
    facts.map(([name, words]) => `- **${name}**: ${plain(words)}`).join('\n'),
    ...(exceptions.length === 0 ? [] : ['Exceptions:', exceptions.map((each) => `- ${plain(each)}`).join('\n')]),
    'Found:',
    tableOfExamples(bad),
    'Not found:',
    tableOfExamples(good),
  ]);
}

const contents = (rules: readonly Rule[]): string =>
  [
    '| rule | level | what it finds |',
    '| ---- | ----- | ------------- |',
    ...rules.map((rule) => `| [${rule.id}](#${anchorOf(rule.id)}) | ${levelText(rule)} | ${plain(rule.summary)} |`),
  ].join('\n');

/** The page of all rules: contents by group, then a section for each rule. */
export function rulesMarkdown(rules: readonly Rule[]): string {
  const groups = [...grouped(rules, groupOf)].map(([name, groupRules]) => ({
    title: GROUPS.get(name) ?? name,
    groupRules,
  }));
  return document([
    ...groups.flatMap(({ title, groupRules }) => [`**${title}**`, contents(groupRules)]),
    ...groups.flatMap(({ title, groupRules }) => [
      `## ${title}`,
      ...groupRules.flatMap((rule) => [`### ${rule.id}`, ruleMarkdown(rule).trimEnd()]),
    ]),
  ]);
}
