import { dirname, resolve } from 'node:path';
import { expectedError } from './fetch-result.ts';
import { type FailedFetch, followJob } from './follow-job.ts';
import type { VoicePorts } from './ports.ts';
import { isFinished, isOver, type VoiceReceipt, withTarget, withUpload } from './receipt.ts';
import { fileDigest } from './recording.ts';
import type { JobEnd, JobReport, TargetOutcome, TargetReport } from './report.ts';
import { DOWNLOAD_WINDOW_MS, msSince, startRun, timeOf, type VoiceRun, type VoiceTask } from './task.ts';
import { beginJob, hasRecording } from './upload-recording.ts';

/**
 * The receipt as the files say it: a download that had begun is done when its file is there, since it gets its name when it is whole; and a file that was
 * fetched and is there no more is lost.
 */
export async function lookAtFiles(receipt: VoiceReceipt, folder: string, ports: VoicePorts): Promise<VoiceReceipt> {
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

/** A job that an earlier run has made. `begin-again`: nothing was lost with it, and a new one takes its place. */
async function continueJob(
  receipt: VoiceReceipt,
  run: VoiceRun,
  failed: Map<number, FailedFetch>,
): Promise<JobEnd | 'begin-again'> {
  const { ports, task, emit } = run;
  const { id, createdTime, upload } = receipt.job;
  // What opens the upload went with the run that made the job.
  const without = (end: JobEnd): JobEnd | 'begin-again' => (task.recording === undefined ? end : 'begin-again');
  if (isFinished(receipt)) return { kind: 'settled' };
  if (upload.kind === 'not-begun') return without({ kind: 'never-uploaded', createdTime });
  emit({ kind: 'continued', jobId: id });
  if (upload.kind === 'begun') {
    const job = await ports.voice.read(id);
    if (job === undefined && msSince(upload.time, run) > DOWNLOAD_WINDOW_MS)
      return task.force
        ? without({ kind: 'upload-unknown', beganTime: upload.time })
        : { kind: 'upload-unknown', beganTime: upload.time };
    if (job === undefined) return without({ kind: 'upload-closed', createdTime });
    if (!hasRecording(job)) return without({ kind: 'never-uploaded', createdTime });
    await run.save(withUpload(receipt, { kind: 'done', time: upload.time }));
  }
  const end = await followJob(upload.time, run, failed);
  return end.kind === 'download-closed' && task.force ? without(end) : end;
}

async function runToEnd(run: VoiceRun, failed: Map<number, FailedFetch>): Promise<JobEnd> {
  const { task, ports } = run;
  if (ports.interrupted.aborted) return { kind: 'interrupted' };
  const known = run.receipt();
  if (known !== undefined) {
    const seen = await lookAtFiles(known, dirname(task.receiptPath), ports);
    if (seen !== known) await run.save(seen);
    const end = await continueJob(seen, run, failed);
    if (end !== 'begin-again') return end;
    failed.clear();
  }
  if (task.recording === undefined) throw new Error('a job without a recording cannot be made');
  return (await beginJob(task.recording, run)) ?? followJob(timeOf(run), run, failed);
}

function outcomeOf(receipt: VoiceReceipt | undefined, index: number, task: VoiceTask, error?: Error): TargetOutcome {
  const target = receipt?.targets[index];
  if (target === undefined || !isOver(target))
    return error === undefined ? { kind: 'open' } : { kind: 'not-fetched', error };
  const { state } = target;
  if (state.kind === 'here') {
    const before = task.receipt?.targets[index]?.state;
    const earlier = receipt?.job.id === task.receipt?.job.id && before?.kind !== 'waiting' && before !== undefined;
    return { kind: 'here', bytes: state.bytes, earlier };
  }
  if (state.kind === 'failed') return { kind: 'failed', message: state.message };
  return state.kind === 'lost' ? { kind: 'lost', why: state.why } : { kind: 'open' };
}

/** What can be said of a run that has ended. */
function reportOf(run: VoiceRun, end: JobEnd, failed: ReadonlyMap<number, FailedFetch>): JobReport {
  const { task } = run;
  const receipt = run.receipt();
  const targets = (receipt?.targets ?? task.targets).map(({ language, type }, index): TargetReport => {
    const state = receipt?.targets[index]?.state;
    const path =
      state?.kind === 'here'
        ? resolve(dirname(task.receiptPath), state.file)
        : (task.outputs[index] ?? task.receiptPath);
    return { language, type, path, outcome: outcomeOf(receipt, index, task, failed.get(index)?.error) };
  });
  const hasReceipt = receipt !== undefined;
  return {
    recording: task.name,
    ...(receipt !== undefined && { jobId: receipt.job.id }),
    receiptPath: task.receiptPath,
    hasReceipt,
    targets,
    end,
  };
}

/**
 * One job from its recording, or from its receipt, to its files. Whatever comes from outside, a refusal, a lost line, a full disk, ends in the report:
 * one recording does not lose the others.
 */
export async function runVoiceJob(task: VoiceTask, ports: VoicePorts): Promise<JobReport> {
  const run = startRun(task, ports);
  const failed = new Map<number, FailedFetch>();
  const ended = (end: JobEnd): JobReport => {
    run.emit({ kind: 'ended' });
    return reportOf(run, end, failed);
  };
  try {
    return ended(await runToEnd(run, failed));
  } catch (error) {
    const expected = expectedError(error, `the receipt or the recording of ${task.name}`);
    if (expected === undefined) throw error;
    return ended({ kind: 'error', error: expected });
  }
}
