import { lazy } from '../../model/lazy.ts';

/** What can be told of a YAML file without parsing it, which takes twenty times as long. */
export interface UnreadYaml {
  /** The keys at the top of the file, if it is sound. */
  readonly keys: ReadonlySet<string>;
  /** Without marks of encoding. */
  readonly text: string;
  /** False for a text that no value of the file is, if it is sound. */
  readonly mayHold: (value: string) => boolean;
}

const DECODER = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return DECODER.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Without what folded lines and quotes can change in a text, where nothing is escaped. */
const squeezed = (text: string): string => text.replace(/[\s']+/g, ' ').trim();

const isLetter = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? '');

/** True when a text stands in another one, and is no part of a longer word there. */
function standsIn(text: string, value: string): boolean {
  if (value === '') return true;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + value.length])) return true;
  return false;
}

/**
 * A file of which every line at the margin is empty, a comment, an item of a list, or begins with a plain key: then it
 * has these keys at its top and no others, or an error. `undefined`: it is written in another way, or is not UTF-8.
 */
export function unreadYaml(bytes: Uint8Array): UnreadYaml | undefined {
  const text = textOf(bytes);
  if (text === undefined || /\r(?!\n)/.test(text)) return undefined;
  const keys = new Set<string>();
  for (const line of text.split('\n')) {
    if (/^(?:\r?$|#)/.test(line) || (keys.size > 0 && /^(?: |- )/.test(line))) continue;
    const key = /^([a-z_]+):(?:\s|$)/.exec(line)?.[1];
    if (key === undefined) return undefined;
    keys.add(key);
  }
  const searched = lazy(() => squeezed(text));
  const mayHold = (value: string): boolean => text.includes('\\') || standsIn(searched(), squeezed(value));
  return { keys, text, mayHold };
}
