import { editYamlFile } from '../../../src/files/edit/edit-yaml-file.ts';
import type { YamlChange } from '../../../src/files/edit/yaml/yaml-changes.ts';
import { yamlRole } from '../../../src/files/workspace/file-role.ts';
import { addressNameOf, readParsed } from '../../../src/files/workspace/workspace-path.ts';
import { parseYaml, type YamlInput } from '../../../src/files/yaml/yaml-file.ts';
import { yamlText } from '../../../src/files/yaml/yaml-text.ts';
import { asList, type FilesFacet, type ResourceSource } from '../../../src/kinds/files/files-facet.ts';
import type { WritingFacet } from '../../../src/kinds/files/pull-context.ts';
import { type Entries, entriesOf, NO_ENTRIES } from '../../../src/model/entries/entries.ts';
import { type Checked, errorAt, type Finding, hasErrors } from '../../../src/model/finding.ts';
import type { FileValue } from '../../../src/model/resources/resource.ts';
import { type DesiredTemplate, isTag, type Tag, type TemplateContent } from './template.ts';

export interface TemplateSource extends DesiredTemplate, ResourceSource {}

interface RawTemplate {
  readonly name: string;
  readonly id?: string;
  readonly protect?: boolean;
  readonly strings?: Readonly<Record<string, string>>;
  readonly tags?: readonly Tag[];
  readonly snippets?: Readonly<Record<string, string>>;
}

const KEYS = ['name', 'id', 'protect', 'strings', 'tags', 'snippets'];

/** `templates/mail.yaml`: a file for each template. */
export function parseTemplate(input: YamlInput): Checked<TemplateSource> {
  const { value: yaml, findings: ofYaml } = parseYaml(input);
  if (yaml === undefined) return { findings: ofYaml };
  const raw = (yaml.value ?? {}) as unknown as RawTemplate;
  const { name, findings: ofName } = addressNameOf(input.file);
  const findings: Finding[] = [
    ...ofYaml,
    ...ofName,
    ...yaml
      .keys([])
      .filter((key) => !KEYS.includes(key))
      .map((key) => errorAt('key-unknown', yaml.keyAt([key]), { key, in: 'the file', allowed: KEYS })),
    ...(typeof raw.name === 'string' ? [] : [errorAt('key-missing', yaml.at([]), { key: 'name', in: 'the file' })]),
  ];
  if (name === undefined || hasErrors(findings)) return { findings };
  const keys = yaml.keys(['strings']);
  const tags = (raw.tags ?? []).map(({ word, tone }): Tag => ({ word, tone }));
  const snippets = yaml.keys(['snippets']).map((key) => [key, raw.snippets?.[key] ?? ''] as const);
  return {
    value: {
      address: `template.${name}`,
      file: input.file,
      origin: yaml.at(['name']),
      protect: raw.protect ?? false,
      ...(raw.id !== undefined && { pinnedId: raw.id, pinnedIdAt: yaml.at(['id']) }),
      content: {
        name: raw.name,
        strings: new Map(keys.map((key) => [key, raw.strings?.[key] ?? ''])),
        tags,
        snippets: entriesOf(snippets),
      },
      stringsAt: new Map(keys.map((key) => [key, yaml.keyAt(['strings', key])])),
      tagsAt: tags.map((_, index) => yaml.at(['tags', index])),
    },
    findings,
  };
}

export const TEMPLATE_FILES: FilesFacet<TemplateSource> = {
  kind: 'template',
  pattern: 'templates/*.yaml',
  read: async (ports, place) =>
    asList(await readParsed(ports, { ...place, role: yamlRole('a template') }, parseTemplate)),
};

function tagChanges(tags: readonly Tag[], values: readonly FileValue[]): readonly YamlChange[] {
  const wanted = values.filter(({ key: [part] }) => part === 'tag');
  const added = wanted.flatMap(({ index, to }) => (index === undefined && isTag(to) ? [to] : []));
  const gone = wanted.flatMap(({ index = -1, to }) => (to === undefined && index in tags ? [index] : []));
  return [
    ...wanted.flatMap(({ index = -1, to }) =>
      index in tags && isTag(to)
        ? (['word', 'tone'] as const).flatMap((field) =>
            to[field] === tags[index]?.[field] ? [] : [{ path: ['tags', index, field], to: to[field] }],
          )
        : [],
    ),
    ...added.map(({ word, tone }, place) => ({ path: ['tags', tags.length + place], to: { word, tone } })),
    ...[...new Set(gone)].sort((left, right) => right - left).map((index) => ({ path: ['tags', index] })),
  ];
}

const entryChanges = (snippets: Entries, values: readonly FileValue[]): readonly YamlChange[] =>
  values.flatMap(({ key: [, , key = ''], to }) =>
    snippets.get(key) === to ? [] : [{ path: ['snippets', key], ...(typeof to === 'string' && { to }) }],
  );

const changesIn = ({ content }: TemplateSource, values: readonly FileValue[], ofChild: readonly FileValue[]) => {
  const changes: readonly YamlChange[] = [
    ...values.flatMap(({ key: [part, key = ''], to }): readonly YamlChange[] => {
      if (part === 'name' && typeof to === 'string') return [{ path: ['name'], to }];
      return part === 'string' ? [{ path: ['strings', key], ...(typeof to === 'string' && { to }) }] : [];
    }),
    ...tagChanges(content.tags, values),
    ...entryChanges(content.snippets, ofChild),
  ];
  return [...changes.filter(({ to }) => to !== undefined), ...changes.filter(({ to }) => to === undefined)];
};

const orNone = (rows: Iterable<readonly [string, string]>) => {
  const map = new Map(rows);
  return map.size === 0 ? undefined : map;
};

export const TEMPLATE_WRITING: WritingFacet<TemplateContent, TemplateSource> = {
  write: (resources, pathOf) =>
    resources.map(({ content, name, pinnedId, protect }) => [
      pathOf(name),
      yamlText(undefined, {
        name: content.name,
        id: pinnedId,
        protect,
        strings: orNone(content.strings),
        tags: content.tags.length === 0 ? undefined : content.tags,
        snippets: orNone(content.snippets),
      }),
    ]),
  edit: (edit, source, { staged }) =>
    source &&
    staged
      .edit(source.file, source.origin, (bytes) =>
        editYamlFile(
          { bytes, file: source.file },
          {
            parse: parseTemplate,
            changes: (before) => {
              const ofChild = edit.children.flatMap(({ action, values, entries = NO_ENTRIES }) =>
                action === 'edit'
                  ? values
                  : (action === 'remove' ? [...before.content.snippets] : [...entries]).map(
                      ([key, text]): FileValue => ({
                        key: ['entry', 'snippets', key],
                        ...(action === 'add' && { to: text }),
                      }),
                    ),
              );
              return changesIn(before, edit.values, ofChild);
            },
          },
        ),
      )
      .then(() => undefined),
};
