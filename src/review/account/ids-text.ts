import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { listed } from '../format/text.ts';

/** An address and the id that the service gave it. */
export type AddressId = readonly [address: string, id: string];

/** Addresses begin with their kind, so none is `__proto__` or a number, and none is lost or moved as a key. */
const record = (ids: readonly AddressId[]): Readonly<Record<string, string>> => Object.fromEntries(ids);

/** `{ "ids": { "glossary.product": "…" } }`. */
export const idsJson = (ids: readonly AddressId[], target: string): string =>
  jsonText({ formatVersion: 1, target, ids: record(ids) });

/** `GLOSSARY_PRODUCT` for `glossary.product`: ASCII alone, since no shell takes more. */
export const envName = (address: string): string =>
  address
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/_$/, '');

/** Why ids cannot be written as variables; `undefined` when they can. */
export function envFault(ids: readonly AddressId[]): string | undefined {
  const byName = new Map<string, string[]>();
  for (const [address] of ids) byName.set(envName(address), [...(byName.get(envName(address)) ?? []), address]);
  const clash = [...byName].find(([, addresses]) => addresses.length > 1);
  if (clash !== undefined)
    return (
      `${listed(clash[1].map(visible))} would both be the variable ${clash[0]}; rename one of them, or take ` +
      '--format json'
    );
  // A variable has to hold the very id, so one that a log would take for a command cannot be broken up.
  const odd = ids.find(([, id]) => !/^[\x20-\x7e]*$/.test(id) || visible(id) !== id);
  return odd === undefined
    ? undefined
    : `the id of ${visible(odd[0])} holds characters that a file of variables cannot; take --format json`;
}

/** `GLOSSARY_PRODUCT='…'`, a line each, for a shell or a file of variables. Only for ids without an `envFault`. */
export const idsEnv = (ids: readonly AddressId[]): string =>
  ids.map(([address, id]) => `${envName(address)}='${id.replaceAll("'", "'\\''")}'\n`).join('');

/** A TypeScript module with one constant. */
export const idsModule = (ids: readonly AddressId[]): string =>
  `export const lexformIds = ${jsonText(record(ids)).trimEnd()} as const;\n`;
