import { VOICE_DURATION_MAX_MINUTES } from '../../../contract/limits.ts';
import RECORDINGS from './recordings.json' with { type: 'json' };

/** About as long as a sentence takes to say. */
const SENTENCE_MS = 4000;
const NAME_MAX_CHARS = 120;

interface TranscriptInput {
  readonly language: string;
  /** Absent when the job left it to the service. */
  readonly sourceLanguage: string | undefined;
  /** User text. */
  readonly sourceName: string;
  /** Whole milliseconds; 0 counts as 1, since a subtitle cannot last no time. */
  readonly durationMs: number;
}

/** The characters that a language tag can have; 35 is enough for any. Source: RFC 5646, section 4.4.1. */
const languageTag = (text: string): string => text.replaceAll(/[^A-Za-z0-9-]/g, '').slice(0, 35) || 'und';

/**
 * A name that fits between quotes on one line of a subtitle: no control, format or bidi characters, no half of a
 * surrogate pair, and nothing that players read as an arrow, a tag or an escape. At most 120 code points.
 */
function printableName(name: string): string {
  const clean = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/[<>{}\\]/g, '_')
    .replaceAll('"', "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  const chars = [...clean];
  return chars.length === 0
    ? 'untitled'
    : chars.length > NAME_MAX_CHARS
      ? `${chars.slice(0, NAME_MAX_CHARS - 1).join('')}…`
      : clean;
}

const secondsText = (ms: number): string => `${(ms / 1000).toFixed(1)} seconds`;

interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** The whole duration in stretches of about 4 seconds, none empty. */
function stretches(durationMs: number): readonly Stretch[] {
  const wholeMs = Math.max(1, durationMs);
  const count = Math.max(1, Math.round(wholeMs / SENTENCE_MS));
  const edge = (index: number): number => Math.floor((index * wholeMs) / count);
  return Array.from({ length: count }, (_, index) => ({ startMs: edge(index), endMs: edge(index + 1) }));
}

/**
 * Plain text, one sentence per line; every line starts with the target language, so that no line starts with user text.
 */
function transcriptText({ language, sourceLanguage, sourceName, durationMs }: TranscriptInput): string {
  const tag = languageTag(language);
  const spoken = sourceLanguage === undefined ? 'not given' : languageTag(sourceLanguage);
  const sentences = stretches(durationMs).map(
    ({ startMs, endMs }, index, { length }) =>
      `Sentence ${index + 1} of ${length}, from ${secondsText(startMs)} to ${secondsText(endMs)}.`,
  );
  return [
    `Synthetic transcript of "${printableName(sourceName)}", ${secondsText(durationMs)}.`,
    `Source language: ${spoken}.`,
    ...sentences,
  ]
    .map((sentence) => `[${tag}] ${sentence}\n`)
    .join('');
}

const padded = (value: number, digits: number): string => String(Math.floor(value)).padStart(digits, '0');

const timecode = (ms: number): string =>
  `${padded(ms / 3_600_000, 2)}:${padded((ms / 60_000) % 60, 2)}:${padded((ms / 1000) % 60, 2)},` +
  padded(ms % 1000, 3);

/**
 * SubRip, with CR LF as its first players wrote it. The cues follow one another without a gap; the last ends with the
 * source.
 */
function subtitlesText({ language, sourceName, durationMs }: TranscriptInput): string {
  const tag = languageTag(language);
  const name = printableName(sourceName);
  return stretches(durationMs)
    .map(({ startMs, endMs }, index, { length }) =>
      [
        index + 1,
        `${timecode(startMs)} --> ${timecode(endMs)}`,
        `[${tag}] Synthetic subtitle ${index + 1} of ${length} for "${name}".`,
        '',
        '',
      ].join('\r\n'),
    )
    .join('');
}

/** Bytes that are not shared, as the body of a `Response` needs them. */
type Bytes = Uint8Array<ArrayBuffer>;

const DURATION_MAX_MS = VOICE_DURATION_MAX_MINUTES * 60_000;

/**
 * `sourceName` is written only to transcripts and subtitles, without unsafe characters. A duration counts as 0 to 3
 * hours.
 */
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
