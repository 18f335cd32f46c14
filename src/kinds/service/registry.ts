import type { Client } from '../../client/client.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import type { LiveResource } from '../../model/resources/resource.ts';
import { DEVELOPER_KEY_SERVICE } from '../developer-key/service/developer-key-service.ts';
import { GLOSSARY_SERVICE } from '../glossary/service/glossary-service.ts';
import { type OfKind, registryOf } from '../registry.ts';
import { STYLE_LIST_SERVICE } from '../style-list/service/style-list-service.ts';
import type { ServiceFacet } from './service-facet.ts';

/** The service facet of each kind. */
export const { register: registerService, of: serviceOf } = registryOf<OfKind<ServiceFacet>>('service for the kind', [
  { kind: 'glossary', ...GLOSSARY_SERVICE },
  { kind: 'style-list', ...STYLE_LIST_SERVICE },
  { kind: 'developer-key', ...DEVELOPER_KEY_SERVICE },
]);

/** All resources of a kind on the service, except those that the client must not change. */
export async function listLive(client: Client, kind: ResourceKind): Promise<readonly LiveResource[]> {
  const all = await serviceOf(kind).list(client);
  return client.hidden === undefined ? all : all.filter(({ id }) => client.hidden?.has(id) !== true);
}
