import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { realPorts } from '../../../src/app/machine/real-ports.ts';
import type { GitPort } from '../../../src/ledger/ports.ts';
import {
  type CommentState,
  commentKey,
  markerLine,
  markerOf,
} from '../../../src/shells/action/comment/comment-marker.ts';
import { commentBody, footerText, statusText } from '../../../src/shells/action/comment/comment-text.ts';
import { reportFor } from '../../../src/shells/action/comment/write-markdown.ts';
import type { PullRequest } from '../../../src/shells/action/github/event.ts';
import { changesDigest } from '../../../src/shells/action/outputs.ts';
import { applyStep as apply } from '../../../src/shells/action/steps/apply.ts';
import { planStep as plan } from '../../../src/shells/action/steps/plan.ts';
import { pullStep as pull } from '../../../src/shells/action/steps/pull.ts';
import { planOf, type TargetResult } from '../../../src/shells/action/target-result.ts';
import { touchesOf } from '../../../src/shells/action/touched.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { answeringGitHub, FACTS, type JobParts, jobWith } from './job-with.ts';

const HEAD = 'a'.repeat(40);
const PULL: PullRequest = { number: 7, head: HEAD, base: 'b'.repeat(40), labels: [], foreign: false };
const COMMENTS = '/repos/o/r/issues/7/comments';
const OPEN = 'GET /repos/o/r/pulls?state=open&per_page=30';
const CSV = 'glossaries/product/en-de.csv';
const LOGIN = 'github-actions[bot]';

/** Jobs of pull request 7 about a workspace of the embedded service; each with a GitHub without comments. */
async function workspace(target = '{ service: embedded }') {
  const root = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  one: ${target}\nledger: { dir: ledger }\nglossaries: glossaries/*/glossary.yaml\n`,
    'glossaries/product/glossary.yaml': 'name: Product\n',
    [CSV]: 'house,Haus\n',
  });
  const job = (
    { ports = {}, facts = {}, ...parts }: JobParts = {},
    answers: Readonly<Record<string, unknown>> = {},
  ) => {
    const { github, asked } = answeringGitHub({
      'GET /repos/o/r/pulls/7': { head: { sha: HEAD } },
      [`LIST ${COMMENTS}`]: [],
      [`POST ${COMMENTS}`]: { id: 100, html_url: 'https://github.test/100' },
      [OPEN]: [],
      ...answers,
    });
    const log: string[] = [];
    const tell = (text: string): void => void log.push(text);
    const made = jobWith({
      root,
      temp: join(root, 'temp'),
      github,
      facts: { event: 'pull_request', pullRequest: PULL, ...facts },
      ...parts,
      ports: {
        ...realPorts({}),
        cwd: root,
        terminal: { out: tell, err: tell, color: false, screen: false, live: false, width: 100 },
        interrupted: new AbortController().signal,
        ...ports,
      },
    });
    return { job: made.job, asked, log };
  };
  return { root, job, write: (rows: string) => writeFileSync(join(root, CSV), rows) };
}

const requests = (asked: readonly unknown[]): readonly unknown[] =>
  asked.map((each) => (Array.isArray(each) ? each[0] : each));
const bodyOf = (asked: readonly unknown[], request = `POST ${COMMENTS}`): string =>
  (asked.find((each) => Array.isArray(each) && each[0] === request) as [string, { body: string }] | undefined)?.[1]
    .body ?? '';

/** The comment of a result as it should be. */
function commentOf(
  job: Parameters<typeof reportFor>[0],
  { ran }: TargetResult,
  state: CommentState,
  status = '',
): string {
  const shown = planOf(ran);
  return commentBody({
    marker: {
      kind: 'plan',
      key: commentKey('terms', 'one', ''),
      runId: '500',
      runAttempt: '1',
      head: HEAD,
      digest: shown === undefined ? '' : changesDigest(shown),
      state,
      ...touchesOf(shown),
    },
    status,
    report: ran.reported === undefined ? '' : reportFor(job, ran.reported, PULL)(57_036),
    footer: footerText(FACTS, HEAD),
  });
}

const WRITTEN = { kind: 'written', id: 100, url: 'https://github.test/100' };

describe('a plan of a pull request', () => {
  test('is told in its comment, after an older one was outdated and the branch was looked at', async () => {
    const { job, root } = await workspace();
    const one = job();
    const [result, ...others] = await plan(one.job);
    expect(others).toEqual([]);
    expect(result).toEqual({
      target: 'one',
      result: 'changes',
      ran: { code: 0, out: expect.any(String), err: expect.any(String), reported: expect.any(Object) },
      planPath: join(root, 'temp', 'plan.one.json'),
      markdownPath: join(root, 'temp', 'report.one.md'),
      posted: WRITTEN,
      consents: [],
    });
    expect(requests(one.asked)).toEqual([
      `LIST ${COMMENTS}`,
      'GET /repos/o/r/pulls/7',
      `LIST ${COMMENTS}`,
      `LIST ${COMMENTS}`,
      `POST ${COMMENTS}`,
      `LIST ${COMMENTS}`,
    ]);
    const status = '✅ After the merge, apply makes 1 call on <code>one</code>.';
    expect(bodyOf(one.asked)).toBe(commentOf(one.job, result!, 'open', status));
    expect(one.job.reported).toEqual([result?.ran.reported]);
  });

  test('with faults of the files is told as failed, with them', async () => {
    const { job, write } = await workspace();
    write('house,Haus\nhouse,Heim\n');
    const one = job();
    const [result] = await plan(one.job);
    expect([result?.result, result?.planPath, result?.posted]).toEqual(['invalid', undefined, WRITTEN]);
    const merge = '🚫 **After the merge, nothing is applied**: the files have 1 error.';
    const status = statusText('failed', FACTS, HEAD, '', { merge });
    expect(status.startsWith(`${merge}\n\n❌ **Failed**`)).toBe(true);
    expect(bodyOf(one.asked)).toBe(commentOf(one.job, result!, 'failed', status));
  });

  test('that could not be made is told with the reason', async () => {
    const { job } = await workspace('{ base_url: "http://127.0.0.1:9", key: env:KEY }');
    const one = job();
    const [result] = await plan(one.job);
    expect([result?.result, result?.ran.reported, result?.markdownPath]).toEqual(['failed', undefined, undefined]);
    const status = statusText('failed', FACTS, HEAD, result?.ran.err);
    expect(status).toContain('```text\n');
    expect(bodyOf(one.asked)).toBe(commentOf(one.job, result!, 'failed', status));
  });

  test('is not told where the branch has moved on, unless no push began the run', async () => {
    const { job } = await workspace();
    const moved = { 'GET /repos/o/r/pulls/7': { head: { sha: 'd'.repeat(40) } } };
    for (const [event, written] of [
      ['pull_request', false],
      ['pull_request_review', false],
      ['push', true],
      ['merge_group', true],
    ] as const) {
      const one = job({ facts: { event } }, moved);
      const [result] = await plan(one.job);
      expect([event, result?.posted]).toEqual([event, written ? WRITTEN : undefined]);
    }
  });

  test('of no pull request is told nobody', async () => {
    const { job } = await workspace();
    const { pullRequest: _, ...facts } = FACTS;
    const one = job();
    const [result] = await plan({ ...one.job, facts });
    expect([result?.result, result?.posted, one.asked]).toEqual(['changes', undefined, []]);
    expect(result).not.toHaveProperty('posted');
  });

  test('with a label that consents looks first, and plans once more with what is refused', async () => {
    const { root, job } = await workspace();
    writeFileSync(join(root, 'glossaries/product/en-fr.csv'), 'house,maison\n');
    await apply(job({ inputs: { approval: 'none' } }).job);
    rmSync(join(root, 'glossaries/product/en-fr.csv'));
    const inputs = { deleteLabels: ['may-go'] };
    const groups = ({ log }: { readonly log: readonly string[] }) => log.filter((line) => line.startsWith('::group::'));
    const guard = async (parts: JobParts) => {
      const one = job(parts);
      const [result] = await plan(one.job);
      const reported = result?.ran.reported;
      return [reported?.kind === 'planned' ? reported.guard.kind : 'none', groups(one).length];
    };
    expect(await guard({ inputs })).toEqual(['refused', 1]);
    const set = { event: 'labeled', label: { name: 'may-go' }, actor: { login: 'ana' } };
    const { github } = answeringGitHub(
      { 'GET /repos/o/r/collaborators/ana/permission': { permission: 'write' } },
      { list: async <Item>(path: string) => (path.endsWith('/events') ? [set as Item] : []) },
    );
    const facts = { pullRequest: { ...PULL, labels: ['may-go'] } };
    expect(await guard({ inputs, facts, github })).toEqual(['allowed', 2]);
  });
});

describe('an apply for a pull request', () => {
  const none = { approval: 'none' } as const;

  test('is told in its comment, and then in those of others', async () => {
    const { root, job } = await workspace();
    const one = job({ inputs: none });
    const [result] = await apply(one.job);
    expect(result).toEqual({
      target: 'one',
      result: 'applied',
      ran: { code: 0, out: expect.any(String), err: expect.any(String), reported: expect.any(Object) },
      markdownPath: join(root, 'temp', 'report.one.md'),
      posted: WRITTEN,
      consents: [],
    });
    expect(requests(one.asked)).toEqual([
      `LIST ${COMMENTS}`,
      `LIST ${COMMENTS}`,
      `POST ${COMMENTS}`,
      `LIST ${COMMENTS}`,
      OPEN,
    ]);
    expect(bodyOf(one.asked)).toBe(commentOf(one.job, result!, 'applied', statusText('applied', FACTS, HEAD)));
  });

  test('that changes nothing tells nobody else', async () => {
    const { job } = await workspace();
    await apply(job({ inputs: none }).job);
    const one = job({ inputs: none });
    const [result] = await apply(one.job);
    expect([result?.result, result?.posted]).toEqual(['no-changes', { kind: 'left' }]);
    expect(requests(one.asked)).toEqual([`LIST ${COMMENTS}`, `LIST ${COMMENTS}`]);
  });

  test('that is refused tells why, and nobody else', async () => {
    const { job } = await workspace();
    const one = job({}, { 'LIST /repos/o/r/actions/artifacts?name=lexform-plan artifacts': [] });
    const [result] = await apply({ ...one.job, facts: { ...one.job.facts, sha: '' } });
    expect([result?.result, result?.ran.code]).toEqual(['refused', 3]);
    expect(result?.ran.err).toContain('no approved plan was found');
    expect(requests(one.asked)).not.toContain(OPEN);
    expect(bodyOf(one.asked)).toBe(
      commentOf(one.job, result!, 'refused', statusText('refused', FACTS, HEAD, result?.ran.err)),
    );
    expect(one.log.find((line) => line.startsWith('::error::'))).toBe(
      `::error::nothing was applied: ${result?.ran.err}\n`,
    );
  });

  test('without a result keeps the plan that the comment shows', async () => {
    const { job } = await workspace('{ base_url: "http://127.0.0.1:9", key: env:KEY }');
    const marker = {
      kind: 'plan',
      key: commentKey('terms', 'one', ''),
      runId: '400',
      runAttempt: '1',
      head: HEAD,
      digest: '1'.repeat(64),
      state: 'open',
    } as const;
    const old = {
      id: 9,
      body: `${markerLine(marker)}\n<!-- lexform:body -->\n\nold plan\n`,
      user: { login: LOGIN, type: 'Bot' },
    };
    const patch = 'PATCH /repos/o/r/issues/comments/9';
    const one = job({ inputs: none }, { [`LIST ${COMMENTS}`]: [old], [patch]: {} });
    const [result] = await apply(one.job);
    expect(result?.result).toBe('failed');
    const body = bodyOf(one.asked, patch);
    expect(markerOf(body)).toEqual({ ...marker, runId: '500', state: 'failed' });
    expect(body).toContain(statusText('failed', FACTS, HEAD, result?.ran.err));
    expect(body.endsWith('<!-- lexform:body -->\n\nold plan\n')).toBe(true);
  });

  test('that was cancelled tries nothing', async () => {
    const { job } = await workspace();
    const one = job({ inputs: none, ports: { interrupted: AbortSignal.abort() } });
    expect(await apply(one.job)).toEqual([{ target: 'one', result: 'failed', ran: { code: 130, out: '', err: '' } }]);
    expect([one.asked, one.log]).toEqual([[], []]);
  });
});

describe('a pull', () => {
  const pulled = async (git: GitPort['run'] | Error, applied = true) => {
    const asked: unknown[] = [];
    const { root, job } = await workspace();
    if (applied) await apply(job({ inputs: { approval: 'none' } }).job);
    const run: GitPort['run'] = async (args, input) => {
      if (args[0] === 'status') asked.push(args);
      if (git instanceof Error) throw git;
      return git(args, input);
    };
    const one = job({ ports: { git: () => ({ run }) } });
    const [result] = await pull(one.job);
    return { result, asked, log: one.log, root };
  };
  const answer =
    (code: number, out = '') =>
    async () => ({ code, out: new TextEncoder().encode(out), err: '' });

  test.each([
    ['that git calls clean', answer(0), 'no-changes'],
    ['that git calls changed', answer(0, ' M a.csv\n'), 'changes'],
    ['that git cannot tell of', answer(128), 'changes'],
    ['without git', new Error('ENOENT'), 'changes'],
  ] as const)('into a checkout %s', async (_, git, result) => {
    const one = await pulled(git);
    expect(one.result).toEqual({ target: 'one', result, ran: expect.objectContaining({ code: 0 }) });
    expect(one.asked).toEqual([['status', '--porcelain', '--', '.']]);
    expect(one.log.filter((line) => line.startsWith('::error'))).toEqual([]);
  });
});
