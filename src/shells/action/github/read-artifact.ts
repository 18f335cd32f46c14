import { inflateRawSync } from 'node:zlib';
import * as d from '../../../model/decode.ts';
import { UsageError } from '../../../model/errors.ts';
import {
  ARCHIVE_FILE_MAX_BYTES,
  ARCHIVE_FILES_MAX,
  ARCHIVE_MAX_BYTES,
  ARCHIVE_SUM_MAX_BYTES,
} from '../../../model/incoming-limits.ts';
import { sha256 } from '../../../model/resources/digest.ts';
import type { Job } from '../job.ts';
import type { PullRequest } from './event.ts';
import type { GitHub } from './github.ts';

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

const broken = (what: string): UsageError => new UsageError(`the artifact is not a readable archive: ${what}`);

/** Offset of the end record. It is the last record, and a comment of at most 65,535 bytes follows it. */
function endOf(view: DataView): number {
  const least = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= least; at -= 1) if (view.getUint32(at, true) === END) return at;
  throw broken('it has no directory');
}

/**
 * The wanted files of a zip archive, by name. Names are only compared and never become paths. Encryption and archives
 * over 4 GB are not supported. The number of files, the size of each and the sum are checked before and while
 * unpacking: a few kilobytes can unpack to gigabytes. Source: APPNOTE.TXT of PKWARE, 4.3.
 */
export function unzip(bytes: Uint8Array, wanted: (name: string) => boolean): ReadonlyMap<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 22) throw broken('it is too short');
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > ARCHIVE_FILES_MAX) throw broken(`it has more than ${ARCHIVE_FILES_MAX} files`);
  const found = new Map<string, Uint8Array>();
  let sum = 0;
  try {
    let at = view.getUint32(end + 16, true);
    for (let index = 0; index < count; index += 1) {
      if (view.getUint32(at, true) !== CENTRAL) throw broken('its directory is damaged');
      const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
      const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
      const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength!));
      const local = view.getUint32(at + 42, true);
      at += 46 + nameLength! + extra! + comment!;
      if (!wanted(name) || found.has(name)) continue;
      if ((flags & 1) !== 0) throw broken('it is encrypted');
      if (size > ARCHIVE_FILE_MAX_BYTES)
        throw broken(`a file in it has ${size} bytes, at most ${ARCHIVE_FILE_MAX_BYTES} are allowed`);
      sum += size;
      if (sum > ARCHIVE_SUM_MAX_BYTES)
        throw broken(
          `its files have more than ${ARCHIVE_SUM_MAX_BYTES} bytes together, which is the most that is allowed`,
        );
      if (view.getUint32(local, true) !== LOCAL) throw broken('a file is not at the place in its directory');
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const data = bytes.subarray(start, start + packed);
      if (data.length !== packed) throw broken('it is cut off');
      if (method !== 0 && method !== 8) throw broken('it is packed in a way that is not known');
      // Never unpack more than the size in the directory, which was included in the sum.
      const file = method === 0 ? data : new Uint8Array(inflateRawSync(data, { maxOutputLength: Math.max(1, size) }));
      if (file.length !== size) throw broken('the size of a file in it differs from its directory');
      found.set(name, file);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw broken(error instanceof Error ? error.message : String(error));
  }
  return found;
}

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

/** True if a run of this repository uploaded it, and not one of a fork: uploads of a fork are not approved. */
const isOwn = ({ run }: Artifact): boolean =>
  run?.repository_id !== undefined && run.repository_id === run.head_repository_id;

async function download(
  { facts }: Job,
  github: GitHub,
  { id, digest }: Artifact,
  wanted: (name: string) => boolean,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const bytes = await github.download(`/repos/${facts.repository}/actions/artifacts/${id}/zip`, ARCHIVE_MAX_BYTES);
  // GitHub provides a digest for every artifact since 2025; self-hosted servers may not.
  if (digest?.startsWith('sha256:') && digest !== `sha256:${sha256(bytes)}`)
    throw new UsageError('the artifact that was downloaded is not the one that GitHub lists: its digest differs');
  return unzip(bytes, wanted);
}

/** Files of the newest artifact with the name in the input that has not expired and is allowed. */
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

/** Files of the artifact that a run uploaded, including runs of forks; `undefined` if it does not exist. */
export const readArtifactOfRun = (job: Job, runId: string, wanted: (name: string) => boolean) =>
  readNewest(job, `runs/${runId}/artifacts`, wanted);

/**
 * Files of the newest artifact for the last commit of a pull request, from a run of this repository for which `counts`
 * is true; `undefined` if it does not exist or has expired.
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
