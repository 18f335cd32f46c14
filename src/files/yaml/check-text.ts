import { errorAt, type Finding, type SourceRef, warningAt } from '../../model/finding.ts';
import { temporaryOf } from '../../model/resources/temporary-resource.ts';

const SEPARATOR = /[\u2028\u2029]/u;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** The code point of the first character of a text that matches, such as `U+0009`; `undefined` if none matches. */
function firstOf(characters: RegExp, text: string): string | undefined {
  const found = characters.exec(text)?.[0];
  return found && `U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

export interface TextToCheck {
  readonly key: string;
  readonly text: string;
  readonly at: SourceRef;
}

/**
 * Checks a name or label: not blank, no line separators, no white space at its ends. All findings are warnings: the
 * service allows such texts, and a pull must be able to write them. The schema reports an empty text and a control
 * character as errors.
 */
export function checkLine({ key, text, at }: TextToCheck): readonly Finding[] {
  if (text.trim() === '') return [warningAt('text-blank', at, { key })];
  const character = firstOf(SEPARATOR, text);
  if (character !== undefined) return [warningAt('text-control-character', at, { key, character })];
  return text === text.trim() ? [] : [warningAt('text-outer-space', at, { key })];
}

/** Checks a prompt: not blank, and no control characters except line feeds and tabs. */
export function checkProse({ key, text, at }: TextToCheck): readonly Finding[] {
  if (text.trim() === '') return [warningAt('text-blank', at, { key })];
  const character = firstOf(CONTROL, text.replace(/[\n\t]/g, ' '));
  return character === undefined ? [] : [warningAt('text-control-character', at, { key, character })];
}

/** An error for a display name that looks like one made by a preview: such a resource would be deleted. */
export const checkNameFree = (name: string, at: SourceRef): readonly Finding[] =>
  temporaryOf(name) === undefined ? [] : [errorAt('name-reserved', at, { name })];
