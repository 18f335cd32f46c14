import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KeyUsage, Usage } from '../../../src/model/account/usage.ts';
import { usageCsv } from '../../../src/review/account/usage-csv.ts';
import { usageJson } from '../../../src/review/account/usage-notes.ts';
import { usageText } from '../../../src/review/account/usage-text.ts';
import { barText, percentText } from '../../../src/review/format/bars.ts';
import { visible } from '../../../src/review/format/escape.ts';
import type { UsageOverview } from '../../../src/steps/usage-standing.ts';

const PLAIN = { target: 'prod', color: false, width: 100 };

const used = (text: number, documents = 0, minutes = 0): Usage => ({
  totalCharacters: text + documents,
  textTranslationCharacters: text,
  documentTranslationCharacters: documents,
  textImprovementCharacters: 0,
  speechToTextMinutes: minutes,
});

const row = (label: string, usage: Usage, apiKey = 'abcd****wxyz'): KeyUsage => ({ label, apiKey, usage });

type Analytics = Extract<UsageOverview, { readonly kind: 'analytics' }>;

const analytics = (byKey: readonly KeyUsage[], total: Usage, more: Partial<Analytics> = {}): Analytics => ({
  kind: 'analytics',
  groupBy: 'key',
  report: { total, start: '2026-01-01', end: '2026-01-16', byKey, byKeyAndDay: [] },
  standings: [],
  strayCharacters: 0,
  ...more,
});

const linesOf = (overview: UsageOverview, options = PLAIN): readonly string[] =>
  usageText(overview, options).split('\n');

describe('a bar', () => {
  test.each([
    [0, 10, ''],
    [1, 1000, '#'],
    [5, 10, '####'],
    [10, 10, '########'],
    [20, 10, '########'],
    [1, 0, ''],
  ])('of %i of %i in plain characters is "%s"', (value, max, bar) => {
    expect(barText(value, max, { width: 8, fine: false })).toBe(bar);
  });

  test.each([
    [0, ''],
    [1, '▏'],
    [150, '█▎'],
    [500, '████'],
    [1000, '████████'],
  ])('of %i of 1000 in eighths is "%s"', (value, bar) => {
    expect(barText(value, 1000, { width: 8, fine: true })).toBe(bar);
  });

  test('is never longer than there is room, and a longer one never means less', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 40 }), fc.boolean(), (left, right, width, fine) => {
        const [less, more] = left < right ? [left, right] : [right, left];
        const bars = [less, more].map((each) => barText(each, more, { width, fine }));
        expect(bars[1]?.length).toBe(more === 0 ? 0 : width);
        expect(bars[0]?.length).toBeLessThanOrEqual(bars[1]?.length ?? 0);
        expect(bars[0] === '').toBe(less === 0);
      }),
    );
  });
});

test.each([
  [0, 10, '0%'],
  [1, 1000, '<1%'],
  [999, 1000, '99%'],
  [1000, 1000, '100%'],
  [1500, 1000, '150%'],
  [0, 0, 'blocked'],
])('%i of %i is %s: never rounded up', (amount, limit, percent) => {
  expect(percentText(amount, limit)).toBe(percent);
});

describe('the table', () => {
  test('is no wider than the terminal', () => {
    const overview = analytics([row('backend', used(70_000, 5))], used(70_000, 5));
    for (const width of [20, 24, 30, 33, 36, 41, 51, 52, 60, 80, 200])
      for (const line of linesOf(overview, { ...PLAIN, width }).slice(2, 5))
        expect(line.length).toBeLessThanOrEqual(width);
  });
});

describe('CSV', () => {
  const labelled = (label: string): string => usageCsv(analytics([row(label, used(7))], used(7)));
  const firstField = (label: string): string =>
    labelled(label)
      .split('\r\n')[1]
      ?.replace(/,abcd.*/, '') ?? '';

  test.each([
    ['backend', 'backend'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    [' =1', "' =1"],
    ['\t=1', '⇥=1'],
    ['\r=1', '⏎=1'],
    ['a;=1', `"a;'=1"`],
    ['a, "b"', '"a, ""b"""'],
    ['"=1"', `"'""=1"""`],
    ["it's", "it's"],
    ['a-b', 'a-b'],
  ])('writes the label %j as %s', (label, field) => {
    expect(firstField(label)).toBe(field);
  });

  test('whatever the labels are, a reader finds every row, and no cell begins a formula', () => {
    const label = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '"', ',', ';', '|', '\t', '\r', '\n', ' ', 'a', "'"),
    });
    fc.assert(
      fc.property(fc.array(label), (labels) => {
        const csv = usageCsv(
          analytics(
            labels.map((each, index) => row(each, used(index))),
            used(0),
          ),
        );
        const rows: readonly (readonly string[])[] = parse(csv, { recordDelimiter: '\r\n' } as object);
        expect(rows.slice(1).map((cells) => cells[2])).toEqual(labels.map((_, index) => String(index)));
        for (const cells of rows)
          for (const cell of cells) expect(cell).not.toMatch(/^[\s"]*[=+\-@]|[;|][\s"]*[=+\-@]|[\t\r\n]/);
        const back = rows.slice(1).map(([cell = '']) => cell.replaceAll("'", ''));
        expect(back).toEqual(labels.map((each) => visible(each).replaceAll("'", '')));
      }),
    );
  });
});

describe('JSON', () => {
  test('has labels as they are, and nothing in it that a log could obey', () => {
    const label = '\u001b[2J\u202e##vso[task]';
    const text = usageJson({ target: 'prod', overview: analytics([row(label, used(7))], used(7)) });
    expect(text).not.toMatch(/[\u001b\u202e]|##vso/);
    expect(JSON.parse(text)).toMatchObject({ formatVersion: 1, target: 'prod', report: { byKey: [{ label }] } });
    expect(JSON.parse(text)).not.toHaveProperty('failOver');
  });
});
