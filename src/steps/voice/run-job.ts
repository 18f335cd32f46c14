import { dirname, resolve } from 'node:path';
import { VOICE_POLL_MS } from '../../contract/limits.ts';
import type { CreatedVoiceJob, VoiceJob, VoiceJobId, VoiceJobRequest } from '../../model/account/voice-job.ts';
import { durationSetting, durationText } from '../../model/duration-text.ts';
import { ServiceError, UsageError } from '../../model/errors.ts';
import { expectedError, type FailedFetch, followJob } from './follow-job.ts';
import {
  isFinished,
  type JobEnd,
  type JobReport,
  type ReceiptTarget,
  type TargetOutcome,
  type TargetReport,
  type VoiceReceipt,
  withTarget,
  withUpload,
} from './report.ts';
import {
  DOWNLOAD_WINDOW_MS,
  fileDigest,
  msSince,
  pause,
  type Recording,
  recordingSource,
  startRun,
  timeOf,
  UPLOAD_WINDOW_MS,
  type VoicePorts,
  type VoiceRun,
  type VoiceTask,
} from './task.ts';

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
const hasRecording = ({ results }: VoiceJob): boolean => results.some(({ status }) => status !== 'pending');

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
async function beginJob(recording: Recording, run: VoiceRun): Promise<JobEnd | undefined> {
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

/**
 * Updates a receipt from the files. A started download is done if its file exists, because the file gets its name when
 * it is complete. A downloaded file that does not exist any more is lost.
 */
async function readTargetFiles(receipt: VoiceReceipt, folder: string, ports: VoicePorts): Promise<VoiceReceipt> {
  const time = ports.now().toISOString();
  let seen = receipt;
  for (const [index, { state }] of receipt.targets.entries()) {
    if (state.kind !== 'here' && state.kind !== 'fetching') continue;
    const path = resolve(folder, state.file);
    const bytes = await ports.files.size(path);
    if (state.kind === 'here') {
      if (bytes === undefined) seen = withTarget(seen, index, { kind: 'lost', why: 'removed', time });
    } else if (bytes !== undefined) {
      const digest = await fileDigest(path, ports.files);
      if (digest !== state.replaces)
        seen = withTarget(seen, index, { kind: 'here', file: state.file, bytes, digest, time: state.time });
    }
  }
  return seen;
}

/** Continues a job that an earlier run created. `begin-again`: nothing was lost, and a new job replaces it. */
async function continueJob(
  receipt: VoiceReceipt,
  run: VoiceRun,
  failed: Map<number, FailedFetch>,
): Promise<JobEnd | 'begin-again'> {
  const { ports, task, emit } = run;
  const { id, createdTime, upload } = receipt.job;
  // The data for the upload was lost with the run that created the job.
  const without = (end: JobEnd): JobEnd | 'begin-again' => (task.recording === undefined ? end : 'begin-again');
  if (isFinished(receipt)) return { kind: 'settled' };
  if (upload.kind === 'not-started') return without({ kind: 'never-uploaded', createdTime });
  emit({ kind: 'continued', jobId: id });
  if (upload.kind === 'started') {
    const job = await ports.voice.read(id);
    if (job === undefined && msSince(upload.time, run) > DOWNLOAD_WINDOW_MS) {
      const end: JobEnd = { kind: 'upload-unknown', startedTime: upload.time };
      return task.force ? without(end) : end;
    }
    if (job === undefined) return without({ kind: 'upload-closed', createdTime });
    if (!hasRecording(job)) return without({ kind: 'never-uploaded', createdTime });
    await run.save(withUpload(receipt, { kind: 'done', time: upload.time }));
  }
  const end = await followJob(upload.time, run, failed);
  return end.kind === 'download-closed' && task.force ? without(end) : end;
}

/** The receipt to start from. It is saved if the files changed it. */
async function openReceipt(run: VoiceRun): Promise<VoiceReceipt | undefined> {
  const known = run.receipt();
  if (known === undefined) return undefined;
  const seen = await readTargetFiles(known, dirname(run.task.receiptPath), run.ports);
  if (seen !== known) await run.save(seen);
  return seen;
}

async function runToEnd(
  first: VoiceReceipt | undefined,
  run: VoiceRun,
  failed: Map<number, FailedFetch>,
): Promise<JobEnd> {
  const { task, ports } = run;
  if (ports.interrupted.aborted) return { kind: 'interrupted' };
  if (first !== undefined) {
    const end = await continueJob(first, run, failed);
    if (end !== 'begin-again') return end;
    failed.clear();
  }
  if (task.recording === undefined) throw new Error('a job without a recording cannot be created');
  return (await beginJob(task.recording, run)) ?? followJob(timeOf(run), run, failed);
}

/** `before`: the target when the run started. */
function outcomeOf(
  target: ReceiptTarget | undefined,
  before: ReceiptTarget | undefined,
  error: Error | undefined,
): TargetOutcome {
  const state = target?.state;
  if (state?.kind === 'here') return { kind: 'here', bytes: state.bytes, earlier: state === before?.state };
  if (state?.kind === 'failed') return state;
  if (state?.kind === 'lost') return { kind: 'lost', why: state.why, error };
  return error === undefined ? { kind: 'open' } : { kind: 'not-fetched', error };
}

/** The report of a run that has ended. */
function reportOf(
  run: VoiceRun,
  first: VoiceReceipt | undefined,
  end: JobEnd,
  failed: ReadonlyMap<number, FailedFetch>,
): JobReport {
  const { task } = run;
  const receipt = run.receipt();
  const targets = (receipt?.targets ?? task.targets).map(({ language, type }, index): TargetReport => {
    const target = receipt?.targets[index];
    const file = target?.state.kind === 'here' ? target.state.file : undefined;
    const path = file === undefined ? task.outputs[index] : resolve(dirname(task.receiptPath), file);
    const outcome = outcomeOf(target, first?.targets[index], failed.get(index)?.error);
    return { language, type, path, outcome };
  });
  return {
    recording: task.name,
    jobId: receipt?.job.id,
    receiptPath: task.receiptPath,
    hasReceipt: receipt !== undefined,
    targets,
    end,
  };
}

/**
 * Runs one job from its recording, or from its receipt, to its files. Outside errors, such as a refusal, a lost
 * connection or a full disk, are returned in the report, so that the other recordings continue.
 */
export async function runVoiceJob(task: VoiceTask, ports: VoicePorts): Promise<JobReport> {
  const run = startRun(task, ports);
  const failed = new Map<number, FailedFetch>();
  let first: VoiceReceipt | undefined;
  let end: JobEnd;
  try {
    first = await openReceipt(run);
    end = await runToEnd(first, run, failed);
  } catch (error) {
    const expected = expectedError(error, { doing: 'use the receipt or the recording of', path: task.name });
    if (expected === undefined) throw error;
    end = { kind: 'error', error: expected };
  }
  run.emit({ kind: 'ended' });
  return reportOf(run, first, end, failed);
}

/** State of a job at one moment: on this machine, from its receipt and files, and on the service. */
export interface JobSnapshot {
  readonly recording: string;
  readonly jobId: VoiceJobId;
  readonly receiptPath?: string;
  readonly receipt?: VoiceReceipt;
  /** Absent if the service does not know the job, or not any more. */
  readonly job?: VoiceJob;
  /** ISO 8601. */
  readonly time: string;
}

/** Reads a job that a receipt names. Nothing is written. */
export async function receiptSnapshot(
  receiptPath: string,
  receipt: VoiceReceipt,
  ports: VoicePorts,
): Promise<JobSnapshot> {
  const job = await ports.voice.read(receipt.job.id);
  return {
    recording: receipt.source.name,
    jobId: receipt.job.id,
    receiptPath,
    receipt: await readTargetFiles(receipt, dirname(receiptPath), ports),
    job,
    time: ports.now().toISOString(),
  };
}

/** State of a job without a receipt on this machine. */
export const jobSnapshot = (job: VoiceJob, now: Date): JobSnapshot => ({
  recording: job.sourceFile.name,
  jobId: job.jobId,
  job,
  time: now.toISOString(),
});

/** True if a requested result is not available any more, or will never be. */
export function isBroken({ job, receipt }: JobSnapshot): boolean {
  if (receipt === undefined || job !== undefined) return false;
  return receipt.targets.some(({ state }) => state.kind !== 'here');
}
