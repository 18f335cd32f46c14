import { resolve } from 'node:path';
import { UsageError } from '../../model/errors.ts';
import type { Ports } from '../ports.ts';

/**
 * Reads a file that the command line names. Throws a `UsageError` if it does not exist, or, before reading, if it is
 * larger than `maxBytes`. `absent`: the message for a missing file.
 */
export async function readNamedFile(
  path: string,
  { files, cwd }: Pick<Ports, 'files' | 'cwd'>,
  { maxBytes, absent }: { readonly maxBytes?: number; readonly absent?: string } = {},
): Promise<Uint8Array> {
  const place = resolve(cwd, path);
  const size = maxBytes === undefined ? undefined : await files.size(place);
  if (size !== undefined && maxBytes !== undefined && size > maxBytes)
    throw new UsageError(`${path} has ${size} bytes, at most ${maxBytes} are allowed`);
  const bytes = await files.readFile(place);
  if (bytes === undefined) throw new UsageError(absent ?? `there is no file ${path}`);
  return bytes;
}
