import type { VoiceTarget } from '../../model/account/voice-job.ts';
import { UsageError } from '../../model/errors.ts';

interface TargetType {
  /** As the service writes it. */
  readonly type: string;
  /** Words that users can write for it; the first one is shown in messages. */
  readonly short: readonly string[];
  /** The file name extension of this type. Each type has its own. */
  readonly ending: string;
}

/** The possible types of a target. Source: public facts F39. */
const TYPES: readonly TargetType[] = [
  { type: 'text/plain', short: ['text', 'txt', 'transcript', 'plain'], ending: 'txt' },
  { type: 'application/x-subrip', short: ['srt', 'subrip', 'subtitles'], ending: 'srt' },
  { type: 'audio/opus', short: ['opus'], ending: 'opus' },
  { type: 'audio/flac', short: ['flac'], ending: 'flac' },
  { type: 'audio/pcm;encoding=s16le;rate=16000', short: ['pcm-16k', 'pcm'], ending: '16k.pcm' },
  { type: 'audio/pcm;encoding=s16le;rate=24000', short: ['pcm-24k'], ending: '24k.pcm' },
  { type: 'audio/pcm;encoding=ulaw;rate=8000', short: ['ulaw'], ending: 'ulaw' },
  { type: 'audio/pcm;encoding=alaw;rate=8000', short: ['alaw'], ending: 'alaw' },
  { type: 'audio/x-matroska;codecs=aac', short: ['mka-aac'], ending: 'aac.mka' },
  { type: 'audio/x-matroska;codecs=flac', short: ['mka-flac'], ending: 'flac.mka' },
  { type: 'audio/x-matroska;codecs=opus', short: ['mka-opus', 'mka'], ending: 'opus.mka' },
  { type: 'audio/x-matroska;codecs=pcm_s16le;rate=16000', short: ['mka-pcm-16k', 'mka-pcm'], ending: 'pcm-16k.mka' },
  { type: 'audio/x-matroska;codecs=pcm_s16le;rate=24000', short: ['mka-pcm-24k'], ending: 'pcm-24k.mka' },
  { type: 'video/mp2t;codecs=aac', short: ['ts-aac', 'ts'], ending: 'aac.ts' },
  { type: 'video/mp2t;codecs=opus', short: ['ts-opus'], ending: 'opus.ts' },
  { type: 'audio/ogg;codecs=flac', short: ['ogg-flac'], ending: 'flac.ogg' },
  { type: 'audio/ogg;codecs=opus', short: ['ogg-opus', 'ogg'], ending: 'opus.ogg' },
  { type: 'audio/webm;codecs=opus', short: ['webm'], ending: 'webm' },
];

const DEFAULT_TYPE = 'text/plain';

/** The short names with their types, for help and completion. */
export const TARGET_TYPE_NAMES: readonly { readonly short: string; readonly type: string }[] = TYPES.map(
  ({ short, type }) => ({ short: short[0] ?? type, type }),
);

/** The type for its own name, in any case and with spaces, or for a short name; `undefined` if unknown. */
export function targetType(text: string): string | undefined {
  const word = text.replace(/\s/g, '').toLowerCase();
  return TYPES.find(({ type, short }) => type === word || short.includes(word))?.type;
}

/** The file name extension, without the dot. An unknown type, from a job that another program created, gets `bin`. */
export const typeEnding = (type: string): string => TYPES.find((known) => known.type === type)?.ending ?? 'bin';

/** Letters, digits and hyphens, as in every language code. */
const LANGUAGE = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;

/** Parses `de`, `fr:srt`, `en-US:audio/flac`. Throws `UsageError` for any other text. */
export function parseVoiceTarget(text: string): VoiceTarget {
  const colon = text.indexOf(':');
  const language = (colon === -1 ? text : text.slice(0, colon)).trim();
  if (!LANGUAGE.test(language))
    throw new UsageError(
      `--to ${JSON.stringify(text)} names no language; write LANG or LANG:TYPE, such as de or fr:srt`,
    );
  const type = targetType(colon === -1 ? DEFAULT_TYPE : text.slice(colon + 1));
  if (type !== undefined) return { language, type };
  const known = TARGET_TYPE_NAMES.map(({ short }) => short).join(', ');
  throw new UsageError(`--to ${JSON.stringify(text)} names no type; the types are: ${known}`);
}

/** A target in the form for `parseVoiceTarget`, as short as possible: `de`, `fr:srt`. */
export function targetWord({ language, type }: VoiceTarget): string {
  if (type === DEFAULT_TYPE) return language;
  return `${language}:${TYPES.find((known) => known.type === type)?.short[0] ?? type}`;
}

/** True if both request the same result. The case of language codes does not matter. */
export const sameTarget = (left: VoiceTarget, right: VoiceTarget): boolean =>
  left.type === right.type && left.language.toLowerCase() === right.language.toLowerCase();

/**
 * All targets of a command, such as `de,fr:srt`; languages and types contain no commas. Throws `UsageError` if one is
 * invalid, or if two are the same.
 */
export function parseTargets(texts: readonly string[]): readonly VoiceTarget[] {
  const words = texts.flatMap((text) => text.split(','));
  const targets = words.map(parseVoiceTarget);
  const again = targets.findIndex((target, index) => targets.slice(0, index).some((each) => sameTarget(each, target)));
  if (again !== -1) throw new UsageError(`--to ${JSON.stringify(words[again])} is requested twice`);
  return targets;
}
