import { expect, test } from 'vitest';
import { decoded, some } from '../../../../src/model/decode.ts';
import { isCommit, pullRequestIn, runFactsOf } from '../../../../src/shells/action/github/event.ts';

const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string];

const pullRequestOf = (value: unknown, repository: string) => decoded(pullRequestIn(repository), value);
const pullRequestsOf = (value: unknown, repository: string) => decoded(some(pullRequestIn(repository)), value) ?? [];

const payload = (more: object = {}) => ({
  number: 7,
  head: { sha: A, repo: { full_name: 'o/r' } },
  base: { sha: B },
  labels: [{ name: 'one' }, {}, { name: 'two' }],
  user: { login: 'somebody' },
  ...more,
});

test('a commit is 40 to 64 hex digits and nothing else', () => {
  for (const text of [A, '0'.repeat(64), '0123456789abcdef'.repeat(3)]) expect(isCommit(text)).toBe(true);
  for (const text of ['', 'a'.repeat(39), 'a'.repeat(65), `${A} `, ` ${A}`, `${A.slice(1)}G`, A.toUpperCase()])
    expect(isCommit(text)).toBe(false);
});

test('a pull request of a payload', () => {
  expect(pullRequestOf(payload(), 'O/R')).toStrictEqual({
    number: 7,
    head: A,
    base: B,
    headRepository: 'o/r',
    labels: ['one', 'two'],
    foreign: false,
  });
  const bare = { number: 1, head: { sha: A, repo: null } };
  expect(pullRequestOf(bare, 'o/r')).toStrictEqual({ number: 1, head: A, base: '', labels: [], foreign: true });
});

test.each([
  ['of a fork', { head: { sha: A, repo: { full_name: 'stranger/r' } } }, true],
  ['of its own repository in capitals', { head: { sha: A, repo: { full_name: 'O/R' } } }, false],
  ['of a bot that changes dependencies', { user: { login: 'dependabot[bot]' } }, true],
  ['of another bot', { user: { login: 'renovate[bot]' } }, false],
])('a pull request %s', (_, more, foreign) => {
  expect(pullRequestOf(payload(more), 'o/r')?.foreign).toBe(foreign);
});

test.each([
  ['without a number', { number: undefined }],
  ['with number 0', { number: 0 }],
  ['without a head', { head: {} }],
  ['with a head that is no commit', { head: { sha: 'main' } }],
])('a payload %s is no pull request', (_, more) => {
  expect(pullRequestOf(payload(more), 'o/r')).toBe(undefined);
});

test('a list has the pull requests in it', () => {
  expect(pullRequestsOf([payload(), null, payload({ number: 9 })], 'o/r').map(({ number }) => number)).toStrictEqual([
    7, 9,
  ]);
  expect(pullRequestsOf(payload(), 'o/r')).toStrictEqual([]);
});

test('a run without an environment has defaults', () => {
  expect(runFactsOf(() => undefined, undefined)).toStrictEqual({
    event: '',
    ref: '',
    repository: '',
    sha: '',
    runId: '0',
    runAttempt: '1',
    runNumber: '0',
    runUrl: 'https://github.com//actions/runs/0',
    serverUrl: 'https://github.com',
    apiUrl: 'https://api.github.com',
    graphqlUrl: 'https://api.github.com/graphql',
  });
});

test('a run reads everything from its environment and payload', () => {
  const env: Readonly<Record<string, string>> = {
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_SHA: C,
    GITHUB_RUN_ID: '500',
    GITHUB_RUN_ATTEMPT: '2',
    GITHUB_RUN_NUMBER: '5',
    GITHUB_SERVER_URL: 'https://git.test',
    GITHUB_API_URL: 'https://git.test/api/v3',
    GITHUB_GRAPHQL_URL: 'https://git.test/api/graphql',
  };
  const workflowRun = { id: 499, head_sha: B, head_branch: 'terms', head_repository: { full_name: 'stranger/r' } };
  expect(runFactsOf((name) => env[name], { pull_request: payload(), workflow_run: workflowRun })).toStrictEqual({
    event: 'pull_request',
    ref: 'refs/pull/7/merge',
    repository: 'o/r',
    sha: C,
    runId: '500',
    runAttempt: '2',
    runNumber: '5',
    runUrl: 'https://git.test/o/r/actions/runs/500',
    serverUrl: 'https://git.test',
    apiUrl: 'https://git.test/api/v3',
    graphqlUrl: 'https://git.test/api/graphql',
    pullRequest: pullRequestOf(payload(), 'o/r'),
    startedBy: { id: '499', head: B, branch: 'terms', headRepository: 'stranger/r' },
  });
});

test('the run that started this one may have lost its branch and repository, and needs an id and a commit', () => {
  const startedBy = (workflowRun: object) => runFactsOf(() => undefined, { workflow_run: workflowRun }).startedBy;
  expect(startedBy({ id: 1, head_sha: A })).toStrictEqual({ id: '1', head: A, branch: '' });
  expect(startedBy({ id: 1, head_sha: 'main' })).toBe(undefined);
  expect(startedBy({ head_sha: A })).toBe(undefined);
});

test('what is checked out must be a commit', () => {
  expect(runFactsOf(() => 'x', undefined).sha).toBe('');
});
