import { expect, test } from 'vitest';
import type { DesiredState, LiveState } from '../../../src/kinds/states.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { approvalQuestion } from '../../../src/review/plan/approval-text.ts';
import {
  desiredDeveloperKey,
  desiredGlossary,
  desiredStyleList,
  liveDeveloperKey,
  liveGlossary,
  liveStyleList,
  planInput,
} from '../../support/build.ts';

function question(
  desired: DesiredState,
  live: LiveState,
  deletable: readonly string[] = [],
  secretsKept = true,
): string {
  return approvalQuestion(makePlan(planInput(desired, live, { deletable })).plan, { secretsKept });
}
const rows = (count: number, to: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${to} ${index}`, to]));

test('names the target, what comes and what goes', () => {
  expect(
    question(
      {
        glossaries: [desiredGlossary('a', { 'en->de': { ...rows(1600, 'new'), one: 'eins' } })],
        styleLists: [desiredStyleList('l', { rules: { a: { x: '1' } } })],
      },
      {
        glossaries: [liveGlossary('1', 'a', { 'en->de': { one: '1', two: '2' } })],
        styleLists: [liveStyleList('2', 'l', { instructions: [{ label: 'T', prompt: 'p' }] })],
      },
    ),
  ).toBe('Apply to test (1,601 added, 1 changed, 2 removed)?');
});

test('names what is lost for good', () => {
  expect(
    question(
      {
        glossaries: [],
        styleLists: [desiredStyleList('m', { language: 'fr' })],
        developerKeys: [desiredDeveloperKey('old', { deactivated: true })],
      },
      {
        glossaries: [
          liveGlossary('1', 'a', { 'en->de': { one: '1', two: '2' } }),
          liveGlossary('2', 'b', { 'en->de': { a: 'b' } }),
        ],
        styleLists: [liveStyleList('3', 'l'), liveStyleList('4', 'm')],
        developerKeys: [liveDeveloperKey('5', 'old')],
      },
      ['glossary.*', 'style_rules.l'],
    ),
  ).toBe(
    'Apply to test (3 removed, 2 glossaries deleted, 1 style list deleted, 1 style list replaced, 1 developer key deactivated)?',
  );
});

test('says that a new key will be lost where nobody keeps it, and that a name is all that changes', () => {
  const keys = { developerKeys: [desiredDeveloperKey('ci')] };
  expect(question(keys, { developerKeys: [] }, [], false)).toBe(
    'Apply to test (1 added)? The secrets of new keys will not be kept (--secrets-file keeps them).',
  );
  expect(question(keys, { developerKeys: [] })).toBe('Apply to test (1 added)?');
  const renamed = desiredGlossary(
    'a',
    { 'en->de': { a: 'b' } },
    { name: 'B', pinnedId: liveGlossary('1', 'A', {}).id },
  );
  expect(question({ glossaries: [renamed] }, { glossaries: [liveGlossary('1', 'A', { 'en->de': { a: 'b' } })] })).toBe(
    'Apply to test (names only)?',
  );
});
