import type { DesiredState, LiveState } from '../../../src/kinds/states.ts';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import type { SourceRef } from '../../../src/model/finding.ts';
import type { ResourceAddress } from '../../../src/model/resources/address.ts';
import type { DesiredTemplate, LiveTemplate, Tag, TemplateContent } from './template.ts';

/** A template as a test writes it. */
export interface TemplateLike {
  readonly name?: string;
  readonly strings?: Readonly<Record<string, string>>;
  readonly tags?: readonly Tag[];
  readonly snippets?: Readonly<Record<string, string>>;
}

const AT: SourceRef = { file: 'templates/mail.yaml', line: 1, column: 1 };

export const content = ({ name = 'Mail', strings = {}, tags = [], snippets = {} }: TemplateLike): TemplateContent => ({
  name,
  strings: new Map(Object.entries(strings)),
  tags,
  snippets: entriesOf(Object.entries(snippets)),
});

export const desiredTemplate = (
  like: TemplateLike,
  address: ResourceAddress = 'template.mail',
  more: Partial<DesiredTemplate> = {},
): DesiredTemplate => ({
  address,
  origin: AT,
  protect: false,
  content: content(like),
  stringsAt: new Map(Object.keys(like.strings ?? {}).map((key, index) => [key, { ...AT, line: 10 + index }])),
  tagsAt: (like.tags ?? []).map((_, index) => ({ ...AT, line: 20 + index })),
  ...more,
});

export function liveTemplate(like: TemplateLike, id = 't1'): LiveTemplate {
  const { name, strings, tags, snippets } = content(like);
  return {
    id,
    name,
    strings,
    tags: tags.map((tag, index) => ({ id: `${id}-tag-${index}`, tag })),
    snippetCount: snippets.size,
    snippets,
  };
}

export const desiredState = (...templates: readonly DesiredTemplate[]): DesiredState => ({ templates }) as DesiredState;
export const liveState = (...templates: readonly LiveTemplate[]): LiveState => ({ templates }) as LiveState;
