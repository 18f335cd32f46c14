import type { HttpRequest } from './ports.ts';

/** The body of a call as bytes, which are the same each time that they are asked for. */
export interface CallBody {
  readonly byteLength: number;
  /** All of it. */
  readonly whole: () => Uint8Array<ArrayBuffer>;
  /** The same in chunks. Absent: it is short, and sent as a whole. */
  readonly chunks?: () => Iterable<Uint8Array>;
}

/** Shorter bodies are made once and kept. Others are made anew whenever they are sent, a chunk at a time. */
const CHUNK_BYTES = 1 << 16;

const encoder = new TextEncoder();

/** Of a body. No text ends within a character; bytes hold until the next piece is asked for. */
export type BodyPiece = string | Uint8Array;

const bytesOf = (piece: BodyPiece): Uint8Array => (typeof piece === 'string' ? encoder.encode(piece) : piece);

/** Chunks that belong to whoever takes them, since a connection keeps them until they are sent. */
function* chunksOf(pieces: Iterable<BodyPiece>): Generator<Uint8Array, void, undefined> {
  const room = new Uint8Array(CHUNK_BYTES);
  let end = 0;
  for (const piece of pieces) {
    const bytes = bytesOf(piece);
    if (end + bytes.length > room.length) {
      if (end > 0) yield room.slice(0, end);
      end = 0;
    }
    if (bytes.length > room.length) yield bytes.slice();
    else {
      room.set(bytes, end);
      end += bytes.length;
    }
  }
  if (end > 0) yield room.slice(0, end);
}

function joined(chunks: Iterable<Uint8Array>, byteLength: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(byteLength);
  let end = 0;
  for (const chunk of chunks) {
    all.set(chunk, end);
    end += chunk.length;
  }
  return all;
}

/**
 * The body that pieces make. How long it is must be known before it is sent, so a long one is made once for its length
 * alone: to keep it would take that much memory for each call until it is answered.
 */
export function bodyOfPieces(pieces: () => Iterable<BodyPiece>): CallBody {
  const short: Uint8Array[] = [];
  let byteLength = 0;
  for (const piece of pieces()) {
    byteLength += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
    if (byteLength <= CHUNK_BYTES) short.push(bytesOf(piece).slice());
  }
  if (byteLength > CHUNK_BYTES) {
    const chunks = () => chunksOf(pieces());
    return { byteLength, chunks, whole: () => joined(chunks(), byteLength) };
  }
  const whole = joined(short, byteLength);
  return { byteLength, whole: () => whole };
}

async function* streamOf(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunks;
}

/** A request with a body. A long one is a stream, and whole only for a port that asks for `body`. */
export function requestWith({ byteLength, whole, chunks }: CallBody, request: HttpRequest): HttpRequest {
  if (chunks === undefined) return { ...request, body: whole() };
  return {
    ...request,
    headers: { ...request.headers, 'content-length': String(byteLength) },
    stream: streamOf(chunks()),
    get body() {
      return whole();
    },
  };
}
