import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fitted, fitGroups, type Group, hiddenMarkdown } from '../../../src/review/markdown/fit.ts';
import { groupList, groupsMarkdown } from '../../../src/review/markdown/group-list.ts';
import { unitsOf } from '../../../src/review/markdown/options.ts';
import type { MarkdownRow } from '../../../src/review/markdown/row.ts';
import { runs } from '../../support/runs.ts';

const POINTER = 'the log shows all';

const row = (name: string, loses: boolean): MarkdownRow => ({
  loses,
  kind: loses ? 'removed' : 'changed',
  cells: () => [loses ? 'gone' : 'new', name, 'x'],
});
const losing = (count: number): readonly MarkdownRow[] =>
  Array.from({ length: count }, (_, index) => row(`l${index}`, true));
const other = (count: number): readonly MarkdownRow[] =>
  Array.from({ length: count }, (_, index) => row(`o${index}`, false));

const group = (head: string, rows: readonly MarkdownRow[], more: Partial<Group> = {}): Group => ({
  head,
  brief: `${head}: ${rows.length}`,
  titles: ['What', 'Name', 'Change'],
  rows,
  goes: false,
  ...more,
});

/** What fits, with numbers of hidden losses and groups. */
type Counted = Omit<Fitted, 'hiddenLosses' | 'hiddenGroups'> & {
  readonly hiddenLosses: number;
  readonly hiddenGroups: number;
};

function fitIn(groups: readonly Group[], budget = 10_000, openUpTo = 40): Counted {
  const fitted = fitGroups(groups, { budget, openUpTo });
  return { ...fitted, hiddenLosses: fitted.hiddenLosses.length, hiddenGroups: fitted.hiddenGroups.length };
}

/** The least budget in which the text says something. */
function leastFor(groups: readonly Group[], says: (fitted: Counted) => boolean): number {
  let [no, yes] = [0, 100_000];
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2);
    if (says(fitIn(groups, middle))) yes = middle;
    else no = middle;
  }
  return yes;
}

const HEAD = '| What | Name | Change |\n|---|---|---|';

describe('a group', () => {
  test('of a short document has one table; of a long one, the losses are outside the details', () => {
    const rows = [row('g', true), row('n', false), row('m', false)];
    expect(fitIn([group('H', rows)]).text).toBe(`H\n\n${HEAD}\n| gone | g | x |\n| new | n | x |\n| new | m | x |`);
    expect(fitIn([group('H', rows)], 10_000, 1)).toEqual({
      text: [
        'H',
        `${HEAD}\n| gone | g | x |`,
        '<details><summary>2 more</summary>',
        `${HEAD}\n| new | n | x |\n| new | m | x |`,
        '</details>',
      ].join('\n\n'),
      hiddenLosses: 0,
      hidden: 0,
      hiddenGroups: 0,
    });
  });

  test('without a row is its head', () => {
    expect(fitIn([group('H', [])]).text).toBe('H');
    expect(fitIn([group('H', [])], 2)).toMatchObject({ text: '', hiddenGroups: 1 });
  });

  test('never has details of a single row', () => {
    for (const rows of [other(1), [...losing(3), ...other(1)]])
      expect(fitIn([group('H', rows)], 10_000, 0).text).not.toContain('<details>');
  });

  test('has details of a row if another one is not made', () => {
    const { text } = fitIn([group('H', other(1), { unmade: 1 })], 10_000, 0);
    expect(text).toContain('<details><summary>2 changes, the first 1 shown</summary>');
  });

  test('that loses nothing says how many changes it has', () => {
    expect(fitIn([group('H', other(2))], 10_000, 1).text).toContain('\n\n<details><summary>2 changes</summary>\n\n');
    expect(fitIn([group('H', [...losing(1), ...other(1234)])], 60_000).text).toContain('<summary>1,234 more</summary>');
  });

  test('that goes as a whole folds more than ten removals away, and no fewer', () => {
    const ten = fitIn([group('H', losing(10), { goes: true })]).text;
    expect(ten).not.toContain('<details>');
    expect(ten.split('\n')).toHaveLength(14);
    expect(fitIn([group('H', losing(11), { goes: true })]).text.split('\n\n')).toEqual([
      'H',
      '<details><summary>11 removals</summary>',
      expect.stringMatching(/^\| What .* \| l10 \| x \|$/s),
      '</details>',
    ]);
    expect(fitIn([group('H', losing(11))]).text).not.toContain('<details>');
  });

  test('that loses terms which are moved or renamed says how many removals are that', () => {
    const rows = (['removed', 'moved', 'moved', 'renamed'] as const).map((kind) => ({ ...row(kind, true), kind }));
    expect(fitIn([group('H', [...rows, ...rows, ...rows], { goes: true })]).text).toContain(
      '<summary>12 removals (3 removed, 6 moved, 3 renamed)</summary>',
    );
    const hidden = (given: readonly MarkdownRow[]): readonly string[] =>
      hiddenMarkdown(fitGroups([group('H', given)], { budget: 60, openUpTo: 40 }), POINTER);
    const warning = '> [!WARNING]\n> **4 removals (1 removed, 2 moved, 1 renamed) do not fit here and are not listed**';
    expect(hidden(rows)).toEqual([`${warning}; ${POINTER}.`]);
    expect(hidden([...rows, ...other(1)])).toEqual([`${warning}, nor is 1 other change; ${POINTER}.`]);
    expect(hidden(other(2))).toEqual([`2 changes do not fit here; ${POINTER}.`]);
  });
});

describe('groups', () => {
  test('are in their order, a blank line between them', () => {
    expect(fitIn([group('A', []), group('B', losing(1)), group('C', [], { goes: true })]).text).toBe(
      `A\n\nB\n\n${HEAD}\n| gone | l0 | x |\n\nC`,
    );
  });

  test('have no details up to a number of changes, the smallest groups first; losses do not count', () => {
    const details = (groups: readonly Group[], openUpTo: number) =>
      fitIn(groups, 20_000, openUpTo).text.match(/[A-D](?=\n\n(?:(?!\n\n[A-D]\n)[\s\S])*<details>)/g) ?? [];
    const three = [group('A', other(3)), group('B', [...losing(100), ...other(2)]), group('C', other(4))];
    expect([9, 8, 5, 4, 1].map((openUpTo) => details(three, openUpTo).join(''))).toEqual(['', 'C', 'C', 'AC', 'ABC']);
    expect(details([...three, group('D', losing(11), { goes: true })], 9)).toEqual(['D']);
  });
});

describe('too little room', () => {
  test('what is cut is counted by kind, below the rows', () => {
    const groups = [group('H', [...losing(3), ...other(60)], { unmade: 5 })];
    const least = leastFor(groups, ({ hidden }) => hidden <= 63);
    expect(fitIn(groups, least)).toEqual({
      text: [
        'H',
        `${HEAD}\n| gone | l0 | x |\n| gone | l1 | x |\n| gone | l2 | x |`,
        '<details><summary>65 more, the first 2 shown</summary>',
        `${HEAD}\n| new | o0 | x |\n| new | o1 | x |`,
        '</details>',
        `… and 63 more: 58 changed, 5 added.`,
      ].join('\n\n'),
      hiddenLosses: 0,
      hidden: 63,
      hiddenGroups: 0,
    });
    const cut = leastFor(groups, ({ hidden }) => hidden <= 67);
    expect(fitIn(groups, cut).text).toBe(
      `H\n\n${HEAD}\n| gone | l0 | x |\n\n… and 67 more: 2 removed, 60 changed, 5 added.`,
    );
    expect(fitIn(groups, cut).hiddenLosses).toBe(2);
  });

  test('a long group does not push out a short one', () => {
    const groups = [group('A', losing(3000)), group('B', other(4)), group('C', [...losing(1), ...other(3)])];
    const { text, hidden } = fitIn(groups, 6000);
    const shown = 3008 - hidden;
    expect(text).toContain('| new | o3 | x |\n\nC');
    expect(text.match(/^\| new/gm)).toHaveLength(7);
    expect(text).toContain(`… and ${(3000 - (shown - 8)).toLocaleString('en')} more: `);
  });

  test('each group has its share of rows, and nothing exceeds the budget', () => {
    const anyGroup = fc.record({ losses: fc.nat(30), others: fc.nat(30), unmade: fc.nat(3), goes: fc.boolean() });
    const check = (
      sizes: readonly { losses: number; others: number; unmade: number; goes: boolean }[],
      budget: number,
    ) => {
      const groups = sizes.map(({ losses, others, unmade, goes }, index) =>
        group(`#### G${index}`, [...losing(losses), ...other(others)], { goes, ...(unmade > 0 && { unmade }) }),
      );
      const { text, hidden, hiddenGroups } = fitIn(groups, budget);
      expect(text.length).toBeLessThanOrEqual(budget);
      const parts = new Map(text.split(/(?=^#### )/m).map((part) => [part.split('\n')[0], part]));
      const shown = groups.map(({ head }) => parts.get(head)?.match(/^\| (?:gone|new)/gm)?.length ?? 0);
      const all = groups.map(({ rows, unmade = 0 }) => rows.length + unmade);
      expect(hidden).toBe(all.reduce((sum, size, index) => sum + size - (shown[index] ?? 0), 0));
      expect(hiddenGroups).toBe(groups.filter(({ head }) => !parts.has(head)).length);
      // Between groups that still have hidden rows, the numbers of rows differ by one at most.
      const open = shown.filter((count, index) => count < (groups[index]?.rows.length ?? 0));
      if (open.length > 0) expect(Math.max(...open) - Math.min(...open)).toBeLessThanOrEqual(1);
      // No group that is complete has more rows than those, and one.
      for (const [index, count] of shown.entries())
        if (open.length > 0 && count === groups[index]?.rows.length)
          expect(count).toBeLessThanOrEqual(Math.min(...open) + 1);
      // What is cut is counted.
      for (const [index, { head }] of groups.entries()) {
        const rest = (all[index] ?? 0) - (shown[index] ?? 0);
        const more = /^… and (\d+) more: (.*)\.$/m.exec(parts.get(head) ?? '');
        if (parts.has(head)) expect(Number(more?.[1] ?? 0)).toBe(rest);
        const counts = [...(more?.[2] ?? '').matchAll(/\d+/g)].map(Number);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(parts.has(head) ? rest : 0);
      }
    };
    fc.assert(fc.property(fc.array(anyGroup, { maxLength: 12 }), fc.nat(6000), check), { numRuns: runs(500) });
  });

  test('all that there is room for is used', () => {
    const groups = [group('One', [...losing(3), ...other(12)]), group('Two', losing(14), { goes: true })];
    const whole = fitIn(groups).text;
    const least = leastFor(groups, ({ hidden }) => hidden === 0);
    // Room is kept for the last mark of a summary that turned out shorter, and for the line of what is not shown.
    expect(least - whole.length).toBeLessThan(150);
  });

  test.each<[string, Group, string]>([
    ['rows', group('One', [...losing(3), ...other(9)]), '… and 12 more: 3 removed, 9 changed.'],
    ['folded losses', group('One', losing(11), { goes: true }), '… and 11 more: 11 removed.'],
    ['ten losses of a deleted group', group('One', losing(10), { goes: true }), '… and 10 more: 10 removed.'],
  ])('a group with %s needs the room of its text and of the line that counts its rows', (_, one, more) => {
    const least = leastFor([one], ({ hidden }) => hidden === 0);
    expect(least - fitIn([one]).text.length).toBe(`\n\n${more}\n\n`.length);
  });

  test.each([
    [0, 10, '<summary>10 changes, the first 9 shown</summary>', '… and 10 more: 10 changed.'],
    [4, 10, '<summary>10 more, the first 9 shown</summary>', '… and 14 more: 4 removed, 10 changed.'],
  ])('details below %d losses need the room of a summary that does not show all', (losses, others, summary, more) => {
    const groups = [group('One', [...losing(losses), ...other(others)])];
    const within = (budget: number): Fitted => fitGroups(groups, { budget, openUpTo: 0 });
    const { text } = within(10_000);
    const shown = `<summary>${others} ${losses === 0 ? 'changes' : 'more'}</summary>`;
    expect(text).toContain(shown);
    const least = text.length + summary.length - shown.length + `\n\n${more}\n\n`.length;
    expect([within(least).hidden, within(least - 1).hidden]).toEqual([0, 1]);
    expect(within(least - 1).text).toContain(summary);
  });

  test('a complete group leaves the room of the line that counts its rows to the next one', () => {
    const more = '\n\n… and 4 more: 4 changed.\n\n'.length;
    const groups = [group('One', losing(1)), group('Two', other(4))];
    expect(leastFor(groups, ({ hidden }) => hidden === 0) - fitIn(groups).text.length).toBe(more);
    // One addition of the first group is not made, so the line stays.
    const longer = [group('One', losing(1), { unmade: 1 }), group('Two', other(4))];
    const line = '… and 2 more: 1 removed, 1 added.'.length - '… and 1 more: 1 added.'.length;
    expect(leastFor(longer, ({ hidden }) => hidden === 1) - fitIn(longer).text.length).toBe(more + line);
  });

  test('a group without rows needs only the room of its head', () => {
    expect([3, 2].map((budget) => fitIn([group('H', [])], budget).text)).toEqual(['H', '']);
    const made = group('H', [], { unmade: 2 });
    const least = leastFor([made], ({ text }) => text !== '');
    expect([fitIn([made], least).text, least]).toEqual([
      'H\n\n… and 2 more: 2 added.',
      'H\n\n… and 2 more: 2 added.'.length + 2,
    ]);
  });

  test('a row without a kind is counted as removed if it is a loss, and otherwise as changed', () => {
    const rows = [...losing(2), ...other(3)].map(({ loses, cells }): MarkdownRow => ({ loses, cells }));
    const groups = [group('H', [row('first', true), ...rows])];
    const least = leastFor(groups, ({ hidden }) => hidden < 6);
    expect(fitIn(groups, least).text).toContain('\n\n… and 5 more: 2 removed, 3 changed.');
    expect(fitIn([group('H', [...rows, ...losing(9)], { goes: true })]).text).toContain(
      '<summary>11 removals</summary>',
    );
  });
});

test.each([
  [1, 0, '**1 removal does not fit here and is not listed**'],
  [2, 0, '**2 removals do not fit here and are not listed**'],
  [1, 1, '**1 removal does not fit here and is not listed**, nor is 1 other change'],
  [2, 2, '**2 removals do not fit here and are not listed**, nor are 2 other changes'],
  [0, 1, '1 change does not fit here'],
  [0, 1234, '1,234 changes do not fit here'],
])('the notice about %d losses and %d other rows that are hidden', (losses, others, words) => {
  const fitted = fitGroups([group('H', [...losing(losses), ...other(others)])], { budget: 0, openUpTo: 0 });
  expect(hiddenMarkdown(fitted, POINTER)).toEqual([`${losses > 0 ? '> [!WARNING]\n> ' : ''}${words}; ${POINTER}.`]);
});

test('without hidden rows there is no notice', () => {
  const fitted = fitGroups([group('H', losing(2))], { budget: 1000, openUpTo: 0 });
  expect(hiddenMarkdown(fitted, POINTER)).toEqual([]);
});

test('rows that must be seen are in no details', () => {
  const { text } = fitIn([group('H', other(50), { isOpen: true })]);
  expect(text).toContain('| new | o49 | x |');
  expect(text).not.toContain('<details');
});

describe('the list of names and counts', () => {
  const groups = [group('A', other(2)), group('B', losing(3)), group('C', [], { goes: true })];

  test('has deleted groups and groups with losses first', () => {
    expect(groupList(groups)).toEqual(['- C: 0\n- B: 3\n- A: 2']);
    expect(groupList([])).toEqual([]);
  });

  test('has a group whose rows are never folded first as well', () => {
    const open = group('O', other(1), { isOpen: true });
    expect(groupList([group('A', losing(1)), open, group('B', other(1))])).toEqual(['- O: 1\n- A: 1\n- B: 1']);
  });

  test('folds more than ten groups without losses', () => {
    const many = Array.from({ length: 11 }, (_, index) => group(`N${index}`, other(1)));
    expect(groupList(many.slice(1)).join()).not.toContain('<details>');
    expect(groupList(many)[0]).toBe('<details><summary>11 resources and dictionaries</summary>');
    expect(groupList([...groups, ...many])).toEqual([
      '- C: 0\n- B: 3',
      '<details><summary>12 more resources and dictionaries</summary>',
      ['- A: 2', ...many.map(({ brief }) => `- ${brief}`)].join('\n'),
      '</details>',
    ]);
    // Groups with losses do not count.
    expect(groupList([...groups, ...many.slice(2)])).toHaveLength(1);
  });

  test('counts each resource and dictionary of a group for several of them', () => {
    const many = Array.from({ length: 11 }, (_, index) => group(`N${index}`, other(1), { size: index === 3 ? 20 : 2 }));
    expect(groupList(many)[0]).toBe('<details><summary>40 resources and dictionaries</summary>');
    expect(groupList([...many, ...groups])[1]).toBe('<details><summary>41 more resources and dictionaries</summary>');
    const line = '- … and 3 more resources and dictionaries';
    const three = [group('A', other(1)), group('B', other(1), { size: 5 }), group('C', other(1))];
    // Each name needs three units for `- ` and the line end. The details around a list have 90.
    const room = line.length + 90 + 'A: 1'.length + 3;
    expect(groupList(three, room + 2 * ('B: 1'.length + 3))).toEqual(['- A: 1\n- B: 1\n- C: 1']);
    expect(groupList(three, room)).toEqual(['- A: 1\n- … and 6 more resources and dictionaries']);
    expect(groupList(three, room + 2 * 'B: 1\n- '.length - 1)).toEqual([
      '- A: 1\n- B: 1\n- … and 1 more resource or dictionary',
    ]);
    expect(groupList(three, room - 1)).toEqual(['- … and 7 more resources and dictionaries']);
  });

  test('counts the groups that it does not name', () => {
    const check = (count: number, budget: number) => {
      const many = Array.from({ length: count }, (_, index) => group(`N${index}`, other(1)));
      const text = groupList(many, budget).join('\n\n');
      expect(text.length).toBeLessThanOrEqual(Math.max(budget, 200));
      const named = text.match(/^- N/gm)?.length ?? 0;
      const more = Number(/^- … and (\d+) more/m.exec(text)?.[1] ?? 0);
      expect(named + more).toBe(count);
    };
    fc.assert(fc.property(fc.nat(60), fc.nat(1500), check), { numRuns: runs(200) });
  });

  test('is above several groups with hidden rows', () => {
    const above = (count: number, units: number): boolean =>
      groupsMarkdown(
        Array.from({ length: count }, (_, index) => group(`#### N${index}`, other(9))),
        units,
        POINTER,
      )[0]?.startsWith('- #### N0') === true;
    expect([above(4, 9000), above(3, 600), above(1, 400), above(1, 150)]).toEqual([false, true, false, true]);
  });

  test('names each group that has no heading, with its counts, and nothing exceeds the length', () => {
    const check = (sizes: readonly number[], units: number) => {
      const many = sizes.map((size, index) => group(`#### G${index}`, other(size), { brief: `G${index}: ${size}` }));
      const parts = groupsMarkdown(many, units, POINTER);
      expect(unitsOf(parts)).toBeLessThanOrEqual(units);
      const text = parts.join('\n\n');
      const lines = new Set(text.split('\n'));
      const without = many.filter(({ head }) => !lines.has(head));
      // A third of the length is enough for these lines.
      expect(without.filter(({ brief }) => !lines.has(`- ${brief}`))).toEqual([]);
      const cut = sizes.reduce((sum, size) => sum + size, 0) - (text.match(/^\| new/gm)?.length ?? 0);
      const shown = [...text.matchAll(/(\d[\d,]*) changes? (?:does|do) not fit here/g)].map(([, count = '']) => count);
      expect(shown).toEqual(cut === 0 ? [] : [cut.toLocaleString('en')]);
    };
    const sizes = fc.array(fc.nat(60), { minLength: 1, maxLength: 150 });
    fc.assert(fc.property(sizes, fc.integer({ min: 6000, max: 20_000 }), check), { numRuns: runs(200) });
  });

  test('has only groups without a heading if it is too long, and counts those that it cannot name', () => {
    const many = Array.from({ length: 900 }, (_, index) =>
      group(`#### G${index}`, other(1), { brief: `G${index}: 1` }),
    );
    const parts = groupsMarkdown(many, 12_000, POINTER);
    const text = parts.join('\n\n');
    const headings = text.match(/^#### G\d+$/gm)?.length ?? 0;
    const named = text.match(/^- G\d+: 1$/gm)?.length ?? 0;
    const more = Number(/^- … and (\d+) more resources and dictionaries$/m.exec(text)?.[1] ?? 0);
    expect(unitsOf(parts)).toBeLessThanOrEqual(12_000);
    expect(text).not.toContain('- G0: 1\n');
    expect([headings > 20, named > 200, headings + named + more]).toEqual([true, true, 900]);
  });
});
