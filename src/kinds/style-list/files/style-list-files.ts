import { yamlRole } from '../../../files/workspace/file-role.ts';
import { readParsed } from '../../../files/workspace/workspace-path.ts';
import { parseYaml, type YamlInput } from '../../../files/yaml/yaml-file.ts';
import { schemaComment } from '../../../files/yaml/yaml-text.ts';
import { asList, type FilesFacet } from '../../files/files-facet.ts';
import type { Places } from '../../kind.ts';
import type { StyleListContent } from '../style-list.ts';
import { type RuleCatalogue, readRuleCatalogue } from './rule-catalogue.ts';
import type { StyleListSource } from './style-list-file.ts';
import { parseStyleListFile, styleListText } from './style-list-file.ts';

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

function ledgerPlaces(text: string, file: string): () => Places | undefined {
  const { value: yaml } = parseYaml({ bytes: new TextEncoder().encode(text), file });
  const origin = yaml?.at(['name']);
  return () =>
    origin && {
      origin,
      of: ([part, first = '', second = '']) =>
        part === 'instruction'
          ? yaml?.at(['custom_instructions', Number(first)])
          : yaml?.keyAt(['configured_rules', first, second]),
    };
}

/** One file for each style list. All are checked with the same catalogue of rules. */
export const STYLE_LIST_FILES: FilesFacet<StyleListSource, RuleCatalogue> = {
  kind: 'style-list',
  keyOrder: {
    '': ['name', 'id', 'language', 'configured_rules', 'custom_instructions', 'on', 'protect'],
    'custom_instructions.*': ['label', 'prompt', 'source_language'],
    'on.*': ['name', 'publish'],
  },
  pattern: 'style-rules/*.yaml',
  ledgerText: ([owned]) => owned && styleListText(owned.content as StyleListContent, { protect: owned.protect }),
  ledgerPlaces,
  sample: (mark) => [['style-rules/marketing-de.yaml', sample(mark)]],
  prepare: ({ ports, root, config }) => readRuleCatalogue(ports, root, config),
  async read(ports, place, catalogue) {
    const parse = (file: YamlInput) => parseStyleListFile(file, catalogue);
    return asList(await readParsed(ports, { ...place, role: yamlRole('a style list') }, parse));
  },
};
