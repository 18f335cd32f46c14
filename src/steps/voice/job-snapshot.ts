import { dirname } from 'node:path';
import type { VoiceJob, VoiceJobId } from '../../model/account/voice-job.ts';
import type { VoiceReceipt } from './report.ts';
import { readTargetFiles } from './run-job.ts';
import type { VoicePorts } from './task.ts';

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
