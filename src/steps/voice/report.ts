import type { VoiceJobId, VoiceTarget } from '../../model/account/voice-job.ts';
import type { LossReason } from './receipt.ts';

/** An event of a running job. `recording`: the name of its file. Texts are from users and from the service. */
export type VoiceEvent = { readonly recording: string } & (
  | { readonly kind: 'created'; readonly jobId: VoiceJobId }
  /**
   * The account has its maximum number of jobs. The creation is repeated until there is room, for at most `mostMs`.
   * Emitted once.
   */
  | { readonly kind: 'no-room'; readonly mostMs: number }
  | { readonly kind: 'continued'; readonly jobId: VoiceJobId }
  | { readonly kind: 'uploading'; readonly bytes: number; readonly totalBytes: number }
  | { readonly kind: 'uploaded'; readonly bytes: number }
  /** `settled` of `count` targets are done or have failed. */
  | { readonly kind: 'waiting'; readonly settled: number; readonly count: number }
  | { readonly kind: 'fetching'; readonly file: string; readonly bytes: number; readonly totalBytes?: number }
  | { readonly kind: 'fetched'; readonly file: string; readonly bytes: number }
  /** A temporary error; the run continues. */
  | { readonly kind: 'trouble'; readonly error: Error }
  | { readonly kind: 'ended' }
);

/** Result for one target. */
export type TargetOutcome =
  /** `earlier`: an earlier run downloaded it. */
  | { readonly kind: 'here'; readonly bytes: number; readonly earlier: boolean }
  /** The message of the service; may be empty. */
  | { readonly kind: 'failed'; readonly message: string }
  /** `error`: of the last attempt to download it in this run. */
  | { readonly kind: 'lost'; readonly why: LossReason; readonly error?: Error }
  /** The service has it, but it could not be downloaded. It can be tried again. */
  | { readonly kind: 'not-fetched'; readonly error: Error }
  /** Not done when the run ended. */
  | { readonly kind: 'open' };

export interface TargetReport extends VoiceTarget {
  /** Path of its file, or of the file that it would have. */
  readonly path?: string;
  readonly outcome: TargetOutcome;
}

/** The reason why a run ended. Times are in ISO 8601. */
export type JobEnd =
  /** All targets are done. */
  | { readonly kind: 'settled' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'error'; readonly error: Error }
  /** The 5 minutes for the upload were over; nothing was uploaded. */
  | { readonly kind: 'upload-closed'; readonly createdTime: string }
  /** The job waits for a recording, but the data for the upload is lost. */
  | { readonly kind: 'never-uploaded'; readonly createdTime: string }
  /** The hour for downloads was over. */
  | { readonly kind: 'download-closed'; readonly uploadedTime: string }
  /** The job does not exist any more. An upload had started and may have arrived. */
  | { readonly kind: 'upload-unknown'; readonly startedTime: string }
  /** The hour is over, but the service still reports the job as running. */
  | { readonly kind: 'overdue'; readonly uploadedTime: string };

/** Result for one recording. */
export interface JobReport {
  /** Its name, or the name in the job. */
  readonly recording: string;
  /** Absent if no job was created. */
  readonly jobId?: VoiceJobId;
  readonly receiptPath: string;
  /** False if no receipt exists: then nothing was started. */
  readonly hasReceipt: boolean;
  readonly targets: readonly TargetReport[];
  readonly end: JobEnd;
}

export const isHere = ({ outcome }: TargetReport): boolean => outcome.kind === 'here';
