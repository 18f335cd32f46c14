import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { GlossaryAddress } from '../../../src/kinds/glossary/glossary.ts';
import type { DesiredState, LiveState } from '../../../src/kinds/states.ts';
import type { StyleListAddress } from '../../../src/kinds/style-list/style-list.ts';
import type { Change, Plan } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { commentKey, type Marker, markerLine, markerOf } from '../../../src/shells/action/comment/comment-marker.ts';
import { meets, touchesOf } from '../../../src/shells/action/touched.ts';
import { desiredGlossary, desiredStyleList, liveGlossary, liveStyleList, planInput } from '../../support/build.ts';
import { dictionaryChange, glossaryChange, planWith, styleListChange } from '../../support/changes.ts';

const LIVE: LiveState = {
  glossaries: [liveGlossary('g1', 'a', { 'en->de': { a: '0' }, 'en->fr': { a: '0' } }), liveGlossary('g2', 'b', {})],
  styleLists: [liveStyleList('s1', 'x', { instructions: [] })],
};
const of = (desired: DesiredState): Plan => makePlan(planInput(desired, LIVE)).plan;
const glossary = (name: string, more: Readonly<Record<string, Record<string, string>>>, named = name): Plan =>
  of({
    glossaries: [
      { ...desiredGlossary(name, more, { name: named }), ...(named !== name && { pinnedId: 'g1' as never }) },
    ],
  });

const [german, french] = [
  glossary('a', { 'en->de': { a: '1' }, 'en->fr': { a: '0' } }),
  glossary('a', { 'en->de': { a: '0' }, 'en->fr': { a: '1' } }),
];
const renamed = glossary('a', { 'en->de': { a: '0' }, 'en->fr': { a: '0' } }, 'A');
const other = glossary('b', { 'en->de': { a: '1' } });
const list = of({ styleLists: [desiredStyleList('x', { instructions: [{ label: 'l', prompt: 'p' }] })] });

/** The marks of a plan after they have stood in a comment. */
function kept(plan: Plan): readonly string[] | undefined {
  const marker: Marker = {
    kind: 'plan',
    key: commentKey('', 't', ''),
    runId: '1',
    runAttempt: '1',
    head: '',
    digest: '',
    state: 'open',
    ...touchesOf(plan),
  };
  return markerOf(markerLine(marker))?.touches;
}

test.each([
  ['the same dictionary', german, german, true],
  ['two dictionaries of one glossary', german, french, false],
  ['a dictionary, and the name of its glossary', german, renamed, true],
  ['two glossaries', german, other, false],
  ['one style list', list, list, true],
  ['a glossary and a style list', german, list, false],
])('%s', (_, one, another, meeting) => {
  expect(meets(one, kept(another))).toBe(meeting);
  expect(meets(another, kept(one))).toBe(meeting);
});

test('what is too much to be told, or was not told, may be anything', () => {
  const many = of({
    glossaries: Array.from({ length: 40 }, (_, index) => desiredGlossary(`n${index}`, { 'en->de': { a: '1' } })),
  });
  expect(kept(many)).toBe(undefined);
  expect(meets(german, kept(many))).toBe(true);
  expect(meets({ ...german, changes: [] }, kept(many))).toBe(false);
});

describe('what plans touch', () => {
  const glossary = (
    address: GlossaryAddress,
    action: Change['action'],
    more: Parameters<typeof glossaryChange>[0] = {},
  ): Change => glossaryChange({ address, action, dictionaries: [dictionaryChange('en->de', [])], ...more });
  const list = (address: StyleListAddress): Change => styleListChange({ address, name: ['N', 'M'] });
  const plan = (...changes: readonly Change[]): Plan => planWith(changes);
  const mark = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

  test('is marked by dictionary, by what lies inside, and as a whole', () => {
    expect(touchesOf(undefined)).toStrictEqual({});
    expect(touchesOf(plan())).toStrictEqual({ touches: [] });
    const [part, inside, whole] = ['part glossary.a/en->de', 'inside glossary.a', 'whole glossary.a'].map(mark);
    expect(touchesOf(plan(glossary('glossary.a', 'update')))).toStrictEqual({ touches: [part, inside] });
    for (const more of [glossary('glossary.a', 'create'), glossary('glossary.a', 'update', { name: ['N', 'M'] })])
      expect(touchesOf(plan(more))).toStrictEqual({ touches: [part, inside, whole] });
    expect(touchesOf(plan(list('style_rules.a')))).toStrictEqual({
      touches: [mark('inside style_rules.a'), mark('whole style_rules.a')],
    });
  });

  test('is told of at most 60 marks', () => {
    const many = (count: number) => plan(...Array.from({ length: count }, (_, index) => list(`style_rules.${index}`)));
    expect(touchesOf(many(30)).touches).toHaveLength(60);
    expect(touchesOf(many(31))).toStrictEqual({});
  });

  test('meets what another one is about', () => {
    const part = plan(glossary('glossary.a', 'update'));
    const other = plan(glossary('glossary.a', 'update', { dictionaries: [dictionaryChange('en->fr', [])] }));
    const whole = plan(glossary('glossary.a', 'delete', { dictionaries: [] }));
    const far = plan(glossary('glossary.b', 'delete'), list('style_rules.a'));
    const all = [part, other, whole, far];
    expect(all.map((one) => all.map((another) => meets(one, touchesOf(another).touches)))).toStrictEqual([
      [true, false, true, false],
      [false, true, true, false],
      [true, true, true, false],
      [false, false, false, true],
    ]);
    expect([meets(part, undefined), meets(plan(), undefined), meets(part, [])]).toStrictEqual([true, false, false]);
  });
});
