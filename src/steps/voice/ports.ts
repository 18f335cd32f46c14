import type { VoiceCalls } from '../../client/calls/voice-calls.ts';
import type { ClientPorts } from '../../client/transport/ports.ts';
import type { FilePorts } from '../../files/ports.ts';
import type { VoiceEvent } from './report.ts';

/** Paths are absolute. Errors of the system come through as they are. */
export type VoiceFiles = Pick<FilePorts, 'size' | 'readFile' | 'readStream' | 'openWriter'>;

/** All that a voice job takes from the world. */
export interface VoicePorts extends Pick<ClientPorts, 'now' | 'sleep'> {
  readonly voice: VoiceCalls;
  readonly files: VoiceFiles;
  /** Aborted by Ctrl-C: an upload is broken off, a download, which might not be given again, goes on to its end. */
  readonly interrupted: AbortSignal;
  readonly onEvent: (event: VoiceEvent) => void;
}
