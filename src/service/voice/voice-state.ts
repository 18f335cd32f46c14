import { createHmac, timingSafeEqual } from 'node:crypto';
import { VOICE_DOWNLOAD_WINDOW_MINUTES, VOICE_UPLOAD_WINDOW_MINUTES } from '../../contract/limits.ts';
import type { WireVoiceStatus } from '../../contract/wire-voice.ts';
import type { StoredJob } from '../store/store.ts';

const MINUTE_MS = 60_000;

const msSince = (time: string, now: Date): number => now.getTime() - Date.parse(time);

/**
 * True if a job has expired: its source did not arrive in time, or its results can no longer be downloaded. Then it
 * answers 404, like a job that never existed. Windows: description, "Authentication" 5; effect: public facts F36. A job
 * whose results are all downloaded can be read until then: a choice, because otherwise the state `downloaded` would
 * never be visible.
 */
export function isGone({ creationTime, upload }: StoredJob, now: Date): boolean {
  return upload === undefined
    ? msSince(creationTime, now) > VOICE_UPLOAD_WINDOW_MINUTES * MINUTE_MS
    : msSince(upload.time, now) > VOICE_DOWNLOAD_WINDOW_MINUTES * MINUTE_MS;
}

/**
 * All targets are done by half of the download window, whatever their number, so that there is time to download them. A
 * choice.
 */
const LAST_DONE_MS = (VOICE_DOWNLOAD_WINDOW_MINUTES * MINUTE_MS) / 2;

/** Milliseconds from the upload until the target at a place is done. Targets are made one after the other. */
const doneMs = (index: number, voiceMs: number): number => Math.min(voiceMs * (index + 1), LAST_DONE_MS);

/** Milliseconds from the upload until its targets are `processing`. */
const startedMs = (voiceMs: number): number => Math.min(voiceMs, LAST_DONE_MS) / 10;

/**
 * The state of one target. Source: table "Voice translate result"; before `processing`: public facts F35. Nothing runs:
 * the time since the upload decides.
 */
export function targetStatus(job: StoredJob, index: number, now: Date, voiceMs: number): WireVoiceStatus {
  const target = job.targets[index];
  if (job.upload === undefined || target === undefined) return 'pending';
  if (target.downloadedTime !== undefined) return 'downloaded';
  const elapsed = msSince(job.upload.time, now);
  if (elapsed >= doneMs(index, voiceMs)) return target.failure === undefined ? 'complete' : 'failed';
  return elapsed < startedMs(voiceMs) ? 'uploaded' : 'processing';
}

/** The time of the last thing that happened to a job. */
export function updatedTime({ creationTime, upload, targets }: StoredJob, now: Date, voiceMs: number): string {
  if (upload === undefined) return creationTime;
  const uploaded = Date.parse(upload.time);
  let last = uploaded;
  const happened = (time: number): void => {
    if (time <= now.getTime()) last = Math.max(last, time);
  };
  happened(uploaded + startedMs(voiceMs));
  for (const [index, { downloadedTime }] of targets.entries()) {
    happened(uploaded + doneMs(index, voiceMs));
    if (downloadedTime !== undefined) happened(Date.parse(downloadedTime));
  }
  return new Date(last).toISOString();
}

/**
 * The purpose of a signature: the upload or one result, by header or in a URL. A signature is valid for its purpose
 * only.
 */
export type Purpose = 'upload' | 'upload-url' | `download-${number}` | `download-url-${number}`;

export const signatureFor = ({ secret }: StoredJob, purpose: Purpose): string =>
  createHmac('sha256', secret).update(purpose).digest('hex');

export function isSignature(job: StoredJob, purpose: Purpose, text: string): boolean {
  const expected = Buffer.from(signatureFor(job, purpose));
  const sent = Buffer.from(text);
  return sent.byteLength === expected.byteLength && timingSafeEqual(sent, expected);
}
