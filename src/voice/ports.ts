import type { VoiceCalls } from '../client/calls/voice-calls.ts';
import type { VoiceEvent } from './report.ts';

/** A file that is written beside its place, and seen there when it is whole. */
interface Writer {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** False when something stands there that was not to be replaced. */
  readonly commit: () => Promise<boolean>;
  readonly discard: () => Promise<void>;
}

/** Paths are absolute. Errors of the system come through as they are. */
export interface VoiceFiles {
  /** Bytes; `undefined` when there is no file. */
  readonly size: (path: string) => Promise<number | undefined>;
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  readonly readStream: (path: string) => AsyncIterable<Uint8Array>;
  readonly openWriter: (path: string, options: { readonly replace: boolean }) => Promise<Writer>;
}

/** All that a voice job takes from the world. */
export interface VoicePorts {
  readonly voice: VoiceCalls;
  readonly files: VoiceFiles;
  readonly now: () => Date;
  /** Resolves after that many milliseconds, or rejects when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Aborted by Ctrl-C: an upload is broken off, a download, which might not be given again, goes on to its end. */
  readonly interrupted: AbortSignal;
  readonly onEvent: (event: VoiceEvent) => void;
}
