import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/model/errors.ts';
import { COMMANDS, readInputs } from '../../../src/shells/action/inputs.ts';

const read = (given: Readonly<Record<string, string>>) =>
  readInputs((name) =>
    new Map(Object.entries(given).map(([key, value]) => [`INPUT_${key.toUpperCase()}`, value])).get(name),
  );

const DEFAULTS = {
  command: 'plan',
  workingDirectory: '.',
  workspaces: [],
  targets: [],
  only: [],
  allowDelete: [],
  deleteLabels: [],
  preview: false,
  overwriteDrift: false,
  approval: 'artifact',
  artifact: 'lexform-plan',
  comment: 'changes',
  commentId: '',
  annotations: true,
  stepSummary: true,
  driftIssue: true,
  driftLabel: 'terminology-drift',
  failOn: 'error',
  reports: [],
  untrusted: 'auto',
  theirs: false,
};

test('no input has its default, and an empty one is none', () => {
  expect(read({})).toStrictEqual(DEFAULTS);
  expect(read({ command: ' ', 'api-key': '', 'pr-number': '\n', preview: '', reports: ' \n ' })).toStrictEqual(
    DEFAULTS,
  );
});

test('every input is read', () => {
  const given = {
    command: ' apply ',
    'working-directory': 'terms',
    workspaces: '',
    target: 'eu, us\nau\r\n,',
    'api-key': ' key ',
    only: 'glossary.a\r\n\n style_rules.*, x \n',
    since: ' base ',
    'allow-delete': 'glossary.a\nlabel: terms-may-go \nlabel:really\nstyle_rules.b',
    'max-deletes-per-run': '12',
    preview: 'true',
    'overwrite-drift': 'Yes',
    against: 'ledger',
    approval: 'file',
    'approved-plan': 'plans',
    'run-id': '500',
    'plan-workflow': 'plan.yml',
    artifact: 'plans',
    comment: 'always-new',
    'comment-id': 'second',
    'pr-number': '7',
    annotations: 'no',
    'step-summary': 'off',
    'drift-issue': 'FALSE',
    'drift-label': 'drift',
    'fail-on': 'warning',
    reports: 'junit=a.xml\nmarkdown=b.md',
    untrusted: 'false',
    theirs: 'on',
    'github-token': 't',
  };
  expect(read(given)).toStrictEqual({
    command: 'apply',
    workingDirectory: 'terms',
    workspaces: [],
    targets: ['eu', 'us', 'au'],
    apiKey: 'key',
    only: ['glossary.a', 'style_rules.*, x'],
    since: 'base',
    allowDelete: ['glossary.a', 'style_rules.b'],
    deleteLabels: ['terms-may-go', 'really'],
    maxDeletesPerRun: 12,
    preview: true,
    overwriteDrift: true,
    against: 'ledger',
    approval: 'file',
    approvedPlan: 'plans',
    runId: '500',
    planWorkflow: 'plan.yml',
    artifact: 'plans',
    comment: 'always-new',
    commentId: 'second',
    prNumber: 7,
    annotations: false,
    stepSummary: false,
    driftIssue: false,
    driftLabel: 'drift',
    failOn: 'warning',
    reports: [
      { format: 'junit', path: 'a.xml' },
      { format: 'markdown', path: 'b.md' },
    ],
    untrusted: 'false',
    theirs: true,
    githubToken: 't',
  });
});

test('an input is read from the variable that the runner makes of its name', () => {
  const asked: string[] = [];
  readInputs((name) => void asked.push(name));
  expect(asked).toContain('INPUT_GITHUB-TOKEN');
  expect(new Set(asked).size).toBe(30);
});

describe('a choice', () => {
  test.each([
    ['command', COMMANDS],
    ['approval', ['artifact', 'none']],
    ['comment', ['changes', 'always', 'always-new', 'never']],
    ['fail-on', ['error', 'warning', 'changes', 'never']],
    ['untrusted', ['auto', 'true', 'false']],
  ])('of %s is one of its words', (name, words) => {
    const key = name === 'fail-on' ? 'failOn' : name;
    for (const word of words) expect(read({ [name]: word })).toStrictEqual({ ...DEFAULTS, [key]: word });
  });

  test.each(['preview', 'overwrite-drift', 'annotations', 'step-summary', 'drift-issue', 'theirs'])(
    'of %s is a boolean of YAML',
    (name) => {
      const key = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
      for (const word of ['true', 'yes', 'on', 'True', 'ON'])
        expect(read({ [name]: word })).toStrictEqual({ ...DEFAULTS, [key]: true });
      for (const word of ['false', 'no', 'off', 'False', 'NO'])
        expect(read({ [name]: word })).toStrictEqual({ ...DEFAULTS, [key]: false });
      for (const word of ['untrue', 'trues', 'nope', 'ano', '1'])
        expect(() => read({ [name]: word })).toThrow(new UsageError(`input ${name} must be true or false`));
    },
  );
});

test.each([
  ['command', 'destroy', 'must be one of plan, apply, validate, drift, pull, merge, report'],
  ['approval', 'any', 'must be one of artifact, file, none'],
  ['comment', 'x', 'must be one of changes, always, always-new, never'],
  ['fail-on', 'x', 'must be one of error, warning, changes, never'],
  ['untrusted', 'x', 'must be one of auto, true, false'],
  ['max-deletes-per-run', '1.5', 'must be a whole number'],
  ['max-deletes-per-run', '-1', 'must be a whole number'],
  ['run-id', '1234567890123456', 'must be a whole number'],
  ['pr-number', '7x', 'must be a whole number'],
])('input %s may not be %s', (name, value, message) => {
  expect(() => read({ [name]: value })).toThrow(new UsageError(`input ${name} ${message}`));
});

test('a number has at most 15 digits', () => {
  expect(read({ 'pr-number': '123456789012345' }).prNumber).toBe(123_456_789_012_345);
});

test('approval by a file needs the file, and a report needs a format that there is', () => {
  expect(() => read({ approval: 'file' })).toThrow(
    new UsageError('input approval is "file", and input approved-plan names no file'),
  );
  expect(read({ approval: 'none', 'approved-plan': 'x' }).approvedPlan).toBe('x');
  expect(() => read({ reports: 'junit=a.xml\nword=a.doc' })).toThrow(
    /^input reports: there is no such format; known are annotations, /,
  );
  expect(() => read({ reports: 'junit=a.xml\nmarkdown=a.xml' })).toThrow(
    new UsageError('input reports: another report is already written to a.xml'),
  );
});

test('addresses may be written as people type them, and at most a billion things may go', () => {
  const { only, allowDelete } = read({ only: 'glossary.a/en-de', 'allow-delete': 'glossary.a/en:fr\nlabel:x/en-fr' });
  expect([only, allowDelete]).toStrictEqual([['glossary.a/en->de'], ['glossary.a/en->fr']]);
  expect(read({ 'max-deletes-per-run': '1000000000' }).maxDeletesPerRun).toBe(1_000_000_000);
  expect(() => read({ 'max-deletes-per-run': '1000000001' })).toThrow(
    new UsageError('input max-deletes-per-run may be at most 1000000000'),
  );
});
