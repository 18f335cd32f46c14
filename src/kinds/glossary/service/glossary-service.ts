import type { GlossaryContent } from '../../../model/entries/dictionary.ts';
import { glossaryId } from '../../../model/ids.ts';
import type { Lending, ServiceFacet } from '../../service/service-facet.ts';
import type { LiveGlossary } from '../glossary.ts';
import { glossaryCalls } from './glossary-calls.ts';
import { glossaryTargets } from './glossary-target.ts';
import { loadDictionaries } from './load-dictionaries.ts';

export const GLOSSARY_SERVICE: ServiceFacet<LiveGlossary, GlossaryContent> & {
  readonly lending: Lending<GlossaryContent>;
} = {
  kind: 'glossary',
  list: async (client) => glossaryCalls(client).list(),
  listCalls: () => 1,
  load: loadDictionaries,
  lending: {
    create: async (client, content) => glossaryCalls(client).create(content),
    remove: async (client, id) => glossaryCalls(client).delete(glossaryId(id)),
  },
  targets: glossaryTargets,
};
