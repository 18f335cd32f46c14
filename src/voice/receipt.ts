import type { VoiceJobId, VoiceTarget } from '../model/account/voice-job.ts';

/** Times are ISO 8601 by the clock of this machine. */
export type UploadState =
  | { readonly kind: 'not-begun' }
  | { readonly kind: 'begun'; readonly time: string }
  | { readonly kind: 'done'; readonly time: string };

/** What became of one target, as far as this machine knows. Paths are relative to the folder of the receipt. */
export type TargetState =
  | { readonly kind: 'waiting' }
  /**
   * A download has begun: the service may count the result as downloaded. `replaces`: digest of a file that stood there
   * before.
   */
  | { readonly kind: 'fetching'; readonly file: string; readonly time: string; readonly replaces?: string }
  | {
      readonly kind: 'here';
      readonly file: string;
      readonly bytes: number;
      readonly digest: string;
      readonly time: string;
    }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'lost'; readonly why: LossReason; readonly time: string };

/**
 * `taken`: the service says that it was downloaded, and no file is here. `over`: the job is gone. `removed`: it was
 * fetched, and its file is no longer where it was put.
 */
export type LossReason = 'taken' | 'over' | 'removed';

export interface ReceiptTarget extends VoiceTarget {
  readonly state: TargetState;
}

/**
 * What this machine knows of one voice job: enough to go on where a run stopped. No signature is in it, since whoever
 * reads a signature can use it: those of the results are read again from the job, and the one for the upload cannot be.
 */
export interface VoiceReceipt {
  readonly target: { readonly name: string; readonly address: string };
  readonly source: {
    readonly name: string;
    readonly contentType: string;
    readonly bytes: number;
    /** `sha256:<hex>`; absent for a job that was made elsewhere. */
    readonly digest?: string;
  };
  readonly sourceLanguage?: string;
  readonly job: {
    readonly id: VoiceJobId;
    /** When the service had answered. */
    readonly createdTime: string;
    readonly upload: UploadState;
  };
  readonly targets: readonly ReceiptTarget[];
}

/** True when nothing more can become of a target. */
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

/** What a person who opens the file should know. */
function note(receipt: VoiceReceipt): string {
  if (isFinished(receipt)) return 'Nothing is left to do for this job.';
  switch (receipt.job.upload.kind) {
    case 'not-begun':
    case 'begun':
      return (
        'The upload is not known to be done. What opens it is not kept, so a run that ends before can only ' +
        'be followed by a new job.'
      );
    case 'done':
      return (
        'The recording is uploaded. Run the same command again, or lexform voice download with this file, ' +
        'to get the results.'
      );
    default:
      return receipt.job.upload satisfies never;
  }
}

/** The file, byte for byte the same for the same receipt. */
export function receiptText(receipt: VoiceReceipt): string {
  const { target, source, sourceLanguage, job, targets } = receipt;
  const document = {
    formatVersion: 1,
    note: note(receipt),
    target: { name: target.name, address: target.address },
    source: {
      name: source.name,
      contentType: source.contentType,
      bytes: source.bytes,
      ...(source.digest !== undefined && { digest: source.digest }),
    },
    ...(sourceLanguage !== undefined && { sourceLanguage }),
    job,
    targets: targets.map(({ language, type, state }) => ({ language, type, state })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
