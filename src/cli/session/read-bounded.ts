import { resolve } from 'node:path';
import { UsageError } from '../../model/errors.ts';
import type { CliPorts } from '../ports.ts';

/**
 * The bytes of a file that a user names; `undefined` when there is none. Throws `UsageError`, before it is read, for
 * one that is longer than is allowed.
 */
export async function readBounded(
  path: string,
  { files, cwd }: Pick<CliPorts, 'files' | 'cwd'>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const place = resolve(cwd, path);
  const size = await files.size(place);
  if (size !== undefined && size > maxBytes)
    throw new UsageError(`${path} has ${size} bytes, at most ${maxBytes} are allowed`);
  return files.readFile(place);
}
