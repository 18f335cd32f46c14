import { VOICE_POLL_MS } from '../../contract/limits.ts';
import type { CreatedVoiceJob, VoiceJob, VoiceJobRequest } from '../../model/account/voice-job.ts';
import { durationSetting, durationText } from '../../model/duration-text.ts';
import { ServiceError, UsageError } from '../../model/errors.ts';
import { type VoiceReceipt, withUpload } from './receipt.ts';
import { type Recording, recordingSource } from './recording.ts';
import type { JobEnd } from './report.ts';
import { msSince, pause, timeOf, UPLOAD_WINDOW_MS, type VoiceRun } from './task.ts';

/**
 * An account can have ten jobs at the same time, two of them large. For one more, the service returns 429 (public facts
 * F37, F40).
 */
const isFull = (error: unknown): error is ServiceError => error instanceof ServiceError && error.refusal.status === 429;

/** The refusal, with the time spent waiting and the option for a longer wait. */
function stillFull({ refusal }: ServiceError, waitedMs: number, roomWaitMs: number): ServiceError {
  const waited = waitedMs === 0 ? '' : `; waited ${durationText(waitedMs)}`;
  const longer = durationSetting(Math.max(roomWaitMs * 2, 15 * 60_000));
  const hint =
    `the account has no room for another job until one of its jobs is done${waited}; try again later, ` +
    `or wait longer with --wait-for-room ${longer}`;
  return new ServiceError({ ...refusal, hint });
}

/**
 * Creates a job, and waits if the account has no room for it. `undefined`: interrupted while waiting. Throws like
 * `VoiceCalls.create`.
 */
async function createJob(request: VoiceJobRequest, run: VoiceRun): Promise<CreatedVoiceJob | undefined> {
  const { task, ports, emit } = run;
  const { signedUrl, roomWaitMs = 0 } = task;
  const since = timeOf(run);
  for (let isReported = false; ; isReported = true) {
    try {
      return await ports.voice.create(request, { signedUrl });
    } catch (error) {
      if (!isFull(error)) throw error;
      const waitedMs = msSince(since, run);
      const waitMs = Math.max(VOICE_POLL_MS, error.refusal.retryAfterMs ?? 0);
      if (waitedMs + waitMs > roomWaitMs) throw stillFull(error, waitedMs, roomWaitMs);
      if (!isReported) emit({ kind: 'no-room', mostMs: roomWaitMs });
      await pause(run, waitMs);
      if (ports.interrupted.aborted) return undefined;
    }
  }
}

/** True if the service has the recording of a job: its results have left their first state. */
export const hasRecording = ({ results }: VoiceJob): boolean => results.some(({ status }) => status !== 'pending');

function requestOf({ task }: VoiceRun, { name, contentType, bytes }: Recording): VoiceJobRequest {
  return {
    sourceFile: { name, contentType, contentLength: bytes },
    sourceLanguage: task.sourceLanguage,
    targets: task.targets.map(({ language, type }) => ({ language, type })),
  };
}

/** True if the error itself shows that the service did not accept the recording: an error in our file, or a refusal. */
const saysNo = (error: unknown): boolean =>
  error instanceof UsageError || (error instanceof ServiceError && error.refusal.status < 500);

/**
 * Finds the result of an upload that ended with an error, by reading the job. Throws the error if the job does not have
 * the recording. The receipt only records that if the recording cannot arrive any more: a call without an answer may
 * still do so.
 */
async function afterFailedUpload(error: unknown, receipt: VoiceReceipt, run: VoiceRun): Promise<JobEnd | undefined> {
  const { ports } = run;
  if (ports.interrupted.aborted) return { kind: 'interrupted' };
  const { id, createdTime } = receipt.job;
  const job = await ports.voice.read(id).catch(() => {
    throw error;
  });
  if (job !== undefined && hasRecording(job)) return undefined;
  const isClosed = job === undefined && msSince(createdTime, run) > UPLOAD_WINDOW_MS;
  if (isClosed || saysNo(error)) await run.save(withUpload(receipt, { kind: 'not-started' }));
  if (isClosed) return { kind: 'upload-closed', createdTime };
  throw error;
}

/**
 * Creates a job and uploads its recording. `undefined`: the job has the recording. Otherwise: the reason why the run
 * ends. The upload starts after the receipt is written. The data for the upload is only in memory, so a run that is
 * killed in between costs only an unused job.
 */
export async function beginJob(recording: Recording, run: VoiceRun): Promise<JobEnd | undefined> {
  const { task, ports, emit } = run;
  const { signedUrl } = task;
  const created = await createJob(requestOf(run, recording), run);
  if (created === undefined) return { kind: 'interrupted' };
  const { path: _, ...source } = recording;
  const receipt: VoiceReceipt = {
    target: task.target,
    source,
    sourceLanguage: task.sourceLanguage,
    job: { id: created.jobId, createdTime: timeOf(run), upload: { kind: 'not-started' } },
    targets: task.targets.map((target) => ({ ...target, state: { kind: 'waiting' } })),
  };
  if (!(await run.save(receipt)))
    throw new UsageError(
      `${task.receiptPath} has appeared meanwhile: another run seems to translate the same recording`,
    );
  emit({ kind: 'created', jobId: created.jobId });
  if (ports.interrupted.aborted) return { kind: 'interrupted' };
  const started = withUpload(receipt, { kind: 'started', time: timeOf(run) });
  await run.save(started);
  try {
    await ports.voice.upload(created, recordingSource(recording, ports.files), {
      signedUrl,
      signal: ports.interrupted,
      onProgress: (sent, totalBytes = source.bytes) => emit({ kind: 'uploading', bytes: sent, totalBytes }),
    });
  } catch (error) {
    const end = await afterFailedUpload(error, started, run);
    if (end !== undefined) return end;
  }
  await run.save(withUpload(started, { kind: 'done', time: timeOf(run) }));
  emit({ kind: 'uploaded', bytes: source.bytes });
  return undefined;
}
