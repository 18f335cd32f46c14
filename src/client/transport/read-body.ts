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

/** Chunks as one. */
export function joinedChunks(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const whole = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let end = 0;
  for (const chunk of chunks) {
    whole.set(chunk, end);
    end += chunk.byteLength;
  }
  return whole;
}

/**
 * The chunks of a body as one, counted while they come in. Rejects with `BodyTooLargeError` as soon as there are too
 * many bytes.
 */
async function collect(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BodyTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return joinedChunks(chunks);
}

/**
 * The body of an answer without what `take` took of it; `take` is used where the port can hand a body over as it comes
 * in, and only there. Rejects with `BodyTooLargeError` for a body of more than `maxBytes`, unpacked. Calls
 * `onBytes` for each chunk.
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
  if (head.body != null) {
    const { body } = head;
    const counted = async function* (): AsyncGenerator<Uint8Array, void, void> {
      for await (const chunk of body) {
        onBytes();
        yield chunk;
      }
    };
    return collect(counted(), maxBytes);
  }
  const bytes = new Uint8Array(await head.arrayBuffer());
  if (bytes.byteLength > maxBytes) throw new BodyTooLargeError(maxBytes);
  return bytes;
}
