import { defined } from '../../../model/defined.ts';
import { styleListText } from '../../files/resource-text.ts';
import type { StyleListSource } from '../../files/sources.ts';
import type { WritingFacet } from '../../files/writing-facet.ts';
import type { StyleListContent } from '../style-list.ts';
import { pullStyleList } from './pull-style-list.ts';
import type { RuleCatalogue } from './rule-catalogue.ts';

export const STYLE_LIST_WRITING: WritingFacet<StyleListContent, StyleListSource, RuleCatalogue> = {
  kind: 'style-list',
  write: (resources, pathOf) =>
    resources.map(({ content, name, pinnedId, existing }) => [
      pathOf(name),
      styleListText(content, defined({ pinnedId, protect: existing?.protect })),
    ]),
  edit: (edit, source, { staged }, catalogue) => source && pullStyleList(edit, source, catalogue, staged),
};
