import type { Client } from '../../client/client.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import { DEVELOPER_KEY_SERVICE } from '../developer-key/service/developer-key-service.ts';
import { GLOSSARY_SERVICE } from '../glossary/service/glossary-service.ts';
import { register } from '../register.ts';
import type { LiveResource } from '../resource.ts';
import { STYLE_LIST_SERVICE } from '../style-list/service/style-list-service.ts';
import type { ServiceFacet } from './service-facet.ts';

const services: ServiceFacet[] = [GLOSSARY_SERVICE, STYLE_LIST_SERVICE, DEVELOPER_KEY_SERVICE];

/** What is done with each kind of resource on the service. */
export const SERVICES: readonly ServiceFacet[] = services;

/** Adds what is done with a kind that was registered. Returns what takes it away again. */
export const registerService = (service: ServiceFacet): (() => void) => register(services, service);

export function serviceOf(kind: ResourceKind): ServiceFacet {
  const found = SERVICES.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`nothing is known of ${kind} on the service`);
  return found;
}

/** All that the service lists of a kind, but for what the client must not touch. */
export async function listLive(client: Client, kind: ResourceKind): Promise<readonly LiveResource[]> {
  const all = await serviceOf(kind).list(client);
  return client.hidden === undefined ? all : all.filter(({ id }) => client.hidden?.has(id) !== true);
}
