import { styleListTarget } from '../../../apply/style-list-target.ts';
import { styleId } from '../../../model/ids.ts';
import type { Lending, ServiceFacet } from '../../service/service-facet.ts';
import type { LiveStyleList, StyleListContent } from '../style-list.ts';

export const STYLE_LIST_SERVICE: ServiceFacet<LiveStyleList, StyleListContent> & {
  readonly lending: Lending<StyleListContent>;
} = {
  kind: 'style-list',
  mayBeDenied: true,
  list: async (client) => client.styleLists.list(),
  read: async (client, id) => client.styleLists.read(styleId(id)),
  lending: {
    create: async (client, content) => client.styleLists.create(content),
    remove: async (client, id) => client.styleLists.delete(styleId(id)),
  },
  targets(context) {
    const input = { ...context, seen: {} };
    return (operation) => styleListTarget(input, operation);
  },
};
