import type { LiveState } from '../../kinds/states.ts';
import { temporaryOf } from '../../model/resources/temporary-resource.ts';
import type { Client } from '../client.ts';
import type { Limit } from '../limit.ts';

/** Which kinds the plan needs. */
export interface ListingScope {
  readonly glossaries: boolean;
  readonly styleLists: boolean;
  /** Needs a client with an admin key. Default false. */
  readonly developerKeys?: boolean;
}

/**
 * The lists, as far as they are asked for; without the entries of dictionaries. A kind that was not asked for is
 * absent. A list that cannot be read throws. What a preview has leased is left out: it belongs to a run and is gone
 * soon, so no command may show, pull, keep, match or own it.
 */
export async function readListing(client: Client, scope: ListingScope, limit: Limit): Promise<LiveState> {
  const [glossaries, styleLists, developerKeys] = await Promise.all([
    scope.glossaries ? limit(() => client.glossaries.list()) : undefined,
    scope.styleLists ? limit(() => client.styleLists.list()) : undefined,
    scope.developerKeys === true ? limit(() => client.developerKeys.list()) : undefined,
  ]);
  return {
    ...(glossaries !== undefined && { glossaries: glossaries.filter(({ name }) => temporaryOf(name) === undefined) }),
    ...(styleLists !== undefined && {
      styleLists: styleLists.filter(({ content }) => temporaryOf(content.name) === undefined),
    }),
    ...(developerKeys !== undefined && { developerKeys }),
  };
}
