import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import { UsageError } from '../../model/errors.ts';
import { errorCode } from '../../model/system-error.ts';

const unzip = promisify(gunzip);

/** The pieces of a plan as one gzip. They are made while they are compressed. */
export const zippedPlan = (pieces: Iterable<Uint8Array>): Promise<Uint8Array> =>
  pipeline(Readable.from(pieces), createGzip(), (zipped) => buffer(zipped));

/** The JSON in a gzip. Throws `UsageError` as soon as it has more than `maxBytes`. */
export async function unzippedPlan(bytes: Uint8Array, path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    return await unzip(bytes, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    const reason =
      errorCode(error) === 'ERR_BUFFER_TOO_LARGE'
        ? `it unpacks to more than ${maxBytes} bytes, which is the most that is allowed`
        : 'it is gzip that cannot be unpacked';
    throw new UsageError(`${path} is not a plan that can be applied: ${reason}`, { code: 'plan-unusable' });
  }
}
