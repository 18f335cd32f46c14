import { inflateRawSync } from 'node:zlib';

/** Limits for one archive. */
export interface ZipLimits {
  /** Unpacked bytes of one part. */
  readonly partBytes: number;
  /** Unpacked bytes of all parts that are read. */
  readonly sumBytes: number;
  /** Number of files in an archive, whether they are read or not. */
  readonly files: number;
}

/** `partBytes`: a sheet of a million short cells has about 50 MB. */
const ZIP_LIMITS: ZipLimits = { partBytes: 128 * 1024 * 1024, sumBytes: 256 * 1024 * 1024, files: 10_000 };

const [END, CENTRAL, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];

/** Unpacks bytes; throws if the result is longer than `maxOutputLength`. */
export type Inflate = (data: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

/** The reason why an archive cannot be read. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}

/** One file of an archive, packed. */
interface Packed {
  readonly offset: number;
  readonly packed: number;
  readonly size: number;
  readonly method: number;
  readonly isEncrypted: boolean;
}

/**
 * Name → offset and size of a file, from the directory at the end of an archive. Source: APPNOTE.TXT of PKWARE, 4.3.
 */
function directoryOf(bytes: Uint8Array, view: DataView, filesMax: number): ReadonlyMap<string, Packed> {
  let end = view.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new ZipError('it has no directory');
  const count = view.getUint16(end + 10, true);
  if (count > filesMax) throw new ZipError(`it has more than ${filesMax} files`);
  const found = new Map<string, Packed>();
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== CENTRAL) throw new ZipError('its directory is damaged');
    const length = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    found.set(name, {
      offset: view.getUint32(at + 42, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
    });
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return found;
}

/**
 * Returns a function that reads a file of an archive by name; it returns `undefined` for an unknown name. A file is
 * unpacked to the size given in the directory and no further; if that size exceeds the limit, it is refused before.
 * Both functions throw `ZipError`.
 */
export function unzipParts(
  bytes: Uint8Array,
  limits = ZIP_LIMITS,
  inflate: Inflate = inflateRawSync,
): (name: string) => Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const guarded = <Value>(read: () => Value): Value => {
    try {
      return read();
    } catch (error) {
      throw error instanceof ZipError ? error : new ZipError('it is damaged');
    }
  };
  const files = guarded(() => directoryOf(bytes, view, limits.files));
  let sum = 0;
  return (name) =>
    guarded(() => {
      const file = files.get(name);
      if (file === undefined) return undefined;
      const { offset, packed, size, method } = file;
      if (file.isEncrypted) throw new ZipError('it is encrypted');
      const most = Math.min(limits.partBytes, limits.sumBytes - sum);
      if (size > most) throw new ZipError(`"${name}" has ${size} bytes unpacked, at most ${most} are allowed`);
      sum += size;
      if (view.getUint32(offset, true) !== LOCAL) throw new ZipError('its directory is damaged');
      const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
      const data = bytes.subarray(start, start + packed);
      if (method !== 0 && method !== 8) throw new ZipError('it is packed in a way that is not known');
      const unpacked = method === 0 ? data : inflate(data, { maxOutputLength: Math.max(1, size) });
      if (unpacked.length !== size) throw new ZipError('the size of a file in it differs from its directory');
      return unpacked;
    });
}
