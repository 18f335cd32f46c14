import { VOICE_POLL_MS } from '../../contract/limits.ts';
import type { CreatedVoiceJob, VoiceJobRequest } from '../../model/account/voice-job.ts';
import { durationSetting, durationText } from '../../model/duration-text.ts';
import { ServiceError } from '../../model/errors.ts';
import { msSince, pause, timeOf, type VoiceRun } from './task.ts';

/**
 * An account may have ten jobs at once, two of them large, and the service says 429 to one more (public facts F37,
 * F40).
 */
const isFull = (error: unknown): error is ServiceError => error instanceof ServiceError && error.refusal.status === 429;

/** The refusal, with how long was waited and how to wait longer. */
function stillFull({ refusal }: ServiceError, waitedMs: number, roomWaitMs: number): ServiceError {
  const waited = waitedMs === 0 ? '' : `; waited ${durationText(waitedMs)}`;
  const longer = durationSetting(Math.max(roomWaitMs * 2, 15 * 60_000));
  const hint =
    `the account has no room for another job until one of its jobs is done${waited}; try again later, ` +
    `or wait longer with --wait-for-room ${longer}`;
  return new ServiceError({ ...refusal, hint });
}

/**
 * Creates a job, and waits for room where the account has none. `undefined` when it is interrupted meanwhile. Throws as
 * `VoiceCalls.create` does.
 */
export async function createJob(request: VoiceJobRequest, run: VoiceRun): Promise<CreatedVoiceJob | undefined> {
  const { task, ports, emit } = run;
  const { signedUrl, roomWaitMs = 0 } = task;
  const since = timeOf(run);
  for (let told = false; ; told = true) {
    try {
      return await ports.voice.create(request, { signedUrl });
    } catch (error) {
      if (!isFull(error)) throw error;
      const waitedMs = msSince(since, run);
      const waitMs = Math.max(VOICE_POLL_MS, error.refusal.retryAfterMs ?? 0);
      if (waitedMs + waitMs > roomWaitMs) throw stillFull(error, waitedMs, roomWaitMs);
      if (!told) emit({ kind: 'no-room', mostMs: roomWaitMs });
      await pause(run, waitMs);
      if (ports.interrupted.aborted) return undefined;
    }
  }
}
