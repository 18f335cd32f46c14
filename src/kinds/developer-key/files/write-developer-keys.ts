import { yamlText } from '../../../files/yaml/yaml-text.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { byCodeUnit } from '../../../model/order.ts';
import type { Address } from '../../../model/resources/address.ts';
import { onName } from '../../files/parse-on.ts';
import type { ResourceToWrite } from '../../files/writing-facet.ts';
import type { DesiredDeveloperKey, KnownKey } from '../developer-key.ts';
import { developerKeyAddress, KEY_LIMITS, type KeyLimits } from '../developer-key.ts';
import { KEY_PART_NAMES } from '../developer-key-names.ts';
import type { DeveloperKeySource } from './developer-keys-file.ts';

/** The content of an entry. */
export type KeyEntry = Pick<DesiredDeveloperKey, 'label' | 'limits' | 'deactivated' | 'protect'> & {
  readonly pinnedId?: string;
  /** The target that the label is only for. Absent: all targets. */
  readonly nameOn?: string;
};

const nameOfAddress = (address: Address): string => address.slice(developerKeyAddress('').length);

/**
 * The limits to write. A limit that is not set is written only if the entry mentions it already, because leaving it out
 * has the same meaning.
 */
export const limitsToWrite = (live: Partial<KeyLimits>, before: Partial<KeyLimits> = {}): Partial<KeyLimits> =>
  Object.fromEntries(
    KEY_LIMITS.map((limit) => [limit, live[limit] ?? null] as const).filter(
      ([limit, value]) => value !== null || before[limit] !== undefined,
    ),
  );

/** Only what differs from the default is written. */
export const entryParts = (
  name: string,
  { label, nameOn, pinnedId, limits, deactivated, protect }: Partial<KeyEntry>,
) => ({
  ...(label !== undefined && label !== name && { label }),
  ...(pinnedId !== undefined && { id: pinnedId }),
  ...omitUndefined(Object.fromEntries(KEY_LIMITS.map((limit) => [KEY_PART_NAMES[limit], limits?.[limit]]))),
  ...(deactivated === true && { deactivated }),
  ...omitUndefined({ on: onName(nameOn, label ?? name, 'label') }),
  ...(protect === true && { protect }),
});

/** The text of a file of developer keys: by name, in code unit order. */
export function keysFileText(entries: ReadonlyMap<string, KeyEntry>): string {
  const sorted = [...entries].sort(([left], [right]) => byCodeUnit(left, right));
  return yamlText('developer-keys', new Map(sorted.map(([name, entry]) => [name, entryParts(name, entry)])));
}

/**
 * The text of the file of developer keys; `undefined` if its entries already have all values, so that its comments
 * stay. `existing`: the present entries of the file. Entries of other keys stay.
 */
export function developerKeysText(
  keys: readonly ResourceToWrite<KnownKey, DeveloperKeySource>[],
  existing?: readonly DesiredDeveloperKey[],
): string | undefined {
  const before = new Map<string, KeyEntry>((existing ?? []).map((key) => [nameOfAddress(key.address), key]));
  const entries = new Map(before);
  for (const { name, content, pinnedId } of keys) {
    const old = before.get(name);
    const pin = pinnedId ?? old?.pinnedId;
    entries.set(name, {
      label: content.label ?? name,
      limits: limitsToWrite(content.limits, old?.limits),
      deactivated: false,
      protect: old?.protect ?? false,
      ...(pin !== undefined && { pinnedId: pin }),
    });
  }
  const text = keysFileText(entries);
  return existing !== undefined && text === keysFileText(before) ? undefined : text;
}
