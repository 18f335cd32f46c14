import { type RuleCatalogue, readRuleCatalogue } from '../../../files/resources/rule-catalogue.ts';
import { parseStyleListFile } from '../../../files/resources/style-list-file.ts';
import { styleListText } from '../../../files/workspace/resource-text.ts';
import type { StyleListSource } from '../../../files/workspace/sources.ts';
import { readParsed } from '../../../files/workspace/workspace-path.ts';
import { schemaComment } from '../../../files/yaml/yaml-text.ts';
import { pullStyleList } from '../../../flow/pull/pull-style-list.ts';
import { defined } from '../../../model/defined.ts';
import { asList, type FilesFacet } from '../../files/files-facet.ts';
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

/** A file for each style list. All are checked with one catalogue of rules. */
export const STYLE_LIST_FILES: FilesFacet<StyleListContent, StyleListSource, RuleCatalogue> = {
  kind: 'style-list',
  key: 'style_rules',
  pattern: 'style-rules/*.yaml',
  prepare: ({ ports, root, config }) => readRuleCatalogue(ports, root, config),
  read: async (ports, place, catalogue) =>
    asList(await readParsed(ports, { ...place, role: 'style-list' }, (file) => parseStyleListFile(file, catalogue))),
  write: (resources, pathOf) =>
    resources.map(({ content, name, pinnedId, existing }) => [
      pathOf(name),
      styleListText(content, defined({ pinnedId, protect: existing?.protect })),
    ]),
  sample: (mark) => [['style-rules/marketing-de.yaml', sample(mark)]],
  edit: (edit, source, { staged }, catalogue) => source && pullStyleList(edit, source, catalogue, staged),
};
