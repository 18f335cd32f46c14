import { yamlRole } from '../../../files/workspace/file-role.ts';
import { readParsed } from '../../../files/workspace/workspace-path.ts';
import type { Finding } from '../../../model/finding.ts';
import { grouped } from '../../../model/grouped.ts';
import type { ResourceAddress } from '../../../model/resources/address.ts';
import type { FilesFacet } from '../../files/files-facet.ts';
import type { LedgerTexts } from '../../files/ledger-texts.ts';
import type { KnownKey } from '../developer-key.ts';
import { DEVELOPER_KEY_LEDGER } from '../developer-key-ledger.ts';
import type { DeveloperKeySource } from './developer-keys-file.ts';
import { parseDeveloperKeysFile } from './developer-keys-file.ts';
import { type KeyEntry, keysFileText } from './write-developer-keys.ts';

const DEVELOPER_KEY_TEXTS: LedgerTexts<KnownKey> = {
  file: () => 'developer-keys.yaml',
  // A key whose label is unknown gets no entry.
  text(keys) {
    const entries = keys.flatMap(({ name, content, protect }): readonly (readonly [string, KeyEntry])[] => {
      const { label, limits, deactivated = false } = content;
      return label === undefined ? [] : [[name, { label, limits, deactivated, protect }]];
    });
    return entries.length === 0 ? undefined : keysFileText(new Map(entries));
  },
  places(text, file) {
    const { value: sources = [] } = parseDeveloperKeysFile({ bytes: new TextEncoder().encode(text), file });
    const byAddress = new Map<ResourceAddress, (typeof sources)[number]>(
      sources.map((source) => [source.address, source]),
    );
    return (address) => {
      const source = byAddress.get(address);
      return source && { origin: source.origin, ...DEVELOPER_KEY_LEDGER.places?.(source) };
    };
  },
};

const isPinned = ({ pinnedId }: DeveloperKeySource): boolean => pinnedId !== undefined;

/** A finding about an entry that has the same label as another one, with both places. */
const finding = (
  code: string,
  severity: Finding['severity'],
  key: DeveloperKeySource,
  other: DeveloperKeySource,
): Finding => ({ code, severity, at: key.labelAt, related: [other.labelAt], details: { label: key.label } });

/**
 * Without a pinned id, an active key is found on the service by its label, so two active entries must not have the same
 * label. An entry that should be deactivated leaves the key of that label to the active entry, which may not be the
 * intention.
 */
const checkLabelsDiffer = (keys: readonly DeveloperKeySource[]): readonly Finding[] =>
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
  keyOrder: { '*': ['label', 'id', 'characters', 'speech_to_text_milliseconds', 'deactivated', 'protect'] },
  key: 'developer_keys',
  pattern: 'developer-keys.yaml',
  texts: DEVELOPER_KEY_TEXTS as LedgerTexts<unknown>,
  isOneFile: true,
  read: (ports, place) =>
    readParsed(ports, { ...place, role: yamlRole('the file of developer keys') }, parseDeveloperKeysFile),
  count: () => [],
  nameAt: ({ labelAt }) => labelAt,
  checkNames: checkLabelsDiffer,
};
