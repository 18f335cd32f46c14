import { keyedValues } from '../../../src/change/values.ts';
import { isText } from '../../../src/kinds/check-values.ts';
import type { KindModel } from '../../../src/kinds/kind.ts';
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
  key: 'templates',
  actions: ['create', 'update', 'delete'],
  parts: {
    name: { holds: isText(), role: 'heading' },
    string: { holds: isText(1), role: 'counted' },
    tag: { holds: (value, { length }) => length === 1 && isTag(value), role: 'counted' },
  },
  contentOf: (resource) => ('content' in resource ? resource.content : contentOfLive(resource)),
  name: ({ name }) => name,
  values: ({ name, strings }) =>
    keyedValues([['name'], name], ...[...strings].map(([key, text]) => [['string', key], text] as const)),
  childNoun: ['snippet', 'snippets'],
  children: ({ snippets }) => children(snippets),
  liveChildren: ({ snippetCount, snippets }) =>
    new Map(
      snippetCount === 0 ? [] : [[SNIPPETS, { entryCount: snippetCount, ...(snippets && { entries: snippets }) }]],
    ),
  digest: templateDigest,
  plan: planTemplate,
  remove: removeTemplate,
  ...TEMPLATE_LEDGER,
  operationsOf: templateOperationsOf,
};
