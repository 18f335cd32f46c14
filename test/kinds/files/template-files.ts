import { onTestFinished } from 'vitest';
import { editYamlFile } from '../../../src/files/edit/edit-yaml-file.ts';
import { yamlRole } from '../../../src/files/workspace/file-role.ts';
import { addressNameOf } from '../../../src/files/workspace/resource-name.ts';
import { readParsed } from '../../../src/files/workspace/workspace-path.ts';
import { parseYaml, type YamlInput } from '../../../src/files/yaml/yaml-file.ts';
import { yamlText } from '../../../src/files/yaml/yaml-text.ts';
import { asList, type FilesFacet } from '../../../src/kinds/files/files-facet.ts';
import { registerFiles } from '../../../src/kinds/files/registry.ts';
import type { ResourceSource } from '../../../src/kinds/files/resource-source.ts';
import type { WritingFacet } from '../../../src/kinds/files/writing-facet.ts';
import { registerWriting } from '../../../src/kinds/files/writing-registry.ts';
import { registerKind } from '../../../src/kinds/registry.ts';
import type { DesiredResource, LiveResource } from '../../../src/kinds/resource.ts';
import type { AnyKind } from '../../../src/kinds/resource-kind.ts';
import { type Checked, errorAt } from '../../../src/model/finding.ts';

/** A resource that only tests have: keyed texts, tags in no order, and one part with an address of its own. */
export interface TemplateContent {
  readonly name: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly tags: readonly string[];
  /** The texts of its part `blocks`. */
  readonly blocks: ReadonlyMap<string, string>;
}

export interface TemplateSource extends ResourceSource {
  readonly content: TemplateContent;
}

const textsOf = (value: unknown): ReadonlyMap<string, string> =>
  new Map(Object.entries((value ?? {}) as Record<string, string>));

function parseTemplate(input: YamlInput): Checked<TemplateSource> {
  const { value: yaml, findings } = parseYaml(input);
  const { name: end, findings: ofName } = addressNameOf(input.file);
  if (yaml === undefined || end === undefined) return { findings: [...findings, ...ofName] };
  const { name, texts, tags, blocks, id, protect } = (yaml.value ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string') return { findings: [errorAt('value-empty', yaml.at(['name']), { key: 'name' })] };
  return {
    value: {
      address: `template.${end}`,
      file: input.file,
      origin: yaml.at(['name']),
      protect: protect === true,
      ...(typeof id === 'string' && { pinnedId: id, pinnedIdAt: yaml.at(['id']) }),
      content: { name, texts: textsOf(texts), tags: (tags ?? []) as readonly string[], blocks: textsOf(blocks) },
    },
    findings: [...findings, ...ofName],
  };
}

const TEMPLATE_FILES: FilesFacet<TemplateSource> = {
  kind: 'template',
  key: 'templates',
  pattern: 'templates/*.yaml',
  read: async (ports, place) =>
    asList(await readParsed(ports, { ...place, role: yamlRole('a template') }, parseTemplate)),
};

const orNone = (map: ReadonlyMap<string, string>) => (map.size === 0 ? undefined : new Map(map));

const TEMPLATE_WRITING: WritingFacet<TemplateContent, TemplateSource> = {
  kind: 'template',
  write: (resources, pathOf) =>
    resources.map(({ name, content, pinnedId, existing }) => [
      pathOf(name),
      yamlText(undefined, {
        name: content.name,
        id: pinnedId,
        texts: orNone(content.texts),
        tags: content.tags.length === 0 ? undefined : content.tags,
        blocks: orNone(content.blocks),
        protect: existing?.protect,
      }),
    ]),
  edit: ({ values, children }, source, { staged }) =>
    source &&
    staged
      .edit(source.file, source.origin, (bytes) =>
        editYamlFile(
          { bytes, file: source.file },
          {
            parse: parseTemplate,
            // What is new comes before what goes, so that places stay what they are.
            changes: ({ content: { tags } }) => [
              ...values
                .toSorted((a, b) => Number(a.to === undefined) - Number(b.to === undefined))
                .map(({ key: [part, key = ''], to, index }) => ({
                  path: part === 'tag' ? ['tags', index ?? tags.length] : part === 'text' ? ['texts', key] : [part],
                  ...(typeof to === 'string' && { to }),
                })),
              ...children.flatMap((child) =>
                child.values.map(({ key, to }) => ({
                  path: ['blocks', key.at(-1) ?? ''],
                  ...(typeof to === 'string' && { to }),
                })),
              ),
            ],
          },
        ),
      )
      .then(() => undefined),
};

/** What files need to know of the kind. */
const TEMPLATE = {
  kind: 'template',
  plural: 'templates',
  prefix: 'template',
  noun: 'template',
  actions: ['create', 'update', 'delete'],
  parts: {
    name: { isNamed: () => true, holds: () => true },
    text: { isNamed: () => true, holds: () => true },
    tag: { isNamed: () => true, holds: () => true, hasPlace: true },
  },
  contentOf: (desired: DesiredResource & { readonly content: TemplateContent }) => desired.content,
  contentOfLive: (live: LiveResource & { readonly content: TemplateContent }) => live.content,
  name: ({ name }: TemplateContent) => name,
} as unknown as AnyKind;

/** Registers the kind for one test. */
export function withTemplates(): void {
  for (const takeAway of [registerKind(TEMPLATE), registerFiles(TEMPLATE_FILES), registerWriting(TEMPLATE_WRITING)])
    onTestFinished(takeAway);
}
