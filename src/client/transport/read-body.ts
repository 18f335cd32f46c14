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
