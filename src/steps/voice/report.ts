import { type VoiceJobId, type VoiceTarget, voiceJobId } from '../../model/account/voice-job.ts';
import * as d from '../../model/decode.ts';
import { UsageError } from '../../model/errors.ts';
import { withDigest } from '../../model/resources/digest.ts';

const word = d.refined(d.text, (value) => value !== '', 'a text with characters');
/** ISO 8601 by the clock of this machine. */
const time = d.refined(d.text, (value) => !Number.isNaN(Date.parse(value)), 'a time');
/** `sha256:<hex>`. */
const digest = d.refined(d.text, (value) => /^sha256:[0-9a-f]{64}$/.test(value), 'a digest');

/**
 * `taken`: the service counts the result as downloaded, but this machine has no file. `over`: the job does not exist
 * any more. `removed`: the result was downloaded, but its file was removed.
 */
const lossReason = d.oneOf('taken', 'over', 'removed');

/** State of one target, as this machine knows it. Paths are relative to the folder of the receipt. */
const targetState = d.tagged('kind', {
  waiting: d.object({}),
  /**
   * A download has started: the service may count the result as downloaded. `replaces`: digest of an earlier file at
   * that path.
   */
  fetching: d.object({ file: word, time, replaces: d.optional(digest) }),
  here: d.object({ file: word, bytes: d.count, digest, time }),
  failed: d.object({ message: d.text }),
  lost: d.object({ why: lossReason, time }),
});

const uploadState = d.tagged('kind', {
  'not-started': d.object({}),
  started: d.object({ time }),
  done: d.object({ time }),
});

const receiptDocument = d.object({
  formatVersion: d.oneOf(1),
  target: d.object({ name: word, address: word }),
  /** Without a digest if the job was created elsewhere. */
  source: d.object({ name: word, contentType: word, bytes: d.count, digest: d.optional(digest) }),
  sourceLanguage: d.optional(word),
  /** `createdTime`: when the service answered. */
  job: d.object({ id: d.map(word, voiceJobId), createdTime: time, upload: uploadState }),
  targets: d.refined(
    d.list(d.object({ language: word, type: word, state: targetState })),
    (targets) => targets.length > 0,
    'a list with a target',
  ),
});

type LossReason = d.Decoded<typeof lossReason>;
export type TargetState = d.Decoded<typeof targetState>;

/**
 * The data that this machine needs to continue a voice job after an interruption. It contains no signature, because
 * anyone who reads a signature could use it: signatures of results are read again from the job, and the one for the
 * upload cannot be recovered.
 */
export type VoiceReceipt = Omit<d.Decoded<typeof receiptDocument>, 'formatVersion'>;
export type ReceiptTarget = VoiceReceipt['targets'][number];
type UploadState = VoiceReceipt['job']['upload'];

/** True if the state of a target is final. */
export const isOver = ({ state: { kind } }: ReceiptTarget): boolean =>
  kind === 'here' || kind === 'failed' || kind === 'lost';

export const isFinished = ({ targets }: VoiceReceipt): boolean => targets.every(isOver);

export const withTarget = (receipt: VoiceReceipt, index: number, state: TargetState): VoiceReceipt => ({
  ...receipt,
  targets: receipt.targets.map((target, at) => (at === index ? { ...target, state } : target)),
});

export const withUpload = (receipt: VoiceReceipt, upload: UploadState): VoiceReceipt => ({
  ...receipt,
  job: { ...receipt.job, upload },
});

/** A note for people who open the file. */
function note(receipt: VoiceReceipt): string {
  if (isFinished(receipt)) return 'Nothing is left to do for this job.';
  return receipt.job.upload.kind === 'done'
    ? 'The recording is uploaded. Run the same command again, or lexform service voice download with this file, ' +
        'to get the results.'
    : 'It is unknown whether the upload was completed. Its signed address is not stored, so if this run ends ' +
        'before, only a new job can continue.';
}

/** The text of the file. The same receipt always gives the same bytes. */
export const receiptText = (receipt: VoiceReceipt): string =>
  `${JSON.stringify(withDigest({ formatVersion: 1, note: note(receipt), ...receipt }), null, 2)}\n`;

/** Reads a receipt. Throws `UsageError` with the file and the field if this version cannot read it. */
export function parseReceipt(content: string, file: string): VoiceReceipt {
  try {
    const { formatVersion: _, ...receipt } = d.parseJson(content, d.digested(receiptDocument));
    return receipt;
  } catch (cause) {
    if (!(cause instanceof d.DecodeError)) throw cause;
    throw new UsageError(`${file} is not a receipt of a voice job: ${cause.message}`, { cause });
  }
}

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
