import { yamlText } from '../../../files/yaml/yaml-text.ts';
import { byCodeUnit } from '../../../model/lists.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { onName } from '../../files/parse-on.ts';
import type { ResourceToWrite } from '../../files/writing-facet.ts';
import { type DesiredDeveloperKey, KEY_LIMITS, type KeyLimits, type KnownKey } from '../developer-key.ts';
import { KEY_PART_NAMES } from '../developer-key-names.ts';

/** The content of an entry. */
export type KeyEntry = Pick<DesiredDeveloperKey, 'label' | 'limits' | 'deactivated' | 'protect'> & {
  readonly pinnedId?: string;
  /** The target that the label is only for. Absent: all targets. */
  readonly nameOn?: string;
};

/** The limits to write. A limit that is not set is left out, which has the same meaning. */
export const limitsToWrite = (live: Partial<KeyLimits>): Partial<KeyLimits> =>
  Object.fromEntries(KEY_LIMITS.flatMap((limit) => (live[limit] == null ? [] : [[limit, live[limit]]])));

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

/** The text of the file of developer keys. */
export const developerKeysText = (keys: readonly ResourceToWrite<KnownKey>[]): string =>
  keysFileText(
    new Map(
      keys.map(({ name, content, pinnedId }): [string, KeyEntry] => [
        name,
        {
          label: content.label ?? name,
          limits: limitsToWrite(content.limits),
          deactivated: false,
          protect: false,
          pinnedId,
        },
      ]),
    ),
  );
