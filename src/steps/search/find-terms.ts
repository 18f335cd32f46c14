import type { Client, Limit } from '../../client/client.ts';
import { nearestName } from '../../files/languages/nearest-name.ts';
import type { DesiredGlossary, GlossaryAddress, LiveGlossary } from '../../kinds/glossary/glossary.ts';
import { GLOSSARY } from '../../kinds/glossary/glossary-kind.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import type { ChildNeed } from '../../kinds/needs.ts';
import { EMPTY_LEDGER } from '../../kinds/registry.ts';
import { listingOf, readEntries, readListing } from '../../kinds/service/read-entries.ts';
import {
  type DesiredState,
  desiredResources,
  type LedgerState,
  liveResources,
  type Matched,
} from '../../kinds/states.ts';
import type { LiveStyleList } from '../../kinds/style-list/style-list.ts';
import { STYLE_LIST } from '../../kinds/style-list/style-list-kind.ts';
import { kindNoun } from '../../kinds/words.ts';
import type { Entries } from '../../model/entries/entries.ts';
import { type LanguagePair, type PairKey, pairKey } from '../../model/entries/language-pair.ts';
import { UsageError } from '../../model/errors.ts';
import type { Finding } from '../../model/finding.ts';
import type { GlossaryId } from '../../model/ids.ts';
import type { Address } from '../../model/resources/address.ts';
import type { DesiredResource, LiveResource } from '../../model/resources/resource.ts';
import { matchLive } from '../../plan/match/match.ts';

export interface FindTermsInput {
  readonly client: Client;
  readonly limit: Limit;
  readonly desired: DesiredState;
  /** Default: nothing is owned. */
  readonly ledger?: LedgerState;
  /** An address, or only its name; absent: not requested. */
  readonly glossary?: string;
  readonly style?: string;
}

/** The live resources at two addresses. */
export interface FoundTerms {
  readonly glossary?: { readonly address: Address; readonly live: LiveGlossary };
  readonly styleList?: { readonly address: Address; readonly live: LiveStyleList };
  /** Errors, with places in the files, if the live resource of an address is unclear. */
  readonly findings: readonly Finding[];
}

/** The full address for a short one: `glossary.product` for `product`. */
export const fullAddress = ({ prefix }: Pick<AnyKind, 'prefix'>, text: string): string =>
  text.startsWith(`${prefix}.`) ? text : `${prefix}.${text}`;

/** The live resource at an address: one of the files, or an unmanaged one under its address in a plan. */
function pick<Live extends LiveResource>(
  { matches, unmanaged, findings }: Matched<DesiredResource, Live, unknown>,
  kind: Pick<AnyKind, 'prefix' | 'kind' | 'plural'>,
  text: string,
): { readonly found?: { readonly address: Address; readonly live: Live }; readonly findings: readonly Finding[] } {
  const wanted = fullAddress(kind, text);
  const about = findings.filter(({ details }) => details.address === wanted || details.other === wanted);
  if (about.length > 0) return { findings: about };
  const match = matches.find(({ desired }) => desired.address === wanted);
  const free = unmanaged.find(({ address }) => address === wanted);
  if (match?.live !== undefined) return { found: { address: match.desired.address, live: match.live }, findings: [] };
  if (free !== undefined) return { found: free, findings: [] };
  if (match !== undefined) throw new UsageError(`${wanted} is not on the service yet; run "lexform apply"`);
  const known = [...matches.map(({ desired }) => desired.address), ...unmanaged.map(({ address }) => address)];
  const nearest = nearestName(wanted, known);
  throw new UsageError(
    `there is no ${kindNoun(kind)[0]} "${wanted}" in the workspace or on the service` +
      (nearest === undefined ? '' : `; did you mean ${nearest}?`),
  );
}

/**
 * Addresses → live resources, matched as in a plan: by pinned id, then by ledger, then by name. Only the necessary
 * lists are read.
 */
export async function findTerms(input: FindTermsInput): Promise<FoundTerms> {
  const { client, limit, desired, ledger = EMPTY_LEDGER, glossary, style } = input;
  if (glossary === undefined && style === undefined) return { findings: [] };
  const scope = { glossaries: glossary !== undefined, styleLists: style !== undefined };
  const live = await readListing(client, scope, limit);
  const wanted = {
    ...(glossary !== undefined && { glossaries: desiredResources(desired, 'glossaries') }),
    ...(style !== undefined && { styleLists: desiredResources(desired, 'styleLists') }),
  };
  const matched = matchLive(wanted, live, ledger);
  const pickedGlossary = matched.glossaries && pick(matched.glossaries, GLOSSARY, glossary ?? '');
  const pickedStyle = matched.styleLists && pick(matched.styleLists, STYLE_LIST, style ?? '');
  return {
    ...(pickedGlossary?.found !== undefined && { glossary: pickedGlossary.found }),
    ...(pickedStyle?.found !== undefined && { styleList: pickedStyle.found }),
    findings: [...(pickedGlossary?.findings ?? []), ...(pickedStyle?.findings ?? [])],
  };
}

/** Dictionaries by their glossary and their languages, as children that must be read. */
export const dictionaryNeeds = (
  needs: readonly { readonly glossary: GlossaryId; readonly pair: LanguagePair }[],
): readonly ChildNeed[] =>
  needs.map(({ glossary, pair }) => ({ kind: 'glossary', id: glossary, child: pairKey(pair) }));

export interface LiveTermsInput {
  readonly client: Client;
  readonly limit: Limit;
  /** Default: nothing is owned. */
  readonly ledger?: LedgerState;
  /** Glossaries of the files. */
  readonly desired: readonly DesiredGlossary[];
  /** Selects dictionaries by their languages. */
  readonly wanted: (pair: LanguagePair) => boolean;
  /** True: also read dictionaries that no file names. */
  readonly all: boolean;
}

/** One live dictionary that was read. */
export interface LiveTerms {
  readonly address: GlossaryAddress;
  readonly glossary: LiveGlossary;
  readonly key: PairKey;
  readonly pair: LanguagePair;
  readonly entries: Entries;
  /** True when the files name this dictionary. */
  readonly managed: boolean;
}

/** The glossary on the service for a glossary of the files. */
export type LiveCounterpart =
  | { readonly kind: 'found'; readonly glossary: LiveGlossary }
  | { readonly kind: 'none' }
  /** The pinned one does not exist, or several have the name. */
  | { readonly kind: 'unclear' };

export interface AllLiveTerms {
  readonly read: readonly LiveTerms[];
  /** Number of dictionaries in these languages that no file names and that were not read. */
  readonly unread: number;
  readonly counterpart: (address: GlossaryAddress) => LiveCounterpart;
}

/**
 * service → live, for `explain`: the list of glossaries, and the entries of the dictionaries that the files name, or of
 * all with `all`. Live glossaries are matched as in a plan. Dictionaries are ordered by address.
 */
export async function readLiveTerms(input: LiveTermsInput): Promise<AllLiveTerms> {
  const { client, limit, desired, wanted, all, ledger = EMPTY_LEDGER } = input;
  const listed = await readListing(client, listingOf([GLOSSARY]), limit);
  const { matches, deletes, unmanaged } = matchLive({ glossaries: desired }, listed, ledger).glossaries;
  const named = new Map(
    matches.flatMap(({ desired: { address, dictionaries }, live }) =>
      live === undefined ? [] : [[live.id, { address, dictionaries }] as const],
    ),
  );
  const isManaged = (id: GlossaryId, key: PairKey): boolean => named.get(id)?.dictionaries.has(key) === true;
  const relevant = liveResources(listed, 'glossaries').flatMap(({ id, dictionaries }) =>
    [...dictionaries]
      .filter(([, { pair, entryCount }]) => entryCount > 0 && wanted(pair))
      .map(([key, { pair }]) => ({ glossary: id, pair, managed: isManaged(id, key) })),
  );
  const needs = relevant.filter(({ managed }) => all || managed);
  const glossaries = liveResources(await readEntries(client, listed, dictionaryNeeds(needs), limit), 'glossaries');
  const addresses = new Map<GlossaryId, GlossaryAddress>([
    ...[...deletes, ...unmanaged].map(({ address, live }) => [live.id, address] as const),
    ...[...named].map(([id, { address }]) => [id, address] as const),
  ]);
  const byId = new Map(glossaries.map((glossary) => [glossary.id, glossary]));
  const idOf = new Map(matches.map(({ desired: { address }, live }) => [address, live?.id]));
  return {
    unread: relevant.length - needs.length,
    read: glossaries.flatMap((glossary) =>
      [...glossary.dictionaries].flatMap(([key, { pair, entries }]) => {
        const address = addresses.get(glossary.id);
        return entries === undefined || address === undefined
          ? []
          : [{ address, glossary, key, pair, entries, managed: isManaged(glossary.id, key) }];
      }),
    ),
    counterpart(address) {
      if (!idOf.has(address)) return { kind: 'unclear' };
      const id = idOf.get(address);
      // The glossary may have been deleted since the listing.
      const glossary = id === undefined ? undefined : byId.get(id);
      return glossary === undefined ? { kind: 'none' } : { kind: 'found', glossary };
    },
  };
}
