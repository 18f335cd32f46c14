import { expect, test } from 'vitest';
import type { DesiredState, LiveState } from '../../../src/kinds/states.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { commentKey, type Marker, markerLine, markerOf } from '../../../src/shells/action/comment/comment-marker.ts';
import { meets, touchesOf } from '../../../src/shells/action/touched.ts';
import { desiredGlossary, desiredStyleList, liveGlossary, liveStyleList, planInput } from '../../support/build.ts';

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
