import { createHash } from 'node:crypto';
import { UsageError } from '../model/errors.ts';
import { ARCHIVE_MAX_BYTES } from '../model/incoming-limits.ts';
import type { PullRequest } from './event.ts';
import type { GitHub } from './github.ts';
import type { Job } from './job.ts';
import { at, numberAt, textAt } from './json.ts';
import { unzip } from './unzip.ts';

const isAlive = (artifact: unknown): boolean => at(artifact, 'expired') !== true;

/** Uploaded by a run of this repository, not of a fork: what a fork uploads was approved by nobody. */
const isOwn = (artifact: unknown): boolean => {
  const [repository, head] = ['repository_id', 'head_repository_id'].map((name) =>
    numberAt(artifact, 'workflow_run', name),
  );
  return repository !== undefined && repository === head;
};

const newestFirst = (artifacts: readonly unknown[]): readonly unknown[] =>
  [...artifacts].sort((left, right) => (numberAt(right, 'id') ?? 0) - (numberAt(left, 'id') ?? 0));

async function download(
  { facts }: Job,
  github: GitHub,
  artifact: unknown,
  wanted: (name: string) => boolean,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const id = numberAt(artifact, 'id');
  const bytes = await github.download(`/repos/${facts.repository}/actions/artifacts/${id}/zip`, ARCHIVE_MAX_BYTES);
  const digest = textAt(artifact, 'digest');
  // GitHub gives one for every artifact since 2025; servers of one's own may not.
  if (digest?.startsWith('sha256:') && digest !== `sha256:${createHash('sha256').update(bytes).digest('hex')}`)
    throw new UsageError('the artifact that was downloaded is not the one that GitHub lists: its digest differs');
  return unzip(bytes, wanted);
}

/** Files of the artifact that a run has uploaded, whoever's run it was; `undefined` when there is none. */
export async function readArtifactOfRun(
  job: Job,
  runId: string,
  wanted: (name: string) => boolean,
): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  const { github, facts, inputs } = job;
  if (github === undefined) return undefined;
  const name = encodeURIComponent(inputs.artifact);
  const found = await github.list(
    `/repos/${facts.repository}/actions/runs/${runId}/artifacts?name=${name}`,
    'artifacts',
  );
  const [newest] = newestFirst(found.filter((each) => isAlive(each) && textAt(each, 'name') === inputs.artifact));
  return newest === undefined ? undefined : download(job, github, newest, wanted);
}

/** Files of the newest artifact for the last commit of a pull request, of a run of this repository; `undefined` when there is none, or it has expired. */
export async function readArtifactOfHead(
  job: Job,
  { head }: Pick<PullRequest, 'head'>,
  wanted: (name: string) => boolean,
): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  const { github, facts, inputs } = job;
  if (github === undefined) return undefined;
  const name = encodeURIComponent(inputs.artifact);
  const all = await github.list(`/repos/${facts.repository}/actions/artifacts?name=${name}`, 'artifacts');
  const [newest] = newestFirst(
    all.filter(
      (each) =>
        isAlive(each) &&
        isOwn(each) &&
        textAt(each, 'name') === inputs.artifact &&
        textAt(each, 'workflow_run', 'head_sha') === head,
    ),
  );
  return newest === undefined ? undefined : download(job, github, newest, wanted);
}
