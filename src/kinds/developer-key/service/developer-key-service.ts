import type { ServiceFacet } from '../../service/service-facet.ts';
import type { DeveloperKey, KnownKey } from '../developer-key.ts';
import { developerKeyCalls } from './developer-key-calls.ts';
import { developerKeyTargets } from './developer-key-target.ts';

/** Keys have no reading of their own: the listing is the look at each of them. */
export const DEVELOPER_KEY_SERVICE: ServiceFacet<DeveloperKey, KnownKey> = {
  kind: 'developer-key',
  list: async (client) => developerKeyCalls(client).list(),
  targets: developerKeyTargets,
};
