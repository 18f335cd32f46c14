import { inflateRawSync } from 'node:zlib';
import { UsageError } from '../../../model/errors.ts';
import { ARCHIVE_FILE_MAX_BYTES, ARCHIVE_FILES_MAX, ARCHIVE_SUM_MAX_BYTES } from '../../../model/incoming-limits.ts';

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

const broken = (what: string): UsageError => new UsageError(`the artifact is no archive that can be read: ${what}`);

/** The offset of the end record, which is the last one, before a comment of at most 65,535 bytes. */
function endOf(view: DataView): number {
  const least = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= least; at -= 1) if (view.getUint32(at, true) === END) return at;
  throw broken('it has no directory');
}

/**
 * The wanted files of a zip archive, by name. Names are only compared and never become paths. It supports neither
 * encryption nor archives over 4 GB. It checks the number of files, the size of each and the sum before and while it
 * unpacks: a few kilobytes can unpack to gigabytes. Source: APPNOTE.TXT of PKWARE, 4.3.
 */
export function unzip(bytes: Uint8Array, wanted: (name: string) => boolean): ReadonlyMap<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 22) throw broken('it is too short');
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > ARCHIVE_FILES_MAX) throw broken(`it has more than ${ARCHIVE_FILES_MAX} files`);
  const found = new Map<string, Uint8Array>();
  let sum = 0;
  try {
    let at = view.getUint32(end + 16, true);
    for (let index = 0; index < count; index += 1) {
      if (view.getUint32(at, true) !== CENTRAL) throw broken('its directory is damaged');
      const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
      const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
      const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength!));
      const local = view.getUint32(at + 42, true);
      at += 46 + nameLength! + extra! + comment!;
      if (!wanted(name) || found.has(name)) continue;
      if ((flags & 1) !== 0) throw broken('it is encrypted');
      if (size > ARCHIVE_FILE_MAX_BYTES)
        throw broken(`a file in it has ${size} bytes, at most ${ARCHIVE_FILE_MAX_BYTES} are allowed`);
      sum += size;
      if (sum > ARCHIVE_SUM_MAX_BYTES)
        throw broken(
          `its files have more than ${ARCHIVE_SUM_MAX_BYTES} bytes together, which is the most that is allowed`,
        );
      if (view.getUint32(local, true) !== LOCAL) throw broken('a file is not where its directory says');
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const data = bytes.subarray(start, start + packed);
      if (data.length !== packed) throw broken('it is cut off');
      if (method !== 0 && method !== 8) throw broken('it is packed in a way that is not known');
      // Never more room than the directory has said, which is what was counted.
      const file = method === 0 ? data : new Uint8Array(inflateRawSync(data, { maxOutputLength: Math.max(1, size) }));
      if (file.length !== size) throw broken('a file in it has another size than it says');
      found.set(name, file);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw broken(error instanceof Error ? error.message : String(error));
  }
  return found;
}
