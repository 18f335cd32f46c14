import { bytesOfPieces } from '../../model/entries/text-pieces.ts';
import type { BodyConsumer, HttpResponse } from './ports.ts';

/** A body has more bytes than are taken of it. Nothing more of it was read, and the call is not worth repeating. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`it has more than ${sizeText(maxBytes)}, which is the most that is read`);
    this.maxBytes = maxBytes;
  }
}

const KIB = 1024;
/** The limits are whole: `64 KiB`, `16 MiB`. */
const sizeText = (bytes: number): string =>
  bytes >= KIB * KIB ? `${Math.round(bytes / KIB / KIB)} MiB` : `${Math.round(bytes / KIB)} KiB`;

/** The body in chunks, whatever the port gives. */
export const chunksOf = (head: HttpResponse): AsyncIterable<Uint8Array> =>
  head.body ??
  (async function* () {
    yield new Uint8Array(await head.arrayBuffer());
  })();

/**
 * The body of an answer without the bytes that `take` has taken; `take` is used only if the port can pass on a body
 * while it arrives. Rejects with `BodyTooLargeError` for more than `maxBytes` after decompression. Calls `onBytes` for
 * each chunk.
 */
export async function readBody(
  head: HttpResponse,
  {
    maxBytes,
    take,
    onBytes,
  }: { readonly maxBytes: number; readonly take?: BodyConsumer; readonly onBytes: () => void },
): Promise<Uint8Array> {
  if (head.readBody !== undefined) {
    const consume: BodyConsumer = (bytes) => {
      onBytes();
      return take?.(bytes) ?? 0;
    };
    return new Uint8Array(await head.readBody(consume, maxBytes));
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(head)) {
    onBytes();
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BodyTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A long text in a body, in pieces. */
export type LongText = () => Iterable<string>;

/** A value as JSON, like `JSON.stringify`, where a `LongText` is written as a string. */
function* bodyPieces(value: unknown): Generator<string, void, undefined> {
  if (typeof value === 'function') {
    yield '"';
    for (const piece of (value as LongText)()) yield JSON.stringify(piece).slice(1, -1);
    yield '"';
  } else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      yield index === 0 ? '[' : ',';
      yield* bodyPieces(each);
    }
    yield value.length === 0 ? '[]' : ']';
  } else if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    for (const [index, [name, member]] of members.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
      yield* bodyPieces(member);
    }
    yield members.length === 0 ? '{}' : '}';
  } else yield JSON.stringify(value) ?? 'null';
}

/** The body of a call as JSON: one buffer, for all attempts of the call. */
export function encodeBody(body: unknown): Uint8Array<ArrayBuffer> {
  const value = typeof body === 'function' ? body() : body;
  return bytesOfPieces(bodyPieces(value));
}
