import { VOICE_DURATION_MAX_MINUTES } from '../../../contract/limits.ts';
import RECORDINGS from './recordings.json' with { type: 'json' };
import { subtitlesText, type TranscriptInput, transcriptText } from './transcript.ts';

/** Fixed storage, so that a `Response` takes it as a body. */
type Bytes = Uint8Array<ArrayBuffer>;

const DURATION_MAX_MS = VOICE_DURATION_MAX_MINUTES * 60_000;

/** The name is written only to transcripts and subtitles, cleaned. A duration counts as 0 to 3 hours. */
export interface VoiceOutputInput extends TranscriptInput {
  /** One of `VOICE_OUTPUT_TYPES`, to the letter. */
  readonly type: string;
}

const TEXTS: ReadonlyMap<string, (input: TranscriptInput) => string> = new Map([
  ['text/plain', transcriptText],
  ['application/x-subrip', subtitlesText],
]);

/**
 * A short file of each type, which is the answer for every source: 50 milliseconds of a tone of 440 Hz, or of silence
 * where the codec is AAC or Opus. Mono; 16 kHz where the type names no rate. A choice. The service names Opus in Ogg in
 * two ways. Source of the types: the reference of voice jobs, target types.
 */
const SOUNDS: ReadonlyMap<string, Bytes> = new Map(
  Object.entries({ 'audio/opus': RECORDINGS['audio/ogg;codecs=opus'], ...RECORDINGS }).map(([type, base64]) => [
    type,
    new Uint8Array(Buffer.from(base64, 'base64')),
  ]),
);

/** The types that a voice target can have, 18 of them. */
export const VOICE_OUTPUT_TYPES: readonly string[] = [...TEXTS.keys(), ...SOUNDS.keys()];

/**
 * The file that a finished voice target returns: well-formed, the same for the same input, and clearly not a
 * translation. Throws a `RangeError` for a type that is not one of `VOICE_OUTPUT_TYPES`: a fault of the caller.
 */
export function voiceOutput(input: VoiceOutputInput): Bytes {
  const sound = SOUNDS.get(input.type);
  if (sound !== undefined) return sound;
  const text = TEXTS.get(input.type);
  if (text === undefined) throw new RangeError(`no voice output of the type ${JSON.stringify(input.type)}`);
  const durationMs = Math.min(DURATION_MAX_MS, Math.max(0, Math.round(input.durationMs) || 0));
  return new TextEncoder().encode(text({ ...input, durationMs }));
}
