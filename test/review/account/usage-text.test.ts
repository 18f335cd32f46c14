import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AccountUsage, KeyUsage, Usage } from '../../../src/model/account/usage.ts';
import { usageCsv } from '../../../src/review/account/usage-csv.ts';
import { usageJson, usageNotes } from '../../../src/review/account/usage-notes.ts';
import { usageText } from '../../../src/review/account/usage-text.ts';
import { barText, percentText } from '../../../src/review/format/bars.ts';
import { visible } from '../../../src/review/format/escape.ts';
import type { UsageOverview, UsageStanding } from '../../../src/steps/usage-standing.ts';

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

const ofKey = (label: string, used: number, limit: number, more: Partial<UsageStanding> = {}): UsageStanding => ({
  owner: { kind: 'key', label },
  unit: 'characters',
  used,
  limit,
  certain: true,
  ...more,
});

const linesOf = (overview: UsageOverview, options = PLAIN): readonly string[] =>
  usageText(overview, options).split('\n');

const PERIOD = { limitPeriod: { from: '2026-01-01', to: '2026-01-16' } };

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
  test('without any usage has no bar, and says so', () => {
    expect(linesOf(analytics([], used(0)))).toEqual([
      'Usage of prod from 2026-01-01 to 2026-01-16 (UTC), by key',
      '',
      'Nothing was used.',
      '',
      'LABEL  KEY  CHARACTERS',
      'total                0',
      '',
    ]);
    expect(usageText(analytics([row('a', used(0))], used(0)), PLAIN)).not.toContain('#');
  });

  test('speech without a character is usage, and has a column', () => {
    const text = usageText(analytics([row('a', used(0, 0, 1234.5))], used(0, 0, 1234.5)), PLAIN);
    expect(text).toContain('SPEECH MIN');
    expect(text).toMatch(/^a +abcd\*{4}wxyz +0 +1,234\.5$/m);
    expect(text).not.toContain('Nothing was used');
  });

  test('has a column for each kind that somebody used, and none for text when it is all', () => {
    expect(linesOf(analytics([row('a', used(7))], used(7)))[2]).toBe('LABEL  KEY           CHARACTERS');
    expect(linesOf(analytics([row('a', used(7, 5))], used(7, 5)))[2]).toMatch(/CHARACTERS +TEXT +DOCUMENTS$/);
  });

  test('is no wider than the terminal: the bar gives way, then the kinds, then the masks', () => {
    const overview = analytics([row('backend', used(70_000, 5))], used(70_000, 5));
    const at = (width: number) => linesOf(overview, { ...PLAIN, width }).slice(2, 5);
    expect(at(60)[1]).toBe('backend  abcd****wxyz      70,005  ######  70,000          5');
    expect(at(52)).toEqual([
      'LABEL    KEY           CHARACTERS    TEXT  DOCUMENTS',
      'backend  abcd****wxyz      70,005  70,000          5',
      'total                      70,005  70,000          5',
    ]);
    expect(at(51)[1]).toMatch(/^backend {2}abcd\*{4}wxyz {6}70,005 {2}#+$/);
    expect(at(30)[1]).toMatch(/^backend {6}70,005 {2}#+$/);
    for (const width of [20, 24, 30, 33, 36, 41, 51, 52, 60, 80, 200])
      for (const line of at(width)) expect(line.length).toBeLessThanOrEqual(width);
  });

  test('draws fine bars where there are colours', () => {
    const text = usageText(analytics([row('a', used(8)), row('b', used(1))], used(9)), { ...PLAIN, color: true });
    expect(text).toMatch(/^a .* 8 {2}█{40}$/m);
    expect(text).toMatch(/^b .* 1 {2}█{5}$/m);
  });

  test('keeps its columns under wide, long, hidden and right-to-left labels', () => {
    const labels = ['用語集', 'x'.repeat(60), 'a\u001b[31m\u202e', 'שלום', ''];
    const lines = linesOf(
      analytics(
        labels.map((label) => row(label, used(1))),
        used(5),
      ),
    ).slice(3, 8);
    expect(lines[0]).toMatch(/^用語集 {36}abcd/);
    expect(lines[1]).toMatch(/^x{39}… {2}abcd/);
    expect(lines[2]).toMatch(/^a⟨U\+001B⟩\[31m⟨U\+202E⟩ {21}abcd/);
    expect(lines[3]).toMatch(/^\u200eשלום\u200e {38}abcd/);
    expect(lines[4]).toMatch(/^\(no label\) {32}abcd/);
  });

  test('says how much of the total is in no row', () => {
    expect(usageText(analytics([row('a', used(7))], used(1007)), PLAIN)).toContain(
      '\n1,000 characters of the total in no row',
    );
  });

  test('has the limits of characters and of speech, each with what was used since the period began', () => {
    const standings = [ofKey('a', 7, 10), ofKey('a', 1.25, 90 / 60, { unit: 'minutes' }), ofKey('b', 0, 1_000_000)];
    const lines = linesOf(analytics([row('a', used(7))], used(7), { ...PERIOD, standings }), { ...PLAIN, width: 60 });
    expect(lines[2]).toBe('LABEL  CHARACTERS  OF MONTHLY LIMIT     OF SPEECH LIMIT');
    expect(lines[3]).toBe('a               7  7 of 10 (70%)        1.25 of 1.5 (83%)');
    expect(lines[4]).toBe('b               0  0 of 1,000,000 (0%)  –');
  });

  test('says of renamed keys that their usage may be compared with nothing', () => {
    const more = { ...PERIOD, standings: [ofKey('new', 0, 10)], strayCharacters: 1 };
    expect(usageText(analytics([row('old', used(1))], used(1), more), PLAIN)).toContain(
      '\n1 character used under labels that no key has',
    );
  });
});

describe('the account', () => {
  const account: AccountUsage = {
    characters: { used: 499_999, limit: 500_000 },
    key: { used: 0, limit: 0 },
    products: [
      {
        product: 'tr\u001banslate',
        billingUnit: 'x',
        accountUnits: 1,
        keyUnits: 2,
        accountCharacters: 0,
        keyCharacters: 0,
      },
    ],
    periodStart: '2026-01-10T08:00:00Z',
  };
  const overview = { kind: 'account', account, standings: [] } as const;

  test('shows limits with a bar, a blocked key, and the period as the service says it', () => {
    expect(linesOf(overview)).toEqual([
      'Usage of prod in the current period from 2026-01-10T08:00:00Z',
      '',
      'account    499,999 of 500,000 characters (99%)  [####################]',
      'this key   0 of 0 characters (blocked)',
      '',
      'PRODUCT            ACCOUNT  THIS KEY  UNIT',
      'tr⟨U+001B⟩anslate        1         2  x',
      '',
    ]);
  });

  test('has no bar in a narrow terminal', () => {
    expect(linesOf(overview, { ...PLAIN, width: 79 })[2]).toBe('account    499,999 of 500,000 characters (99%)');
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

  test('has used and limit of the month, nothing without a limit, and ? where it cannot be told', () => {
    const rows = ['a', 'b', 'c'].map((label) => row(label, used(1)));
    const standings = [ofKey('a', 7, 10), ofKey('a', 1, 2, { unit: 'minutes' }), ofKey('c', 7, 10, { certain: false })];
    const csv = usageCsv(analytics(rows, used(3), { ...PERIOD, standings }));
    expect(csv.split('\r\n').map((line) => line.split(',').slice(-2).join())).toEqual([
      'month_characters,month_character_limit',
      '7,10',
      ',',
      '?,?',
      '',
    ]);
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

describe('the notes', () => {
  const overview = analytics([], used(0), { account: { characters: { used: 0, limit: null }, products: [] } });

  test('of a report that nobody asks anything more of are none', () => {
    expect(usageNotes(overview, { target: 'prod' })).toBe('');
  });

  test('name everybody who reached the share, with amounts', () => {
    const reached: readonly UsageStanding[] = [
      { owner: { kind: 'account' }, unit: 'characters', used: 450_000, limit: 500_000, certain: true },
      { owner: { kind: 'target-key' }, unit: 'characters', used: 80, limit: 100, certain: true },
      { owner: { kind: 'speech' }, unit: 'minutes', used: 9.5, limit: 10, certain: true },
      ofKey('"\u001b\n', 100, 100),
      ofKey('b', 80, 100, { certain: false }),
    ];
    expect(usageNotes(overview, { target: 'prod', failOver: { percent: 80, reached } }).split('\n')).toEqual([
      'the account has used 450,000 of 500,000 characters (90%), at least 80% of its limit [limit-share-reached]',
      'the key of the target has used 80 of 100 characters (80%), at least 80% of its limit [limit-share-reached]',
      'speech to text has used 9.5 of 10 minutes (95%), at least 80% of its limit [limit-share-reached]',
      'key "\\"⟨U+001B⟩⏎" has used 100 of 100 characters (100%), at least 80% of its limit [limit-share-reached]',
      'key "b" may have used up to 80 of 100 characters (80%), at least 80% of its limit: other keys have or had the same label; give each its own [limit-share-unclear]',
      '',
    ]);
  });

  test('say what a share was not compared with', () => {
    const blind = analytics([], used(0), { strayCharacters: 5 });
    expect(usageNotes(blind, { target: 'prod', failOver: { percent: 80, reached: [] } }).split('\n')).toEqual([
      'the service refuses GET /v2/usage to the key of the target: the limit of the account is not looked at',
      '5 characters used under labels that no key has: compared with no limit',
      '',
    ]);
  });
});
