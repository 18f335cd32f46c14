import { VOICE_DOWNLOAD_WINDOW_MINUTES, VOICE_UPLOAD_WINDOW_MINUTES } from '../../contract/limits.ts';
import type { VoiceTarget } from '../../model/account/voice-job.ts';
import type { VoicePorts } from './ports.ts';
import { receiptText, type VoiceReceipt } from './receipt.ts';
import type { Recording } from './recording.ts';
import type { VoiceEvent } from './report.ts';

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
