import { isText, isUnnamed } from '../../../src/kinds/change/check-values.ts';
import { keyedValues } from '../../../src/kinds/change/values.ts';
import { driftItems } from '../../../src/kinds/drift/drift-items.ts';
import type { Item } from '../../../src/kinds/drift/pair-items.ts';
import type { KindModel } from '../../../src/kinds/model/resource-kind.ts';
import { type Entries, NO_ENTRIES } from '../../../src/model/entries/entries.ts';
import {
  type DesiredTemplate,
  isTag,
  type LiveTemplate,
  sameTag,
  type Tag,
  type TemplateContent,
  templateDigest,
} from './template.ts';
import { contentOfLive, planTemplate, removeTemplate, SNIPPETS, templateOperationsOf } from './template-change.ts';
import { TEMPLATE_LEDGER } from './template-ledger.ts';

const children = (entries: Entries): ReadonlyMap<string, { readonly entries: Entries }> =>
  new Map(entries.size === 0 ? [] : [[SNIPPETS, { entries }]]);

const itemOf = (tag: Tag, index: number): Item<Tag> => ({
  key: JSON.stringify([tag.word, tag.tone]),
  content: tag,
  label: tag.word,
  text: tag.tone,
  index,
});
const itemsOf = (tags: readonly Tag[]): readonly Item<Tag>[] => tags.map(itemOf);

export const TEMPLATE: KindModel<TemplateContent, DesiredTemplate, LiveTemplate> = {
  kind: 'template',
  plural: 'templates',
  prefix: 'template',
  noun: 'template',
  actions: ['create', 'update', 'delete'],
  parts: {
    name: { isNamed: isUnnamed, holds: isText, always: true },
    string: { isNamed: ({ length }) => length === 1, holds: isText, sized: true },
    tag: {
      isNamed: ({ length }) => length === 1,
      holds: isTag,
      isAlike: (left, right) => isTag(left) && isTag(right) && sameTag(left, right),
      sized: true,
    },
  },
  sizes: ({ strings, tags }) => ({ string: strings.size, tag: tags.length }),
  contentOf: ({ content }) => content,
  contentOfLive,
  name: ({ name }) => name,
  values: ({ name, strings }) =>
    keyedValues([['name'], name], ...[...strings].map(([key, text]) => [['string', key], text] as const)),
  childNoun: 'snippets',
  children: ({ snippets }) => children(snippets),
  liveChildren: ({ snippetCount, snippets }) =>
    new Map(
      snippetCount === 0 ? [] : [[SNIPPETS, { entryCount: snippetCount, ...(snippets && { entries: snippets }) }]],
    ),
  digest: templateDigest,
  withoutName: (content) => ({ ...content, name: '' }),
  plan: planTemplate,
  remove: removeTemplate,
  seenDigest: (live) => templateDigest(contentOfLive(live)),
  drift: {
    placeOf: ({ stringsAt }, [part, key = '']) => (part === 'string' ? stringsAt.get(key) : undefined),
    unkeyed: ({ base, desired, live }, count) =>
      driftItems(
        {
          part: 'tag',
          base: itemsOf(base.tags),
          ours: itemsOf((desired?.content ?? base).tags),
          theirs: live.tags.map(({ id, tag }, index) => ({ ...itemOf(tag, index), id })),
          places: desired?.tagsAt,
        },
        count,
      ),
  },
  pull: { unknown: { name: '', strings: new Map(), tags: [] as readonly Tag[], snippets: NO_ENTRIES } },
  ledger: TEMPLATE_LEDGER,
  isSound: () => true,
  operationsOf: templateOperationsOf,
};
