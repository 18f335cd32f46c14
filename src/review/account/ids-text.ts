import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { listed } from '../format/text.ts';

/** An address and its id on the service. */
export type AddressId = readonly [address: string, id: string];

/** Addresses begin with their kind, so they are never `__proto__` or a number, and no key is lost or moved. */
const record = (ids: readonly AddressId[]): Readonly<Record<string, string>> => Object.fromEntries(ids);

/** `glossary.product.pt-BR`: a variant has the address of its base, and the code. */
const VARIANT_ADDRESS = /^(glossary\..+)\.([a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?)$/;

/** Address of a base → code of a variant → its id, and the language to pass with it. */
function variantIds(ids: readonly AddressId[]): Readonly<Record<string, object>> {
  const variants = new Map<string, Readonly<Record<string, object>>>();
  const addresses = new Set(ids.map(([address]) => address));
  for (const [address, id] of ids) {
    const [, base = '', language = ''] = VARIANT_ADDRESS.exec(address) ?? [];
    if (language.includes('-') && addresses.has(base))
      variants.set(base, { ...variants.get(base), [language]: { id, language } });
  }
  return Object.fromEntries(variants);
}

/** `{ "ids": { "glossary.product": "…" } }`. `variants` is there if the ledger has any. */
export const idsJson = (ids: readonly AddressId[], target: string): string => {
  const variants = variantIds(ids);
  return jsonText({
    formatVersion: 1,
    target,
    ids: record(ids),
    ...(Object.keys(variants).length > 0 && { variants }),
  });
};

/** `GLOSSARY_PRODUCT` for `glossary.product`: only ASCII, because shells accept nothing else. */
export const envName = (address: string): string =>
  address
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/_$/, '');

/** The reason why ids cannot be written as variables; `undefined` if they can. */
export function envFault(ids: readonly AddressId[]): string | undefined {
  const byName = new Map<string, string[]>();
  for (const [address] of ids) byName.set(envName(address), [...(byName.get(envName(address)) ?? []), address]);
  const clash = [...byName].find(([, addresses]) => addresses.length > 1);
  if (clash !== undefined)
    return (
      `${listed(clash[1].map(visible))} would both be the variable ${clash[0]}; rename one of them, or take ` +
      '--format json'
    );
  // A variable must contain the exact id, so an id that a log would take for a command cannot be escaped.
  const odd = ids.find(([, id]) => !/^[\x20-\x7e]*$/.test(id) || visible(id) !== id);
  return odd === undefined
    ? undefined
    : `the id of ${visible(odd[0])} contains characters that a file of variables cannot contain; use --format json`;
}

/**
 * `GLOSSARY_PRODUCT='…'`, one line for each id, for a shell or a file of variables. Only for ids without an `envFault`.
 */
export const idsEnv = (ids: readonly AddressId[]): string =>
  ids.map(([address, id]) => `${envName(address)}='${id.replaceAll("'", "'\\''")}'\n`).join('');

/** A TypeScript module with one constant. */
export const idsModule = (ids: readonly AddressId[]): string =>
  `export const lexformIds = ${jsonText(record(ids)).trimEnd()} as const;\n`;
