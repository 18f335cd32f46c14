import { createHash } from 'node:crypto';
import { dirname, relative } from 'node:path';
import { VOICE_POLL_MS } from '../../contract/limits.ts';
import { isSettled, type VoiceJob, type VoiceResult } from '../../model/account/voice-job.ts';
import { ServiceError, UnreachableError, UsageError } from '../../model/errors.ts';
import { type AttemptedAct, systemErrorOf } from '../../model/system-error.ts';
import { isOver, type JobEnd, type TargetState, withTarget } from './report.ts';
import {
  DOWNLOAD_WINDOW_MS,
  fileDigest,
  msSince,
  pause,
  receiptOf,
  timeOf,
  type VoiceRun,
  type VoiceTask,
} from './task.ts';

/**
 * The error in a form for a report, if its cause is outside the program; `undefined` for a bug. `attempt`: the
 * operation on a file.
 */
export function expectedError(error: unknown, attempt: AttemptedAct): Error | undefined {
  if (error instanceof UsageError || error instanceof ServiceError || error instanceof UnreachableError) return error;
  return systemErrorOf(error, attempt);
}

/** The path of a result. */
function outputAt({ outputs }: VoiceTask, index: number): string {
  const path = outputs[index];
  if (path === undefined) throw new Error(`there is no target ${index}`);
  return path;
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
async function fetchResult(
  job: Pick<VoiceJob, 'jobId' | 'results'>,
  index: number,
  run: VoiceRun,
): Promise<Error | undefined> {
  const { task, ports, emit } = run;
  const path = outputAt(task, index);
  const receipt = receiptOf(run);
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

/**
 * Maximum number of consecutive failed reads; the client has tried each several times. Our choice: some two minutes
 * without the service.
 */
const FAILED_LOOKS_MAX = 6;
/** Attempts to download one result in one run. Our choice. */
const FETCHES_MAX = 3;
/** Milliseconds for which a job is read after its hour: the clock of the service may differ. */
const GRACE_MS = 5 * 60_000;

const mayPass = (error: unknown): error is Error =>
  error instanceof UnreachableError ||
  (error instanceof ServiceError && (error.refusal.status >= 500 || error.refusal.status === 429));

/** A result that could not be downloaded. */
export interface FailedFetch {
  readonly error: Error;
  readonly tries: number;
  /** The result as read before the attempt: its signed URL may still work after the service counts it as downloaded. */
  readonly result: VoiceResult;
}

/**
 * Marks open results as lost when the job does not exist any more. Before the hour is over, only a started download can
 * have used them up.
 */
async function closeJob(run: VoiceRun, uploadedTime: string): Promise<JobEnd> {
  let receipt = receiptOf(run);
  const inTime = msSince(uploadedTime, run) <= DOWNLOAD_WINDOW_MS;
  const time = timeOf(run);
  for (const [index, target] of receipt.targets.entries()) {
    const why = inTime && target.state.kind === 'fetching' ? 'taken' : 'over';
    if (!isOver(target)) receipt = withTarget(receipt, index, { kind: 'lost', why, time });
  }
  await run.save(receipt);
  return { kind: 'download-closed', uploadedTime };
}

/**
 * The file of a result that this run did not download and that did not exist when it started: another run of the same
 * command did.
 */
async function fetchedByAnother(index: number, run: VoiceRun): Promise<TargetState | undefined> {
  const { task, ports } = run;
  if (task.force) return undefined;
  const path = outputAt(task, index);
  const bytes = await ports.files.size(path);
  if (bytes === undefined) return undefined;
  const digest = await fileDigest(path, ports.files);
  return { kind: 'here', file: relative(dirname(task.receiptPath), path), bytes, digest, time: timeOf(run) };
}

/** Handles one result according to its state. True: it is complete, but downloading it failed too often. */
async function takeResult(
  job: VoiceJob,
  index: number,
  run: VoiceRun,
  failed: Map<number, FailedFetch>,
): Promise<boolean> {
  const receipt = receiptOf(run);
  const result = job.results[index];
  if (result === undefined) throw new Error(`there is no result ${index}`);
  const end = async (state: TargetState): Promise<boolean> => {
    await run.save(withTarget(receipt, index, state));
    return false;
  };
  const before = failed.get(index);
  if (result.status === 'failed') return end({ kind: 'failed', message: result.errorMessage ?? '' });
  if (result.status !== 'complete' && result.status !== 'downloaded') return false;
  if (before !== undefined && before.tries >= FETCHES_MAX && result.status === 'complete') return true;
  if (result.status === 'downloaded' && (before === undefined || before.tries >= FETCHES_MAX))
    return end((await fetchedByAnother(index, run)) ?? { kind: 'lost', why: 'taken', time: timeOf(run) });
  const opened = result.status === 'complete' ? result : (before?.result ?? result);
  const { jobId, results } = job;
  const error = await fetchResult(
    { jobId, results: results.map((each, at) => (at === index ? opened : each)) },
    index,
    run,
  );
  if (error === undefined) failed.delete(index);
  else {
    run.emit({ kind: 'trouble', error });
    failed.set(index, { error, tries: (before?.tries ?? 0) + 1, result: opened });
  }
  return false;
}

/**
 * Reads a job that has its recording until it ends, downloads each result when it is complete, and returns the reason
 * for the end. Errors of downloads are added to `failed`.
 */
export async function followJob(
  uploadedTime: string,
  run: VoiceRun,
  failed: Map<number, FailedFetch>,
): Promise<JobEnd> {
  const { ports, emit } = run;
  let failedLooks = 0;
  for (;;) {
    const receipt = receiptOf(run);
    if (ports.interrupted.aborted) return { kind: 'interrupted' };
    const givenUp = new Set<number>();
    try {
      const job = await ports.voice.read(receipt.job.id, { signedUrl: run.task.signedUrl });
      failedLooks = 0;
      if (job === undefined) return await closeJob(run, uploadedTime);
      if (job.results.length !== receipt.targets.length)
        throw new UsageError(
          `job ${job.jobId} has ${job.results.length} targets, and its receipt ${receipt.targets.length}`,
        );
      for (const [index, target] of receipt.targets.entries()) {
        if (ports.interrupted.aborted) break;
        if (!isOver(target) && (await takeResult(job, index, run, failed))) givenUp.add(index);
      }
      emit({ kind: 'waiting', settled: job.results.filter(isSettled).length, count: job.results.length });
    } catch (error) {
      failedLooks += 1;
      if (!mayPass(error) || failedLooks >= FAILED_LOOKS_MAX) throw error;
      emit({ kind: 'trouble', error });
    }
    const left = [...receiptOf(run).targets.entries()].filter(([, target]) => !isOver(target));
    if (left.every(([index]) => givenUp.has(index))) return { kind: 'settled' };
    if (msSince(uploadedTime, run) > DOWNLOAD_WINDOW_MS + GRACE_MS) return { kind: 'overdue', uploadedTime };
    await pause(run, VOICE_POLL_MS);
  }
}
