import type { Items } from '../../../src/change/pair-items.ts';
import type { LedgerMembers } from '../../../src/kinds/kind.ts';
import { NO_ENTRIES } from '../../../src/model/entries/entries.ts';
import { type DesiredTemplate, isTag, type LiveTemplate, type Tag, type TemplateContent } from './template.ts';

export const TAGS: Items<TemplateContent, LiveTemplate, Tag> = {
  part: 'tag',
  of: ({ tags }) => tags,
  idsOf: ({ tags }) => tags.map(({ id }) => id),
  names: ({ word, tone }) => [word, tone],
};

export const TEMPLATE_LEDGER: LedgerMembers<TemplateContent, DesiredTemplate, LiveTemplate> = {
  fromValues(values, children) {
    const of = (part: string) => values.filter(([key]) => key[0] === part);
    return {
      name: String(of('name')[0]?.[1] ?? ''),
      strings: new Map(of('string').map(([[, key = ''], text]) => [key, String(text)])),
      tags: of('tag').flatMap(([, tag]) => (isTag(tag) ? [tag] : [])),
      snippets: children.get('snippets') ?? NO_ENTRIES,
    };
  },
  toDesired: (content, { origin, of }) => ({
    content,
    stringsAt: new Map([...content.strings.keys()].map((key) => [key, of?.(['string', key]) ?? origin])),
    tagsAt: content.tags.map((_, place) => of?.(['tag', String(place)]) ?? origin),
  }),
  placesOf: ({ stringsAt, tagsAt }) => ({
    of: ([part, key = '']) => (part === 'tag' ? tagsAt[Number(key)] : stringsAt.get(key)),
  }),
  toLive: (id, { name, strings, tags, snippets }) => ({
    id,
    name,
    strings,
    tags: tags.map((tag, index) => ({ id: `unknown-${index + 1}`, tag })),
    snippetCount: snippets.size,
    snippets,
  }),
  items: TAGS,
};
