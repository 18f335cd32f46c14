import { VOICE_DURATION_MAX_MINUTES } from '../../../contract/limits.ts';
import { type Bytes, utf8 } from './bytes.ts';
import { flacFile } from './flac.ts';
import { type MatroskaInput, matroskaFile } from './matroska.ts';
import { aacTransportStream, opusTransportStream } from './mpeg-ts.ts';
import { oggFlacFile, oggOpusFile } from './ogg.ts';
import { alaw, s16le, ulaw } from './raw-samples.ts';
import { aacSound, flacSound, opusSound, pcmSound, type Sound } from './sound.ts';
import { beeps, soundMs } from './tone.ts';
import { languageTag, subtitlesText, type TranscriptInput, transcriptText } from './transcript.ts';

const DURATION_MAX_MS = VOICE_DURATION_MAX_MINUTES * 60_000;

/** The name goes into transcripts and subtitles alone, cleaned. A duration counts as 0 to 3 hours. */
export interface VoiceOutputInput extends TranscriptInput {
  /** One of `VOICE_OUTPUT_TYPES`, to the letter. */
  readonly type: string;
}

/** `ms`: milliseconds of sound. */
type Writer = (input: VoiceOutputInput, ms: number) => Bytes;

const description = ({ language }: VoiceOutputInput): string =>
  `Synthetic audio without speech (${languageTag(language)})`;

const comments = (input: VoiceOutputInput): readonly string[] => [
  `DESCRIPTION=${description(input)}`,
  `LANGUAGE=${languageTag(input.language)}`,
];

const matroska =
  (docType: MatroskaInput['docType'], soundOf: (ms: number) => Sound): Writer =>
  (input, ms) =>
    matroskaFile({
      docType,
      title: description(input),
      language: input.language,
      durationMs: ms,
      sound: soundOf(ms),
    });

const opusFile: Writer = (input, ms) => oggOpusFile(ms, comments(input));

/**
 * Each type with what writes it. Where the type leaves a rate open it is 16 kHz; AAC and Opus are silent, everything
 * else beeps. A choice. Source of the types: the reference of voice jobs, target types.
 */
const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['text/plain', (input) => utf8(transcriptText(input))],
  ['application/x-subrip', (input) => utf8(subtitlesText(input))],
  ['audio/opus', opusFile],
  ['audio/flac', (input, ms) => flacFile(ms, comments(input))],
  ['audio/pcm;encoding=s16le;rate=16000', (_, ms) => s16le(beeps(ms, 16_000))],
  ['audio/pcm;encoding=s16le;rate=24000', (_, ms) => s16le(beeps(ms, 24_000))],
  ['audio/pcm;encoding=ulaw;rate=8000', (_, ms) => ulaw(beeps(ms, 8000))],
  ['audio/pcm;encoding=alaw;rate=8000', (_, ms) => alaw(beeps(ms, 8000))],
  ['audio/x-matroska;codecs=aac', matroska('matroska', aacSound)],
  ['audio/x-matroska;codecs=flac', matroska('matroska', flacSound)],
  ['audio/x-matroska;codecs=opus', matroska('matroska', opusSound)],
  ['audio/x-matroska;codecs=pcm_s16le;rate=16000', matroska('matroska', (ms) => pcmSound(ms, 16_000))],
  ['audio/x-matroska;codecs=pcm_s16le;rate=24000', matroska('matroska', (ms) => pcmSound(ms, 24_000))],
  ['video/mp2t;codecs=aac', (_, ms) => aacTransportStream(ms)],
  ['video/mp2t;codecs=opus', (_, ms) => opusTransportStream(ms)],
  ['audio/ogg;codecs=flac', (input, ms) => oggFlacFile(ms, comments(input))],
  ['audio/ogg;codecs=opus', opusFile],
  ['audio/webm;codecs=opus', matroska('webm', opusSound)],
]);

/** The types that a voice target can have, 18 of them. */
export const VOICE_OUTPUT_TYPES: readonly string[] = [...WRITERS.keys()];

/**
 * The file that a finished voice target gives out: well-formed, the same for the same input, and clearly not a
 * translation. At most 10 seconds of sound; see `tone.ts`. A type that is none of `VOICE_OUTPUT_TYPES` is the caller's
 * fault and throws a `RangeError`.
 */
export function voiceOutput(input: VoiceOutputInput): Bytes {
  const write = WRITERS.get(input.type);
  if (write === undefined) throw new RangeError(`no voice output of the type ${JSON.stringify(input.type)}`);
  const durationMs = Math.min(DURATION_MAX_MS, Math.max(0, Math.round(input.durationMs) || 0));
  return write({ ...input, durationMs }, soundMs(durationMs));
}
