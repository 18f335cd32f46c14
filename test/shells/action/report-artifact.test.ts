import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { realPorts } from '../../../src/app/machine/real-ports.ts';
import { decoded } from '../../../src/model/decode.ts';
import { UsageError } from '../../../src/model/errors.ts';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { makePlan } from '../../../src/plan/make-plan.ts';
import { planJson } from '../../../src/review/plan/plan-json.ts';
import type { Reported } from '../../../src/review/reported.ts';
import { commentKey, type Marker } from '../../../src/shells/action/comment/comment-marker.ts';
import { commentBody, footerText } from '../../../src/shells/action/comment/comment-text.ts';
import { mergeVerdict } from '../../../src/shells/action/comment/merge-verdict.ts';
import { reportFor } from '../../../src/shells/action/comment/write-markdown.ts';
import { type PullRequest, pullRequestIn } from '../../../src/shells/action/github/event.ts';
import { changesDigest } from '../../../src/shells/action/outputs.ts';
import { report } from '../../../src/shells/action/report.ts';
import { touchesOf } from '../../../src/shells/action/touched.ts';
import { desiredGlossary, planInput, savedPlan } from '../../support/build.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { answeringGitHub, FACTS, type JobParts, jobWith } from './job-with.ts';
import { zip } from './zip.ts';

const HEAD = 'a'.repeat(40);
const PULL = { number: 7, head: { sha: HEAD, repo: { full_name: 'stranger/r' } }, base: { sha: 'b'.repeat(40) } };
const OF_FORK = decoded(pullRequestIn('o/r'), PULL) as PullRequest;
const COMMENTS = '/repos/o/r/issues/7/comments';

const planOf = (name: string, term = 'house'): Plan =>
  savedPlan(
    makePlan({
      ...planInput(
        { glossaries: [desiredGlossary('a', { 'en->de': { [term]: 'Haus' } })] },
        { glossaries: [], styleLists: [] },
      ),
      target: { name, baseUrl: 'http://service.test' },
    }).plan,
  );
const planned = (plan: Plan): Reported => ({ kind: 'planned', plan, guard: { kind: 'allowed' }, findings: [] });

/** Reports what run 400 has left: the results, and what was written on GitHub. */
async function run(files: Readonly<Record<string, string | Uint8Array>>, parts: JobParts = {}) {
  const temp = await tempWorkspace({});
  const { github, asked } = answeringGitHub({
    'GET /repos/o/r/pulls/7': PULL,
    'LIST /repos/o/r/actions/runs/400/artifacts?name=lexform-plan artifacts': [{ id: 1, name: 'lexform-plan' }],
    'DOWNLOAD /repos/o/r/actions/artifacts/1/zip 16777216': zip(files),
    [`LIST ${COMMENTS}`]: [],
    [`POST ${COMMENTS}`]: { id: 100, html_url: 'https://github.test/100' },
  });
  const inputs = { runId: '400', prNumber: 7 };
  const { job } = jobWith({ temp, inputs, github, files: realPorts({}).files, ...parts });
  return { results: await report(job), job, temp, writes: asked.filter((each) => typeof each !== 'string') };
}

const marker = (target: string, more: Partial<Marker>): Marker => ({
  kind: 'plan',
  key: commentKey('terms', target, ''),
  runId: '500',
  runAttempt: '1',
  head: HEAD,
  digest: '',
  state: 'open',
  ...more,
});

test('a plan of an artifact is told in the comment of its target, as one that nobody has checked', async () => {
  const plan = planOf('prod');
  const { results, job, temp, writes } = await run({ 'plan.prod.json': planJson(plan), 'findings.json': '{}' });
  const reported = planned(plan);
  expect(results).toEqual([
    {
      target: 'prod',
      result: 'changes',
      ran: { code: 0, reported, out: '', err: '' },
      markdownPath: `${temp}/report.prod.md`,
      posted: { kind: 'written', id: 100, url: 'https://github.test/100' },
    },
  ]);
  const body = commentBody({
    marker: marker('prod', { digest: changesDigest(plan), ...touchesOf(plan) }),
    status: mergeVerdict(results, { kind: 'fork' }),
    report: reportFor(job, reported, OF_FORK)(57_036),
    footer: footerText(FACTS, HEAD, 'fork'),
  });
  expect(writes).toEqual([[`POST ${COMMENTS}`, { body }]]);
});

describe('findings of an artifact', () => {
  const at = { file: 'a.csv', line: 1, column: 2 };
  const shown = (severity: 'error' | 'warning') => ({ code: 'x', severity, ...at });
  const textOf = (severity: 'error' | 'warning') => JSON.stringify({ formatVersion: 1, findings: [shown(severity)] });

  test('with an error are told as a failure', async () => {
    const { results, job, writes, temp } = await run({ 'findings.json': textOf('error') });
    const reported: Reported = { kind: 'validated', findings: [{ code: 'x', severity: 'error', at, details: {} }] };
    expect(results).toEqual([
      {
        target: '',
        result: 'checked',
        ran: { code: 0, reported, out: '', err: '' },
        markdownPath: `${temp}/report.md`,
        posted: { kind: 'written', id: 100, url: 'https://github.test/100' },
      },
    ]);
    const body = commentBody({
      marker: marker('', { state: 'failed' }),
      status:
        '🚫 **After the merge, nothing is applied**: the files have 1 error.\n\n' +
        '❌ **Failed** for `aaaaaaa` in [run #5](https://github.test/o/r/actions/runs/500).',
      report: reportFor(job, reported, OF_FORK)(57_036),
      footer: footerText(FACTS, HEAD, 'fork'),
    });
    expect(writes).toEqual([[`POST ${COMMENTS}`, { body }]]);
  });

  test('without an error make no comment of their own', async () => {
    const { results, writes } = await run({ 'findings.json': textOf('warning') });
    expect(results).toMatchObject([{ target: '', result: 'checked', posted: { kind: 'left' } }]);
    expect(writes).toEqual([]);
  });

  test('that are none are nothing', async () => {
    expect((await run({ 'findings.json': '{' })).results).toEqual([]);
  });
});

test('of the files of an artifact at most ten plans are told, and none with another name', async () => {
  const names = Array.from({ length: 11 }, (_, index) => `t${index}`);
  const files = Object.fromEntries(names.map((name) => [`plan.${name}.json`, planJson(planOf(name))]));
  const { results } = await run({ 'findings.json': '{}', ...files });
  expect(results.map(({ target }) => target)).toEqual(names.slice(0, 10));
  const long = 'x'.repeat(100);
  const others = ['plan..json', 'plan.-a.json', 'plan.a b.json', 'xplan.a.json', 'plan.a.jsonx', 'planxa.json'];
  const texts = Object.fromEntries([...others, `plan.x${long}.json`, 'plan.axjson'].map((name) => [name, 'x']));
  expect((await run(texts)).results).toEqual([]);
  expect((await run({ [`plan.${long}.json`]: planJson(planOf(long)) })).results).toHaveLength(1);
});

test('a plan of an artifact may be a gzip, whatever its name is', async () => {
  const [plan, other] = [planOf('prod'), planOf('test')];
  const files = {
    'plan.prod.json.gz': new Uint8Array(gzipSync(planJson(plan))),
    'plan.test.json': new Uint8Array(gzipSync(planJson(other))),
  };
  const { results } = await run(files);
  expect(results.map(({ ran }) => ran.reported)).toEqual([planned(plan), planned(other)]);
});

test('plans in gzip may not unpack to more, together, than the files of an archive', async () => {
  const member = gzipSync(Buffer.alloc(2 ** 20), { level: 9 });
  const bomb = new Uint8Array(Buffer.concat(Array.from({ length: 257 }, () => member)));
  await expect(run({ 'plan.prod.json': bomb })).rejects.toThrow(
    'plan.prod.json is not a plan that can be applied: it unpacks to more than 268435456 bytes, which is the most that is allowed',
  );
});

test('a plan must be about the target that its name says', async () => {
  await expect(run({ 'plan.test.json': planJson(planOf('prod')) })).rejects.toThrow(
    new UsageError('a plan of the artifact is about another target'),
  );
});

test('a comment is not written where the branch has moved on', async () => {
  const moved = { pullRequest: { ...OF_FORK, head: 'd'.repeat(40) } };
  const { results, writes } = await run({ 'plan.prod.json': planJson(planOf('prod')) }, { facts: moved });
  expect([results[0]?.posted, writes]).toEqual([undefined, []]);
});
