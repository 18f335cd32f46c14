import type { FindingDetail } from '../../model/finding.ts';
import { isSpreadsheetName } from '../delimited/spreadsheet.ts';
import { type AnyRole, roleOf } from './file-role.ts';

/** Limits on reading if a person without write access may have changed the files. */
export interface UntrustedFiles {
  /** Whether git tracks the file at an absolute, real path. */
  readonly isTracked: (realPath: string) => Promise<boolean>;
  /**
   * Names with a leading dot in the paths and patterns of the trusted `lexform.yaml`. Called only if a path contains
   * such a name.
   */
  readonly dotNames: () => Promise<ReadonlySet<string>>;
  /** The folders in `layers:` of the trusted `lexform.yaml`. */
  readonly layers: () => Promise<readonly string[]>;
}

/** Why a file may not be read: the code of the finding, and the details for its text. */
export interface ReadRefusal {
  readonly code: 'file-private' | 'file-dot-name' | 'file-untracked' | 'file-extension' | 'spreadsheet-not-read';
  readonly details: Readonly<Record<string, FindingDetail>>;
}

/**
 * A name as the most permissive file system compares it: NTFS ignores trailing dots and spaces and a stream after a
 * colon, HFS+ ignores invisible characters, and both ignore case.
 */
const comparable = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/:.*$/su, '')
    .replace(/(?<![. ])[. ]+$/u, '')
    .toLowerCase();

/** `.git`, `.lexform`, `.ssh`, `.env` and its variants, also in the short form that Windows gives them: `GIT~1`. */
const PRIVATE = /^(?:\.git|\.lexform|\.ssh|\.env.*|(?:git|lexf[a-z0-9]{0,4}|ssh|env[a-z0-9]{0,5})~\d+(?:\..*)?)$/su;

/** The first part of a path that no role may read; `undefined` if every part may be read. */
export const privatePart = (way: string): string | undefined =>
  way.split(/[/\\]/).find((part) => PRIVATE.test(comparable(part)));

/** The first part of a path that begins with a dot and is not in `named`. */
const hiddenPart = (way: string, named: ReadonlySet<string>): string | undefined =>
  way.split(/[/\\]/).find((part) => part.startsWith('.') && !named.has(part));

const NONE: ReadonlySet<string> = new Set();

/**
 * Decides whether a file inside the workspace may be read in a role. All reads use it. `way`: its real path relative to
 * the real root; `real`: the same, absolute. The file port checks on opening that the file is regular and not too
 * large.
 */
export async function mayRead(
  { way, real, role }: { readonly way: string; readonly real: string; readonly role: AnyRole },
  untrusted?: UntrustedFiles,
): Promise<ReadRefusal | undefined> {
  const { endings, isTable } = roleOf(role);
  const hidden = privatePart(way);
  if (hidden !== undefined) return { code: 'file-private', details: { part: hidden } };
  if (untrusted !== undefined && hiddenPart(way, NONE) !== undefined) {
    const part = hiddenPart(way, await untrusted.dotNames());
    if (part !== undefined) return { code: 'file-dot-name', details: { part } };
  }
  if (isTable === true && isSpreadsheetName(way)) return { code: 'spreadsheet-not-read', details: {} };
  if (endings !== undefined && !endings.some((ending) => way.toLowerCase().endsWith(ending)))
    return { code: 'file-extension', details: { real: way, allowed: endings } };
  return untrusted === undefined || (await untrusted.isTracked(real))
    ? undefined
    : { code: 'file-untracked', details: {} };
}
