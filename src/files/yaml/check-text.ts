import { errorAt, type Finding, warningAt } from '../../model/finding.ts';
import { temporaryOf } from '../../model/resources/temporary-resource.ts';
import type { SourceRef } from '../../model/source-ref.ts';

const SEPARATOR = /[\u2028\u2029]/u;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** `U+0009` of the first of these characters in a text; `undefined` when there is none. */
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
 * A name or label: not blank, without line separators or white space at its ends. All are warnings: the service does
 * not forbid them, and whatever it holds must survive a pull. An empty text and a control character are errors, by the
 * schema.
 */
export function checkLine({ key, text, at }: TextToCheck): readonly Finding[] {
  if (text.trim() === '') return [warningAt('text-blank', at, { key })];
  const character = firstOf(SEPARATOR, text);
  if (character !== undefined) return [warningAt('text-control-character', at, { key, character })];
  return text === text.trim() ? [] : [warningAt('text-outer-space', at, { key })];
}

/** A prompt: not blank, and without control characters but line feeds and tabs. */
export function checkProse({ key, text, at }: TextToCheck): readonly Finding[] {
  if (text.trim() === '') return [warningAt('text-blank', at, { key })];
  const character = firstOf(CONTROL, text.replace(/[\n\t]/g, ' '));
  return character === undefined ? [] : [warningAt('text-control-character', at, { key, character })];
}

/** A display name that states a lease would be taken for what a preview has made, and be deleted. */
export const checkNameFree = (name: string, at: SourceRef): readonly Finding[] =>
  temporaryOf(name) === undefined ? [] : [errorAt('name-reserved', at, { name })];
