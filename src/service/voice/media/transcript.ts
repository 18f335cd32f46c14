/** About as long as a sentence takes to say. */
const SENTENCE_MS = 4000;
const NAME_MAX_CHARS = 120;

export interface TranscriptInput {
  readonly language: string;
  /** Absent when the job left it to the service. */
  readonly sourceLanguage: string | undefined;
  /** User text. */
  readonly sourceName: string;
  /** Whole milliseconds; 0 counts as 1, since a subtitle cannot last no time. */
  readonly durationMs: number;
}

/** The characters that a language tag can have; 35 is enough for any. Source: RFC 5646, section 4.4.1. */
export const languageTag = (text: string): string => text.replaceAll(/[^A-Za-z0-9-]/g, '').slice(0, 35) || 'und';

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
export function transcriptText({ language, sourceLanguage, sourceName, durationMs }: TranscriptInput): string {
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
  `${padded(ms % 1000, 3)}`;

/**
 * SubRip, with CR LF as its first players wrote it. The cues follow one another without a gap; the last ends with the
 * source.
 */
export function subtitlesText({ language, sourceName, durationMs }: TranscriptInput): string {
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
