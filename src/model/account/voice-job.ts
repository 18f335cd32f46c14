import type { Branded } from '../ids.ts';
import type { Secret } from '../secret.ts';

/** Assigned by the service to one voice translate job (a UUID). */
export type VoiceJobId = Branded<'VoiceJobId'>;

export const voiceJobId = (id: string): VoiceJobId => id as VoiceJobId;

/** The recording that is to be translated. */
export interface VoiceSourceFile {
  /** For people: what the file is called, never a path on this machine. */
  readonly name: string;
  /**
   * The audio type by which the service reads it, `audio/mpeg` for one; what an upload says of itself does not count.
   */
  readonly contentType: string;
  /** Bytes, from 1. An upload must have exactly as many. */
  readonly contentLength: number;
}

/**
 * One output: a transcript (`text/plain`), subtitles (`application/x-subrip`) or speech (`audio/…`) in one language.
 */
export interface VoiceTarget {
  readonly language: string;
  readonly type: string;
}

export interface VoiceJobRequest {
  readonly sourceFile: VoiceSourceFile;
  /** Recognised by the service when left out. */
  readonly sourceLanguage?: string;
  /** At least one. */
  readonly targets: readonly VoiceTarget[];
}

/** A job that was made just now and waits for its recording: 5 minutes, then it is too late. */
export interface CreatedVoiceJob {
  readonly jobId: VoiceJobId;
  /**
   * May be on another host than the service. It and its signature are there unless the service gives a signed address
   * alone.
   */
  readonly uploadUrl?: string;
  /** Opens the upload and nothing else. */
  readonly uploadSignature?: Secret;
  /** Whoever has this address may upload; only when it was asked for. */
  readonly signedUploadUrl?: Secret;
}

/** Source: description, "Voice translate result"; public facts F35 for the first two. */
const STATUSES = ['pending', 'uploaded', 'processing', 'complete', 'downloaded', 'failed'] as const;

/** `other`: a word that is not known here; `VoiceResult.statusWord` has it. */
export type VoiceStatus = (typeof STATUSES)[number] | 'other';

export const voiceStatusOf = (word: string): VoiceStatus => STATUSES.find((status) => status === word) ?? 'other';

/** What became of one target. */
export interface VoiceResult {
  readonly status: VoiceStatus;
  /** The status in the word of the service: text of the service, to be shown as such. */
  readonly statusWord: string;
  /** Where the translated file is, from `complete` on. May be on another host than the service. */
  readonly downloadUrl?: string;
  /** Opens the download of this result, and of no other. */
  readonly signature?: Secret;
  /** Whoever has this address may download; only when it was asked for. */
  readonly signedDownloadUrl?: Secret;
  /** Why it failed, in the words of the service. */
  readonly errorMessage?: string;
}

/** The description knows no state of the whole job: it is what its results are. */
export interface VoiceJob {
  readonly jobId: VoiceJobId;
  /** ISO 8601, as the service wrote it; only when the service says it. */
  readonly createdAt?: string;
  /** ISO 8601, as the service wrote it; only when the service says it. */
  readonly updatedAt?: string;
  /** Only when the service says it. */
  readonly storageUsedBytes?: number;
  readonly sourceFile: VoiceSourceFile;
  readonly sourceLanguage?: string;
  readonly targets: readonly VoiceTarget[];
  /** As many as targets: the i-th is the outcome of the i-th target. */
  readonly results: readonly VoiceResult[];
}

/**
 * True when the service does nothing more about this result. An unknown status is not settled: whoever waits needs an
 * end of his own.
 */
export const isSettled = ({ status }: VoiceResult): boolean =>
  status === 'complete' || status === 'downloaded' || status === 'failed';
