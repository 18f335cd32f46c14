import { parseYaml } from '../../../files/yaml/yaml-file.ts';
import { schemaComment } from '../../../files/yaml/yaml-text.ts';
import type { FilesFacet } from '../../files/files-facet.ts';
import type { Places } from '../../kind.ts';
import type { StyleListContent } from '../style-list.ts';
import { compileStyle } from './compile-style.ts';
import { readRuleCatalogue } from './rule-catalogue.ts';
import { readStyleFile, type StyleListSource, type StyleShared, styleListText } from './style-list-file.ts';

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
export const STYLE_LIST_FILES: FilesFacet<StyleListSource, StyleShared> = {
  kind: 'style-list',
  keyOrder: {
    '': [
      'name',
      'id',
      'language',
      'extends',
      'languages',
      'remove',
      'configured_rules',
      'custom_instructions',
      'on',
      'protect',
    ],
    'custom_instructions.*': ['label', 'prompt', 'source_language', 'languages'],
    'on.*': ['name', 'publish'],
  },
  pattern: 'style-rules/*.yaml',
  ledgerText: ([owned]) => owned && styleListText(owned.content as StyleListContent, { protect: owned.protect }),
  ledgerPlaces,
  sample: (mark) => [['style-rules/marketing-de.yaml', sample(mark)]],
  async prepare({ ports, root, config }) {
    const { value: catalogue, findings } = await readRuleCatalogue(ports, root, config);
    const value = { ...catalogue, files: new Map(), matched: new Set<string>() };
    return { value, findings, compile: compileStyle(value) };
  },
  async read(ports, place, shared) {
    shared.matched.add(place.file);
    const { value, findings } = await readStyleFile(ports, place, shared);
    // A part is not a resource.
    return value === undefined ? { findings } : { value: value.list === undefined ? [] : [value.list], findings };
  },
};
