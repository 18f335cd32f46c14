import type { ResourceAddress } from '../../../model/resources/address.ts';
import type { LedgerTexts } from '../../files/ledger-texts.ts';
import type { KnownKey } from '../developer-key.ts';
import { DEVELOPER_KEY_LEDGER } from '../developer-key-ledger.ts';
import { parseDeveloperKeysFile } from './developer-keys-file.ts';
import { type KeyEntry, keysFileText } from './write-developer-keys.ts';

export const DEVELOPER_KEY_TEXTS: LedgerTexts<KnownKey> = {
  file: () => 'developer-keys.yaml',
  // A key of which only the id is known has no entry.
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
