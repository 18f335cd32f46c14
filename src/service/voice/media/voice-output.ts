import { VOICE_DURATION_MAX_MINUTES } from '../../../contract/limits.ts';
import { type Bytes, utf8 } from './bytes.ts';
import { flacFile } from './flac.ts';
import { type MatroskaInput, matroskaFile } from './matroska.ts';
import { aacTrack, flacTrack, opusTrack, pcmTrack } from './matroska-tracks.ts';
import { aacTransportStream, opusTransportStream } from './mpeg-ts.ts';
import { oggFlacFile, oggOpusFile } from './ogg.ts';
import { alaw, s16le, ulaw } from './raw-samples.ts';
import { beeps, soundMs } from './tone.ts';
import { languageTag, subtitlesText, transcriptText } from './transcript.ts';

const DURATION_MAX_MS = VOICE_DURATION_MAX_MINUTES * 60_000;

export interface VoiceOutputInput {
  /** One of `VOICE_OUTPUT_TYPES`, to the letter. */
  readonly type: string;
  /** The target's. */
  readonly language: string;
  /** Absent when the job left it to the service. */
  readonly sourceLanguage: string | undefined;
  /** User text; it goes into transcripts and subtitles alone, cleaned. */
  readonly sourceName: string;
  /** Of the source; counts as 0 to 3 hours in whole milliseconds. */
  readonly durationMs: number;
}

type Writer = (input: VoiceOutputInput) => Bytes;

const description = ({ language }: VoiceOutputInput): string =>
  `Synthetic audio without speech (${languageTag(language)})`;

const comments = (input: VoiceOutputInput): readonly string[] => [
  `DESCRIPTION=${description(input)}`,
  `LANGUAGE=${languageTag(input.language)}`,
];

/** Samples of the sound in a file at a rate. */
const sampleCount = ({ durationMs }: VoiceOutputInput, rateHz: number): number => (soundMs(durationMs) * rateHz) / 1000;

const beepsOf = ({ durationMs }: VoiceOutputInput, rateHz: number): Int16Array => beeps(soundMs(durationMs), rateHz);

const matroska =
  (docType: MatroskaInput['docType'], makeTrack: (ms: number) => MatroskaInput['track']): Writer =>
  (input) => {
    const durationMs = soundMs(input.durationMs);
    return matroskaFile({
      docType,
      title: description(input),
      language: input.language,
      durationMs,
      track: makeTrack(durationMs),
    });
  };

const opusFile: Writer = (input) => oggOpusFile(sampleCount(input, 48_000), comments(input));

/**
 * Each type with what writes it. Where the type leaves a rate open it is 16 kHz; AAC and Opus are silent, everything
 * else beeps. A choice. Source of the types: the reference of voice jobs, target types.
 */
const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['text/plain', (input) => utf8(transcriptText(input))],
  ['application/x-subrip', (input) => utf8(subtitlesText(input))],
  ['audio/opus', opusFile],
  ['audio/flac', (input) => flacFile(beepsOf(input, 16_000), comments(input))],
  ['audio/pcm;encoding=s16le;rate=16000', (input) => s16le(beepsOf(input, 16_000))],
  ['audio/pcm;encoding=s16le;rate=24000', (input) => s16le(beepsOf(input, 24_000))],
  ['audio/pcm;encoding=ulaw;rate=8000', (input) => ulaw(beepsOf(input, 8000))],
  ['audio/pcm;encoding=alaw;rate=8000', (input) => alaw(beepsOf(input, 8000))],
  ['audio/x-matroska;codecs=aac', matroska('matroska', aacTrack)],
  ['audio/x-matroska;codecs=flac', matroska('matroska', flacTrack)],
  ['audio/x-matroska;codecs=opus', matroska('matroska', opusTrack)],
  ['audio/x-matroska;codecs=pcm_s16le;rate=16000', matroska('matroska', (ms) => pcmTrack(ms, 16_000))],
  ['audio/x-matroska;codecs=pcm_s16le;rate=24000', matroska('matroska', (ms) => pcmTrack(ms, 24_000))],
  ['video/mp2t;codecs=aac', (input) => aacTransportStream(sampleCount(input, 16_000))],
  ['video/mp2t;codecs=opus', (input) => opusTransportStream(sampleCount(input, 48_000))],
  ['audio/ogg;codecs=flac', (input) => oggFlacFile(beepsOf(input, 16_000), comments(input))],
  ['audio/ogg;codecs=opus', opusFile],
  ['audio/webm;codecs=opus', matroska('webm', opusTrack)],
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
  return write({ ...input, durationMs });
}
