import { durationText } from '../../model/duration-text.ts';
import type { VoiceEvent } from '../../voice/report.ts';
import { columns, cutTo } from '../apply/progress-text.ts';
import { barText } from '../format/bars.ts';
import { visible } from '../format/escape.ts';

/** `812 bytes`, `1.2 kB`, `34.5 MB`: in thousands, one place behind the point. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${(Math.floor(size * 10) / 10).toFixed(1)} ${unit}`;
}

/** One plain line for what is worth one, where nothing can be written over; empty for the rest. */
export function voiceEventText(event: VoiceEvent): string {
  const name = visible(event.recording);
  switch (event.kind) {
    case 'no-room': {
      const most = durationText(event.mostMs);
      return `${name}: waiting for at most ${most}: the account has as many jobs as it may have\n`;
    }
    case 'made':
      return `${name}: made job ${visible(event.jobId)}, uploading\n`;
    case 'continued':
      return `${name}: going on with job ${visible(event.jobId)}\n`;
    case 'uploaded':
      return `${name}: uploaded ${bytesText(event.bytes)}, waiting for the results\n`;
    case 'fetched':
      return `${name}: fetched ${visible(event.file)}, ${bytesText(event.bytes)}\n`;
    case 'trouble':
      return `${name}: ${visible(event.error.message)}; trying again\n`;
    case 'uploading':
    case 'waiting':
    case 'fetching':
    case 'ended':
      return '';
    default:
      return event satisfies never;
  }
}

const BAR_WIDTH = 20;

function doneText(bytes: number, totalBytes: number | undefined): string {
  if (totalBytes === undefined) return bytesText(bytes);
  const bar = barText(bytes, totalBytes, { width: BAR_WIDTH, fine: true }).padEnd(BAR_WIDTH);
  const percent = totalBytes === 0 ? 100 : Math.floor((bytes * 100) / totalBytes);
  return `${bar} ${String(percent).padStart(3)}% of ${bytesText(totalBytes)}`;
}

function eventWords(event: VoiceEvent): string {
  switch (event.kind) {
    case 'no-room':
      return 'waiting for room in the account';
    case 'made':
      return 'made the job';
    case 'continued':
      return 'going on';
    case 'uploading':
      return `uploading ${doneText(event.bytes, event.totalBytes)}`;
    case 'uploaded':
      return 'uploaded';
    case 'waiting':
      return `waiting, ${event.settled} of ${event.count} ready`;
    case 'fetching':
      return `${visible(event.file)} ${doneText(event.bytes, event.totalBytes)}`;
    case 'fetched':
      return `fetched ${visible(event.file)}`;
    case 'trouble':
      return 'trying again';
    case 'ended':
      return 'done';
    default:
      return event satisfies never;
  }
}

/** One line of a terminal, no longer than it: what each recording is at, by its last event. No line end. */
export function voiceProgressLine(last: readonly VoiceEvent[], width: number): string {
  const running = last.filter(({ kind }) => kind !== 'ended');
  const line = running.map((event) => `${visible(event.recording)}: ${eventWords(event)}`).join(' | ');
  return columns(line) < width ? line : `${cutTo(line, Math.max(1, width - 2))}…`;
}
