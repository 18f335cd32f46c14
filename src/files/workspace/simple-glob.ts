import { type Dirent, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../model/errors.ts';
import { errorCode } from '../../model/system-error.ts';
import type { FolderListings } from '../ports.ts';

/** Most parts of a plain pattern: well below the depth to which any pattern looks. */
const PARTS_MAX = 8;

/** A name in which one star may stand for any characters. */
const PLAIN_PART = /^(?!\.)[\w.-]*(?:\*[\w.-]*)?$/;

/**
 * The parts of a pattern of names and of at most one star in each. `undefined` for any other pattern, and for one
 * without a star.
 */
export function simpleGlobParts(pattern: string): readonly string[] | undefined {
  const parts = pattern.split('/');
  return pattern.includes('*') &&
    parts.length <= PARTS_MAX &&
    parts.every((part) => part !== '' && PLAIN_PART.test(part))
    ? parts
    : undefined;
}

/** A star does not stand for a dot at the beginning. */
const nameTest = (part: string): RegExp =>
  new RegExp(`^${part.startsWith('*') ? '(?!\\.)(?=.)' : ''}${part.replaceAll('.', '\\.').replace('*', '[^/]*')}$`);

/**
 * Counts the folders that a pattern looks into, and ends the search where there are too many: links in a circle make
 * any number of them.
 */
export function folderCount(pattern: string, max: number): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > max)
      throw new UsageError(
        `the pattern ${pattern} looks into more than ${max} folders; name the folders that it is about, and take ` +
          'away links that lead in a circle',
      );
  };
}

/** At once: to have a folder listed by another thread takes five times as long. `listed`: what is known already. */
export function entriesIn(folder: string, listed?: FolderListings): readonly Dirent[] {
  const known = listed?.get(folder);
  if (known !== undefined) return known;
  try {
    const found = readdirSync(folder, { withFileTypes: true });
    listed?.set(folder, found);
    return found;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** What a link leads to; a link to nothing is neither file nor folder. */
const leadsTo = async (kind: 'isFile' | 'isDirectory', path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.[kind]() === true;

/**
 * The files that a plain pattern names, relative to a folder, in no order: what fast-glob finds, which takes longer to
 * load than a small workspace to read. `skipped`: names of files and folders that are not looked at; `looked`: is
 * called before each folder, and may throw; `listed`: folders that were listed before.
 */
export async function findSimpleGlob(
  parts: readonly string[],
  folder: string,
  {
    skipped = [],
    looked,
    listed,
  }: {
    readonly skipped?: readonly string[];
    readonly looked?: () => void;
    readonly listed?: FolderListings | undefined;
  },
): Promise<readonly string[]> {
  const first = parts.findIndex((part) => part.includes('*'));
  const base = parts.slice(0, first);
  let found: readonly string[] = [base.join('/')];
  for (const [index, part] of parts.slice(first).entries()) {
    const kind = first + index === parts.length - 1 ? 'isFile' : 'isDirectory';
    const fits = nameTest(part);
    const below: string[] = [];
    for (const way of found) {
      looked?.();
      for (const entry of entriesIn(join(folder, way), listed)) {
        const { name } = entry;
        if (!fits.test(name) || skipped.includes(name)) continue;
        const path = way === '' ? name : `${way}/${name}`;
        if (entry.isSymbolicLink() ? await leadsTo(kind, join(folder, path)) : entry[kind]()) below.push(path);
      }
    }
    found = below;
  }
  return base.some((name) => skipped.includes(name)) ? [] : found;
}
