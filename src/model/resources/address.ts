import { byCodeUnit } from '../lists.ts';

/**
 * The stable name of a resource in the workspace. It comes from the file or folder name, or from the key of an entry,
 * never from the display name, so that a new display name is a rename and not a new resource. The part before the dot
 * is the kind.
 */
export type ResourceAddress = `${string}.${string}`;
/** The address of a part of a resource. */
export type ChildAddress = `${ResourceAddress}/${string}`;
/** The stable name of a resource or of a part of one: `glossary.product`, `glossary.product/en->de`. */
export type Address = ResourceAddress | ChildAddress;

/** The last part of the address of a child: `en->de`. */
export const childName = (address: ChildAddress): string => address.slice(address.indexOf('/') + 1);

/** The kind in an address: `glossary`. */
export const kindIn = (address: string): string => address.slice(0, address.indexOf('.'));

/** The part of an address after the kind: `product`, `product/en->de`. */
export const nameIn = (address: Address): string => address.slice(address.indexOf('.') + 1);

/**
 * The pieces between stars are looked for from left to right, the first place of each: taking a later one could only
 * leave less room for the others. So the work grows with the length of the name for each piece, which no regular
 * expression with several stars promises.
 */
function partMatches(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const [head = '', ...rest] = pieces;
  const tail = rest.pop();
  if (tail === undefined) return pattern === text;
  if (!text.startsWith(head) || text.length < head.length + tail.length || !text.endsWith(tail)) return false;
  const end = text.length - tail.length;
  let at = head.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

/**
 * True if `pattern` names `address`: equal, or with `*` for any run of characters. `glossary.product` names only the
 * glossary; `glossary.product/*` its dictionaries. A `*` does not match the `/` between a glossary and its dictionary,
 * so `glossary.*` never names a dictionary.
 */
export function addressMatches(pattern: string, address: string): boolean {
  const [wanted, parts] = [pattern.split('/'), address.split('/')];
  return wanted.length === parts.length && parts.every((part, index) => partMatches(wanted[index] ?? '', part));
}

export const matchesAny = (patterns: readonly string[], address: string): boolean =>
  patterns.some((pattern) => addressMatches(pattern, address));

/**
 * An address as people type it: `glossary.product/en-de` is `glossary.product/en->de`, and so is `en:de`. Only for
 * languages that cannot be confused with a variant.
 */
export const addressWithArrow = (text: string): string =>
  text.replace(/(\/)([a-z]{2,3}|\*)[-:]([a-z]{2,3}|\*)$/iu, '$1$2->$3');

/** False when no pattern of `--only` can match an address of a kind: then nothing of that kind need be read. */
export const mayNameKind = (only: readonly string[], kind: string): boolean =>
  only.length === 0 ||
  only.some((pattern) => {
    const [head = '', ...rest] = pattern.split('*');
    return head.startsWith(`${kind}.`) || (rest.length > 0 && `${kind}.`.startsWith(head));
  });

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
