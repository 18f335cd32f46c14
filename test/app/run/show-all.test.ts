import { expect, test } from 'vitest';
import { showAllCommand } from '../../../src/app/run/show-all.ts';

test.each([
  [{ only: [] }, 'lexform rollback 1 --full'],
  [
    { chdir: 'my terms', target: 'eu', only: ['glossary.product', 'glossary.a->b'] },
    "lexform rollback 1 -C 'my terms' --target eu --only glossary.product --only 'glossary.a->b' --full",
  ],
])('the command that shows all terms has the options of the plan: %j', (options, command) => {
  expect(showAllCommand(['rollback', '1'], { chdir: undefined, target: undefined, ...options })).toBe(command);
});

test('in the GitHub Action, the command names no folder of the runner', () => {
  const options = { chdir: '/runner/work/terms', target: 'prod', only: [] };
  expect(showAllCommand(['plan'], options)).toBe('lexform plan -C /runner/work/terms --target prod --full');
  expect(showAllCommand(['plan'], options, [])).toBe('lexform plan --target prod --full');
});
