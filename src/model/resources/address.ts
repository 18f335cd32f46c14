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
