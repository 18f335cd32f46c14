import { UsageError } from '../../model/errors.ts';

/** Parts of Node.js that see the headers of a call, and so the key. */
const SEE_HEADERS: readonly string[] = ['http', 'https', 'http2', 'net', 'tls', 'stream', 'fetch', 'undici'];

/**
 * The parts of Node.js that `NODE_DEBUG` enables, by the rules of Node.js: names separated by commas, `*` for anything,
 * in upper or lower case.
 */
function requestedModules(setting: string): readonly string[] {
  const patterns = setting.split(',').map((name) => {
    const pattern = name
      .trim()
      .replace(/[|\\{}()[\]^$+?.]/g, '\\$&')
      .replaceAll('*', '.*');
    return new RegExp(`^${pattern}$`, 'i');
  });
  return SEE_HEADERS.filter((part) => patterns.some((pattern) => pattern.test(part)));
}

/**
 * Refuses to run when Node.js would print the headers of every call, which contain the key. Node.js reads the variable
 * before a program can change it.
 */
export function refuseNodeDebug(setting: string | undefined): void {
  const modules = setting === undefined ? [] : requestedModules(setting);
  if (modules.length > 0)
    throw new UsageError(
      `NODE_DEBUG makes Node print the headers of calls (${modules.join(', ')}), and the key with them; ` +
        'run again without it',
    );
}
