import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpillFile } from '../../packed/spilled-entries.ts';
import { tempPath } from './temp-path.ts';

/** Fills a buffer from a place of an open file. Gives the bytes that there are. */
export function fillFrom(file: number, at: number, into: Uint8Array): number {
  let done = 0;
  for (let read = -1; read !== 0 && done < into.length; done += read)
    read = readSync(file, into, done, into.length - done, at + done);
  return done;
}

/** Closes the file of whoever is gone. */
const ENDED = new FinalizationRegistry<number>(closeSync);

/** A file in the folder for temporary files, which nobody else can open: it loses its name as soon as it is there. */
export function spillFile(): SpillFile {
  const path = tempPath(join(tmpdir(), 'spill'));
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  let end = 0;
  const spill: SpillFile = {
    append(bytes) {
      const at = end;
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
      end = at + bytes.length;
      return at;
    },
    read(at, into) {
      if (fillFrom(file, at, into) < into.length) throw new Error('a file for temporary data has lost its end');
    },
  };
  ENDED.register(spill, file);
  return spill;
}
