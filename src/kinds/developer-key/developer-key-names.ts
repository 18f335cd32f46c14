import type { DeveloperKeyPart } from './developer-key.ts';

/** The names of the parts of a developer key in files. */
export const KEY_PART_NAMES = {
  label: 'label',
  characters: 'characters',
  speechToTextMilliseconds: 'speech_to_text_milliseconds',
  deactivated: 'deactivated',
} as const satisfies Readonly<Record<DeveloperKeyPart, string>>;
