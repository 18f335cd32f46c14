import { errorAt, type Finding, type Fix, type SourceRef } from '../../model/finding.ts';
import { flagsOf, LINE_END, PHRASE_MAX_BYTES, REFUSED, SPACE } from './phrase-rules.ts';

const encoder = new TextEncoder();

const NOTHING: readonly Finding[] = [];

/** The first character of a phrase that has one of these flags. */
function firstWith(phrase: string, flags: number): string | undefined {
  for (let index = 0; index < phrase.length; index += 1)
    if ((flagsOf(phrase.charCodeAt(index)) & flags) !== 0) return phrase[index];
  return undefined;
}

/**
 * A cell with a space before its opening quote. It was probably meant to be quoted, but the quotes count as part of the
 * phrase.
 */
const QUOTED = /^"(.+)"$/;

/**
 * The fix of a phrase with outer white space or control characters. No fix if it would remove a line end. If the white
 * space is before a quote, the fix is only a suggestion: Lexform cannot know whether the quotes belong to the phrase.
 */
function mended(phrase: string): { readonly fix?: Fix } {
  let [from, to] = [0, phrase.length];
  const isSpace = (at: number): boolean => (flagsOf(phrase.charCodeAt(at)) & SPACE) !== 0;
  while (from < to && isSpace(from)) from += 1;
  while (from < to && isSpace(to - 1)) to -= 1;
  const inner = phrase.slice(from, to);
  const text = Array.from(inner)
    .filter((character) => (flagsOf(character.charCodeAt(0)) & REFUSED) === 0)
    .join('');
  if (text === '' || text === phrase || firstWith(inner, LINE_END) !== undefined) return {};
  const [, quoted] = inner === phrase ? [] : (QUOTED.exec(text) ?? []);
  const isPlain = quoted === undefined || /^\s|\s$/.test(quoted);
  return { fix: isPlain ? { safety: 'safe', text } : { safety: 'suggested', text: quoted.replaceAll('""', '"') } };
}

/**
 * All constraints that a phrase violates. Nothing is trimmed or normalised: the phrase is sent as it is in the file, so
 * everything that the service would refuse is reported here.
 */
export function checkPhrase(phrase: string, side: 'source' | 'target', at: () => SourceRef): readonly Finding[] {
  const fault = (code: string, details: Finding['details']): Finding => errorAt(code, at(), { side, ...details });
  const { length } = phrase;
  if (length === 0) return [fault('phrase-empty', {})];
  const character = firstWith(phrase, REFUSED);
  const isSpaced = ((flagsOf(phrase.charCodeAt(0)) | flagsOf(phrase.charCodeAt(length - 1))) & SPACE) !== 0;
  // One UTF-16 code unit takes at most three bytes in UTF-8, so short phrases need not be encoded.
  const bytes = length * 3 > PHRASE_MAX_BYTES ? encoder.encode(phrase).byteLength : 0;
  if (character === undefined && !isSpaced && bytes <= PHRASE_MAX_BYTES) return NOTHING;
  const findings: Finding[] = [];
  if (firstWith(phrase, LINE_END) !== undefined) findings.push(fault('phrase-line-end', { phrase }));
  else if (character !== undefined)
    findings.push({ ...fault('phrase-control-character', { phrase, character }), ...mended(phrase) });
  if (isSpaced) findings.push({ ...fault('phrase-outer-space', { phrase }), ...mended(phrase) });
  if (bytes > PHRASE_MAX_BYTES) findings.push(fault('phrase-too-long', { bytes, maxBytes: PHRASE_MAX_BYTES }));
  return findings;
}
