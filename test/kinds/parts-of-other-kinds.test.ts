import { expect, onTestFinished, test } from 'vitest';
import type { AnyKind } from '../../src/kinds/kind.ts';
import { registerKind } from '../../src/kinds/registry.ts';
import { operationText } from '../../src/kinds/words.ts';
import type { Change, Operation, Plan } from '../../src/model/plan/plan.ts';
import { DEFAULT_SAFETY } from '../../src/model/workspace/workspace.ts';
import { checkGuard } from '../../src/plan/guard/guard.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { planText } from '../../src/review/plan/plan-text.ts';
import { planInput } from '../support/build.ts';
import { TEMPLATE } from './templates/template-kind.ts';

const isAny = (): boolean => true;

/** The templates with a part that has the name of a part of developer keys, and calls named as calls of glossaries. */
const WITH_LIMIT: AnyKind = {
  ...(TEMPLATE as AnyKind),
  parts: { ...TEMPLATE.parts, limit: { holds: isAny }, rule: { holds: isAny } },
};

const CALL: Operation = {
  id: 'template.mail#1',
  kind: 'rename-glossary',
  method: 'PATCH',
  path: '/v1/templates/t1',
  pre: 'absent',
  post: 'absent',
  touches: [['limit']],
};
const LIMITED: Change = {
  kind: 'template',
  action: 'update',
  address: 'template.mail',
  id: 't1',
  adopted: false,
  values: [
    { key: ['name'], from: 'Mail', to: 'Mail' },
    { key: ['limit', 'characters'], from: 5, to: 0 },
    { key: ['rule', 'greeting'], from: 'short', to: 'long' },
  ],
  before: {},
  children: [],
  operations: [CALL],
};

const limiting = (): Plan => {
  onTestFinished(registerKind(WITH_LIMIT));
  return { ...makePlan(planInput({}, {})).plan, changes: [LIMITED] };
};

test('a value that blocks in one kind does not block in a kind that has a part of the same name', () => {
  const input = { safety: DEFAULT_SAFETY, allowDelete: [], prune: [], desired: {} };
  expect(checkGuard(limiting(), input)).toEqual({ kind: 'allowed' });
});

test('a part and a call read by the words of their own kind', () => {
  const text = planText({ plan: limiting() }, { color: false });
  expect(text).toContain('~ characters: 5 → 0\n');
  expect(text).toContain('~ greeting: short → long\n');
  // The part is not counted in its kind.
  expect(text).toMatch(/^Plan for test: names to change; 1 template; 1 call\./);
  expect(operationText(CALL)).toBe('rename glossary');
});
