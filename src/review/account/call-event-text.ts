import type { CallEvent, EndedCall } from '../../model/call-event.ts';
import { durationText } from '../../model/duration-text.ts';
import { statusName } from '../../model/errors.ts';
import { visible } from '../format/escape.ts';
import { counted, groupedDigits } from '../format/text.ts';

/** Shorter waits are shown without a number. */
const TOLD_MS = 1000;

/**
 * One line for a call that is repeated or delayed: `waiting 12 s: api.example.com answered 429 (too many requests),
 * retry 2 of 4`. `calls`: number of calls that wait for the same reason; the wait of the event is the longest one.
 */
export function callEventText(event: CallEvent, calls = 1): string {
  const host = visible(event.host);
  if (event.kind === 'paced') {
    const { perSecond } = event;
    const rate = perSecond < 0.5 ? 'less than one call' : `about ${counted(Math.round(perSecond), 'call')}`;
    return `calls wait for their turn: ${host} takes ${rate} a second\n`;
  }
  if (event.kind === 'not-ready')
    return (
      `waiting for at most ${durationText(event.mostMs)}: ${host} is still preparing the glossary ` +
      `"${visible(event.name)}"\n`
    );
  const { reason, waitMs, retry, retries } = event;
  const what =
    reason.kind === 'status'
      ? `${host} answered ${reason.status} (${statusName(reason.status)})`
      : `no answer from ${host} (${visible(reason.what)})`;
  const isLong = waitMs >= TOLD_MS;
  const wait =
    calls > 1
      ? `${groupedDigits(calls)} calls${isLong ? ` wait ${durationText(waitMs)}` : ''}: `
      : isLong
        ? `waiting ${durationText(waitMs)}: `
        : '';
  return `${wait}${what}, retry ${retry} of ${retries}\n`;
}

/** One line for an attempt of a call: `GET /v3/glossaries 200, 12 ms, 345 bytes, attempt 1`. */
export function endedCallText({ method, path, status, milliseconds, bytes, attempt }: EndedCall): string {
  const size = bytes === undefined ? [] : [counted(bytes, 'byte')];
  const parts = [`${Math.round(milliseconds)} ms`, ...size, `attempt ${attempt}`];
  return `${method} ${visible(path)} ${status ?? 'no answer'}, ${parts.join(', ')}\n`;
}
