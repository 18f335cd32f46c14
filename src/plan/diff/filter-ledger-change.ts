import { pairKey } from '../../model/entries/language-pair.ts';
import { type Address, addressMatches, dictionaryAddress } from '../../model/resources/address.ts';
import type { DictionaryChange, EntryChange } from '../plan.ts';
import type { LedgerChange } from './diff-ledgers.ts';

const addressesOf = ({ address, movedFrom }: LedgerChange): readonly Address[] => [
  address,
  ...(movedFrom === undefined ? [] : [movedFrom]),
];

/** True when a pattern can name a glossary or one of its dictionaries. */
export const mayNameGlossary = (pattern: string, address: string): boolean =>
  addressMatches(pattern, address) ||
  (pattern.includes('/') && addressMatches(pattern.slice(0, pattern.indexOf('/')), address));

/**
 * The part of a change that an address or pattern names, under the address of now or the one before a move: the whole
 * of it, or single dictionaries. `undefined` when it names none of it.
 */
export function changeOfAddress(change: LedgerChange, pattern: string): LedgerChange | undefined {
  const addresses = addressesOf(change);
  if (addresses.some((address) => addressMatches(pattern, address))) return change;
  if (change.kind !== 'glossary') return undefined;
  const glossaries = change.movedFrom === undefined ? [change.address] : [change.address, change.movedFrom];
  const dictionaries = change.dictionaries.filter(({ pair }) =>
    glossaries.some((glossary) => addressMatches(pattern, dictionaryAddress(glossary, pairKey(pair)))),
  );
  return dictionaries.length === 0 ? undefined : { ...change, dictionaries };
}

/** The part of a change that is about entries of some kind; `undefined` when there is none. */
export function changeOfEntries(
  change: LedgerChange,
  isMeant: (change: EntryChange) => boolean,
): LedgerChange | undefined {
  if (change.kind !== 'glossary') return undefined;
  const dictionaries = change.dictionaries.flatMap((dictionary): readonly DictionaryChange[] => {
    const entries = dictionary.entries.filter(isMeant);
    return entries.length === 0 ? [] : [{ ...dictionary, entries }];
  });
  return dictionaries.length === 0 ? undefined : { ...change, dictionaries };
}
