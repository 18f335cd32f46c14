import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { UsageError } from '../../../../src/model/errors.ts';
import { readArtifactOfHead, readArtifactOfRun } from '../../../../src/shells/action/github/read-artifact.ts';
import type { Job } from '../../../../src/shells/action/job.ts';
import { answeringGitHub, jobWith } from '../job-with.ts';
import { zip } from '../zip.ts';

const HEAD = 'a'.repeat(40);
const BYTES = zip({ 'plan.json': 'plan', other: 'x' });
const DIGEST = `sha256:${createHash('sha256').update(BYTES).digest('hex')}`;
const wanted = (name: string): boolean => name === 'plan.json';

const artifact = (id: number, more: object = {}, run: object = {}) => ({
  id,
  name: 'my plans',
  expired: false,
  workflow_run: { id: 500, repository_id: 1, head_repository_id: 1, head_sha: HEAD, ...run },
  ...more,
});
const zipOf = (id: number): string => `DOWNLOAD /repos/o/r/actions/artifacts/${id}/zip 16777216`;
const OF_RUN = 'LIST /repos/o/r/actions/runs/500/artifacts?name=my%20plans artifacts';
const OF_HEAD = 'LIST /repos/o/r/actions/artifacts?name=my%20plans artifacts';

const readers = {
  run: [OF_RUN, (job: Job) => readArtifactOfRun(job, '500', wanted)],
  head: [OF_HEAD, (job: Job) => readArtifactOfHead(job, { head: HEAD }, wanted, async (runId) => runId === '500')],
} as const;

/** Reads where GitHub lists these: the files by name, and which archive was downloaded. */
async function read(by: keyof typeof readers, listed: readonly object[]) {
  const [list, reader] = readers[by];
  const answers = { [list]: listed, ...Object.fromEntries([1, 2, 10].map((id) => [zipOf(id), BYTES])) };
  const { github, asked } = answeringGitHub(answers);
  const files = await reader(jobWith({ github, inputs: { artifact: 'my plans' } }).job);
  const texts = files && [...files].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]);
  return { texts, downloads: asked.slice(1) };
}

test.each(['run', 'head'] as const)('the newest artifact of a %s that has not expired is read', async (by) => {
  const gone = artifact(11, { expired: true });
  const other = artifact(12, { name: 'other' });
  for (const order of [
    [2, 10, 1],
    [10, 2, 1],
  ]) {
    const found = await read(by, [gone, other, ...order.map((id) => artifact(id))]);
    expect(found).toStrictEqual({ texts: [['plan.json', 'plan']], downloads: [zipOf(10)] });
  }
  expect(await read(by, [artifact(1, { id: undefined }), artifact(2)])).toMatchObject({ downloads: [zipOf(2)] });
});

test.each(['run', 'head'] as const)('there is none of a %s', async (by) => {
  expect(await read(by, [artifact(1, { expired: true })])).toStrictEqual({ texts: undefined, downloads: [] });
  const { job } = jobWith();
  expect(await readers[by][1](job)).toBe(undefined);
});

test('what a fork, another commit or a run that does not count has left is none of a head, and may be one of a run', async () => {
  const others = [{ head_repository_id: 2 }, { repository_id: undefined, head_repository_id: undefined }];
  for (const run of [...others, { head_sha: 'b'.repeat(40) }, { id: 501 }, { id: undefined }]) {
    expect((await read('head', [artifact(1, {}, run)])).downloads).toStrictEqual([]);
    expect((await read('run', [artifact(1, {}, run)])).downloads).toStrictEqual([zipOf(1)]);
  }
});

test('an archive must have the digest that is listed, if it is one of SHA-256', async () => {
  for (const digest of [DIGEST, 'md5:0', undefined])
    expect((await read('run', [artifact(1, { digest })])).texts).toHaveLength(1);
  await expect(read('run', [artifact(1, { digest: 'sha256:0' })])).rejects.toThrow(
    new UsageError('the artifact that was downloaded is not the one that GitHub lists: its digest differs'),
  );
});
