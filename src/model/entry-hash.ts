import type { Digest } from './ids.ts';

/**
 * The hash of entries, over bytes: what `packed-entries.ts` finds entries by, and what the digest of a set of entries is made of.
 *
 * A phrase is hashed as UTF-8, four bytes at a time, to two lanes of 32 bits (the steps of MurmurHash3, with other numbers in the second lane). Bytes are read
 * through a `DataView`, which takes a word from any place; so every buffer here has `SLACK` bytes after its last phrase.
 */

/** Bytes after the end of a text that may be read, and count for nothing. */
export const SLACK = 4;

/** The bits of the last word of a span that belong to it, by its length modulo 4. */
const TAIL = [0, 0xff, 0xffff, 0xffffff] as const;

/** Two lanes. Set to the seeds before the source phrase, then taken through both phrases of an entry. */
export type HashState = Int32Array;

export const newHash = (): HashState => new Int32Array(2);

/** Begins an entry: hashes its source phrase. */
export function hashSource(bytes: DataView, from: number, to: number, state: HashState): number {
  state[0] = 0x2545f491;
  state[1] = 0x7f4a7c15;
  hashSpan(bytes, from, to, state);
  return state[0];
}

/** Takes the bytes of one phrase into the state, and its length, so that no phrase is the beginning of another. */
export function hashSpan(bytes: DataView, from: number, to: number, state: HashState): void {
  let low = state[0] as number;
  let high = state[1] as number;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const word = bytes.getInt32(at, true);
    let mixed = Math.imul(word, 0xcc9e2d51);
    mixed = Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
    low ^= mixed;
    low = (Math.imul((low << 13) | (low >>> 19), 5) + 0xe6546b64) | 0;
    mixed = Math.imul(word, 0x239b961b);
    mixed = Math.imul((mixed << 16) | (mixed >>> 16), 0xab0e9789);
    high ^= mixed;
    high = (Math.imul((high << 11) | (high >>> 21), 9) + 0x561ccd1b) | 0;
  }
  const rest = at < to ? bytes.getInt32(at, true) & (TAIL[to - at] as number) : 0;
  low = scatter(low ^ Math.imul(rest, 0xcc9e2d51) ^ (to - from));
  high = scatter(high ^ Math.imul(rest, 0x239b961b) ^ Math.imul(to - from, 0x9e3779b1));
  state[0] = low;
  state[1] = high;
}

/** Spreads the bits of a 32-bit state, so that sums of many states do not cancel out. */
function scatter(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/**
 * The sum of many entries, which does not depend on their order, so nothing needs to be sorted: the service promises no order, and sorting 240,000 entries takes
 * a second. It guards against accidents and foreign edits. Somebody who can write to the service could construct two sets of one digest, and needs no such trick.
 */
export type EntrySum = Int32Array;

export const newSum = (): EntrySum => new Int32Array(4);

/** Adds the entry whose two phrases the state has seen. */
export function addEntry(sum: EntrySum, state: HashState): void {
  const [low, high] = [state[0] as number, state[1] as number];
  sum[0] = (sum[0] as number) + low;
  sum[1] = (sum[1] as number) + high;
  sum[2] = (sum[2] as number) + scatter(low ^ Math.imul(high, 3));
  sum[3] = (sum[3] as number) + scatter(high ^ 0x7f4a7c15 ^ Math.imul(low, 5));
}

const DIGEST_FORM = 'entries2:';

export const digestOfSum = (sum: EntrySum, size: number): Digest =>
  `${DIGEST_FORM}${[...sum].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('')}:${size}` as Digest;

/** Whether entries are those that a kept digest was made of. One of an earlier form, over other units than bytes, tells their number alone. */
export const isDigestOf = (kept: string, { digest, size }: { readonly digest: Digest; readonly size: number }): boolean =>
  kept.startsWith(DIGEST_FORM) ? kept === digest : kept.endsWith(`:${size}`);

/** Room to write a phrase to, so that it can be hashed or looked for. */
export interface PhraseBuffer {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

export function newPhraseBuffer(phraseUnits: number): PhraseBuffer {
  const bytes = new Uint8Array(phraseUnits * 3 + SLACK);
  return { bytes, view: new DataView(bytes.buffer) };
}

/**
 * Writes a phrase as UTF-8 and says where it ends. Half of a surrogate pair, which only JSON can bring in, is written as its three bytes would be: `TextEncoder` would
 * make one character of all of them, and so one phrase of two.
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

/** Writes one character as UTF-8 and says where it ends. */
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
