import { byKind } from '../../model/by-kind.ts';
import { durationText } from '../../model/duration-text.ts';
import type { VoiceEvent } from '../../steps/voice/report.ts';
import { barText } from '../format/bars.ts';
import { fitted } from '../format/columns.ts';
import { visible } from '../format/escape.ts';

/** `812 bytes`, `1.2 kB`, `34.5 MB`: in powers of 1,000, with one decimal. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${(Math.floor(size * 10) / 10).toFixed(1)} ${unit}`;
}

/** One plain line for an important event, for output that cannot be overwritten; empty for other events. */
export function voiceEventText(event: VoiceEvent): string {
  const text = byKind(event, {
    'no-room': ({ mostMs }) =>
      `waiting for at most ${durationText(mostMs)}: the account has as many jobs as it may have`,
    created: ({ jobId }) => `created job ${visible(jobId)}, uploading`,
    continued: ({ jobId }) => `going on with job ${visible(jobId)}`,
    uploaded: ({ bytes }) => `uploaded ${bytesText(bytes)}, waiting for the results`,
    fetched: ({ file, bytes }) => `fetched ${visible(file)}, ${bytesText(bytes)}`,
    trouble: ({ error }) => `${visible(error.message)}; trying again`,
    uploading: () => '',
    waiting: () => '',
    fetching: () => '',
    ended: () => '',
  });
  return text === '' ? '' : `${visible(event.recording)}: ${text}\n`;
}

const BAR_WIDTH = 20;

function doneText(bytes: number, totalBytes: number | undefined): string {
  if (totalBytes === undefined) return bytesText(bytes);
  const bar = barText(bytes, totalBytes, { width: BAR_WIDTH, fine: true }).padEnd(BAR_WIDTH);
  const percent = totalBytes === 0 ? 100 : Math.floor((bytes * 100) / totalBytes);
  return `${bar} ${String(percent).padStart(3)}% of ${bytesText(totalBytes)}`;
}

const eventWords = (event: VoiceEvent): string =>
  byKind(event, {
    'no-room': () => 'waiting for room in the account',
    created: () => 'created the job',
    continued: () => 'going on',
    uploading: ({ bytes, totalBytes }) => `uploading ${doneText(bytes, totalBytes)}`,
    uploaded: () => 'uploaded',
    waiting: ({ settled, count }) => `waiting, ${settled} of ${count} ready`,
    fetching: ({ file, bytes, totalBytes }) => `${visible(file)} ${doneText(bytes, totalBytes)}`,
    fetched: ({ file }) => `fetched ${visible(file)}`,
    trouble: () => 'trying again',
    ended: () => 'done',
  });

/** One line for a terminal, not wider than it: the last event of each recording. No line end. */
export function voiceProgressLine(last: readonly VoiceEvent[], width: number): string {
  const running = last.filter(({ kind }) => kind !== 'ended');
  return fitted(running.map((event) => `${visible(event.recording)}: ${eventWords(event)}`).join(' | '), width);
}
