import { VOICE_DOWNLOAD_WINDOW_MINUTES, VOICE_UPLOAD_WINDOW_MINUTES } from '../../contract/limits.ts';
import type { VoiceTarget } from '../../model/account/voice-job.ts';
import type { VoicePorts } from './ports.ts';
import { receiptText, type VoiceReceipt } from './receipt.ts';
import type { Recording } from './recording.ts';
import type { VoiceEvent } from './report.ts';

/** What is asked for, of every recording. */
export interface Wish {
  readonly target: VoiceReceipt['target'];
  readonly sourceLanguage?: string;
  readonly targets: readonly VoiceTarget[];
  /** Absolute; absent: beside each recording. */
  readonly folder?: string;
  /** Files in the place of outputs are replaced, and a job that is gone is created again. */
  readonly force: boolean;
  readonly signedUrl: boolean;
  /** Most milliseconds that the job waits until the account has room for it. Absent: not at all. */
  readonly roomWaitMs?: number;
}

/** One job that is to be created, or to be gone on with. Its targets are those of the receipt where there is one. */
export interface VoiceTask extends Omit<Wish, 'folder'> {
  /** How the job is called in what is said of it. */
  readonly name: string;
  /** Absent for a job whose results are all that is wanted: then nothing is ever uploaded. */
  readonly recording?: Recording;
  /** Absolute, one for each target. */
  readonly outputs: readonly string[];
  readonly receiptPath: string;
  /** What to go on with. */
  readonly receipt?: VoiceReceipt;
  /** True when a file may stand in the place of the receipt, of a job that is given up. */
  readonly replacesReceipt: boolean;
}

/** A task that runs. `receipt` is what was saved last. */
export interface VoiceRun {
  readonly task: VoiceTask;
  readonly ports: VoicePorts;
  readonly receipt: () => VoiceReceipt | undefined;
  /**
   * Writes the receipt as a whole. Rejects with the error of the system; false when the first one of a new job finds
   * its place taken.
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
      // The first one takes its place only when it is free: another run may do the same at this moment.
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

/** The receipt of a run whose job is created. */
export function receiptOf(run: VoiceRun): VoiceReceipt {
  const receipt = run.receipt();
  if (receipt === undefined) throw new Error('a job without a receipt is followed');
  return receipt;
}

/** The moment, as receipts have it. */
export const timeOf = ({ ports }: VoiceRun): string => ports.now().toISOString();

export const UPLOAD_WINDOW_MS = VOICE_UPLOAD_WINDOW_MINUTES * 60_000;
export const DOWNLOAD_WINDOW_MS = VOICE_DOWNLOAD_WINDOW_MINUTES * 60_000;

/** Milliseconds since a time of a receipt. */
export const msSince = (time: string, { ports }: VoiceRun): number => ports.now().getTime() - Date.parse(time);

/** Waits before the next try; not at all when it is interrupted. */
export async function pause({ ports: { sleep, interrupted } }: VoiceRun, milliseconds: number): Promise<void> {
  await sleep(milliseconds, interrupted).catch((error: unknown) => {
    if (!interrupted.aborted) throw error;
  });
}
