import * as d from '../../../model/decode.ts';
import { UsageError } from '../../../model/errors.ts';
import { ARCHIVE_MAX_BYTES } from '../../../model/incoming-limits.ts';
import { sha256 } from '../../../model/resources/digest.ts';
import type { Job } from '../job.ts';
import type { PullRequest } from './event.ts';
import type { GitHub } from './github.ts';
import { unzip } from './unzip.ts';

const artifact = d.object({
  id: d.count,
  name: d.text,
  digest: d.lenient(d.text),
  expired: d.anything,
  run: d.from(
    'workflow_run',
    d.lenient(
      d.object({
        id: d.lenient(d.count),
        repository_id: d.lenient(d.count),
        head_repository_id: d.lenient(d.count),
        head_sha: d.lenient(d.text),
      }),
    ),
  ),
});

type Artifact = d.Decoded<typeof artifact>;

/** Uploaded by a run of this repository, not of a fork: what a fork uploads was approved by nobody. */
const isOwn = ({ run }: Artifact): boolean =>
  run?.repository_id !== undefined && run.repository_id === run.head_repository_id;

async function download(
  { facts }: Job,
  github: GitHub,
  { id, digest }: Artifact,
  wanted: (name: string) => boolean,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const bytes = await github.download(`/repos/${facts.repository}/actions/artifacts/${id}/zip`, ARCHIVE_MAX_BYTES);
  // GitHub gives one for every artifact since 2025; servers of one's own may not.
  if (digest?.startsWith('sha256:') && digest !== `sha256:${sha256(bytes)}`)
    throw new UsageError('the artifact that was downloaded is not the one that GitHub lists: its digest differs');
  return unzip(bytes, wanted);
}

/** Files of the newest listed artifact that has the name of the input, has not expired and is allowed. */
async function readNewest(
  job: Job,
  path: string,
  wanted: (name: string) => boolean,
  isAllowed: (artifact: Artifact) => boolean | Promise<boolean> = () => true,
): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  const { github, facts, inputs } = job;
  if (github === undefined) return undefined;
  const name = encodeURIComponent(inputs.artifact);
  const all = await github.list(`/repos/${facts.repository}/actions/${path}?name=${name}`, artifact, 'artifacts');
  const newestFirst = all
    .filter((each) => each.expired !== true && each.name === inputs.artifact)
    .sort((left, right) => right.id - left.id);
  for (const each of newestFirst) if (await isAllowed(each)) return download(job, github, each, wanted);
  return undefined;
}

/** Files of the artifact that a run uploaded, even a run of a fork; `undefined` when there is none. */
export const readArtifactOfRun = (job: Job, runId: string, wanted: (name: string) => boolean) =>
  readNewest(job, `runs/${runId}/artifacts`, wanted);

/**
 * Files of the newest artifact for the last commit of a pull request, from a run of this repository that `counts`;
 * `undefined` when there is none, or it has expired.
 */
export const readArtifactOfHead = (
  job: Job,
  { head }: Pick<PullRequest, 'head'>,
  wanted: (name: string) => boolean,
  counts: (runId: string) => Promise<boolean>,
) =>
  readNewest(job, 'artifacts', wanted, async (each) =>
    isOwn(each) && each.run?.head_sha === head && each.run.id !== undefined ? counts(String(each.run.id)) : false,
  );
