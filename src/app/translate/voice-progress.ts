import { voiceEventText, voiceProgressLine } from '../../review/translate/voice-progress-text.ts';
import type { VoiceEvent } from '../../steps/voice/report.ts';
import type { TerminalPorts } from '../ports.ts';
import { CLEAR_LINE } from '../progress.ts';

/**
 * Minimum time in milliseconds between two updates about the same event: a fast connection delivers thousands of pieces
 * a second.
 */
const UPDATE_MS = 100;

/**
 * On a terminal, overwrites one line; elsewhere, prints a line for each event that has a text. Both go to standard
 * error.
 */
export function voiceProgress(
  terminal: Pick<TerminalPorts, 'err' | 'live' | 'width'>,
  now: () => Date,
): { readonly event: (event: VoiceEvent) => void; readonly end: () => void } {
  const last = new Map<string, VoiceEvent>();
  let shownAt = 0;
  let shownKind = '';
  return {
    event(event) {
      last.set(event.recording, event);
      if (!terminal.live) {
        const line = voiceEventText(event);
        if (line !== '') terminal.err(line);
        return;
      }
      const time = now().getTime();
      const kind = `${event.recording}:${event.kind}`;
      if (kind === shownKind && time - shownAt < UPDATE_MS) return;
      shownAt = time;
      shownKind = kind;
      terminal.err(`${CLEAR_LINE}${voiceProgressLine([...last.values()], terminal.width)}`);
    },
    end: () => {
      if (terminal.live && last.size > 0) terminal.err(CLEAR_LINE);
    },
  };
}
