import type { Client, Limit } from '../../client/client.ts';
import { nearestName } from '../../files/languages/nearest-name.ts';
import type { LiveGlossary } from '../../kinds/glossary/glossary.ts';
import { GLOSSARY } from '../../kinds/glossary/glossary-kind.ts';
import type { AnyKind } from '../../kinds/kind.ts';
import type { Matched } from '../../kinds/matches.ts';
import { EMPTY_LEDGER } from '../../kinds/registry.ts';
import { readListing } from '../../kinds/service/read-listing.ts';
import type { DesiredState, LedgerState } from '../../kinds/states.ts';
import type { LiveStyleList } from '../../kinds/style-list/style-list.ts';
import { STYLE_LIST } from '../../kinds/style-list/style-list-kind.ts';
import { kindNoun } from '../../kinds/words.ts';
import { UsageError } from '../../model/errors.ts';
import type { Finding } from '../../model/finding.ts';
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
    ...(glossary !== undefined && { glossaries: desired.glossaries ?? [] }),
    ...(style !== undefined && { styleLists: desired.styleLists ?? [] }),
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
