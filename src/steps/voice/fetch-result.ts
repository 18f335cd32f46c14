import { createHash } from 'node:crypto';
import { dirname, relative } from 'node:path';
import type { VoiceJob } from '../../model/account/voice-job.ts';
import { ServiceError, UnreachableError, UsageError } from '../../model/errors.ts';
import { type AttemptedAct, systemErrorOf } from '../../model/system-error.ts';
import { withTarget } from './receipt.ts';
import { fileDigest } from './recording.ts';
import { receiptOf, timeOf, type VoiceRun } from './task.ts';

/**
 * The error in a form for a report, if its cause is outside the program; `undefined` for a bug. `attempt`: the
 * operation on a file.
 */
export function expectedError(error: unknown, attempt: AttemptedAct): Error | undefined {
  if (error instanceof UsageError || error instanceof ServiceError || error instanceof UnreachableError) return error;
  return systemErrorOf(error, attempt);
}

/** Downloads a result to a file. The file appears under its name when it is complete. */
async function download(
  job: Pick<VoiceJob, 'jobId' | 'results'>,
  index: number,
  path: string,
  file: string,
  { task, ports, emit }: VoiceRun,
): Promise<{ readonly bytes: number; readonly digest: string }> {
  const writer = await ports.files.openWriter(path, { replace: task.force });
  const hash = createHash('sha256');
  try {
    const outcome = await ports.voice.download(
      job,
      index,
      async (chunk) => {
        hash.update(chunk);
        await writer.write(chunk);
      },
      {
        signedUrl: task.signedUrl,
        onProgress: (bytes, totalBytes) => emit({ kind: 'fetching', file, bytes, totalBytes }),
      },
    );
    if (outcome.kind === 'cut') throw outcome.error;
    if (!(await writer.commit())) throw new UsageError(`${file} was created by another program in the meantime`);
    return { bytes: outcome.bytes, digest: `sha256:${hash.digest('hex')}` };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/**
 * Downloads one result to its place, and updates the receipt before and after. Returns the error if the download
 * failed; the service may still count the result as downloaded. Ctrl-C does not end a running download, because the
 * service may refuse a second one.
 */
export async function fetchResult(
  job: Pick<VoiceJob, 'jobId' | 'results'>,
  index: number,
  run: VoiceRun,
): Promise<Error | undefined> {
  const { task, ports, emit } = run;
  const path = task.outputs[index];
  const receipt = receiptOf(run);
  if (path === undefined) throw new Error(`there is no target ${index}`);
  const file = relative(dirname(task.receiptPath), path);
  try {
    const stands = (await ports.files.size(path)) !== undefined;
    if (stands && !task.force) return new UsageError(`${file} exists already; move it, or run again with --force`);
    const replaces = stands ? await fileDigest(path, ports.files) : undefined;
    const time = timeOf(run);
    await run.save(withTarget(receipt, index, { kind: 'fetching', file, time, replaces }));
    const { bytes, digest } = await download(job, index, path, file, run);
    await run.save(withTarget(receipt, index, { kind: 'here', file, bytes, digest, time: timeOf(run) }));
    emit({ kind: 'fetched', file, bytes });
    return undefined;
  } catch (error) {
    const expected = expectedError(error, { doing: 'write', path: file });
    if (expected === undefined) throw error;
    return expected;
  }
}
