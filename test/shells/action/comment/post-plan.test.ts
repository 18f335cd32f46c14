import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../../src/model/plan/plan.ts';
import { makePlan } from '../../../../src/plan/make-plan.ts';
import {
  type CommentState,
  commentKey,
  type Marker,
  markerLine,
  markerOf,
} from '../../../../src/shells/action/comment/comment-marker.ts';
import { commentBody, footerText, statusText } from '../../../../src/shells/action/comment/comment-text.ts';
import {
  markOutdated,
  markSuperseded,
  optionalPullRequest,
  type PlanToPost,
  postPlan,
  warnOfRefusal,
} from '../../../../src/shells/action/comment/post-plan.ts';
import type { PullRequest } from '../../../../src/shells/action/github/event.ts';
import { GitHubError } from '../../../../src/shells/action/github/github.ts';
import { touchesOf } from '../../../../src/shells/action/touched.ts';
import { desiredGlossary, liveGlossary, planInput } from '../../../support/build.ts';
import { answeringGitHub, FACTS, type JobParts, jobWith } from '../job-with.ts';

const LOGIN = 'github-actions[bot]';
const [HEAD, OLD] = ['a'.repeat(40), 'e'.repeat(40)];
const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)];
const KEY = commentKey('terms', 'prod', '');

const marker = (more: Partial<Marker> = {}): Marker => ({
  kind: 'plan',
  key: KEY,
  runId: '400',
  runAttempt: '1',
  head: OLD,
  digest: ONE,
  state: 'open',
  ...more,
});

const comment = (id: number, of: Marker, rest = '\n<!-- lexform:body -->\n\nold plan\n') => ({
  id,
  body: `${markerLine(of)}${rest}`,
  html_url: `https://github.test/${id}`,
  node_id: `N${id}`,
  user: { login: LOGIN, type: 'Bot' },
});

const COMMENTS = '/repos/o/r/issues/7/comments';
const made = { id: 100, html_url: 'https://github.test/100' };

/** A job with these comments in pull request 7, and what is written. */
function jobWithComments(
  comments: readonly object[] = [],
  more: JobParts = {},
  answers: Readonly<Record<string, unknown>> = {},
) {
  const { github, asked } = answeringGitHub({
    [`LIST ${COMMENTS}`]: comments,
    [`POST ${COMMENTS}`]: made,
    'GET /repos/o/r/pulls/7': { head: { sha: HEAD } },
    ...Object.fromEntries([1, 2, 3, 8, 9].map((id) => [`PATCH /repos/o/r/issues/comments/${id}`, {}])),
    ...answers,
  });
  const writes = () => asked.filter((each) => typeof each !== 'string');
  return { ...jobWith({ github, ...more }), asked, writes };
}

const toTell = (more: Partial<PlanToPost> = {}): PlanToPost => ({
  target: 'prod',
  pullRequest: { number: 7, head: HEAD },
  state: 'open',
  digest: TWO,
  touches: ['aa', 'bb'],
  report: (budget) => `within ${budget}`,
  ...more,
});

const now = (more: Partial<Marker> = {}): Marker =>
  marker({ runId: '500', head: HEAD, digest: TWO, touches: ['aa', 'bb'], ...more });

describe('the comment of a plan', () => {
  test('is made with its marker, how things stand, the report and its run', async () => {
    const { job, writes, log } = jobWithComments();
    expect(await postPlan(job, toTell({ state: 'failed', reason: 'no', foreign: 'fork' }))).toStrictEqual({
      kind: 'written',
      id: 100,
      url: 'https://github.test/100',
    });
    const body = commentBody({
      marker: now({ state: 'failed' }),
      status: statusText('failed', FACTS, HEAD, 'no'),
      report: 'within 57036',
      footer: footerText(FACTS, HEAD, 'fork'),
    });
    expect(writes()).toStrictEqual([[`POST ${COMMENTS}`, { body }]]);
    expect(log).toStrictEqual([]);
  });

  test('is of nobody else unless it is said', async () => {
    const { job, writes } = jobWithComments();
    await postPlan(job, toTell());
    const body = commentBody({
      marker: now(),
      status: '',
      report: 'within 57036',
      footer: footerText(FACTS, HEAD, undefined),
    });
    expect(writes()).toStrictEqual([[`POST ${COMMENTS}`, { body }]]);
  });

  test('without touches has none, and one that GitHub finds too long is made within 12,000', async () => {
    const tooLong = new GitHubError('POST /x', 422, 'body is too long');
    const { job, writes, log } = jobWithComments([], {}, { [`POST ${COMMENTS}`]: tooLong });
    const { touches: _, ...without } = toTell();
    expect(await postPlan(job, without)).toBe(undefined);
    const bodies = writes().map((each) => (each as readonly [string, { readonly body: string }])[1].body);
    expect(bodies.map((body) => /within \d+/.exec(body)?.[0])).toStrictEqual(['within 57036', 'within 12000']);
    expect(markerOf(bodies[0] ?? '')).not.toHaveProperty('touches');
    expect(log).toStrictEqual([
      '::warning::the comment could not be written: POST /x answered 422: body is too long. The step summary says the same.\n',
    ]);
  });

  test('is written over: with a report anew, without one the old plan stays under its new line', async () => {
    const old = comment(3, marker({ touches: ['cc'] }));
    const anew = jobWithComments([old]);
    expect(await postPlan(anew.job, toTell())).toStrictEqual({ kind: 'written', id: 3, url: 'https://github.test/3' });
    const body = commentBody({ marker: now(), status: '', report: 'within 57036', footer: footerText(FACTS, HEAD) });
    expect(anew.writes()).toStrictEqual([['PATCH /repos/o/r/issues/comments/3', { body }]]);

    const kept = jobWithComments([old]);
    const { report: _, ...without } = toTell({ state: 'applied', digest: '' });
    await postPlan(kept.job, without);
    const first = markerLine(now({ digest: ONE, state: 'applied', touches: ['cc'] }));
    const status = statusText('applied', FACTS, HEAD);
    expect(kept.writes()).toStrictEqual([
      ['PATCH /repos/o/r/issues/comments/3', { body: `${first}\n${status}\n\n<!-- lexform:body -->\n\nold plan\n` }],
    ]);
  });

  test('that keeps its plan is no longer than GitHub takes', async () => {
    const { job, writes } = jobWithComments([comment(3, marker(), `\n<!-- lexform:body -->\n${'x'.repeat(65_300)}`)]);
    const { report: _, ...without } = toTell({ state: 'refused', reason: 'y'.repeat(500) });
    await postPlan(job, without);
    const [[, { body }] = ['', { body: '' }]] = writes() as readonly [string, { readonly body: string }][];
    expect(body).toHaveLength(65_536);
  });

  test('without a report, where there was none, says how things stand', async () => {
    const { job, writes } = jobWithComments();
    const { report: _, touches: __, ...without } = toTell({ state: 'applied', digest: '' });
    await postPlan(job, without);
    const body = commentBody({
      marker: marker({ runId: '500', head: HEAD, digest: '', state: 'applied' }),
      status: statusText('applied', FACTS, HEAD),
      report: '',
      footer: footerText(FACTS, HEAD),
    });
    expect(writes()).toStrictEqual([[`POST ${COMMENTS}`, { body }]]);
  });

  test('is another one for another target, folder or id', async () => {
    const others = [commentKey('terms', 'test', ''), commentKey('', 'prod', ''), commentKey('terms', 'prod', 'x')];
    const comments = others.map((key, index) => comment(index + 1, marker({ key })));
    const { job, writes } = jobWithComments(comments);
    await postPlan(job, toTell());
    expect(writes()).toMatchObject([[`POST ${COMMENTS}`, {}]]);
    const second = jobWithComments(comments, { inputs: { commentId: 'x' } });
    await postPlan(second.job, toTell());
    expect(second.writes()).toMatchObject([['PATCH /repos/o/r/issues/comments/3', {}]]);
  });
});

describe('whether a comment is made', () => {
  const states: readonly CommentState[] = ['open', 'no-changes', 'outdated', 'overtaken', 'failed', 'checked'];
  const madeFor = async (inputs: JobParts['inputs'], comments: readonly object[]): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const state of states) {
      const { job, asked } = jobWithComments(comments, { inputs: inputs ?? {} });
      await postPlan(job, toTell({ state }));
      if (asked.some((each) => Array.isArray(each) && each[0] === `POST ${COMMENTS}`)) found.push(state);
    }
    return found;
  };

  test('there is something to do, or it is asked for always', async () => {
    expect(await madeFor({ comment: 'changes' }, [])).toStrictEqual(['open', 'overtaken', 'failed']);
    expect(await madeFor({ comment: 'always' }, [])).toStrictEqual(states);
    expect(await madeFor({ comment: 'never' }, [])).toStrictEqual([]);
  });

  test('with one for each run, there is something to do, or an earlier one to answer', async () => {
    expect(await madeFor({ comment: 'always-new' }, [])).toStrictEqual(['open', 'overtaken', 'failed']);
    expect(await madeFor({ comment: 'always-new' }, [comment(3, marker())])).toStrictEqual(states);
  });

  test('with one for each run, the last one keeps its plan where no report is given', async () => {
    const comments = [comment(1, marker()), comment(3, marker()), comment(2, marker())];
    const { job, asked } = jobWithComments(comments, { inputs: { comment: 'always-new' } });
    const { report: _, ...without } = toTell({ state: 'outdated', digest: '' });
    await postPlan(job, without);
    const requests = asked.map((each) => (Array.isArray(each) ? each[0] : each));
    expect(requests).toStrictEqual([`LIST ${COMMENTS}`, `LIST ${COMMENTS}`, 'PATCH /repos/o/r/issues/comments/3']);
  });

  test('with one for each run, the earlier ones are hidden', async () => {
    const { job, asked } = jobWithComments([comment(1, marker())], { inputs: { comment: 'always-new' } });
    await postPlan(job, toTell());
    expect(asked.at(-1)).toBe('HIDE N1');
  });
});

describe('nothing is written', () => {
  test('without a token', async () => {
    const { github: _, ...job } = jobWithComments().job;
    expect(await postPlan(job, toTell())).toBe(undefined);
    await markOutdated(job, 'prod', {} as PullRequest);
  });

  test('when the branch has moved on', async () => {
    const gone = jobWithComments([], {}, { 'GET /repos/o/r/pulls/7': { head: { sha: OLD } } });
    expect(await postPlan(gone.job, toTell({ current: true }))).toBe(undefined);
    expect(gone.asked).toStrictEqual(['GET /repos/o/r/pulls/7']);
    for (const answer of [{ head: { sha: HEAD } }, {}]) {
      const here = jobWithComments([], {}, { 'GET /repos/o/r/pulls/7': answer });
      expect(await postPlan(here.job, toTell({ current: true }))).toMatchObject({ kind: 'written' });
    }
  });

  test('of the branch unless it is asked for', async () => {
    const { job, asked } = jobWithComments([], {}, { 'GET /repos/o/r/pulls/7': { head: { sha: OLD } } });
    await postPlan(job, toTell());
    expect(asked[0]).toBe(`LIST ${COMMENTS}`);
  });
});

describe('a comment of an older commit', () => {
  const pullRequest: PullRequest = { number: 7, head: HEAD, base: '', labels: [], foreign: false };

  test('is outdated, and stays about the commit that it was made for', async () => {
    const { job, writes } = jobWithComments([comment(3, marker({ touches: ['cc'] }))]);
    await markOutdated(job, 'prod', pullRequest);
    const first = markerLine(marker({ runId: '500', state: 'outdated', touches: ['cc'] }));
    const status = statusText('outdated', FACTS, HEAD);
    expect(writes()).toStrictEqual([
      ['PATCH /repos/o/r/issues/comments/3', { body: `${first}\n${status}\n\n<!-- lexform:body -->\n\nold plan\n` }],
    ]);
  });

  test('with one for each run, the newest is outdated where it stands, and the earlier ones stay as they are', async () => {
    const { job, writes } = jobWithComments(
      [comment(2, marker({ runId: '1' })), comment(3, marker({ touches: ['cc'] }))],
      {
        inputs: { comment: 'always-new' },
      },
    );
    await markOutdated(job, 'prod', pullRequest);
    expect(writes()).toStrictEqual([['PATCH /repos/o/r/issues/comments/3', expect.anything()]]);
  });

  test.each([
    ['there is none', [], 'changes'],
    ['it is about this commit', [comment(3, marker({ head: HEAD }))], 'changes'],
    ['no comments are wanted', [comment(3, marker())], 'never'],
    ['the first one is about this commit', [comment(2, marker({ head: HEAD })), comment(3, marker())], 'changes'],
    ['the last of one for each run is', [comment(2, marker()), comment(3, marker({ head: HEAD }))], 'always-new'],
  ] as const)('is left alone when %s', async (_, comments, wanted) => {
    const { job, writes, log } = jobWithComments(comments, { inputs: { comment: wanted } });
    await markOutdated(job, 'prod', pullRequest);
    expect([writes(), log]).toStrictEqual([[], []]);
  });

  test('that cannot be read is a warning', async () => {
    const { job, log } = jobWithComments([], {}, { [`LIST ${COMMENTS}`]: new Error('broken') });
    await markOutdated(job, 'prod', pullRequest);
    expect(log).toStrictEqual([
      '::warning::the comment could not be written: broken. The step summary says the same.\n',
    ]);
  });
});

test('a refusal is a warning, with what the token would need', () => {
  const { job, log } = jobWith();
  expect(warnOfRefusal('issue', new GitHubError('GET /x', 403, 'no', 'issues=write'), job)).toBe(undefined);
  warnOfRefusal('comment', 'text', job);
  expect(log).toStrictEqual([
    '::warning::the issue could not be written: GET /x answered 403: no; it would need: issues=write. The step summary says the same.\n',
    '::warning::the comment could not be written: text. The step summary says the same.\n',
  ]);
});

test('a pull request that GitHub does not give is none, with a warning; any other error is one', async () => {
  const { job, log } = jobWith();
  const found = { number: 7 } as PullRequest;
  expect(await optionalPullRequest(job, Promise.resolve(found))).toBe(found);
  expect(log).toStrictEqual([]);
  expect(await optionalPullRequest(job, Promise.reject(new GitHubError('GET /x', 500, '')))).toBe(undefined);
  expect(log).toStrictEqual([
    '::warning::the comment could not be written: GET /x answered 500. The step summary says the same.\n',
  ]);
  const broken = new Error('broken');
  await expect(optionalPullRequest(job, Promise.reject(broken))).rejects.toBe(broken);
});

describe('other open pull requests', () => {
  const OPEN = 'GET /repos/o/r/pulls?state=open&per_page=30';
  const plan: Plan = makePlan(
    planInput(
      { glossaries: [desiredGlossary('a', { 'en->de': { a: '1' } })] },
      { glossaries: [liveGlossary('g1', 'a', { 'en->de': { a: '0' } })], styleLists: [] },
    ),
  ).plan;
  const touches = touchesOf(plan).touches ?? [];
  const open = (...numbers: readonly number[]) =>
    numbers.map((number) => ({ number, head: { sha: HEAD, repo: { full_name: 'o/r' } } }));
  const on = (number: number) => `LIST /repos/o/r/issues/${number}/comments`;

  function others(answers: Readonly<Record<string, unknown>>, more: JobParts = {}) {
    return jobWithComments([], more, { [OPEN]: open(7, 8, 9), [on(8)]: [], [on(9)]: [], ...answers });
  }

  test('are told when their last plan is about the same; their run stays the writer', async () => {
    const { job, asked, writes, log } = others({
      [on(8)]: [comment(1, marker({ touches: ['00000000'] })), comment(8, marker({ touches }))],
      [on(9)]: [comment(9, marker({ touches: ['00000000'] }))],
    });
    await markSuperseded(job, 'prod', plan, [7]);
    const first = markerLine(marker({ state: 'overtaken', touches }));
    const status = statusText('overtaken', FACTS, OLD);
    expect(writes()).toStrictEqual([
      ['PATCH /repos/o/r/issues/comments/8', { body: `${first}\n${status}\n\n<!-- lexform:body -->\n\nold plan\n` }],
    ]);
    expect(asked.filter((each) => typeof each === 'string')).toStrictEqual([OPEN, on(8), on(9)]);
    expect(log).toStrictEqual([]);
  });

  test.each([
    ['whose plan is done', [comment(8, marker({ state: 'applied', touches }))]],
    ['with a comment of another target', [comment(8, marker({ key: commentKey('terms', 'test', ''), touches }))]],
    ['without a comment', []],
  ])('%s are not', async (_, comments) => {
    const { job, writes } = others({ [on(8)]: comments });
    await markSuperseded(job, 'prod', plan, [7]);
    expect(writes()).toStrictEqual([]);
  });

  test('get no comment that is longer than GitHub takes', async () => {
    const long = comment(8, marker({ touches }), `\n<!-- lexform:body -->\n${'x'.repeat(65_300)}`);
    const { job, writes } = others({ [on(8)]: [long] });
    await markSuperseded(job, 'prod', plan, [7]);
    const [[, { body }] = ['', { body: '' }]] = writes() as readonly [string, { readonly body: string }][];
    expect(body).toHaveLength(65_536);
  });

  test.each<readonly [string, JobParts, Plan]>([
    ['where no comments are wanted', { inputs: { comment: 'never' } }, plan],
    ['by a plan that changes nothing', {}, { ...plan, changes: [] }],
  ])('are not asked for %s', async (_, more, by) => {
    const { job, asked } = others({}, more);
    await markSuperseded(job, 'prod', by, []);
    expect(asked).toStrictEqual([]);
  });

  test('that cannot be told are a warning', async () => {
    const { job, log } = others({ [OPEN]: new Error('broken') });
    await markSuperseded(job, 'prod', plan, []);
    expect(log).toStrictEqual([
      '::warning::the comment could not be written: broken. The step summary says the same.\n',
    ]);
    const { github: _, ...without } = job;
    await markSuperseded(without, 'prod', plan, []);
    expect(log).toHaveLength(1);
  });
});
