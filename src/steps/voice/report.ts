import type { VoiceJobId, VoiceTarget } from '../../model/account/voice-job.ts';
import type { LossReason } from './receipt.ts';

/**
 * What happens to a job while it runs. `recording`: the name of its file. Texts are those of users and of the service.
 */
export type VoiceEvent = { readonly recording: string } & (
  | { readonly kind: 'created'; readonly jobId: VoiceJobId }
  /**
   * The account has as many jobs as it may have; the job is tried again until there is room, for at most `mostMs`. Told
   * once.
   */
  | { readonly kind: 'no-room'; readonly mostMs: number }
  | { readonly kind: 'continued'; readonly jobId: VoiceJobId }
  | { readonly kind: 'uploading'; readonly bytes: number; readonly totalBytes: number }
  | { readonly kind: 'uploaded'; readonly bytes: number }
  /** `settled` of `count` targets are done, or failed. */
  | { readonly kind: 'waiting'; readonly settled: number; readonly count: number }
  | { readonly kind: 'fetching'; readonly file: string; readonly bytes: number; readonly totalBytes?: number }
  | { readonly kind: 'fetched'; readonly file: string; readonly bytes: number }
  /** Something went wrong that may pass; the run goes on. */
  | { readonly kind: 'trouble'; readonly error: Error }
  | { readonly kind: 'ended' }
);

/** What became of one target. */
export type TargetOutcome =
  /** `earlier`: a run before this one fetched it. */
  | { readonly kind: 'here'; readonly bytes: number; readonly earlier: boolean }
  /** In the words of the service; may be empty. */
  | { readonly kind: 'failed'; readonly message: string }
  /** `error`: of the last try to fetch it, in this run. */
  | { readonly kind: 'lost'; readonly why: LossReason; readonly error?: Error }
  /** The service has it, and it could not be fetched; it can be tried again. */
  | { readonly kind: 'not-fetched'; readonly error: Error }
  /** Not done when the run ended. */
  | { readonly kind: 'open' };

export interface TargetReport extends VoiceTarget {
  /** Where it is, or would be. */
  readonly path?: string;
  readonly outcome: TargetOutcome;
}

/** Why a run ended. Times are ISO 8601. */
export type JobEnd =
  /** Nothing is left to wait for. */
  | { readonly kind: 'settled' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'error'; readonly error: Error }
  /** The 5 minutes in which a recording can be uploaded were over; nothing was uploaded. */
  | { readonly kind: 'upload-closed'; readonly createdTime: string }
  /** The job waits for a recording, and what opens the upload is gone. */
  | { readonly kind: 'never-uploaded'; readonly createdTime: string }
  /** The hour in which results can be fetched was over. */
  | { readonly kind: 'download-closed'; readonly uploadedTime: string }
  /** The job is gone, and an upload had started that may have arrived. */
  | { readonly kind: 'upload-unknown'; readonly startedTime: string }
  /** The hour is over, and the service still says that it is not done. */
  | { readonly kind: 'overdue'; readonly uploadedTime: string };

/** What became of one recording. */
export interface JobReport {
  /** Its name, or that of the job's source. */
  readonly recording: string;
  /** Absent when no job was created. */
  readonly jobId?: VoiceJobId;
  readonly receiptPath: string;
  /** False when there is no receipt: then nothing was started. */
  readonly hasReceipt: boolean;
  readonly targets: readonly TargetReport[];
  readonly end: JobEnd;
}

export const isHere = ({ outcome }: TargetReport): boolean => outcome.kind === 'here';
