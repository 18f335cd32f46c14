import { patchedEntries } from '../../../src/change/diff-entries.ts';
import { type NamedValue, namedValues, staleDetail } from '../../../src/change/stale-detail.ts';
import type { Client } from '../../../src/client/client.ts';
import {
  newTarget,
  type OperationTarget,
  partTarget,
  type ServiceFacet,
  type TargetContext,
} from '../../../src/kinds/service/service-facet.ts';
import * as d from '../../../src/model/decode.ts';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import type { Digest } from '../../../src/model/ids.ts';
import { type Change, nameOf, type Operation, shownName, valuesIn } from '../../../src/model/plan/plan.ts';
import {
  isTag,
  type LiveTemplate,
  sameTag,
  type Tag,
  type TemplateContent,
  tagDigest,
  templateDigest,
  textDigest,
} from './template.ts';
import { contentOfLive, SNIPPETS } from './template-change.ts';
import { TEMPLATE } from './template-kind.ts';

const strings = d.map(d.entries(d.text), (rows) => new Map(rows));
const tag = d.map(d.object({ id: d.text, word: d.text, tone: d.text }), ({ id, word, tone }) => ({
  id,
  tag: { word, tone },
}));
const head = { id: d.text, name: d.text, strings, tags: d.list(tag) };
const listed = d.map(
  d.object({ ...head, snippetCount: d.from('snippet_count', d.count) }),
  (template): LiveTemplate => template,
);
const whole = d.map(d.object({ ...head, snippets: d.entries(d.text) }), ({ snippets, ...template }): LiveTemplate => {
  const entries = entriesOf(snippets);
  return { ...template, snippetCount: entries.size, snippets: entries };
});

const PATH = '/v1/templates';
const get = (path: string) => ({ method: 'GET', path }) as const;
const list = async ({ exchange }: Client): Promise<readonly LiveTemplate[]> =>
  (await exchange.read(get(PATH), d.object({ templates: d.list(listed) }))).templates;
const read = ({ exchange }: Client, id: string): Promise<LiveTemplate | undefined> =>
  exchange.find(get(`${PATH}/${encodeURIComponent(id)}`), whole);

const wholeDigest = (live: LiveTemplate): Digest => templateDigest(contentOfLive(live));

/** The content that a change leads to. */
function contentAfter(change: Change, live: LiveTemplate | undefined): TemplateContent {
  const before: TemplateContent =
    live === undefined ? { name: '', strings: new Map(), tags: [], snippets: entriesOf([]) } : contentOfLive(live);
  const texts = new Map(before.strings);
  for (const { key, to } of valuesIn(change, 'string'))
    if (to === undefined) texts.delete(key[1] ?? '');
    else texts.set(key[1] ?? '', String(to));
  return {
    name: shownName(change),
    strings: texts,
    tags: valuesIn(change, 'tag').flatMap(({ to }) => (isTag(to) ? [to] : [])),
    snippets: patchedEntries(
      before.snippets,
      change.children.flatMap(({ values }) => values),
    ),
  };
}

/** How the part of an operation looks in a template that is there. */
function partDigest(
  { kind, touches, occurrence = 1 }: Operation,
  change: Change,
  live: LiveTemplate,
): Digest | 'absent' {
  const [, id = ''] = touches[0] ?? [];
  switch (kind) {
    case 'write-text':
      return textDigest(live.name, live.strings);
    case 'put-snippets':
    case 'delete-snippets':
      return live.snippetCount === 0 ? 'absent' : (live.snippets?.digest ?? 'absent');
    case 'add-tag': {
      const added = valuesIn(change, 'tag').find(({ key }) => key[1] === id)?.to as Tag;
      const there = live.tags.filter((each) => sameTag(each.tag, added)).length;
      return there >= occurrence ? tagDigest(added) : 'absent';
    }
    case 'edit-tag':
    case 'delete-tag': {
      const found = live.tags.find((each) => each.id === id);
      return found === undefined ? 'absent' : tagDigest(found.tag);
    }
    default:
      return wholeDigest(live);
  }
}

function bodyOf({ kind, touches, notIds: _ }: Operation, change: Change, live: LiveTemplate | undefined): object {
  const after = contentAfter(change, live);
  if (kind === 'create-template')
    return {
      name: after.name,
      strings: Object.fromEntries(after.strings),
      tags: after.tags,
      snippets: Object.fromEntries(after.snippets),
    };
  if (kind === 'put-snippets') return { snippets: Object.fromEntries(after.snippets) };
  if (kind === 'write-text') {
    const { from, to } = nameOf(change);
    const changed = valuesIn(change, 'string').map(({ key, to: text }) => [key[1] ?? '', text ?? null]);
    return { ...(from !== to && { name: to }), strings: Object.fromEntries(changed) };
  }
  const [, id] = touches[0] ?? [];
  return valuesIn(change, 'tag').find(({ key }) => key[1] === id)?.to as Tag;
}

function targetOf(context: TargetContext<LiveTemplate, TemplateContent>, operation: Operation): OperationTarget {
  const { client, change, base } = context;
  const { kind, method, path } = operation;
  const stale = (seen: LiveTemplate | undefined) => {
    const valuesOf = (content: TemplateContent): readonly NamedValue[] => [
      ...namedValues(TEMPLATE.values(content)),
      ...[...content.snippets].map(([key, text]): NamedValue => [['entry', SNIPPETS, key], text]),
    ];
    const tags = (seen?.tags ?? []).map((each): NamedValue => [['tag', each.id], each.tag]);
    return staleDetail({
      change,
      operation,
      now: seen === undefined ? [] : [...valuesOf(contentOfLive(seen)), ...tags],
      base: base && valuesOf(base),
    });
  };
  const call = { method, path } as const;
  if (kind === 'create-template')
    return newTarget(operation, {
      list: context.list,
      isTwin: ({ name }) => name === nameOf(change).to,
      read: async (id) => read(client, id),
      digest: wholeDigest,
      async send() {
        const body = bodyOf(operation, change, undefined);
        return (await client.exchange.read({ ...call, once: true, body }, d.object({ id: d.text }))).id;
      },
      stale,
    });
  return partTarget({
    read: async () => read(client, change.id ?? ''),
    digest: (live) => partDigest(operation, change, live),
    send: async (seen) =>
      method === 'DELETE'
        ? client.exchange.send(call)
        : client.exchange.send({ ...call, body: bodyOf(operation, change, seen) }),
    stale,
  });
}

export const TEMPLATE_SERVICE: ServiceFacet<LiveTemplate, TemplateContent> = {
  list,
  load: (live, _, { client, limit, onRead }) =>
    limit(async () => {
      const found = await read(client, live.id);
      onRead();
      return found;
    }),
  targets: (context) => (operation) => targetOf(context, operation),
};
