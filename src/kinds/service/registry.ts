import type { ResourceKind } from '../../model/plan/plan.ts';
import { DEVELOPER_KEY_SERVICE } from '../developer-key/service/developer-key-service.ts';
import { GLOSSARY_SERVICE } from '../glossary/service/glossary-service.ts';
import { STYLE_LIST_SERVICE } from '../style-list/service/style-list-service.ts';
import type { ServiceFacet } from './service-facet.ts';

const services: ServiceFacet[] = [GLOSSARY_SERVICE, STYLE_LIST_SERVICE, DEVELOPER_KEY_SERVICE];

/** What is done with each kind of resource on the service. */
export const SERVICES: readonly ServiceFacet[] = services;

/** Adds what is done with a kind that was registered. Returns what takes it away again. */
export function registerService(service: ServiceFacet): () => void {
  services.push(service);
  return () => {
    services.splice(services.indexOf(service), 1);
  };
}

export function serviceOf(kind: ResourceKind): ServiceFacet {
  const found = SERVICES.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`nothing is known of ${kind} on the service`);
  return found;
}
