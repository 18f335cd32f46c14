import { dirname, join } from 'node:path';

/** A new name beside a file: for one that is written there and then takes its place. */
export function tempPath(path: string): string {
  // The global one: node:crypto takes longer to load than a small command to run.
  const name = Buffer.from(crypto.getRandomValues(new Uint8Array(6))).toString('hex');
  return join(dirname(path), `.lexform-${name}.tmp`);
}
