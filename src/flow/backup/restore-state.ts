import type { DesiredDeveloperKey } from '../../kinds/developer-key/developer-key.ts';
import type { DesiredGlossary } from '../../kinds/glossary/glossary.ts';
import type { DesiredState, LedgerState, LiveState } from '../../kinds/states.ts';
import type { DesiredStyleList } from '../../kinds/style-list/style-list.ts';
import type { Finding } from '../../model/finding.ts';
import type { Address } from '../../model/resources/address.ts';
import { addressName } from '../../model/resources/address-name.ts';
import type { SourceRef } from '../../model/source-ref.ts';
import type { ReadBackup } from './read-backup.ts';

export interface RestoreInput {
  readonly backup: ReadBackup;
  /** The folder of the backup, as it is shown in front of its files. */
  readonly label: string;
  readonly now: LedgerState;
  /** What the service lists. */
  readonly live: LiveState;
}

export interface ToRestore {
  readonly desired: DesiredState;
  /** What cannot be brought back: warnings. */
  readonly findings: readonly Finding[];
}

interface Owned<Id> {
  readonly id: Id;
  readonly protect: boolean;
}

/**
 * Address in the backup → address of the same resource by now. What the ledger owns has the address that it has there.
 * Anything else keeps the one of the backup, unless that names another resource by now.
 */
function addressesNow<At extends Address>(
  backedUp: ReadonlyMap<string, string>,
  owned: ReadonlyMap<At, Owned<string>>,
  isLive: (id: string) => boolean,
): ReadonlyMap<string, At> {
  const ownerOf = new Map([...owned].map(([address, { id }]) => [id, address]));
  const now = new Map<string, At>();
  const taken = new Set<string>();
  const give = (from: string, to: At): void => {
    now.set(from, to);
    taken.add(to);
  };
  for (const [address, id] of backedUp) {
    const owner = ownerOf.get(id);
    if (owner !== undefined) give(address, owner);
  }
  for (const [address, id] of backedUp) {
    if (now.has(address)) continue;
    const isAnothers = isLive(id) && owned.has(address as At);
    if (!taken.has(address) && !isAnothers) {
      give(address, address as At);
      continue;
    }
    const [kind, name] = [address.slice(0, address.indexOf('.')), address.slice(address.indexOf('.') + 1)];
    const names = [...taken, ...owned.keys(), ...backedUp.keys()].map((each) => each.slice(kind.length + 1));
    give(address, `${kind}.${addressName(name, new Set(names))}` as At);
  }
  return now;
}

const warning = (code: string, at: SourceRef, address: Address): Finding => ({
  code,
  severity: 'warning',
  at,
  details: { address },
});

/** What a resource of one kind needs to be found again. */
interface Kind<At extends Address, Id> {
  readonly idOf: ReadonlyMap<string, string>;
  readonly addressOf: ReadonlyMap<string, At>;
  readonly isLive: (id: string) => boolean;
  readonly owned: ReadonlyMap<At, Owned<Id>>;
}

function kindOf<At extends Address, Id extends string>(
  backedUp: readonly { readonly address: string; readonly id: string }[] = [],
  owned: ReadonlyMap<At, Owned<Id>>,
  live: readonly { readonly id: string }[] = [],
): Kind<At, Id> {
  const ids = new Set(live.map(({ id }) => id));
  const isLive = (id: string): boolean => ids.has(id);
  const idOf = new Map(backedUp.map(({ address, id }) => [address, id]));
  return { idOf, addressOf: addressesNow(idOf, owned, isLive), isLive, owned };
}

/**
 * Who a resource of the backup is by now: its address, its id where that is still there, and the protection that the
 * ledger knows of.
 */
function identity<At extends Address, Id extends string>(
  address: At,
  { idOf, addressOf, isLive, owned }: Kind<At, Id>,
): { readonly address: At; readonly pinnedId?: Id; readonly protect: boolean } {
  const id = idOf.get(address);
  const now = addressOf.get(address) ?? address;
  return {
    address: now,
    ...(id !== undefined && isLive(id) && { pinnedId: id as Id }),
    protect: owned.get(now)?.protect ?? false,
  };
}

/**
 * A backup as what is asked for: every resource is the one with its id, where that is still there, else the only one
 * of its name. What the service would not make anew is left out, with a warning. A backup is the whole of a
 * dictionary, a list and a key, so whatever it does not say of them goes. Pure. It is longer than 60 lines because it
 * does the same for three kinds, which share names and warnings.
 */
export function restoreState({ backup, label, now, live }: RestoreInput): ToRestore {
  const { json, desired } = backup;
  const findings: Finding[] = [];
  const placed = (at: SourceRef): SourceRef => ({ ...at, file: `${label}/${at.file}` });
  const ifPlaced = (at: SourceRef | undefined): SourceRef | undefined => (at === undefined ? undefined : placed(at));
  const activeKeys = (live.developerKeys ?? []).filter(({ deactivated }) => !deactivated);

  const ofGlossaries = kindOf(json.glossaries, now.glossaries, live.glossaries);
  const glossary = ({ pinnedId: _, ...from }: DesiredGlossary): readonly DesiredGlossary[] => {
    const origin = placed(from.origin);
    const who = identity(from.address, ofGlossaries);
    const isThere =
      who.pinnedId !== undefined ||
      ofGlossaries.isLive(now.glossaries.get(who.address)?.id ?? '') ||
      (live.glossaries ?? []).some(({ name }) => name === from.name);
    if (!isThere && ![...from.dictionaries.values()].some(({ entries }) => entries.size > 0)) {
      findings.push(warning('backup-left-out', origin, who.address));
      return [];
    }
    const dictionaries = new Map(
      [...from.dictionaries].map(([pair, each]) => [
        pair,
        { ...each, origin: placed(each.origin), locate: (source: string) => ifPlaced(each.locate(source)) },
      ]),
    );
    return [{ ...from, ...who, origin, mode: 'authoritative', dictionaries }];
  };

  const ofLists = kindOf(json.styleRules, now.styleLists, live.styleLists);
  const list = ({ pinnedId: _, ...from }: DesiredStyleList): DesiredStyleList => ({
    ...from,
    ...identity(from.address, ofLists),
    origin: placed(from.origin),
    instructionOrigins: from.instructionOrigins.map(placed),
    locateRule: (category, rule) => ifPlaced(from.locateRule(category, rule)),
  });

  const ofKeys = kindOf(json.developerKeys, now.developerKeys, activeKeys);
  const key = ({ pinnedId: _, ...from }: DesiredDeveloperKey): readonly DesiredDeveloperKey[] => {
    const origin = placed(from.origin);
    const who = identity(from.address, ofKeys);
    if (who.pinnedId === undefined && !activeKeys.some(({ label: named }) => named === from.label)) {
      findings.push(warning('backup-key-gone', origin, who.address));
      return [];
    }
    const limits = { characters: null, speechToTextMilliseconds: null, ...from.limits };
    return [{ ...from, ...who, origin, limits, locate: (part) => ifPlaced(from.locate(part)) }];
  };

  return {
    desired: {
      ...(desired.glossaries !== undefined && { glossaries: desired.glossaries.flatMap(glossary) }),
      ...(desired.styleLists !== undefined && { styleLists: desired.styleLists.map(list) }),
      ...(desired.developerKeys !== undefined && { developerKeys: desired.developerKeys.flatMap(key) }),
    },
    findings,
  };
}
