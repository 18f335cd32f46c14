import nodePath, { join, type PlatformPath } from 'node:path';
import { type Checked, errorAt, type Finding, type SourceRef, topOf } from '../../model/finding.ts';
import type { FilePorts, RegularFile } from '../ports.ts';
import { type AnyRole, roleOf } from './file-role.ts';
import { mayRead } from './may-read.ts';

/** True if a path or pattern cannot lead out of its folder by its spelling. Links are checked when a file is read. */
export const staysInside = (path: string): boolean =>
  !/^(?:[/\\]|[A-Za-z]:|~)/.test(path) && !path.split(/[/\\]/).includes('..');

/** True for the path of a file of a layer outside the workspace folder. Such a file is read and never written. */
export const isOutside = (file: string): boolean => file.startsWith('../');

/**
 * The path of a file that another file refers to, relative to the workspace root; `undefined` if it is outside the
 * root, or further outside than the other file. `mayLeave`: the path may be anywhere.
 */
export function fileRelativeTo(file: string, named: string, mayLeave = false): string | undefined {
  if (/^(?:[/\\]|[A-Za-z]:|~)/.test(named)) return undefined;
  const parts: string[] = file.split('/').slice(0, -1);
  for (const part of named.split(/[/\\]/)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (mayLeave) parts.push(part);
    else return undefined;
  }
  return parts.join('/');
}

export interface FileToRead {
  readonly root: string;
  /** Relative to the root, with `/`. */
  readonly file: string;
  readonly role: AnyRole;
  /** Place of the reference to the file in the workspace. Findings about the file point to it. */
  readonly namedAt: SourceRef;
}

/** Ports that resolve the real path of the workspace root only once. Every file is compared with it. */
export function withRealRoot(ports: FilePorts, root: string): FilePorts {
  let found: Promise<string | undefined> | undefined;
  return {
    ...ports,
    realPath(path) {
      if (path !== root) return ports.realPath(path);
      found ??= ports.realPath(root);
      return found;
    },
  };
}

/**
 * Ports that read each file of a workspace once and keep its bytes, for a command that needs the bytes several times.
 */
export function readingOnce(ports: FilePorts): FilePorts {
  const reads = new Map<string, Promise<RegularFile>>();
  return {
    ...ports,
    async readRegularFile(path, maxBytes) {
      const read = reads.get(path) ?? ports.readRegularFile(path, maxBytes);
      reads.set(path, read);
      const found = await read;
      const size = found.kind === 'bytes' ? found.bytes.byteLength : 0;
      return size > maxBytes ? { kind: 'too-large', size } : found;
    },
  };
}

/** The path from one folder to another path, with `/`. Absolute if Windows has them on different drives. */
export const slashPath = (from: string, to: string, { relative, sep }: PlatformPath = nodePath): string =>
  relative(from, to).split(sep).join('/');

/**
 * The path from a real root to a real file or folder, with `/`; `undefined` if it is outside the root. `paths`: the
 * rules of the system for paths.
 */
export function wayInside(realRoot: string, real: string, paths: PlatformPath = nodePath): string | undefined {
  // A plain path that begins with the root is inside. `relative` is slow for many files.
  if (paths.sep === '/' && real.startsWith(`${realRoot}/`) && !/\/(?:\.{0,2}\/|\.{0,2}$)/.test(real))
    return real.slice(realRoot.length + 1);
  const way = slashPath(realRoot, real, paths);
  return way === '..' || way.startsWith('../') || paths.isAbsolute(way) ? undefined : way;
}

/** The finding for a referenced file that is not read. */
const faultOf = ({ file, role, namedAt }: FileToRead, code: string, details: Finding['details'] = {}) => ({
  findings: [errorAt(code, namedAt, { file, role: roleOf(role).words, ...details })],
});

/**
 * The real path of a file that the workspace refers to. The real path decides whether it may be read in its role: a
 * pull request must reach neither other files of the machine nor private files of the checkout.
 */
export async function placeInside(ports: FilePorts, place: FileToRead): Promise<Checked<string>> {
  const { root, file, role } = place;
  const fault = (code: string, details?: Finding['details']) => faultOf(place, code, details);
  const layer = isOutside(file) ? ports.layers?.find((each) => file.startsWith(`${each}/`)) : '';
  if (layer === undefined) return fault(role === 'edited' ? 'layer-not-written' : 'layer-unlisted');
  const [realRoot, real] = await Promise.all([ports.realPath(join(root, layer)), ports.realPath(join(root, file))]);
  if (realRoot === undefined || real === undefined) return fault('file-missing');
  const way = wayInside(realRoot, real);
  if (way === undefined) return fault('file-outside-workspace');
  const refusal = await mayRead({ way, real, role }, ports.untrusted);
  return refusal === undefined ? { value: real, findings: [] } : fault(refusal.code, refusal.details);
}

/** The bytes of a file that the workspace refers to, if it may be read. */
export async function readInside(ports: FilePorts, place: FileToRead): Promise<Checked<Uint8Array>> {
  const { value: real, findings } = await placeInside(ports, place);
  if (real === undefined) return { findings };
  const { maxBytes } = roleOf(place.role);
  const fault = (code: string, details?: Finding['details']) => faultOf(place, code, details);
  const read = await ports.readRegularFile(real, maxBytes);
  switch (read.kind) {
    case 'bytes':
      return { value: read.bytes, findings: [] };
    case 'absent':
      return fault('file-missing');
    case 'not-regular':
      return fault('file-not-regular');
    case 'too-large':
      return fault('file-too-large', { bytes: read.size, max: maxBytes });
    default:
      return read satisfies never;
  }
}

/** Reads and parses a file that the workspace refers to. */
export async function readParsed<Value>(
  ports: FilePorts,
  place: FileToRead,
  parse: (input: { readonly bytes: Uint8Array; readonly file: string }) => Checked<Value>,
): Promise<Checked<Value>> {
  const { value: bytes, findings } = await readInside(ports, place);
  return bytes === undefined ? { findings } : parse({ bytes, file: place.file });
}

/**
 * Characters that an address cannot contain: `/` and `->` separate its parts, `*` matches anything in a pattern, `#`
 * counts its operations.
 */
const NOT_IN_ADDRESS = /[/*#\s\p{Cc}\p{Default_Ignorable_Code_Point}]|->/u;

/** True when a name can be the last part of an address. */
export const isAddressName = (name: string): boolean => name !== '' && !NOT_IN_ADDRESS.test(name);

/**
 * The last part of an address, from the path of a file: `style-rules/marketing-de.yaml` → `marketing-de`. `folderFile`:
 * a file with this name, without its extension, has the name of its folder: `glossaries/product/glossary.yaml` →
 * `product`.
 */
export function addressNameOf(
  file: string,
  folderFile?: string,
): {
  readonly name?: string;
  readonly findings: readonly Finding[];
} {
  const parts = file.split('/');
  const stem = (parts.at(-1) ?? '').replace(/\.ya?ml$/i, '');
  const name = stem.toLowerCase() === folderFile ? parts.at(-2) : stem;
  const at: SourceRef = topOf(file);
  if (name === undefined || name === '') {
    return { findings: [errorAt('address-without-name', at)] };
  }
  return isAddressName(name) ? { name, findings: [] } : { findings: [errorAt('address-name-form', at, { name })] };
}
