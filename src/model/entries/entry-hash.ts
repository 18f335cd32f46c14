import type { Digest } from '../ids.ts';

/**
 * The hash of entries, over bytes. `packed-entries.ts` finds entries by it, and the digest of a set of entries is made
 * of it.
 *
 * A phrase is hashed as UTF-8, four bytes at a time, to two lanes of 32 bits (the steps of MurmurHash3, with other
 * numbers in the second lane). The last four bytes are a word of their own, which may overlap the previous one:
 * together with the length, this tells all phrases apart, and nothing is read beyond them. Each function here runs for
 * every entry of a file, so they create no objects.
 */

/** Two lanes. Set to the seeds before the source phrase, then taken through both phrases of an entry. */
export type HashState = Int32Array;

export const newHash = (): HashState => new Int32Array(2);

/** Begins an entry: hashes its source phrase. */
export function hashSource(bytes: DataView, from: number, to: number, state: HashState): number {
  state[0] = 0x2545f491;
  state[1] = 0x7f4a7c15;
  hashPhrase(bytes, from, to, state);
  return state[0];
}

/** Takes the bytes of one phrase into the state, and its length, so that no phrase is the beginning of another. */
export function hashPhrase(bytes: DataView, from: number, to: number, state: HashState): void {
  let low = state[0] as number;
  let high = state[1] as number;
  const last = to - 4;
  for (let at = from; at < to; at += 4) {
    const word = at <= last ? bytes.getInt32(at, true) : lastWord(bytes, from, to);
    let mixed = Math.imul(word, 0xcc9e2d51);
    low ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
    low = (Math.imul((low << 13) | (low >>> 19), 5) + 0xe6546b64) | 0;
    mixed = Math.imul(word, 0x239b961b);
    high ^= Math.imul((mixed << 16) | (mixed >>> 16), 0xab0e9789);
    high = (Math.imul((high << 11) | (high >>> 21), 9) + 0x561ccd1b) | 0;
  }
  state[0] = scatter(low ^ (to - from));
  state[1] = scatter(high ^ Math.imul(to - from, 0x9e3779b1));
}

/** The last four bytes of a phrase, or all three that it has. */
function lastWord(bytes: DataView, from: number, to: number): number {
  if (to - from >= 4) return bytes.getInt32(to - 4, true);
  let word = 0;
  for (let at = from; at < to; at += 1) word = (word << 8) | bytes.getUint8(at);
  return word;
}

/** Spreads the bits of a 32-bit state, so that sums of many states do not cancel out. */
function scatter(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/**
 * The sum of many entries. It does not depend on their order, so nothing needs to be sorted: the service promises no
 * order, and sorting 240,000 entries takes a second. It protects against accidents and edits by others. A person who
 * can write to the service could construct two sets with one digest, but can do damage without it.
 */
export type EntrySum = Int32Array;

export const newSum = (): EntrySum => new Int32Array(4);

/** Adds the entry whose two phrases the state has seen. */
export function addEntry(sum: EntrySum, state: HashState): void {
  const low = state[0] as number;
  const high = state[1] as number;
  sum[0] = (sum[0] as number) + low;
  sum[1] = (sum[1] as number) + high;
  sum[2] = (sum[2] as number) + scatter(low ^ Math.imul(high, 3));
  sum[3] = (sum[3] as number) + scatter(high ^ 0x7f4a7c15 ^ Math.imul(low, 5));
}

export const digestOfSum = (sum: EntrySum, size: number): Digest =>
  `entries:${[...sum].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('')}:${size}` as Digest;

/** Room to write a phrase to, so that it can be hashed or looked for. */
export interface PhraseBuffer {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

export function newPhraseBuffer(phraseUnits: number): PhraseBuffer {
  const bytes = new Uint8Array(phraseUnits * 3);
  return { bytes, view: new DataView(bytes.buffer) };
}

/**
 * Writes a phrase as UTF-8 and returns its end. Half of a surrogate pair, which can only come from JSON, is written as
 * the three bytes of its code: `TextEncoder` would write the same character for all of them, and so make two phrases
 * equal.
 */
export function writePhrase(phrase: string, bytes: Uint8Array): number {
  let end = 0;
  for (let index = 0; index < phrase.length; index += 1) {
    let code = phrase.charCodeAt(index);
    if (code >= 0xd800 && code < 0xdc00) {
      const next = phrase.charCodeAt(index + 1);
      if (next >= 0xdc00 && next < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00);
        index += 1;
      }
    }
    end = writeCharacter(code, bytes, end);
  }
  return end;
}

/** Writes one character as UTF-8 and returns its end. */
export function writeCharacter(code: number, bytes: Uint8Array, at: number): number {
  let end = at;
  if (code < 0x80) {
    bytes[end++] = code;
    return end;
  }
  if (code < 0x800) bytes[end++] = 0xc0 | (code >> 6);
  else {
    if (code < 0x10000) bytes[end++] = 0xe0 | (code >> 12);
    else {
      bytes[end++] = 0xf0 | (code >> 18);
      bytes[end++] = 0x80 | ((code >> 12) & 0x3f);
    }
    bytes[end++] = 0x80 | ((code >> 6) & 0x3f);
  }
  bytes[end++] = 0x80 | (code & 0x3f);
  return end;
}
