import { yamlRole } from '../../../files/workspace/file-role.ts';
import { readParsed } from '../../../files/workspace/workspace-path.ts';
import type { Finding } from '../../../model/finding.ts';
import { grouped } from '../../../model/lists.ts';
import type { ResourceAddress } from '../../../model/resources/address.ts';
import type { FilesFacet, NamedOwned } from '../../files/files-facet.ts';
import type { Places } from '../../kind.ts';
import type { KnownKey } from '../developer-key.ts';
import { DEVELOPER_KEY_LEDGER } from '../developer-key-ledger.ts';
import { type DeveloperKeySource, type KeyEntry, keysFileText, parseDeveloperKeysFile } from './developer-keys-file.ts';

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

/** A finding about an entry that has the same label as another one, with both places. */
const finding = (
  code: string,
  severity: Finding['severity'],
  key: DeveloperKeySource,
  other: DeveloperKeySource,
): Finding => ({ code, severity, at: key.nameAt, related: [other.nameAt], details: { label: key.label } });

/**
 * Without a pinned id, an active key is found on the service by its label, so two active entries must not have the same
 * label. An entry that should be deactivated leaves the key of that label to the active entry, which may not be the
 * intention.
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

/** One file for all keys. A missing file is an error; a file with an empty map means that there should be no keys. */
export const DEVELOPER_KEY_FILES: FilesFacet<DeveloperKeySource> = {
  kind: 'developer-key',
  keyOrder: {
    '*': ['label', 'id', 'characters', 'speech_to_text_milliseconds', 'deactivated', 'on', 'protect'],
    '*.on.*': ['label', 'characters', 'speech_to_text_milliseconds', 'publish'],
  },
  pattern: 'developer-keys.yaml',
  ledgerText,
  ledgerPlaces,
  async read(ports, place) {
    const role = yamlRole('the file of developer keys');
    const parsed = await readParsed(ports, { ...place, role }, parseDeveloperKeysFile);
    return { ...parsed, findings: [...parsed.findings, ...checkLabelsDiffer(parsed.value ?? [])] };
  },
};
