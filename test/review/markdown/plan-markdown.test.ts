import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dictionariesOf } from '../../../src/kinds/glossary/glossary.ts';
import { type Plan, valuesIn } from '../../../src/model/plan/plan.ts';
import { planCounts } from '../../../src/plan/counts.ts';
import type { GuardVerdict } from '../../../src/plan/guard/refusal.ts';
import { groupedDigits } from '../../../src/review/format/text.ts';
import { MARKDOWN_MAX_UNITS } from '../../../src/review/markdown/options.ts';
import { planMarkdown } from '../../../src/review/markdown/plan-markdown.ts';
import { reportMarkdown } from '../../../src/review/markdown/report-markdown.ts';
import { verdictLine } from '../../../src/review/plan/verdict-line.ts';
import type { Reported } from '../../../src/review/reported.ts';
import { at, call, dictionaryChange, glossaryChange, type Line, planWith } from '../../support/changes.ts';
import { runs } from '../../support/runs.ts';
import { anySeed, randomOf } from '../../support/seeded.ts';
import { termKinds } from '../all-terms.ts';
import { readMarkdown, shownOf } from './gfm.ts';
import { findingsOf, hostileText, planOf, reportOf } from './hostile.ts';

const LINKS = { prefix: 'https://github.com/o/r/blob/abc/' };

/** One dictionary with so many changes of a kind. */
function longPlan(count: number, mark: '+' | '-'): Plan {
  const entries = Array.from(
    { length: count },
    (_, index): Line =>
      mark === '+'
        ? [mark, `term ${index}`, `Wort ${index}`, at('a.csv', index + 1)]
        : [mark, `gone ${index}`, `weg ${index}`],
  );
  const dictionaries = [dictionaryChange('en->de', entries, { before: count + 5 })];
  const operations = [call('put-dictionary', 'glossary.product#1')];
  return planWith([glossaryChange({ dictionaries, operations })], { target: { name: 'test', baseUrl: '' } });
}

const allRows = (plan: Plan): number => {
  const terms = [...termKinds(plan).values()].flat().length;
  return terms + plan.changes.flatMap((change) => valuesIn(change, 'rule', 'instruction')).length;
};

const NOTICE = /^> \*\*([\d,]+) removals?.* not listed\*\*(?:, nor (?:is|are) ([\d,]+) other)?|^([\d,]+) changes? do/m;

/** The number of rows that a document reports as hidden. */
const hiddenRows = (markdown: string): number =>
  (NOTICE.exec(markdown)?.slice(1) ?? []).reduce((sum, count = '0') => sum + Number(count.replaceAll(',', '')), 0);

describe('a plan as markdown', () => {
  test('one change is shown without details', () => {
    const markdown = planMarkdown({ plan: longPlan(1, '+') }, { links: LINKS });
    expect(markdown).not.toContain('<details');
    expect(readMarkdown(markdown)).toMatchObject({
      problems: [],
      rows: [[expect.stringMatching(/^added, /), '<code lang="en">term 0</code>', expect.anything()]],
    });
  });

  test('100,000 added terms: whole rows, the true counts, and where the rest is', () => {
    const plan = longPlan(100_000, '+');
    const markdown = planMarkdown({ plan }, { links: LINKS, fullReport: 'https://ci.example/run/1' });
    const { rows, problems } = readMarkdown(markdown.replaceAll('https://ci.example/run/1', `${LINKS.prefix}#L1`));
    expect(problems).toEqual([]);
    expect(markdown.length).toBeLessThanOrEqual(MARKDOWN_MAX_UNITS);
    expect(markdown.length).toBeGreaterThan(MARKDOWN_MAX_UNITS - 1500);
    expect(markdown).toContain('100,000 terms to add');
    const hidden = groupedDigits(100_000 - rows.length);
    expect(markdown).toContain(
      `\n\n${hidden} changes do not fit here; [the full report](https://ci.example/run/1) and \`lexform plan --full\` show all.\n\n`,
    );
    expect(markdown).toContain(`\n… and ${hidden} more: ${hidden} added.\n`);
    expect(markdown).toContain(`<summary>100,000 changes, the first ${rows.length} shown</summary>`);
    expect(rows.at(-1)?.[1]).toBe(`<code>term ${rows.length - 1}</code>`);
  });

  test('100 removed terms are all there, whatever else is not', () => {
    const changes = [longPlan(50_000, '+'), longPlan(100, '-')].flatMap((plan) => plan.changes);
    const dictionaries = changes.flatMap((change) => dictionariesOf(change));
    const markdown = planMarkdown({ plan: planWith([glossaryChange({ dictionaries })]) });
    expect(markdown.length).toBeLessThanOrEqual(MARKDOWN_MAX_UNITS);
    expect(readMarkdown(markdown).rows.filter(([what = '']) => what.startsWith('**removed**'))).toHaveLength(100);
  });

  test('a dictionary that goes as a whole is named; its terms are all there, and folded away', () => {
    const plan = longPlan(100, '-');
    const [change] = plan.changes;
    if (change === undefined) throw new Error('no change');
    const children = change.children.map((each) => ({ ...each, action: 'delete' as const }));
    const markdown = planMarkdown({ plan: { ...plan, changes: [{ ...change, children }] } });
    expect(markdown).toContain('**dictionary deleted**');
    expect(markdown).toContain('<details><summary>100 removals</summary>');
    const { rows, problems } = readMarkdown(markdown);
    expect([rows.length, problems]).toEqual([100, []]);
  });

  test('100,000 removed terms are counted, and the first of them fill the document, and are not listed as if they were all', () => {
    const markdown = planMarkdown({ plan: longPlan(100_000, '-') });
    const { rows, problems } = readMarkdown(markdown);
    expect(problems).toEqual([]);
    expect(markdown.length).toBeGreaterThan(MARKDOWN_MAX_UNITS - 1500);
    const hidden = groupedDigits(100_000 - rows.length);
    expect(markdown.split('\n').slice(0, 4)).toEqual([
      '### Plan for <code>test</code>: 100,000 terms to remove; 1 glossary and 1 dictionary; 1 call.',
      '',
      '> [!WARNING]',
      `> **${hidden} removals do not fit here and are not listed**; \`lexform plan --full\` shows all.`,
    ]);
    expect(markdown).toContain(`… and ${hidden} more: ${hidden} removed.\n`);
  });

  const SIZES = [0, 1, 3, 10, 40, 150, 600].flatMap((terms) =>
    (terms > 40 ? [64_000] : [8000, 16_000, 64_000]).map((budget) => [terms, budget] as const),
  );

  test('hostile plans of every length: sound, within budget, every row shown or counted, every removal listed or counted', () => {
    const check = (seed: number): void => {
      const random = randomOf(seed);
      const text = () => hostileText(random);
      for (const [terms, budget] of SIZES) {
        const plan = planOf(text, { terms, random });
        const guard: GuardVerdict = {
          kind: 'refused',
          refusals: [
            { code: 'protected', address: plan.changes[0]?.address ?? 'glossary.x' },
            {
              code: 'replace-needs-consent',
              address: `style_rules.${text()}`,
              value: { key: ['language'], from: text(), to: text() },
            },
          ],
        };
        const findings = findingsOf(text, terms);
        const reports: readonly Reported[] = [
          { kind: 'planned', plan, guard, findings },
          { kind: 'refused', code: 'guard', plan, guard, findings, reason: `${text()}\n${text()}` },
          { kind: 'applied', plan, findings, report: reportOf(plan, text) },
          { kind: 'validated', findings },
        ];
        for (const reported of reports) {
          const markdown = reportMarkdown(reported, { links: LINKS, budget });
          expect(markdown.length).toBeLessThanOrEqual(budget);
          const { problems, rows, headings } = readMarkdown(markdown);
          expect(problems).toEqual([]);
          if (reported.kind !== 'planned') continue;
          const counts = planCounts(plan);
          const verdict = verdictLine({ target: { name: '', baseUrl: '' }, only: [] }, counts).replace('Plan for ', '');
          expect(shownOf(headings[0] ?? '').endsWith(verdict)).toBe(true);
          const ofPlan = rows.filter((cells) => cells.length === 3);
          expect(ofPlan.length + hiddenRows(markdown)).toBe(allRows(plan));
        }
      }
    };
    // Each has more than 20,000 texts.
    fc.assert(fc.property(anySeed, check), { numRuns: runs(1) });
  });

  test('a plan of 3,008 removals has every row of the dictionaries that change a little', () => {
    const many = dictionaryChange(
      'en->de',
      Array.from({ length: 3008 }, (_, index) => ['-', `gone ${index}`, 'weg']),
    );
    const few = (['ja', 'ar'] as const).map((target) =>
      dictionaryChange(
        `en->${target}`,
        Array.from({ length: 4 }, (_, index) => ['~', `term ${index}`, 'old', 'new'] as const),
      ),
    );
    const markdown = planMarkdown({ plan: planWith([glossaryChange({ dictionaries: [many, ...few] })]) });
    const { rows } = readMarkdown(markdown);
    expect(rows.filter(([what]) => what === 'changed')).toHaveLength(8);
    const removed = rows.filter(([what]) => what === '**removed**').length;
    expect(removed).toBeGreaterThan(500);
    const rest = groupedDigits(3008 - removed);
    expect(markdown).toContain(`… and ${rest} more: ${rest} removed.\n`);
    expect(markdown.split('\n\n')[1]).toBe(
      [
        '- <code>glossary&#46;product</code> English → German: 3,008 removed',
        '- <code>glossary&#46;product</code> English → Japanese: 4 changed',
        '- <code>glossary&#46;product</code> English → Arabic: 4 changed',
      ].join('\n'),
    );
  });

  test('changes that are easily seen come before those of case and white space, and additions last', () => {
    const lines: readonly Line[] = [
      ['~', 'a', 'steuer', 'Steuer'],
      ['~', 'b', 'Wagen', 'Korb'],
      ['~', 'c', 'eine Gebühr', 'eine  Gebühr'],
      ['+', 'd', 'neu'],
      ['-', 'e', 'alt'],
    ];
    const plan = planWith([glossaryChange({ dictionaries: [dictionaryChange('en->de', lines)] })]);
    expect(readMarkdown(planMarkdown({ plan })).rows.map(([, term = '']) => shownOf(term))).toEqual([
      'e',
      'b',
      'a',
      'c',
      'd',
    ]);
  });
});
