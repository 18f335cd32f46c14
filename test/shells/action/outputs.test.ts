import { describe, expect, test } from 'vitest';
import { EXIT, type ExitCode } from '../../../src/app/exit-code.ts';
import type { Finding, Severity } from '../../../src/model/finding.ts';
import type { Change, Plan } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { SUMMARY_MAX_BYTES } from '../../../src/shells/action/github/file-commands.ts';
import { readInputs } from '../../../src/shells/action/inputs.ts';
import { changesDigest, outputsOf } from '../../../src/shells/action/outputs.ts';
import { hasGoneWell } from '../../../src/shells/action/run-action.ts';
import type { TargetResult } from '../../../src/shells/action/target-result.ts';
import { desiredGlossary, planInput } from '../../support/build.ts';
import {
  call,
  dictionaryChange,
  glossaryChange,
  keyChange,
  type Line,
  planWith,
  styleListChange,
} from '../../support/changes.ts';

const finding = (severity: Severity): Finding => ({
  code: 'x',
  severity,
  at: { file: 'a.csv', line: 1, column: 1 },
  details: {},
});
const findings = (...severities: readonly Severity[]) => severities.map(finding);

const MARKED: Readonly<Record<string, Line>> = {
  added: ['+', 'x', 'new'],
  changed: ['~', 'x', 'old', 'new'],
  removed: ['-', 'x', 'old'],
};
const linesOf = (kinds: readonly string[]): readonly Line[] => kinds.map((kind) => MARKED[kind] as Line);
const calls = (count: number) => Array.from({ length: count }, (_, index) => call('merge-entries', `x#${index}`));

/** So many changes of each kind. */
const changes = {
  glossary: (action: Change['action'], kinds: readonly string[], count: number): Change =>
    glossaryChange({
      action,
      dictionaries: [dictionaryChange('en->de', linesOf(kinds))],
      operations: calls(count),
    }),
  list: (action: Change['action'], rules: readonly string[], instructions: readonly string[]): Change =>
    styleListChange({ action, rules: linesOf(rules), instructions: linesOf(instructions), operations: calls(1) }),
  key: (action: Change['action']): Change => keyChange({ action, operations: calls(1) }),
};
const planOf = (...all: readonly Change[]): Plan => planWith(all);

const result = (
  plan: Plan | undefined,
  more: Partial<TargetResult> & { readonly code?: ExitCode; readonly findings?: readonly Finding[] } = {},
): TargetResult => {
  const { code = EXIT.ok, findings: found = [], ...rest } = more;
  return {
    target: 'prod',
    result: 'changes',
    ran: {
      code,
      out: '',
      err: '',
      ...(plan !== undefined && {
        reported: { kind: 'planned' as const, plan, guard: { kind: 'allowed' as const }, findings: found },
      }),
    },
    ...rest,
  };
};

const NONE = {
  result: 'no-changes',
  changes: 'false',
  drift: 'false',
  refused: 'false',
  'exit-code': '0',
  'failure-reason': '',
  'to-add': '0',
  'to-change': '0',
  'to-delete': '0',
  'terms-added': '0',
  'terms-changed': '0',
  'terms-removed': '0',
  'terms-moved': '0',
  'terms-renamed': '0',
  'others-added': '0',
  'others-changed': '0',
  'others-removed': '0',
  calls: '0',
  errors: '0',
  warnings: '0',
  'plan-hash': '',
  'plan-path': '',
  'markdown-path': '',
  folder: '',
  'comment-id': '',
  'comment-url': '',
  'issue-number': '',
};

describe('the outputs of a step', () => {
  test('about no target', () => {
    expect(Object.fromEntries(outputsOf([]))).toStrictEqual(NONE);
  });

  test('about two targets are sums, and the first path, comment and issue', () => {
    const first = planOf(
      changes.glossary('create', ['added', 'added', 'added'], 1),
      changes.glossary('update', ['added', 'changed', 'changed', 'removed'], 2),
      changes.glossary('delete', ['removed'], 1),
      changes.list('create', ['added', 'added'], ['added']),
      changes.list('update', ['changed'], ['changed', 'changed', 'removed']),
      changes.list('replace', ['removed'], []),
      changes.list('delete', [], ['removed', 'removed']),
      changes.key('create'),
      changes.key('update'),
      changes.key('deactivate'),
    );
    const second = planOf(changes.glossary('create', ['added'], 1), changes.glossary('delete', ['removed'], 1));
    const results = [
      result(first, {
        findings: findings('error', 'warning', 'warning', 'info'),
        markdownPath: '/a/report.prod.md',
        code: EXIT.changes,
      }),
      result(second, {
        target: 'test',
        result: 'refused',
        code: EXIT.refused,
        findings: findings('error', 'warning'),
        planPath: '/b/plan.test.json',
        markdownPath: '/b/report.test.md',
        posted: { kind: 'written', id: 9, url: 'https://github.test/9' },
        issue: 3,
      }),
    ];
    expect(Object.fromEntries(outputsOf(results))).toStrictEqual({
      result: 'refused',
      changes: 'true',
      drift: 'false',
      refused: 'true',
      'exit-code': '3',
      'failure-reason': 'refused',
      'to-add': '4',
      'to-change': '4',
      'to-delete': '4',
      'terms-added': '5',
      'terms-changed': '2',
      'terms-removed': '3',
      'terms-moved': '0',
      'terms-renamed': '0',
      'others-added': '3',
      'others-changed': '3',
      'others-removed': '4',
      calls: '13',
      errors: '2',
      warnings: '3',
      'plan-hash': changesDigest(planOf(...first.changes, ...second.changes)),
      'plan-path': '/b/plan.test.json',
      'markdown-path': '/a/report.prod.md',
      folder: '/a',
      'comment-id': '9',
      'comment-url': 'https://github.test/9',
      'issue-number': '3',
    });
  });

  test('folder is that of the plan', () => {
    const both = { planPath: '/a/plan.json', markdownPath: '/b/report.md' };
    expect(outputsOf([result(undefined, both)]).get('folder')).toBe('/a');
  });

  test.each<readonly [TargetResult['result'], string]>([
    ['no-changes', ''],
    ['checked', ''],
    ['applied', ''],
    ['changes', ''],
    ['drift', ''],
    ['invalid', 'invalid-files'],
    ['refused', 'refused'],
    ['partly-applied', 'partly-applied'],
    ['failed', 'failed'],
  ])('failure-reason of %s is "%s"', (of, reason) => {
    const outputs = outputsOf([result(undefined, { result: of })]);
    expect(Object.fromEntries(outputs)).toStrictEqual({
      ...NONE,
      result: of,
      changes: String(of === 'changes'),
      drift: String(of === 'drift'),
      ...(reason === 'refused' && { refused: 'true', 'exit-code': '3' }),
      'failure-reason': reason,
    });
  });

  test('a plan that apply would refuse is told, and makes the step fail', () => {
    const { ran, ...more } = result(planOf(changes.key('update')), { result: 'changes' });
    const guard = { kind: 'refused', refusals: [{ code: 'drift-undone', address: 'glossary.a' }] } as const;
    const reported = { kind: 'planned', plan: planOf(), findings: [], guard } as const;
    const outputs = outputsOf([{ ...more, ran: { ...ran, reported } }]);
    expect(['result', 'refused', 'exit-code', 'failure-reason'].map((name) => outputs.get(name))).toEqual([
      'refused',
      'true',
      '3',
      'refused',
    ]);
  });

  test('changes are calls, whatever came of them', () => {
    const outputs = outputsOf([result(planOf(changes.key('update')), { result: 'failed' }), result(planOf())]);
    expect(outputs.get('changes')).toBe('true');
    expect(outputsOf([result(planOf(), { result: 'failed' })]).get('changes')).toBe('false');
  });
});

test('the digest of a plan is one of its changes alone, in hex', () => {
  const plan = (to: string) =>
    makePlan(
      planInput({ glossaries: [desiredGlossary('a', { 'en->de': { a: to } })] }, { glossaries: [], styleLists: [] }),
    ).plan;
  expect(changesDigest(plan('1'))).toMatch(/^[0-9a-f]{64}$/);
  const elsewhere: Plan = { ...plan('1'), target: { name: 'other', baseUrl: 'http://other.test' } };
  expect(changesDigest(elsewhere)).toBe(changesDigest(plan('1')));
  expect(changesDigest(plan('2'))).not.toBe(changesDigest(plan('1')));
});

describe('a step goes well', () => {
  const OK = { 'failure-reason': '', changes: 'false', drift: 'false', warnings: '0' };
  const goesWell = (failOn: string, more: Readonly<Record<string, string>>): boolean =>
    hasGoneWell(
      readInputs((name) => (name === 'INPUT_FAIL-ON' ? failOn : undefined)),
      new Map(Object.entries({ ...OK, ...more })),
    );

  test.each([
    ['never', [true, true, true, true, true]],
    ['error', [true, false, true, true, true]],
    ['warning', [true, false, true, true, false]],
    ['changes', [true, false, false, false, true]],
  ])('with fail-on %s', (failOn, expected) => {
    const cases: readonly Readonly<Record<string, string>>[] = [
      {},
      { 'failure-reason': 'failed' },
      { changes: 'true' },
      { drift: 'true' },
      { warnings: '1' },
    ];
    expect(cases.map((each) => goesWell(failOn, each))).toStrictEqual(expected);
  });
});

test('a summary may have a mebibyte', () => {
  expect(SUMMARY_MAX_BYTES).toBe(1_048_576);
});
