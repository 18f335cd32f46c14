import { byCodeUnit } from '../order.ts';

/**
 * Maximum characters (code points) of a derived name: 60 of four bytes each and an ending fit into the 255 bytes of a
 * file name.
 */
const ADDRESS_NAME_MAX_CHARS = 60;

/** A name that Windows reserves for a device, with or without an ending: no file or folder there can have it. */
export const DEVICE_NAME = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?=\.|$)/iu;

const chars = (text: string, count: number): string => [...text].slice(0, count).join('');

/**
 * Letters and digits of every script, in lower case; every run of anything else becomes one `-`. Invisible characters
 * vanish.
 */
const kebab = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+/u, '');

/**
 * The name that a display name gives a file, a folder and an address: lower case, words joined by `-`, at most 60
 * characters, never empty, no device name of Windows, and not in `taken` (compared without case); a second one of the
 * same name gets `-2`. Pure: the same in, the same out.
 */
export function addressName(displayName: string, taken: ReadonlySet<string>): string {
  const cut = chars(kebab(displayName), ADDRESS_NAME_MAX_CHARS).replace(/(?<!-)-+$/u, '');
  const base = cut === '' ? 'unnamed' : DEVICE_NAME.test(cut) ? `${cut}-1` : cut;
  const used = new Set([...taken].map((name) => name.normalize('NFC').toLowerCase()));
  let name = base;
  for (let count = 2; used.has(name); count += 1) {
    const suffix = `-${count}`;
    name = `${chars(base, ADDRESS_NAME_MAX_CHARS - suffix.length).replace(/(?<!-)-+$/u, '')}${suffix}`;
  }
  return name;
}

/**
 * Id → address name of live resources of one kind that no file names. Given out by display name and then by id, so that
 * the order in which the service lists them decides nothing. `taken`: the names that are in use in the workspace.
 */
export function addressNames(
  resources: readonly { readonly id: string; readonly name: string }[],
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const used = new Set(taken);
  const names = new Map<string, string>();
  const inOrder = [...resources].sort(
    (left, right) => byCodeUnit(left.name, right.name) || byCodeUnit(left.id, right.id),
  );
  for (const { id, name } of inOrder) {
    const freeName = addressName(name, used);
    used.add(freeName);
    names.set(id, freeName);
  }
  return names;
}
