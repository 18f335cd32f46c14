import { describe, expect, test } from 'vitest';
import { type Fitted, fitGroups, type Group, hiddenMarkdown } from '../../../src/review/markdown/fit.ts';
import type { MarkdownRow } from '../../../src/review/markdown/row.ts';

const row = (name: string, loses: boolean): MarkdownRow => ({
  loses,
  cells: () => [loses ? 'gone' : 'new', name, 'x'],
});
const losing = (count: number): readonly MarkdownRow[] =>
  Array.from({ length: count }, (_, index) => row(`l${index}`, true));
const other = (count: number): readonly MarkdownRow[] =>
  Array.from({ length: count }, (_, index) => row(`o${index}`, false));

const group = (head: string, rows: readonly MarkdownRow[], more: Partial<Group> = {}): Group => ({
  head,
  titles: ['Name', 'Change'],
  rows,
  goes: false,
  place: () => 'here',
  ...more,
});

/** What fits, and how many rows of what is lost do not. */
type Counted = Omit<Fitted, 'hiddenLosses'> & { readonly hiddenLosses: number };

function fitIn(groups: readonly Group[], budget = 10_000, openUpTo = 40): Counted {
  const fitted = fitGroups(groups, { budget, openUpTo, pointer: 'the log shows all' });
  return { ...fitted, hiddenLosses: fitted.hiddenLosses.length };
}

/** The least budget in which the text says something. */
function leastFor(groups: readonly Group[], says: (fitted: Counted) => boolean): number {
  let [no, yes] = [0, 10_000];
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (says(fitIn(groups, middle))) yes = middle;
    else no = middle;
  }
  return yes;
}

describe('a group', () => {
  test('of one row of each sort: what is lost in the open, the rest in details', () => {
    expect(fitIn([group('H', [row('n', false), row('g', true)])])).toEqual({
      text: [
        'H',
        '| | Name | Change | |\n|---|---|---|---|\n| gone | g | x | here |',
        '<details open><summary>1 more</summary>',
        '| | Name | Change | |\n|---|---|---|---|\n| new | n | x | here |',
        '</details>',
      ].join('\n\n'),
      hiddenLosses: 0,
      hidden: 0,
      hiddenGroups: 0,
    });
  });

  test('without a row is its head', () => {
    expect(fitIn([group('H', [])]).text).toBe('H');
  });

  test('that loses nothing says how many changes it has', () => {
    expect(fitIn([group('H', other(2))]).text).toContain('\n\n<details open><summary>2 changes</summary>\n\n');
    expect(fitIn([group('H', other(1))]).text).toContain('<summary>1 change</summary>');
    expect(fitIn([group('H', [...losing(1), ...other(1234)])], 60_000).text).toContain('<summary>1,234 more</summary>');
  });

  test('that goes as a whole folds more than ten removals away, and no fewer', () => {
    const ten = fitIn([group('H', losing(10), { goes: true })]).text;
    expect(ten).not.toContain('<details>');
    expect(ten.split('\n')).toHaveLength(14);
    expect(fitIn([group('H', losing(11), { goes: true })]).text.split('\n\n')).toEqual([
      'H',
      '<details><summary>11 removals</summary>',
      expect.stringMatching(/^\| \| Name .* \| l10 \| x \| here \|$/s),
      '</details>',
    ]);
    expect(fitIn([group('H', losing(11))]).text).not.toContain('<details>');
  });

  test('that loses terms which are moved or renamed says how many removals are that', () => {
    const rows = (['removed', 'moved', 'moved', 'renamed'] as const).map((kind) => ({ ...row(kind, true), kind }));
    const all = '4 removals (1 removed, 2 moved, 1 renamed)';
    expect(fitIn([group('H', rows)], 100).text).toBe(`H\n\n**${all} not listed here**; the log shows all.`);
    expect(fitIn([group('H', [...rows, ...rows, ...rows], { goes: true })]).text).toContain(
      '<summary>12 removals (3 removed, 6 moved, 3 renamed)</summary>',
    );
    const fitted = fitGroups([group('H', rows)], { budget: 100, openUpTo: 40, pointer: 'the log shows all' });
    expect(hiddenMarkdown(fitted, 'the log shows all')).toEqual([
      `> [!WARNING]\n> **${all} do not fit here and are not listed**; the log shows all.`,
    ]);
  });
});

describe('groups', () => {
  test('are in their order, a blank line between them', () => {
    expect(fitIn([group('A', []), group('B', losing(1)), group('C', [], { goes: true })]).text).toBe(
      'A\n\nB\n\n| | Name | Change | |\n|---|---|---|---|\n| gone | l0 | x | here |\n\nC',
    );
  });

  test('have their details open up to so many rows, those that are folded away not counted', () => {
    const two = [group('A', other(2)), group('B', [...losing(1), ...other(1)])];
    expect(fitIn(two, 10_000, 4).text.match(/<details open>/g)).toHaveLength(2);
    expect(fitIn(two, 10_000, 3).text.match(/<details>/g)).toHaveLength(2);
    expect(
      fitIn([...two, group('C', losing(11), { goes: true })], 10_000, 4).text.match(/<details open>/g),
    ).toHaveLength(2);
  });
});

describe('too little room', () => {
  const more = (count: number): string => `… and ${count} more line${count === 1 ? '' : 's'}; the log shows all.`;

  test('for the other rows: whole rows, then how many more, in and below the summary', () => {
    const groups = [group('H', other(30))];
    const least = leastFor(groups, ({ hidden }) => hidden <= 28);
    expect(fitIn(groups, least)).toEqual({
      text: [
        'H',
        '<details open><summary>30 changes, the first 2 shown</summary>',
        '| | Name | Change | |\n|---|---|---|---|\n| new | o0 | x | here |\n| new | o1 | x | here |',
        more(28),
        '</details>',
      ].join('\n\n'),
      hiddenLosses: 0,
      hidden: 28,
      hiddenGroups: 0,
    });
    const mixed = [group('H', [...losing(1), ...other(3)])];
    expect(
      fitIn(
        mixed,
        leastFor(mixed, ({ hidden }) => hidden <= 2),
      ).text,
    ).toContain('<summary>3 more, the first 1 shown</summary>');
  });

  test('for any other row: how many there are', () => {
    expect(fitIn([group('H', other(30))], 60)).toEqual({
      text: `H\n\n${more(30)}`,
      hiddenLosses: 0,
      hidden: 30,
      hiddenGroups: 0,
    });
    expect(fitIn([group('H', other(1))], 60).text).toBe(`H\n\n${more(1)}`);
  });

  test('for all of what is lost: the first of it, and above and below the list how many there are', () => {
    const groups = [group('H', losing(5))];
    const least = leastFor(groups, ({ hiddenLosses }) => hiddenLosses === 0);
    expect(fitIn(groups, least).text).toContain('| gone | l4 | x | here |');
    // All that the list takes, and beside it the room that is kept for the line which would say that it is missing.
    expect(least - fitIn(groups, least).text.length).toBe(
      '**5 removals not listed here**; the log shows all.\n\n\n\n'.length,
    );
    expect(fitIn(groups, least - 1)).toEqual({
      text: [
        'H',
        'The first 3 of 5 removals:',
        '| | Name | Change | |\n|---|---|---|---|\n| gone | l0 | x | here |\n| gone | l1 | x | here |\n| gone | l2 | x | here |',
        '**2 removals not listed here**; the log shows all.',
      ].join('\n\n'),
      hiddenLosses: 2,
      hidden: 2,
      hiddenGroups: 0,
    });
    expect(fitIn(groups, 70)).toEqual({
      text: 'H\n\n**5 removals not listed here**; the log shows all.',
      hiddenLosses: 5,
      hidden: 5,
      hiddenGroups: 0,
    });
  });

  test('for what two groups lose: both begin, before any other row gets some', () => {
    const groups = [group('A', [...losing(40), ...other(1)]), group('B', losing(50), { goes: true })];
    const { text, hiddenLosses, hidden } = fitIn(groups, 1200);
    const [ofA = '', ofB = ''] = text.split('\n\nB\n\n');
    const shown = (part: string): number => part.match(/^\| gone/gm)?.length ?? 0;
    expect(ofA).toContain(`The first ${shown(ofA)} of 40 removals:`);
    expect(ofB).toContain(`The first ${shown(ofB)} of 50 removals:\n\n<details><summary>50 removals</summary>`);
    expect([shown(ofA) > 8, shown(ofB) > 8, hiddenLosses]).toEqual([true, true, 90 - shown(ofA) - shown(ofB)]);
    expect(hidden).toBe(hiddenLosses + 1);
  });

  test('for one list of what is lost leaves room for a shorter one, which is listed first', () => {
    const [long, short] = [group('Long', losing(9)), group('Short', losing(2))];
    const least = leastFor([long, short], ({ hiddenLosses }) => hiddenLosses <= 9);
    const { text, hiddenLosses, hidden } = fitIn([long, short], least);
    expect([hiddenLosses, hidden]).toEqual([9, 9]);
    expect(text).toBe(
      'Long\n\n**9 removals not listed here**; the log shows all.\n\nShort\n\n| | Name | Change | |\n|---|---|---|---|\n| gone | l0 | x | here |\n| gone | l1 | x | here |',
    );
  });

  test('for two lists of what is lost, each of which would fit alone: the shorter one is listed whole', () => {
    const groups = [group('Long', losing(9)), group('Short', losing(2))];
    const least = leastFor(groups, ({ hiddenLosses }) => hiddenLosses === 0);
    const { text, hiddenLosses } = fitIn(groups, least - 1);
    expect(hiddenLosses).toBe(2);
    expect(text).toContain('The first 7 of 9 removals:');
    expect(text).toContain(
      'Short\n\n| | Name | Change | |\n|---|---|---|---|\n| gone | l0 | x | here |\n| gone | l1 | x | here |',
    );
  });

  test('for what is lost is taken before any other row gets some', () => {
    const groups = [group('A', other(20)), group('B', losing(5))];
    const { text, hidden } = fitIn(
      groups,
      leastFor(groups, ({ hiddenLosses }) => hiddenLosses === 0),
    );
    expect(hidden).toBe(20);
    expect(text).toContain(`A\n\n${more(20)}\n\nB\n\n| | Name`);
  });

  test('for all other rows: the first of each group, then the second of each', () => {
    const groups = [group('A', other(20)), group('B', other(2)), group('C', other(20))];
    const least = leastFor(groups, ({ hidden }) => hidden <= 42 - 8);
    const shown = fitIn(groups, least)
      .text.split('\n\n')
      .filter((part) => part.startsWith('|'));
    expect(shown.map((table) => table.split('\n').length - 2)).toEqual([3, 2, 3]);
  });

  test('for all heads: those of what goes first, then those that lose something, then the others', () => {
    const groups = [
      group('A'.repeat(90), other(1)),
      group('B'.repeat(50), losing(1)),
      group('C'.repeat(50), [], { goes: true }),
    ];
    const named = (budget: number): string =>
      fitIn(groups, budget)
        .text.split('\n\n')
        .flatMap((part) => (/^[ABC]+$/.test(part) ? [part[0]] : []))
        .join('');
    const hiddenGroups = (budget: number): number => fitIn(groups, budget).hiddenGroups;
    expect([named(51), hiddenGroups(51)]).toEqual(['', 3]);
    expect([named(52), hiddenGroups(52)]).toEqual(['C', 2]);
    const two = leastFor(groups, (fitted) => fitted.hiddenGroups <= 1);
    expect(named(two)).toBe('BC');
    expect(named(two - 1)).toBe('C');
    expect(named(leastFor(groups, ({ hiddenGroups: none }) => none === 0))).toBe('ABC');
    expect(fitIn(groups, 52)).toMatchObject({ hidden: 2, hiddenLosses: 1 });
  });

  test('at any budget: never more than that, and as much as fits', () => {
    const groups = [
      group('One', [...losing(3), ...other(12)]),
      group('Two', losing(14), { goes: true }),
      group('Three', other(9)),
      group('Four', []),
    ];
    for (let budget = 0; budget < 1600; budget += 7)
      expect(fitIn(groups, budget).text.length).toBeLessThanOrEqual(budget);
    const budgets = Array.from({ length: 16 }, (_, index) => 100 * (index + 1));
    expect(
      budgets.map((budget) => {
        const { text, hiddenLosses, hidden, hiddenGroups } = fitIn(groups, budget);
        return `${budget}: ${text.length} used; hidden: ${hiddenGroups} groups, ${hiddenLosses} of ${hidden} rows lost`;
      }),
    ).toMatchInlineSnapshot(`
      [
        "100: 62 used; hidden: 2 groups, 17 of 38 rows lost",
        "200: 160 used; hidden: 1 groups, 17 of 38 rows lost",
        "300: 207 used; hidden: 0 groups, 17 of 38 rows lost",
        "400: 271 used; hidden: 0 groups, 14 of 35 rows lost",
        "500: 444 used; hidden: 0 groups, 12 of 33 rows lost",
        "600: 543 used; hidden: 0 groups, 8 of 29 rows lost",
        "700: 644 used; hidden: 0 groups, 4 of 25 rows lost",
        "800: 666 used; hidden: 0 groups, 0 of 21 rows lost",
        "900: 666 used; hidden: 0 groups, 0 of 21 rows lost",
        "1000: 875 used; hidden: 0 groups, 0 of 17 rows lost",
        "1100: 992 used; hidden: 0 groups, 0 of 17 rows lost",
        "1200: 1087 used; hidden: 0 groups, 0 of 13 rows lost",
        "1300: 1183 used; hidden: 0 groups, 0 of 9 rows lost",
        "1400: 1278 used; hidden: 0 groups, 0 of 5 rows lost",
        "1500: 1317 used; hidden: 0 groups, 0 of 1 rows lost",
        "1600: 1283 used; hidden: 0 groups, 0 of 0 rows lost",
      ]
    `);
    expect(fitIn(groups, 1600).hidden).toBe(0);
    const whole = fitIn(groups).text;
    // What is counted beside the text is the last mark of a summary that turned out shorter, and the lines of what is
    // not shown.
    const least = leastFor(groups, ({ hidden }) => hidden === 0);
    expect(least - whole.length).toMatchInlineSnapshot(`227`);
  });
});
