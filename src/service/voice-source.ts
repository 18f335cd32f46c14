import { VOICE_DURATION_MAX_MINUTES } from '../contract/limits.ts';
import type { Upload } from './context.ts';

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

/** Bytes a second of a file that does not say so in its first bytes: 128 kbit/s. A choice: nothing is decoded here. */
const USUAL_BYTES_PER_SECOND = 16_000;

/** Where a plain WAV file has its bytes a second, and where its samples begin. */
const WAV_RATE_AT = 28;
const WAV_HEADER_BYTES = 44;

function durationMs(contentType: string, { bytes, head }: Upload): number {
  if (contentType !== 'audio/wav' || head.byteLength < WAV_HEADER_BYTES)
    return Math.ceil((bytes / USUAL_BYTES_PER_SECOND) * 1000);
  const rate = new DataView(head.buffer, head.byteOffset).getUint32(WAV_RATE_AT, true);
  return Math.ceil((Math.max(0, bytes - WAV_HEADER_BYTES) / (rate === 0 ? USUAL_BYTES_PER_SECOND : rate)) * 1000);
}

/** What an upload is: how long, or why nothing can be made of it. That a file must begin as its type does is a choice. */
export function soundOf(
  contentType: string,
  upload: Upload,
): { readonly durationMs: number; readonly failure?: string } {
  if (SOURCE_TYPES.get(contentType)?.(upload.head) !== true)
    return { durationMs: 0, failure: `The audio cannot be decoded as ${contentType}` };
  const duration = durationMs(contentType, upload);
  return duration > VOICE_DURATION_MAX_MINUTES * 60_000
    ? { durationMs: 0, failure: `The audio is longer than ${VOICE_DURATION_MAX_MINUTES} minutes` }
    : { durationMs: duration };
}
