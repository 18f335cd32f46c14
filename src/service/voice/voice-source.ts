import { VOICE_DURATION_MAX_MINUTES } from '../../contract/limits.ts';
import type { Upload } from '../context.ts';

const ascii = (head: Uint8Array, start: number, text: string): boolean =>
  [...text].every((character, index) => head[start + index] === character.charCodeAt(0));

/** Types of a source, each with how its files begin. Source of the types: public facts F38. */
const SOURCE_TYPES: ReadonlyMap<string, (head: Uint8Array) => boolean> = new Map([
  ['audio/mpeg', (head) => ascii(head, 0, 'ID3') || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0)],
  ['audio/wav', (head) => ascii(head, 0, 'RIFF') && ascii(head, 8, 'WAVE')],
  ['audio/ogg', (head) => ascii(head, 0, 'OggS')],
  ['audio/flac', (head) => ascii(head, 0, 'fLaC')],
  ['audio/mp4', (head) => ascii(head, 4, 'ftyp')],
  ['audio/webm', (head) => [0x1a, 0x45, 0xdf, 0xa3].every((byte, index) => head[index] === byte)],
]);

export const VOICE_SOURCE_TYPES: readonly string[] = [...SOURCE_TYPES.keys()];

const DURATION_MAX_MS = VOICE_DURATION_MAX_MINUTES * 60_000;

/** Bytes a second of a file that does not say so in its first bytes: 128 kbit/s. A choice: nothing is decoded here. */
const USUAL_BYTES_PER_SECOND = 16_000;

/** Where a plain WAV file has its bytes a second, and where its samples begin. */
const WAV_RATE_AT = 28;
const WAV_HEADER_BYTES = 44;

/** Milliseconds of a WAV file whose first part is the format; `undefined`: unknown. */
function wavMs({ bytes, head }: Upload): number | undefined {
  if (head.byteLength < WAV_HEADER_BYTES || !ascii(head, 12, 'fmt ')) return undefined;
  const rate = new DataView(head.buffer, head.byteOffset).getUint32(WAV_RATE_AT, true);
  return rate === 0 ? undefined : Math.ceil(((bytes - WAV_HEADER_BYTES) / rate) * 1000);
}

/**
 * Where STREAMINFO, always the first block of a FLAC file, has rate, channels, depth and number of samples, in 64 bits.
 * Source: RFC 9639, section 8.2.
 */
const FLAC_NUMBERS_AT = 18;

function flacMs({ head }: Upload): number | undefined {
  if (head.byteLength < FLAC_NUMBERS_AT + 8) return undefined;
  const numbers = new DataView(head.buffer, head.byteOffset).getBigUint64(FLAC_NUMBERS_AT);
  const [rate, samples] = [Number(numbers >> 44n), Number(numbers & 0xf_ffff_ffffn)];
  return rate === 0 || samples === 0 ? undefined : Math.ceil((samples / rate) * 1000);
}

const SAYS_MS: ReadonlyMap<string, (upload: Upload) => number | undefined> = new Map([
  ['audio/wav', wavMs],
  ['audio/flac', flacMs],
]);

/** A guess is never above the limit, so that no upload is refused because of a guess. */
const guessedMs = ({ bytes }: Upload): number =>
  Math.min(DURATION_MAX_MS, Math.ceil((bytes / USUAL_BYTES_PER_SECOND) * 1000));

/** The duration of an upload, or the reason why it cannot be used. A file must begin as its type requires: a choice. */
export function soundOf(
  contentType: string,
  upload: Upload,
): { readonly durationMs: number; readonly failure?: string } {
  if (SOURCE_TYPES.get(contentType)?.(upload.head) !== true)
    return { durationMs: 0, failure: `The audio cannot be decoded as ${contentType}` };
  const durationMs = SAYS_MS.get(contentType)?.(upload) ?? guessedMs(upload);
  return durationMs > DURATION_MAX_MS
    ? { durationMs: 0, failure: `The audio is longer than ${VOICE_DURATION_MAX_MINUTES} minutes` }
    : { durationMs };
}
