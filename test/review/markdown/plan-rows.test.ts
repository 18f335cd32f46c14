import { expect, test } from 'vitest';
import type { GlossaryAddress } from '../../../src/kinds/glossary/glossary.ts';
import { type Entry, entriesOf } from '../../../src/model/entries/entries.ts';
import type { PairKey } from '../../../src/model/entries/language-pair.ts';
import { withAdditions } from '../../../src/model/plan/additions.ts';
import type { Change } from '../../../src/model/plan/plan.ts';
import type { ValueChange } from '../../../src/model/resources/resource.ts';
import type { Group } from '../../../src/review/markdown/fit.ts';
import { planGroups } from '../../../src/review/markdown/groups.ts';
import { at, dictionaryChange, glossaryChange, planWith, styleListChange } from '../../support/changes.ts';

const heads = (change: Change): readonly string[] => planGroups(planWith([change]), {}).map(({ head }) => head);

test('a list of a forged plan has names and languages that are cut', () => {
  const long = `${'x'.repeat(299)}😀${'y'.repeat(9)}`;
  const [head = ''] = heads(
    styleListChange({
      action: 'replace',
      name: [long, `${long}z`],
      language: [long, 'fr'],
    }),
  );
  expect(head).toContain(`<code>${'x'.repeat(299)}…</code>`);
  expect(head).toContain(`language: <code>${'x'.repeat(100)}…</code> → <code>fr</code>.`);
  expect(head).not.toContain('yyy');
  const deleted = styleListChange({ action: 'replace', name: [long, undefined], language: ['de', undefined] });
  expect(heads(deleted)[0]).toContain(`· <code>${'x'.repeat(299)}…</code>\n`);
  expect(heads(deleted)[0]).toContain('language: <code>de</code> → <code></code>.');
  expect(heads(glossaryChange({ action: 'create', address: `glossary.${'x'.repeat(300)}` }))[0]).toContain(
    `create <code>glossary&#46;${'x'.repeat(291)}…</code> ·`,
  );
});

test('a rule that is inherited names its layer', () => {
  const list = styleListChange({ rules: [['~', ['style', 'tone'], 'a', 'b', at('base.yaml', 4)]] });
  const values = list.values.map((value) =>
    value.key[0] === 'rule' ? { ...value, term: { inheritedFrom: 'style_rules.base' } } : value,
  );
  const [group] = planGroups(planWith([{ ...list, values }]), {});
  expect(group?.rows.map((row) => row.cells()[1])).toEqual([
    '<code>style&#46;tone</code><br><code>inherited from style&#95;rules&#46;<wbr>base</code>',
  ]);
});

/** The groups of dictionaries with so many additions. */
function groupsOf(counts: readonly number[]): readonly Group[] {
  const children = counts.map((count, index) => {
    const pair = `en->x${index}` as const;
    const entries = entriesOf(Array.from({ length: count }, (_, entry) => [`term ${entry}`, 'x']));
    const value = ([source, to]: Entry): ValueChange => ({ key: ['entry', pair, source], to });
    return withAdditions(dictionaryChange(pair, []), [], { entries, value });
  });
  return planGroups(planWith([{ ...glossaryChange(), children }]), {});
}

// A document has room for 4,000 rows of the shortest form.
test.each([
  [[5000], [4000]],
  [[4000], [4000]],
  [
    [10, 5000],
    [10, 3990],
  ],
  [
    [5000, 10],
    [3990, 10],
  ],
  [
    [3000, 100, 5000],
    [1950, 100, 1950],
  ],
  [
    [4000, 4000, 4000],
    [1334, 1334, 1334],
  ],
  [
    [1, 2, 3],
    [1, 2, 3],
  ],
])('of dictionaries with %j additions, the numbers of rows that are made are %j', (counts, made) => {
  const groups = groupsOf(counts);
  expect(groups.map(({ rows }) => rows.length)).toEqual(made);
  const rest = counts.map((count, index) => count - (made[index] ?? 0));
  expect(groups.map(({ unmade }) => unmade)).toEqual(rest.map((count) => (count === 0 ? undefined : count)));
});

test('resources with only shared terms are one group, which counts their dictionaries', () => {
  const shared = (address: GlossaryAddress, ...pairs: readonly PairKey[]): Change =>
    glossaryChange({
      address,
      dictionaries: pairs.map((pair) =>
        dictionaryChange(pair, [['~', 'cart', 'a', 'b', at('base.csv', 2)]], { inherits: true }),
      ),
    });
  const changes = [
    shared('glossary.one', 'en->de', 'en->fr'),
    shared('glossary.two', 'en->de', 'en->fr'),
    shared('glossary.three', 'en->de'),
  ];
  expect(planGroups(planWith(changes), {}).at(-1)).toEqual({
    head:
      '#### 2 more glossaries have only changes of the same terms: <code>glossary&#46;two</code>, ' +
      '<code>glossary&#46;three</code>',
    brief: '2 more glossaries have only changes of the same terms',
    size: 3,
    titles: [],
    rows: [],
    goes: false,
  });
});

test('a dictionary whose name is no pair of languages is named once', () => {
  const child = { ...dictionaryChange('en->de', [['+', 'a', 'b']]), address: 'glossary.product/terms' } as const;
  const [group] = planGroups(planWith([{ ...glossaryChange(), children: [child] }]), {});
  expect(group?.head).toBe('#### <code>glossary&#46;product</code> <code>terms</code>: 1 added · of 1,234');
  expect(group?.rows.map((row) => row.cells())).toEqual([['added', '<code>a</code>', '<code><ins>b</ins></code>']]);
});
