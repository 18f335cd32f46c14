import { PAGE_SIZE } from '../../../contract/limits.ts';
import { styleId } from '../../../model/ids.ts';
import type { Lending, ServiceFacet } from '../../service/service-facet.ts';
import type { LiveStyleList, StyleListContent } from '../style-list.ts';
import { styleListCalls } from './style-list-calls.ts';
import { styleListTargets } from './style-list-target.ts';

export const STYLE_LIST_SERVICE: ServiceFacet<LiveStyleList, StyleListContent> & {
  readonly lending: Lending<StyleListContent>;
} = {
  kind: 'style-list',
  list: async (client) => styleListCalls(client).list(),
  // A full last page is followed by an empty one.
  listCalls: (resources) => Math.floor(resources / PAGE_SIZE.max) + 1,
  lending: {
    create: async (client, content) => styleListCalls(client).create(content),
    remove: async (client, id) => styleListCalls(client).delete(styleId(id)),
  },
  targets: styleListTargets,
};
