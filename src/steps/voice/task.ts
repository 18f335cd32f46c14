import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { UploadSource } from '../../client/assets/upload-feed.ts';
import type { VoiceCalls } from '../../client/calls/voice-calls.ts';
import type { ClientPorts } from '../../client/transport/ports.ts';
import { VOICE_DOWNLOAD_WINDOW_MINUTES, VOICE_UPLOAD_WINDOW_MINUTES } from '../../contract/limits.ts';
import type { FilePorts } from '../../files/ports.ts';
import type { VoiceTarget } from '../../model/account/voice-job.ts';
import { UsageError } from '../../model/errors.ts';
import { receiptText, type VoiceEvent, type VoiceReceipt } from './report.ts';

/** Paths are absolute. Errors of the system are not changed. */
export type VoiceFiles = Pick<FilePorts, 'size' | 'readFile' | 'readStream' | 'openWriter'>;

/** The outside operations that a voice job needs. */
export interface VoicePorts extends Pick<ClientPorts, 'now' | 'sleep'> {
  readonly voice: VoiceCalls;
  readonly files: VoiceFiles;
  /** Aborted by Ctrl-C: ends an upload. A download continues, because the service may refuse a second one. */
  readonly interrupted: AbortSignal;
  readonly onEvent: (event: VoiceEvent) => void;
}

/** The audio types that the service accepts, by their usual file name extensions. Source: public facts F38. */
const BY_ENDING: ReadonlyMap<string, string> = new Map([
  ['mp3', 'audio/mpeg'],
  ['mpga', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['wave', 'audio/wav'],
  ['ogg', 'audio/ogg'],
  ['oga', 'audio/ogg'],
  ['opus', 'audio/ogg'],
  ['flac', 'audio/flac'],
  ['m4a', 'audio/mp4'],
  ['mp4', 'audio/mp4'],
  ['webm', 'audio/webm'],
  ['weba', 'audio/webm'],
]);

/** A type with optional parameters. Such a text cannot break a header. */
const TYPE = /^[a-z]+\/[a-z0-9.+-]+(?:;[\x20-\x7e]+)?$/i;

/**
 * The audio type of a recording: the given one, otherwise by its file name extension. Throws `UsageError` if both are
 * missing or unknown.
 */
export function sourceType(fileName: string, contentType: string | undefined): string {
  if (contentType !== undefined) {
    if (TYPE.test(contentType)) return contentType;
    throw new UsageError(`--content-type ${JSON.stringify(contentType)} is not a media type such as audio/mpeg`);
  }
  const found = BY_ENDING.get(/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '');
  if (found !== undefined) return found;
  throw new UsageError(
    `the name of ${JSON.stringify(fileName)} has an unknown media type; set it with --content-type, one of ` +
      [...new Set(BY_ENDING.values())].join(', '),
  );
}

/** A file to translate. */
export interface Recording {
  readonly path: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  /** `sha256:<hex>` of its content. */
  readonly digest: string;
}

/** Reads a file once, in pieces. */
export async function fileDigest(path: string, files: Pick<VoiceFiles, 'readStream'>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of files.readStream(path)) hash.update(chunk);
  return `sha256:${hash.digest('hex')}`;
}

/** Reads a file once. Throws `UsageError` if it is missing or empty, or if its type is unknown. */
export async function readRecording(
  path: string,
  contentType: string | undefined,
  files: VoiceFiles,
): Promise<Recording> {
  const name = basename(path);
  const bytes = await files.size(path);
  if (bytes === undefined) throw new UsageError(`there is no file ${path}`);
  if (bytes === 0) throw new UsageError(`the file ${path} is empty`);
  return { path, name, contentType: sourceType(name, contentType), bytes, digest: await fileDigest(path, files) };
}

/**
 * The content of the recording for the upload. The last piece is only returned if the content is unchanged since
 * `readRecording`: a changed file is not uploaded, because the receipt would describe the old one.
 */
export function recordingSource({ path, name, bytes, digest }: Recording, files: VoiceFiles): UploadSource {
  return {
    lengthBytes: bytes,
    async *open() {
      const hash = createHash('sha256');
      let pending: Uint8Array | undefined;
      for await (const chunk of files.readStream(path)) {
        if (pending !== undefined) yield pending;
        hash.update(chunk);
        pending = chunk;
      }
      if (`sha256:${hash.digest('hex')}` !== digest)
        throw new UsageError(`the file ${name} was changed while it was uploaded; rerun the same command`);
      if (pending !== undefined) yield pending;
    },
  };
}

/** The request, which applies to every recording. */
export interface Wish {
  readonly target: VoiceReceipt['target'];
  readonly sourceLanguage?: string;
  readonly targets: readonly VoiceTarget[];
  /** Absolute. Absent: next to each recording. */
  readonly folder?: string;
  /** True: existing output files are replaced, and a job that does not exist any more is created again. */
  readonly force: boolean;
  readonly signedUrl: boolean;
  /** Maximum number of milliseconds to wait until the account has room for the job. Absent: no wait. */
  readonly roomWaitMs?: number;
}

/** One job to create or to continue. Its targets are those of the receipt if there is one. */
export interface VoiceTask extends Omit<Wish, 'folder'> {
  /** The name of the job in messages. */
  readonly name: string;
  /** Absent for a job whose results are only downloaded: then nothing is uploaded. */
  readonly recording?: Recording;
  /** Absolute, one for each target. */
  readonly outputs: readonly string[];
  readonly receiptPath: string;
  /** The receipt to continue with. */
  readonly receipt?: VoiceReceipt;
  /** True: the receipt of a discarded job may be overwritten. */
  readonly replacesReceipt: boolean;
}

/** A running task. `receipt` returns the last saved one. */
export interface VoiceRun {
  readonly task: VoiceTask;
  readonly ports: VoicePorts;
  readonly receipt: () => VoiceReceipt | undefined;
  /**
   * Replaces the whole receipt. Rejects with the error of the system. Returns false if the first receipt of a new job
   * finds another file at its path.
   */
  readonly save: (receipt: VoiceReceipt) => Promise<boolean>;
  readonly emit: (event: EventOf<VoiceEvent>) => void;
}

type EventOf<Event> = Event extends VoiceEvent ? Omit<Event, 'recording'> : never;

export function startRun(task: VoiceTask, ports: VoicePorts): VoiceRun {
  let saved = task.receipt;
  return {
    task,
    ports,
    receipt: () => saved,
    emit: (event) => ports.onEvent({ recording: task.name, ...event }),
    async save(receipt) {
      // The first receipt must not overwrite a file: another run may do the same at this moment.
      const replace = saved !== undefined || task.replacesReceipt;
      const writer = await ports.files.openWriter(task.receiptPath, { replace });
      try {
        await writer.write(new TextEncoder().encode(receiptText(receipt)));
      } catch (error) {
        await writer.discard();
        throw error;
      }
      if (!(await writer.commit())) return false;
      saved = receipt;
      return true;
    },
  };
}

/** The receipt of a run whose job was created. */
export function receiptOf(run: VoiceRun): VoiceReceipt {
  const receipt = run.receipt();
  if (receipt === undefined) throw new Error('a job without a receipt is followed');
  return receipt;
}

/** The current time, in the form of receipts. */
export const timeOf = ({ ports }: VoiceRun): string => ports.now().toISOString();

export const UPLOAD_WINDOW_MS = VOICE_UPLOAD_WINDOW_MINUTES * 60_000;
export const DOWNLOAD_WINDOW_MS = VOICE_DOWNLOAD_WINDOW_MINUTES * 60_000;

/** Milliseconds since a time in a receipt. */
export const msSince = (time: string, { ports }: VoiceRun): number => ports.now().getTime() - Date.parse(time);

/** Waits before the next attempt; returns immediately after an interruption. */
export async function pause({ ports: { sleep, interrupted } }: VoiceRun, milliseconds: number): Promise<void> {
  await sleep(milliseconds, interrupted).catch((error: unknown) => {
    if (!interrupted.aborted) throw error;
  });
}
