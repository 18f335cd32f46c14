import { UsageError } from '../../model/errors.ts';
import type { StallWatch } from '../transport/stall-watch.ts';

/** What is uploaded. */
export interface UploadSource {
  /** Exactly as many bytes as it gives. */
  readonly lengthBytes: number;
  /**
   * The bytes from the start; called again for every attempt. Opens nothing before it is read, and closes what it
   * opened when it is left early.
   */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Larger chunks are cut, so that the deadline of one is a fair one: 64 KiB are less than a second at 100 kB/s. */
const PIECE_MAX_BYTES = 65_536;

/** Views, no copies. */
function* pieces(chunk: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < chunk.byteLength; start += PIECE_MAX_BYTES)
    yield chunk.subarray(start, start + PIECE_MAX_BYTES);
}

export interface UploadFeed {
  /** For one reading. */
  readonly stream: AsyncIterable<Uint8Array>;
  /** True when the last byte was handed over. */
  readonly isWhole: () => boolean;
  /** Closes the source, where the reader has left it open. */
  readonly close: () => void;
}

export interface FeedSettings {
  /** For one chunk to be taken. */
  readonly chunkMs: number;
  /** For the answer after the last one. */
  readonly answerMs: number;
  readonly onProgress: (bytes: number) => void;
}

/**
 * The source as the body of one call. The deadline counts while a chunk waits to be sent, and pauses while the source
 * is read. A source that fails, or that has more or fewer bytes than announced, ends the transfer: further bytes on the
 * same connection would be read as another request.
 */
export function uploadFeed(source: UploadSource, watch: StallWatch, settings: FeedSettings): UploadFeed {
  const { lengthBytes } = source;
  let handedOver = 0;

  async function* feed(): AsyncGenerator<Uint8Array> {
    // An error that the reader throws in here, because the line broke, is not the source's.
    let isOurs = true;
    try {
      watch.pause();
      for await (const chunk of source.open()) {
        for (const piece of pieces(chunk)) {
          if (handedOver + piece.byteLength > lengthBytes)
            throw new UsageError(`what is uploaded has more than the ${lengthBytes} bytes that were announced`);
          handedOver += piece.byteLength;
          watch.allow(settings.chunkMs);
          isOurs = false;
          yield piece;
          isOurs = true;
          watch.pause();
          settings.onProgress(handedOver);
        }
      }
      if (handedOver < lengthBytes)
        throw new UsageError(`what is uploaded has ${handedOver} of the ${lengthBytes} bytes that were announced`);
      watch.allow(settings.answerMs);
    } catch (error) {
      if (isOurs) watch.quit(error);
      throw error;
    }
  }
  const stream = feed();
  return {
    stream,
    isWhole: () => handedOver === lengthBytes,
    // Not waited for: a source that hangs would hang the transfer.
    close: () => void stream.return(undefined).catch(() => undefined),
  };
}
