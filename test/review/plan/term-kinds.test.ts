import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sourceOfKey } from '../../../src/change/diff-entries.ts';
import type { ChildChange, Plan } from '../../../src/model/plan/plan.ts';
import { changeKind } from '../../../src/model/resources/resource.ts';
import { tally, termTally } from '../../../src/plan/counts.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { losesTerm, TERM_KINDS, type TermChange } from '../../../src/review/values/term-kinds.ts';
import { type DictionariesLike, desiredGlossary, liveGlossary, planInput } from '../../support/build.ts';
import type { Line } from '../../support/changes.ts';
import { planOfEntries } from '../../support/page-plans.ts';
import { runs } from '../../support/runs.ts';
import { termKinds } from '../all-terms.ts';

type Glossaries = Readonly<Record<string, DictionariesLike>>;

function planBetween(before: Glossaries, after: Glossaries): Plan {
  const desired = Object.entries(after).map(([name, dictionaries]) => desiredGlossary(name, dictionaries));
  const live = Object.entries(before).map(([name, dictionaries]) => liveGlossary(`id-${name}`, name, dictionaries));
  return makePlan(
    planInput({ glossaries: desired }, { glossaries: live }, { deletable: ['glossary.*', 'glossary.*/*'] }),
  ).plan;
}

const allKinds = (plan: Plan): readonly (readonly [ChildChange, TermChange])[] =>
  [...termKinds(plan)].flatMap(([dictionary, changes]) => changes.map((change) => [dictionary, change] as const));

const shown = (plan: Plan): readonly string[] =>
  allKinds(plan).map(([{ address }, { kind, nature, before, after, to }]) => {
    const side = (term: TermChange['before']): string => (term === undefined ? '' : `${term.source}=${term.target}`);
    const kindAndNature = nature === undefined ? kind : `${kind}/${nature}`;
    const there = to === undefined ? '' : ` ${to.replace('glossary.', '')}`;
    return `${address.replace('glossary.', '')}: ${kindAndNature} ${side(before)}>${side(after)}${there}`;
  });

/** One dictionary before and after. */
const kindsOf = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) =>
  shown(
    planBetween({ g: { 'en->de': { keep: 'keep', ...before } } }, { g: { 'en->de': { keep: 'keep', ...after } } }),
  ).map((line) => line.replace('g/en->de: ', ''));

describe('one dictionary', () => {
  test.each([
    ['another translation', { a: 'x' }, { a: 'y' }, ['changed a=x>a=y']],
    ['added', {}, { a: 'x' }, ['added >a=x']],
    ['removed', { a: 'x' }, {}, ['removed a=x>']],
    ['another name for the same translation', { cart: 'Korb' }, { basket: 'Korb' }, ['renamed cart=Korb>basket=Korb']],
    ['capitals of the translation', { a: 'korb' }, { a: 'Korb' }, ['changed/case a=korb>a=Korb']],
    ['capitals of the term', { Cart: 'Korb' }, { cart: 'Korb' }, ['renamed/case Cart=Korb>cart=Korb']],
    ['capitals of both', { Cart: 'Korb' }, { cart: 'korb' }, ['renamed/case Cart=Korb>cart=korb']],
    ['a space within', { a: 'zum Korb' }, { a: 'zumKorb' }, ['changed/white-space a=zum Korb>a=zumKorb']],
    ['a no-break space', { a: 'zum Korb' }, { a: 'zum\u00a0Korb' }, ['changed/white-space a=zum Korb>a=zum\u00a0Korb']],
    ['a zero width space', { a: 'Ko\u200brb' }, { a: 'Korb' }, ['changed/invisible a=Ko\u200brb>a=Korb']],
    ['a byte order mark', { a: '\ufeffKorb' }, { a: 'Korb' }, ['changed/invisible a=\ufeffKorb>a=Korb']],
    ['a soft hyphen in the term', { 'e\u00admail': 'x' }, { email: 'x' }, ['renamed/invisible e\u00admail=x>email=x']],
    [
      'a space and a soft hyphen',
      { a: 'zum Ko\u00adrb' },
      { a: 'zumKorb' },
      ['changed/unseen a=zum Ko\u00adrb>a=zumKorb'],
    ],
    ['a letter that looks alike', { a: 'Korb' }, { a: 'K\u043erb' }, ['changed/look-alike a=Korb>a=K\u043erb']],
    [
      'a letter of the term that looks alike',
      { cart: 'Korb' },
      { 'c\u0430rt': 'Korb' },
      ['renamed/look-alike cart=Korb>c\u0430rt=Korb'],
    ],
    ['another Unicode form', { a: 'u\u0308ber' }, { a: 'über' }, ['changed/form a=u\u0308ber>a=über']],
    ['two terms that have nothing in common', { a: 'x' }, { b: 'y' }, ['removed a=x>', 'added >b=y']],
    [
      'as many names as there are on both sides',
      { a: 'x', b: 'x', c: 'x' },
      { d: 'x', e: 'x' },
      ['removed c=x>', 'renamed a=x>d=x', 'renamed b=x>e=x'],
    ],
    [
      'the closest name before any other',
      { cart: 'Korb' },
      { basket: 'Korb', Cart: 'Korb' },
      ['renamed/case cart=Korb>Cart=Korb', 'added >basket=Korb'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(kindsOf(before as never, after as never)).toEqual(expected);
  });
});

describe('several dictionaries', () => {
  test('the same two phrases have moved, to the same languages before any other', () => {
    const plan = planBetween(
      { one: { 'en->de': { stay: 's', tax: 'Steuer' } }, two: { 'en->de': { a: 'b' }, 'ar->de': { a: 'b' } } },
      {
        one: { 'en->de': { stay: 's' } },
        two: { 'en->de': { a: 'b', tax: 'Steuer' }, 'ar->de': { a: 'b', tax: 'Steuer' } },
      },
    );
    expect(shown(plan)).toEqual([
      'one/en->de: moved tax=Steuer>tax=Steuer two/en->de',
      'two/ar->de: added >tax=Steuer',
    ]);
  });

  test('a move comes before a new name', () => {
    const plan = planBetween(
      { one: { 'en->de': { stay: 's', tax: 'Steuer' } } },
      { one: { 'en->de': { stay: 's', levy: 'Steuer' } }, two: { 'en->de': { tax: 'Steuer' } } },
    );
    expect(shown(plan)).toEqual([
      'one/en->de: moved tax=Steuer>tax=Steuer two/en->de',
      'one/en->de: added >levy=Steuer',
    ]);
  });

  test('a deleted glossary whose terms are all in another one has moved', () => {
    const plan = planBetween({ old: { 'en->de': { a: 'x', b: 'y' } } }, { new: { 'en->de': { a: 'x', b: 'y' } } });
    expect(shown(plan).map((line) => line.split(' ')[1])).toEqual(['moved', 'moved']);
  });
});

test('every entry change is in exactly one term change, and the kinds stand in their order', () => {
  const phrase = fc.constantFrom('a', 'A', 'a ', 'a\u200b', 'b', 'B', 'c', 'u\u0308', 'ü', 'x y', 'xy', '__proto__');
  const dictionary = fc.array(fc.tuple(phrase, phrase), { minLength: 1, maxLength: 8 });
  const glossaries = fc.record({
    one: fc.record({ 'en->de': dictionary, 'en->fr': dictionary }),
    two: fc.record({ 'en->de': dictionary }),
  });
  fc.assert(
    fc.property(glossaries, glossaries, (before, after) => {
      const unique = (like: typeof before): Glossaries =>
        Object.fromEntries(
          Object.entries(like).map(([name, dictionaries]) => [
            name,
            Object.fromEntries(Object.entries(dictionaries).map(([pair, rows]) => [pair, [...new Map(rows)]])),
          ]),
        ) as Glossaries;
      const plan = planBetween(unique(before), unique(after));
      const told = allKinds(plan).flatMap(([{ address }, { kind, before: from, after: to, to: there }]) => {
        if (kind === 'changed') return [`${address} ~ ${from?.source} ${from?.target} ${to?.target}`];
        return [
          ...(from === undefined ? [] : [`${address} - ${from.source} ${from.target}`]),
          ...(to === undefined ? [] : [`${there ?? address} + ${to.source} ${to.target}`]),
        ];
      });
      const planned = [...termKinds(plan).keys()].flatMap(({ address, values }) =>
        values.map((value) => {
          const source = sourceOfKey(value.key);
          const mark = { added: '+', changed: '~', removed: '-' }[changeKind(value)];
          return [address, mark, source, value.from, value.to].filter((each) => each !== undefined).join(' ');
        }),
      );
      expect([...told].sort()).toEqual([...planned].sort());
      for (const [child, changes] of termKinds(plan)) {
        expect(changes.filter(losesTerm)).toHaveLength(tally(child.values).removed);
        // A list has as many rows of each kind as its heading says; what has moved here is listed where it was.
        const { movedAway, movedHere: _, ...counts } = termTally(plan, [child]);
        const rows = TERM_KINDS.map((kind) => [kind, changes.filter((change) => change.kind === kind).length]);
        expect(Object.fromEntries(rows)).toEqual({ ...counts, moved: counts.moved + movedAway });
        const ranks = changes.map(({ kind }) => TERM_KINDS.indexOf(kind));
        expect(ranks).toEqual([...ranks].sort((left, right) => left - right));
      }
      expect(shown(plan)).toEqual(shown(plan));
    }),
    { numRuns: runs(500) },
  );
});

test('100,000 terms of one translation take no longer than others', () => {
  const entries = Array.from({ length: 50_000 }, (_, index): readonly Line[] => [
    ['-', `old ${index}`, 'x'],
    ['+', `new ${index}`, 'x'],
  ]).flat();
  const [changes] = [...termKinds(planOfEntries(entries)).values()];
  // Pair by pair it would be 2.5 billion comparisons, and this test would not end.
  expect(changes).toHaveLength(50_000);
  expect(changes?.every(({ kind }) => kind === 'renamed')).toBe(true);
});
