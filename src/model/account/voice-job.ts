import type { Branded } from '../ids.ts';
import type { Secret } from '../secret.ts';

/** Assigned by the service to one voice translate job (a UUID). */
export type VoiceJobId = Branded<'VoiceJobId'>;

export const voiceJobId = (id: string): VoiceJobId => id as VoiceJobId;

/** The recording to translate. */
export interface VoiceSourceFile {
  /** For people: what the file is called, never a path on this machine. */
  readonly name: string;
  /** The audio type that the service uses, such as `audio/mpeg`. The type that an upload announces does not count. */
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
   * May be on another host than the service. Present with its signature, unless the service only gives a signed
   * address.
   */
  readonly uploadUrl?: string;
  /** Opens the upload and nothing else. */
  readonly uploadSignature?: Secret;
  /** Anyone who has this address may upload. Only on request. */
  readonly signedUploadUrl?: Secret;
}

/** Source: description, "Voice translate result"; public facts F35 for the first two. */
const STATUSES = ['pending', 'uploaded', 'processing', 'complete', 'downloaded', 'failed'] as const;

/** `other`: a word that is not known here; `VoiceResult.statusWord` has it. */
export type VoiceStatus = (typeof STATUSES)[number] | 'other';

export const voiceStatusOf = (word: string): VoiceStatus => STATUSES.find((status) => status === word) ?? 'other';

/** The result of one target. */
export interface VoiceResult {
  readonly status: VoiceStatus;
  /** The status in the word of the service: text of the service, to be shown as such. */
  readonly statusWord: string;
  /** Where the translated file is, from `complete` on. May be on another host than the service. */
  readonly downloadUrl?: string;
  /** Opens the download of this result, and of no other. */
  readonly signature?: Secret;
  /** Anyone who has this address may download. Only on request. */
  readonly signedDownloadUrl?: Secret;
  /** Why it failed, in the words of the service. */
  readonly errorMessage?: string;
}

/** The description knows no state of the whole job: it is what its results are. */
export interface VoiceJob {
  readonly jobId: VoiceJobId;
  /** ISO 8601, as written by the service. Absent if the service does not give it. */
  readonly createdAt?: string;
  readonly sourceFile: VoiceSourceFile;
  readonly sourceLanguage?: string;
  readonly targets: readonly VoiceTarget[];
  /** As many as targets: the i-th is the outcome of the i-th target. */
  readonly results: readonly VoiceResult[];
}

/**
 * True if the service will not change this result. An unknown status is not settled, so a caller that waits needs a
 * limit.
 */
export const isSettled = ({ status }: VoiceResult): boolean =>
  status === 'complete' || status === 'downloaded' || status === 'failed';
