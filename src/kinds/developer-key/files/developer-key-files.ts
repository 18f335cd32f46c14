import { yamlRole } from '../../../files/workspace/file-role.ts';
import { readParsed } from '../../../files/workspace/workspace-path.ts';
import type { Finding } from '../../../model/finding.ts';
import { grouped } from '../../../model/grouped.ts';
import type { ResourceAddress } from '../../../model/resources/address.ts';
import type { FilesFacet, NamedOwned } from '../../files/files-facet.ts';
import type { Places } from '../../kind.ts';
import type { KnownKey } from '../developer-key.ts';
import { DEVELOPER_KEY_LEDGER } from '../developer-key-ledger.ts';
import type { DeveloperKeySource } from './developer-keys-file.ts';
import { parseDeveloperKeysFile } from './developer-keys-file.ts';
import { type KeyEntry, keysFileText } from './write-developer-keys.ts';

/** The text of the keys of a ledger. If only the id of a key is known, it has no entry. */
function ledgerText(keys: readonly NamedOwned[]): string | undefined {
  const entries = keys.flatMap(({ name, content, protect }): readonly (readonly [string, KeyEntry])[] => {
    const { label, limits, deactivated = false } = content as KnownKey;
    return label === undefined ? [] : [[name, { label, limits, deactivated, protect }]];
  });
  return entries.length === 0 ? undefined : keysFileText(new Map(entries));
}

function ledgerPlaces(text: string, file: string): (address: ResourceAddress) => Places | undefined {
  const { value: sources = [] } = parseDeveloperKeysFile({ bytes: new TextEncoder().encode(text), file });
  const byAddress = new Map<ResourceAddress, DeveloperKeySource>(sources.map((source) => [source.address, source]));
  return (address) => {
    const source = byAddress.get(address);
    return source && { origin: source.origin, ...DEVELOPER_KEY_LEDGER.placesOf?.(source) };
  };
}

const isPinned = ({ pinnedId }: DeveloperKeySource): boolean => pinnedId !== undefined;

/** An entry that shares its label with another one, and the two places. */
const finding = (
  code: string,
  severity: Finding['severity'],
  key: DeveloperKeySource,
  other: DeveloperKeySource,
): Finding => ({ code, severity, at: key.nameAt, related: [other.nameAt], details: { label: key.label } });

/**
 * Without a pinned id, an active key is found on the service by its label, so no two entries that should be active may
 * share one. One that should be deactivated leaves the key of that label to the other one, which may not be what was
 * meant.
 */
export const checkLabelsDiffer = (keys: readonly DeveloperKeySource[]): readonly Finding[] =>
  [...grouped(keys, ({ label }) => label).values()].flatMap((same): readonly Finding[] => {
    const active = same.filter(({ deactivated }) => !deactivated);
    const [first, ...later] = active;
    if (first === undefined) return [];
    return [
      ...(active.every(isPinned) ? [] : later.map((key) => finding('label-repeated', 'error', key, first))),
      ...same
        .filter((key) => key.deactivated && !isPinned(key))
        .map((key) => finding('label-shared', 'warning', key, first)),
    ];
  });

/** One file for all keys. When it is not there, that is an error: an empty map in it says that there should be none. */
export const DEVELOPER_KEY_FILES: FilesFacet<DeveloperKeySource> = {
  kind: 'developer-key',
  keyOrder: { '*': ['label', 'id', 'characters', 'speech_to_text_milliseconds', 'deactivated', 'protect'] },
  pattern: 'developer-keys.yaml',
  ledgerText,
  ledgerPlaces,
  async read(ports, place) {
    const role = yamlRole('the file of developer keys');
    const made = await readParsed(ports, { ...place, role }, parseDeveloperKeysFile);
    return { ...made, findings: [...made.findings, ...checkLabelsDiffer(made.value ?? [])] };
  },
};
