import { csvPieces } from '../files/dictionary/write-dictionary.ts';
import { withoutSchemaComment } from '../files/yaml/yaml-text.ts';
import type { NamedOwned } from '../kinds/files/files-facet.ts';
import { filesOf, storedFilesOf } from '../kinds/files/registry.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { KINDS } from '../kinds/registry.ts';
import { type LedgerState, ownedOf } from '../kinds/states.ts';
import type { Entries } from '../model/entries/entries.ts';
import { bytesOfPieces } from '../model/entries/text-pieces.ts';
import { grouped } from '../model/lists.ts';
import { nameIn, type ResourceAddress } from '../model/resources/address.ts';
import { withDigest } from '../model/resources/digest.ts';
import type { OwnedResource } from '../model/resources/resource.ts';
import type { LedgerTarget, LedgerVersion } from './ledger.ts';
import { childFile, LEDGER_JSON, ledgerChildren, ledgerJson, sorted } from './ledger-json.ts';
import type { FileBytes } from './ports.ts';

const encoder = new TextEncoder();

/** A file of an entry with the resources in it. `text`: `undefined` if they need no file. */
export interface LedgerText {
  readonly path: string;
  readonly addresses: readonly ResourceAddress[];
  readonly text: string | undefined;
}

/** The files of one kind, except those of child resources. */
export function ledgerTexts(
  kind: AnyKind,
  owned: Iterable<readonly [ResourceAddress, OwnedResource]>,
): readonly LedgerText[] {
  const { file } = storedFilesOf(kind);
  const { ledgerText } = filesOf(kind.kind);
  const named = [...owned].map(([address, each]) => {
    const one: NamedOwned = { ...each, name: nameIn(address) };
    return { address, one };
  });
  return [...grouped(named, ({ one }) => file(one.name))].map(([path, inFile]) => {
    const fullText = ledgerText?.(inFile.map(({ one }) => one));
    return {
      path,
      addresses: inFile.map(({ address }) => address),
      text: fullText === undefined ? undefined : withoutSchemaComment(fullText),
    };
  });
}

/** A file of an entry. Its bytes are made on demand. `entries`: its content, if that is the entries of one child. */
export interface LedgerPart<Content extends FileBytes = Uint8Array> {
  readonly path: string;
  readonly entries?: Entries;
  /** The SHA-256 of the bytes in hex. Absent: not computed yet. */
  readonly sha256?: string;
  readonly bytes: () => Content;
}

/** The files of one entry, one after the other: a dictionary can have 10 MB. */
export function* ledgerParts(
  state: LedgerState,
  target: LedgerTarget,
  base?: LedgerVersion,
): Generator<LedgerPart, void, void> {
  for (const kind of KINDS) {
    const owned = sorted(ownedOf(state, kind.plural));
    for (const [address, each] of owned)
      for (const [child, entries] of ledgerChildren(kind, each))
        yield {
          path: childFile(kind, address, child),
          entries,
          bytes: () => bytesOfPieces(csvPieces(entries)),
        };
    for (const { path, text } of ledgerTexts(kind, owned))
      if (text !== undefined) yield { path, bytes: () => encoder.encode(text) };
  }
  yield {
    path: LEDGER_JSON,
    bytes: () => encoder.encode(`${JSON.stringify(withDigest(ledgerJson(state, target, base)), null, 2)}\n`),
  };
}

/**
 * The files of one entry: the content in the formats of a workspace, so that git shows who changed which term and when,
 * and `ledger.json` with the ids. The same state gives the same bytes.
 */
export const ledgerFiles = (state: LedgerState, target: LedgerTarget): ReadonlyMap<string, Uint8Array> =>
  new Map(eachLedgerFile(state, target));

/** Like `ledgerFiles`, but each file is made on demand. */
export function* eachLedgerFile(
  state: LedgerState,
  target: LedgerTarget,
  base?: LedgerVersion,
): Generator<readonly [path: string, bytes: Uint8Array], void, void> {
  for (const { path, bytes } of ledgerParts(state, target, base)) yield [path, bytes()];
}
