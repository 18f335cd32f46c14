import { PHRASE_MAX_UTF8_BYTES } from '../../contract/limits.ts';
import type { Finding } from '../../model/finding.ts';
import type { SourceRef } from '../../model/source-ref.ts';

/**
 * True for a phrase that surely breaks no constraint: one quick look at its code units for nearly all of them. White
 * space is Unicode's `White_Space`; a byte order mark and a zero-width space are none, and stand in no constraint of
 * the service.
 */
function isPlain(phrase: string): boolean {
  const { length } = phrase;
  if (length === 0 || mayBeTooLong(phrase)) return false;
  for (let index = 0; index < length; index += 1) {
    const unit = phrase.charCodeAt(index);
    if (unit < 0x20 || (unit >= 0x80 && unit <= 0x9f) || unit === 0x2028 || unit === 0x2029) return false;
  }
  return !mayBeSpace(phrase.charCodeAt(0)) && !mayBeSpace(phrase.charCodeAt(length - 1));
}

/** The white space of Unicode, and a few characters that are none. */
const mayBeSpace = (unit: number): boolean =>
  unit === 0x20 || unit === 0xa0 || unit === 0x1680 || (unit >= 0x2000 && unit <= 0x205f) || unit === 0x3000;

const LINE_END = /[\n\r\u0085\u2028\u2029]/;
/** C0 and C1. U+007F is of neither: the service takes it. */
const CONTROL = /[\u0000-\u001f\u0080-\u009f]/;
const OUTER_SPACE = /^\p{White_Space}|\p{White_Space}$/u;

const encoder = new TextEncoder();

const NOTHING: readonly Finding[] = [];

/** At most three UTF-8 bytes come of one UTF-16 code unit, so that short phrases need no encoding. */
const mayBeTooLong = (phrase: string): boolean => phrase.length * 3 > PHRASE_MAX_UTF8_BYTES;

/**
 * Every constraint that a phrase breaks. Source: description, "Entry constraints" 2 to 5. Nothing is trimmed or
 * normalised: what a file says is what would be sent, and what the service would refuse is said here first.
 */
export function checkPhrase(phrase: string, side: 'source' | 'target', at: () => SourceRef): readonly Finding[] {
  if (isPlain(phrase)) return NOTHING;
  const fault = (code: string, details: Finding['details']): Finding => ({
    code,
    severity: 'error',
    at: at(),
    details: { side, ...details },
  });
  if (phrase === '') return [fault('phrase-empty', {})];
  const findings: Finding[] = [];
  const control = CONTROL.exec(phrase)?.[0];
  if (LINE_END.test(phrase)) findings.push(fault('phrase-line-end', { phrase }));
  else if (control !== undefined) findings.push(fault('phrase-control-character', { phrase, character: control }));
  if (OUTER_SPACE.test(phrase)) findings.push(fault('phrase-outer-space', { phrase }));
  const bytes = mayBeTooLong(phrase) ? encoder.encode(phrase).byteLength : 0;
  if (bytes > PHRASE_MAX_UTF8_BYTES)
    findings.push(fault('phrase-too-long', { bytes, maxBytes: PHRASE_MAX_UTF8_BYTES }));
  return findings;
}
