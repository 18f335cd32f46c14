import { posix, win32 } from 'node:path';
import type { Ports } from '../ports.ts';

/** Lexform's cache folder; `undefined` when the environment names none. A relative path does not count. */
export function cacheFolder(env: Ports['env'], system: string): string | undefined {
  const path = system === 'win32' ? win32 : posix;
  const below = (name: string, ...parts: readonly string[]): string | undefined => {
    const folder = env(name);
    return folder !== undefined && path.isAbsolute(folder) ? path.join(folder, ...parts) : undefined;
  };
  if (system === 'win32') return below('LOCALAPPDATA', 'lexform', 'cache');
  if (system === 'darwin') return below('HOME', 'Library', 'Caches', 'lexform');
  return below('XDG_CACHE_HOME', 'lexform') ?? below('HOME', '.cache', 'lexform');
}
