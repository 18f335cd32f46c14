import type { CallEvent } from '../model/call-event.ts';
import { callEventText } from '../review/account/call-event-text.ts';
import type { TerminalPorts } from './ports.ts';

const CLEAR_LINE = '\r\u001b[2K';

/**
 * Tells on standard error that a call is sent again or waited for. A line of progress that stands there gives way, and
 * is drawn again with the next thing that happens.
 */
export const showCallEvent = (event: CallEvent, { err, live }: Pick<TerminalPorts, 'err' | 'live'>): void =>
  err(`${live ? CLEAR_LINE : ''}${callEventText(event)}`);
