import { describe, expect, test } from 'vitest';
import * as d from '../../../../src/model/decode.ts';
import { commentKey, type Marker, markerLine } from '../../../../src/shells/action/comment/comment-marker.ts';
import { type GitHub, GitHubError } from '../../../../src/shells/action/github/github.ts';
import type { Job } from '../../../../src/shells/action/job.ts';
import { type Found, keepDriftIssue } from '../../../../src/shells/action/steps/drift.ts';

const LOGIN = 'github-actions[bot]';
const KEY = commentKey('terms', 'prod', '');
const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)];

const marker = (runId: string, more: Partial<Marker> = {}): Marker => ({
  kind: 'drift',
  key: KEY,
  runId,
  runAttempt: '1',
  head: '',
  digest: ONE,
  state: 'open',
  ...more,
});

const issue = (number: number, of: Marker, more: object = {}) => ({
  number,
  state: 'open',
  body: `${markerLine(of)}\n\nold`,
  user: { login: LOGIN, type: 'Bot' },
  ...more,
});

/**
 * A job of run 500, the issues that GitHub lists, and what is written. `others`: issues that are there after one is
 * made.
 */
function jobWithIssues(issues: readonly object[], others: readonly object[] = [], fails?: Error) {
  const calls: (readonly [request: string, body: unknown])[] = [];
  const log: string[] = [];
  let made: readonly object[] = [];
  const github = {
    login: async () => LOGIN,
    list: async <Item>(path: string, item: d.Decoder<Item>) => {
      calls.push([`LIST ${path}`, undefined]);
      return d.decoded(d.some(item), [...issues, ...made]);
    },
    call: async (method: string, path: string, body: unknown) => {
      calls.push([`${method} ${path}`, body]);
      if (fails !== undefined) throw fails;
      if (method !== 'POST') return {};
      made = [issue(77, marker('500')), ...others];
      return { number: 77 };
    },
  } as unknown as GitHub;
  const job = (more: object = {}): Job =>
    ({
      github,
      folder: 'terms',
      facts: {
        repository: 'o/r',
        runId: '500',
        runAttempt: '1',
        runNumber: '5',
        runUrl: 'https://github.test/o/r/actions/runs/500',
      },
      inputs: { driftIssue: true, driftLabel: 'terms & drift', commentId: '', ...more },
      ports: { terminal: { out: (text: string) => void log.push(text) } },
    }) as unknown as Job;
  const found = (isDrift: boolean, more: Partial<Found> = {}): Found => ({
    target: 'prod',
    isDrift,
    digest: ONE,
    report: (budget) => `\nreport within ${budget}\n`,
    ...more,
  });
  const writes = () => calls.filter(([request]) => !request.startsWith('LIST'));
  return { job, found, calls, writes, log };
}

describe('the issue of a target', () => {
  test('is made when there is drift, with what was found and both ways out', async () => {
    const { job, found, calls, writes } = jobWithIssues([]);
    expect(await keepDriftIssue(job(), found(true))).toBe(77);
    expect(calls[0]?.[0]).toBe('LIST /repos/o/r/issues?state=all&labels=terms%20%26%20drift');
    const [[request, sent] = []] = writes();
    expect(request).toBe('POST /repos/o/r/issues');
    const { body, ...more } = sent as { readonly body: string };
    expect(more).toEqual({ title: 'Terminology drift: prod', labels: ['terms & drift'] });
    expect(body).toMatchInlineSnapshot(`
      "<!-- lexform:drift:v1 key=7b76af3239803b8a run=500.1 head=- digest=1111111111111111111111111111111111111111111111111111111111111111 state=open -->

      <code>prod</code> was changed since the last apply, outside the files.

      report within 50000

      - To keep the changes, write them into the files: \`lexform pull\`, or the command \`pull\` of the Action.
      - To undo them, apply once with the input \`overwrite-drift: true\`.

      ---

      <sub>Made in [run #5](https://github.test/o/r/actions/runs/500) by Lexform.</sub>
      "
    `);
    expect(writes()).toHaveLength(1);
  });

  test('is not made when there is no drift, none is asked for, or there is no token', async () => {
    const none = jobWithIssues([]);
    expect(await keepDriftIssue(none.job(), none.found(false))).toBe(undefined);
    expect(none.writes()).toEqual([]);
    expect(await keepDriftIssue(none.job({ driftIssue: false }), none.found(true))).toBe(undefined);
    const { github: _, ...without } = none.job();
    expect(await keepDriftIssue(without, none.found(true))).toBe(undefined);
    expect([none.calls.length, none.log]).toEqual([1, []]);
  });

  test('has a name of its target that is cut, and hides nothing', async () => {
    const { job, found, writes } = jobWithIssues([]);
    await keepDriftIssue(job(), found(true, { target: `\u001b${'x'.repeat(300)}` }));
    expect(writes()[0]?.[1]).toMatchObject({ title: `Terminology drift: ⟨U+001B⟩${'x'.repeat(192)}…` });
    expect(String(Object(writes()[0]?.[1]).body)).toContain(
      `<code>⟨U&#43;001B⟩${'x'.repeat(199)}…</code> was changed since`,
    );
  });

  test('says the same drift once, and other drift anew', async () => {
    const same = jobWithIssues([issue(5, marker('499'))]);
    expect(await keepDriftIssue(same.job(), same.found(true))).toBe(5);
    expect(same.writes()).toEqual([]);
    const other = jobWithIssues([issue(5, marker('499', { digest: TWO }))]);
    expect(await keepDriftIssue(other.job(), other.found(true))).toBe(5);
    expect(other.writes()).toEqual([['PATCH /repos/o/r/issues/5', { body: expect.stringContaining('report within') }]]);
  });

  test('is opened again when drift comes back, though it is the same', async () => {
    const { job, found, writes } = jobWithIssues([issue(5, marker('499'), { state: 'closed' })]);
    expect(await keepDriftIssue(job(), found(true))).toBe(5);
    expect(writes()).toEqual([
      ['PATCH /repos/o/r/issues/5', { state: 'open', body: expect.stringContaining('report within') }],
    ]);
  });

  test('is closed when the drift is gone, once', async () => {
    const { job, found, writes } = jobWithIssues([issue(5, marker('499'))]);
    expect(await keepDriftIssue(job(), found(false))).toBe(5);
    expect(writes()).toMatchInlineSnapshot(`
      [
        [
          "PATCH /repos/o/r/issues/5",
          {
            "body": "<!-- lexform:drift:v1 key=7b76af3239803b8a run=500.1 head=- digest=1111111111111111111111111111111111111111111111111111111111111111 state=no-changes -->

      ✅ <code>prod</code> matches the last apply.

      ---

      <sub>Made in [run #5](https://github.test/o/r/actions/runs/500) by Lexform.</sub>
      ",
            "state": "closed",
            "state_reason": "completed",
          },
        ],
      ]
    `);
    const closed = jobWithIssues([issue(5, marker('499'), { state: 'closed' })]);
    expect(await keepDriftIssue(closed.job(), closed.found(false))).toBe(5);
    expect(closed.writes()).toEqual([]);
  });

  test('of a newer run is left alone', async () => {
    const { job, found, writes } = jobWithIssues([issue(5, marker('501', { digest: TWO }))]);
    expect(await keepDriftIssue(job(), found(true))).toBe(5);
    expect(await keepDriftIssue(job(), found(false))).toBe(5);
    expect(writes()).toEqual([]);
  });

  test('is the oldest of ours: no pull request, no comment, of no other target, and of nobody else', async () => {
    const { job, found } = jobWithIssues([
      issue(1, marker('499'), { user: { login: 'somebody', type: 'User' } }),
      issue(2, marker('499'), { pull_request: {} }),
      issue(3, marker('499', { kind: 'plan' })),
      issue(4, marker('499', { key: commentKey('terms', 'test', '') })),
      { ...issue(0, marker('499')), number: undefined },
      issue(9, marker('499')),
      issue(6, marker('499')),
    ]);
    expect(await keepDriftIssue(job(), found(true))).toBe(6);
  });

  test('that was made twice at the same time: the younger one is closed', async () => {
    const { job, found, writes } = jobWithIssues([], [issue(70, marker('499'))]);
    expect(await keepDriftIssue(job(), found(true))).toBe(70);
    expect(writes()[1]).toEqual(['PATCH /repos/o/r/issues/77', { state: 'closed', state_reason: 'not_planned' }]);
  });

  test('that may not be written is a warning, with what the token would need', async () => {
    const { job, found, log } = jobWithIssues([], [], new GitHubError('POST /x', 403, 'no', 'issues=write'));
    expect(await keepDriftIssue(job(), found(true))).toBe(undefined);
    expect(log).toEqual([
      '::warning::the issue could not be written: POST /x answered 403: no; it would need: issues=write. The step summary says the same.\n',
    ]);
    const other = jobWithIssues([], [], new Error('broken'));
    await keepDriftIssue(other.job(), other.found(true));
    expect(other.log[0]).toBe('::warning::the issue could not be written: broken. The step summary says the same.\n');
  });
});
