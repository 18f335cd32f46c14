import { dirname, resolve } from 'node:path';
import { beginJob, hasRecording } from './begin-job.ts';
import { expectedError } from './fetch-result.ts';
import { type FailedFetch, followJob } from './follow-job.ts';
import type { VoicePorts } from './ports.ts';
import { isFinished, type ReceiptTarget, type VoiceReceipt, withTarget, withUpload } from './receipt.ts';
import { fileDigest } from './recording.ts';
import type { JobEnd, JobReport, TargetOutcome, TargetReport } from './report.ts';
import { DOWNLOAD_WINDOW_MS, msSince, startRun, timeOf, type VoiceRun, type VoiceTask } from './task.ts';

/**
 * Updates a receipt from the files. A started download is done if its file exists, because the file gets its name when
 * it is complete. A downloaded file that does not exist any more is lost.
 */
export async function readTargetFiles(receipt: VoiceReceipt, folder: string, ports: VoicePorts): Promise<VoiceReceipt> {
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
