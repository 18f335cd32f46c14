import type { UploadSource } from '../../src/client/assets/upload-feed.ts';

/** Bytes in memory as a source. */
export const bytesSource = (bytes: Uint8Array): UploadSource => ({
  lengthBytes: bytes.byteLength,
  open: async function* () {
    yield bytes;
  },
});
