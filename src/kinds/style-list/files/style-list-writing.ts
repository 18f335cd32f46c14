import type { RuleCatalogue } from '../../../files/resources/rule-catalogue.ts';
import { styleListText } from '../../../files/workspace/resource-text.ts';
import type { StyleListSource } from '../../../files/workspace/sources.ts';
import { pullStyleList } from '../../../flow/pull/pull-style-list.ts';
import { defined } from '../../../model/defined.ts';
import type { WritingFacet } from '../../files/writing-facet.ts';
import type { StyleListContent } from '../style-list.ts';

export const STYLE_LIST_WRITING: WritingFacet<StyleListContent, StyleListSource, RuleCatalogue> = {
  kind: 'style-list',
  write: (resources, pathOf) =>
    resources.map(({ content, name, pinnedId, existing }) => [
      pathOf(name),
      styleListText(content, defined({ pinnedId, protect: existing?.protect })),
    ]),
  edit: (edit, source, { staged }, catalogue) => source && pullStyleList(edit, source, catalogue, staged),
};
