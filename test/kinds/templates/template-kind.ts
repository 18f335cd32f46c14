import { keyedValues } from '../../../src/change/values.ts';
import { isText, isUnnamed } from '../../../src/kinds/check-values.ts';
import type { KindModel } from '../../../src/kinds/model/resource-kind.ts';
import type { Entries } from '../../../src/model/entries/entries.ts';
import { type DesiredTemplate, isTag, type LiveTemplate, type TemplateContent, templateDigest } from './template.ts';
import { contentOfLive, planTemplate, removeTemplate, SNIPPETS, templateOperationsOf } from './template-change.ts';
import { TEMPLATE_LEDGER } from './template-ledger.ts';

const children = (entries: Entries): ReadonlyMap<string, { readonly entries: Entries }> =>
  new Map(entries.size === 0 ? [] : [[SNIPPETS, { entries }]]);

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
      sized: true,
    },
  },
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
  ledger: TEMPLATE_LEDGER,
  isSound: () => true,
  operationsOf: templateOperationsOf,
};
