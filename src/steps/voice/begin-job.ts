import type { VoiceJob, VoiceJobRequest } from '../../model/account/voice-job.ts';
import { ServiceError, UsageError } from '../../model/errors.ts';
import { createJob } from './create-job.ts';
import { type VoiceReceipt, withUpload } from './receipt.ts';
import { type Recording, recordingSource } from './recording.ts';
import type { JobEnd } from './report.ts';
import { msSince, timeOf, UPLOAD_WINDOW_MS, type VoiceRun } from './task.ts';

/** True when the service has taken the recording of a job: its results have left their first state. */
export const hasRecording = ({ results }: VoiceJob): boolean => results.some(({ status }) => status !== 'pending');

function requestOf({ task }: VoiceRun, { name, contentType, bytes }: Recording): VoiceJobRequest {
  return {
    sourceFile: { name, contentType, contentLength: bytes },
    ...(task.sourceLanguage !== undefined && { sourceLanguage: task.sourceLanguage }),
    targets: task.targets.map(({ language, type }) => ({ language, type })),
  };
}

/** True when the error itself says that nothing was taken: our own file, or an answer that says no. */
const saysNo = (error: unknown): boolean =>
  error instanceof UsageError || (error instanceof ServiceError && error.refusal.status < 500);

/**
 * What became of an upload that ended with an error: the job knows. Throws the error when the job does not have the
 * recording; the receipt says so only when it cannot come any more, for what was sent and not answered may still be on
 * its way.
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
 * Creates a job and uploads its recording. `undefined` when the job has it; else why the run ends. Nothing is uploaded
 * before the receipt is written: what opens the upload is in memory alone, so a run that is killed in between costs a
 * job that nobody uses, and nothing else.
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
    ...(task.sourceLanguage !== undefined && { sourceLanguage: task.sourceLanguage }),
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
