import type { VoiceCalls } from '../../client/calls/voice-calls.ts';
import type { ClientPorts } from '../../client/transport/ports.ts';
import type { FilePorts } from '../../files/ports.ts';
import type { VoiceEvent } from './report.ts';

/** Paths are absolute. Errors of the system are not changed. */
export type VoiceFiles = Pick<FilePorts, 'size' | 'readFile' | 'readStream' | 'openWriter'>;

/** The outside operations that a voice job needs. */
export interface VoicePorts extends Pick<ClientPorts, 'now' | 'sleep'> {
  readonly voice: VoiceCalls;
  readonly files: VoiceFiles;
  /** Aborted by Ctrl-C: ends an upload. A download continues, because the service may refuse a second one. */
  readonly interrupted: AbortSignal;
  readonly onEvent: (event: VoiceEvent) => void;
}
