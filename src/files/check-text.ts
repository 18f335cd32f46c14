import type { Finding } from '../model/finding.ts';
import type { SourceRef } from '../model/source-ref.ts';

const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** `U+0009` of the first control character or line separator of a text; `undefined` when there is none. */
function firstControl(text: string): string | undefined {
  const found = CONTROL.exec(text)?.[0];
  return found && `U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

export interface TextToCheck {
  readonly key: string;
  readonly text: string;
  readonly at: SourceRef;
}

/** A name or label: not blank, and on one line without control characters. Blanks at its ends are kept, with a warning. */
export function checkLine({ key, text, at }: TextToCheck): readonly Finding[] {
  if (text.trim() === '') return [{ code: 'text-blank', severity: 'error', at, details: { key } }];
  const character = firstControl(text);
  if (character !== undefined) {
    return [{ code: 'text-control-character', severity: 'error', at, details: { key, character } }];
  }
  return text === text.trim() ? [] : [{ code: 'text-outer-space', severity: 'warning', at, details: { key } }];
}

/** A prompt: not blank, and without control characters but line feeds and tabs. */
export function checkProse({ key, text, at }: TextToCheck): readonly Finding[] {
  if (text.trim() === '') return [{ code: 'text-blank', severity: 'error', at, details: { key } }];
  const character = firstControl(text.replace(/[\n\t]/g, ' '));
  return character === undefined
    ? []
    : [{ code: 'text-control-character', severity: 'error', at, details: { key, character } }];
}
