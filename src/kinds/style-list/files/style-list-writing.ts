import type { RuleCatalogue } from '../../../files/resources/rule-catalogue.ts';
import { styleListText } from '../../../files/workspace/resource-text.ts';
import type { StyleListSource } from '../../../files/workspace/sources.ts';
import { schemaComment } from '../../../files/yaml/yaml-text.ts';
import { pullStyleList } from '../../../flow/pull/pull-style-list.ts';
import { defined } from '../../../model/defined.ts';
import type { WritingFacet } from '../../files/writing-facet.ts';
import type { StyleListContent } from '../style-list.ts';

const sample = (mark: string): string => `${schemaComment('style-list')}name: Marketing DE (sample ${mark})
language: de
configured_rules:
  punctuation:
    apostrophe: use_curly_apostrophes
custom_instructions:
  - label: Tone
    prompt: Use a friendly, informal tone.
    source_language: en
`;

export const STYLE_LIST_WRITING: WritingFacet<StyleListContent, StyleListSource, RuleCatalogue> = {
  kind: 'style-list',
  write: (resources, pathOf) =>
    resources.map(({ content, name, pinnedId, existing }) => [
      pathOf(name),
      styleListText(content, defined({ pinnedId, protect: existing?.protect })),
    ]),
  sample: (mark) => [['style-rules/marketing-de.yaml', sample(mark)]],
  edit: (edit, source, { staged }, catalogue) => source && pullStyleList(edit, source, catalogue, staged),
};
