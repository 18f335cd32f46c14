import type { CallEvent } from '../model/call-event.ts';
import { callEventText } from '../review/account/call-event-text.ts';
import type { TerminalPorts } from './ports.ts';

const CLEAR_LINE = '\r\u001b[2K';

/**
 * Shows on standard error that a call is repeated or waits. It replaces a line of progress, which the next event draws
 * again.
 */
export const showCallEvent = (event: CallEvent, { err, live }: Pick<TerminalPorts, 'err' | 'live'>): void =>
  err(`${live ? CLEAR_LINE : ''}${callEventText(event)}`);
