import { grouped } from '../model/grouped.ts';
import type { LedgerState } from '../model/ledger/ledger-state.ts';
import { byCodeUnit } from '../model/order.ts';
import type { Address, GlossaryAddress, StyleListAddress } from '../model/resources/address.ts';
import type { DesiredState } from '../model/resources/desired.ts';
import { glossaryDigest, styleListDigest } from '../model/resources/digest.ts';

/** A resource that has another address now, because its file or folder has. */
export interface Move {
  readonly from: Address;
  readonly to: Address;
}

export interface MovedInput {
  readonly desired: DesiredState;
  readonly ledger: LedgerState;
  /** What `moved:` states. A line that has done its work means nothing any more. */
  readonly stated: readonly Move[];
}

/**
 * Addresses of one kind: what the files have and the ledger does not know, and what the ledger knows and the files do
 * not have.
 */
function unsettled<At extends Address, Owned>(
  desired: readonly { readonly address: At }[] | undefined,
  owned: ReadonlyMap<At, Owned>,
): { readonly fresh: readonly At[]; readonly gone: readonly At[] } {
  if (desired === undefined) return { fresh: [], gone: [] };
  const addresses = new Set<At>(desired.map(({ address }) => address));
  return {
    fresh: [...addresses].filter((address) => !owned.has(address)).sort(byCodeUnit),
    gone: [...owned.keys()].filter((address) => !addresses.has(address)).sort(byCodeUnit),
  };
}

/** Pairs of addresses with one content that is found once on either side: what two have in common tells nothing. */
function alike<At extends Address>(
  { fresh, gone }: { readonly fresh: readonly At[]; readonly gone: readonly At[] },
  digests: { readonly fresh: (address: At) => string; readonly gone: (address: At) => string },
): readonly Move[] {
  // Digests of everything that is new are not made for nothing.
  if (fresh.length === 0 || gone.length === 0) return [];
  const here = grouped(fresh, digests.fresh);
  return [...grouped(gone, digests.gone)].flatMap(([digest, from]) => {
    const to = here.get(digest) ?? [];
    return from.length === 1 && to.length === 1 ? [{ from: from[0] as At, to: to[0] as At }] : [];
  });
}

function renamed<At extends string, Owned>(
  owned: ReadonlyMap<At, Owned>,
  moves: readonly Move[],
): ReadonlyMap<At, Owned> {
  const to = new Map(moves.map((move) => [move.from as string, move.to as string]));
  return new Map([...owned].map(([address, each]) => [(to.get(address) ?? address) as At, each]));
}

/**
 * The ledger with the addresses that its resources have now. Stated moves count first; then an owned resource that the
 * files have no more, and a new one of the files with exactly its content, are one. What has moved and keeps its name
 * on the service is found by that name later on. Pure.
 */
export function movedLedger({ desired, ledger, stated }: MovedInput): {
  readonly ledger: LedgerState;
  readonly moves: readonly Move[];
} {
  const isStated = ({ from, to }: Move): boolean => {
    const kinds = [
      unsettled(desired.glossaries, ledger.glossaries),
      unsettled(desired.styleLists, ledger.styleLists),
      unsettled(desired.developerKeys, ledger.developerKeys),
    ];
    return kinds.some(({ fresh, gone }) => gone.some((each) => each === from) && fresh.some((each) => each === to));
  };
  const said = stated.filter(isStated);
  const afterSaid: LedgerState = {
    ...ledger,
    glossaries: renamed(ledger.glossaries, said),
    styleLists: renamed(ledger.styleLists, said),
    developerKeys: renamed(ledger.developerKeys, said),
  };
  const wantedGlossary = new Map((desired.glossaries ?? []).map((each) => [each.address, each]));
  const wantedList = new Map((desired.styleLists ?? []).map((each) => [each.address, each]));
  const glossaries = alike<GlossaryAddress>(unsettled(desired.glossaries, afterSaid.glossaries), {
    // Names apart: a move with a new name is what cannot be found by the name.
    fresh: (address) => glossaryDigest('', wantedGlossary.get(address)?.dictionaries ?? new Map()),
    gone: (address) => glossaryDigest('', afterSaid.glossaries.get(address)?.content.dictionaries ?? new Map()),
  });
  const lists = alike<StyleListAddress>(unsettled(desired.styleLists, afterSaid.styleLists), {
    fresh: (address) => listDigest(wantedList.get(address)?.content),
    gone: (address) => listDigest(afterSaid.styleLists.get(address)?.content),
  });
  const moves = [...said, ...glossaries, ...lists];
  return {
    moves,
    ledger: {
      ...afterSaid,
      glossaries: renamed(afterSaid.glossaries, glossaries),
      styleLists: renamed(afterSaid.styleLists, lists),
      ...(ledger.unfinished !== undefined && {
        unfinished: ledger.unfinished.map((each) => {
          const to = moves.find(({ from }) => from === each.address)?.to;
          return to === undefined ? each : { ...each, address: to as StyleListAddress };
        }),
      }),
    },
  };
}

function listDigest(content: Parameters<typeof styleListDigest>[0] | undefined): string {
  return content === undefined ? '' : styleListDigest({ ...content, name: '' });
}
