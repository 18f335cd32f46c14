import { diffEntries, entriesOn } from '../../../src/change/diff-entries.ts';
import { type ChangeBody, type Draft, numbered } from '../../../src/change/draft.ts';
import { diffItems, type Item, inContentOrder, itemValues } from '../../../src/change/pair-items.ts';
import { itemsIn } from '../../../src/kinds/items.ts';
import type { MatchPlan, PlanContext } from '../../../src/kinds/kind.ts';
import type { Match, MatchedDeletion } from '../../../src/kinds/states.ts';
import { type Entries, NO_ENTRIES } from '../../../src/model/entries/entries.ts';
import { byCodeUnit } from '../../../src/model/lists.ts';
import { type Change, isRenamed, nameOf, type Operation, valueChange, valuesIn } from '../../../src/model/plan/plan.ts';
import type { ResourceAddress } from '../../../src/model/resources/address.ts';
import type { Value, ValueChange, ValueKey } from '../../../src/model/resources/resource.ts';
import {
  type DesiredTemplate,
  isTag,
  type LiveTemplate,
  type OwnedTemplate,
  sameTag,
  type Tag,
  type TemplateContent,
  tagDigest,
  templateDigest,
  textDigest,
} from './template.ts';
import { TAGS } from './template-ledger.ts';

export const SNIPPETS = 'snippets';
const WHOLE: readonly ValueKey[] = [['name'], ['string'], ['tag'], ['entry']];
const path = (id: string, ...more: readonly string[]): string =>
  ['/v1/templates', id, ...more].map((part, index) => (index === 0 ? part : encodeURIComponent(part))).join('/');

/** Removed, then changed, then added, each in the order of keys. */
function stringChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  at?: DesiredTemplate['stringsAt'],
): readonly ValueChange[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort(byCodeUnit);
  const changes = keys
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) =>
      valueChange(['string', key], before.get(key), after.get(key), after.has(key) ? at?.get(key) : undefined),
    );
  return [
    ...changes.filter(({ to }) => to === undefined),
    ...changes.filter(({ from, to }) => from !== undefined && to !== undefined),
    ...changes.filter(({ from }) => from === undefined),
  ];
}

const liveItems = (live: LiveTemplate | undefined): readonly Item<Tag>[] =>
  live === undefined ? [] : itemsIn(TAGS, contentOfLive(live), { ids: TAGS.idsOf(live) });

/** What the operations of a change need that the change itself does not say. */
export interface TemplateSides {
  readonly notIds: readonly string[];
  readonly whole: () => Operation['pre'];
  /** Of the name and the strings. */
  readonly text: () => Pick<Operation, 'pre' | 'post'>;
  readonly snippets: () => Pick<Operation, 'pre' | 'post'>;
  /** How many tags of the content of an added one there are once it is added. */
  readonly occurrence: (added: ValueChange) => number;
}

const digestOfTag = (tag: Value | undefined): Operation['pre'] => (isTag(tag) ? tagDigest(tag) : 'absent');

function tagOperation(id: string, change: ValueChange, occurrence: TemplateSides['occurrence']): Draft {
  const { key, from, to } = change;
  const [, tag = ''] = key;
  const sides = { pre: digestOfTag(from), post: digestOfTag(to), touches: [key] };
  if (to === undefined) return { kind: 'delete-tag', method: 'DELETE', path: path(id, 'tags', tag), ...sides };
  if (from !== undefined) return { kind: 'edit-tag', method: 'PUT', path: path(id, 'tags', tag), ...sides };
  return { kind: 'add-tag', method: 'POST', path: path(id, 'tags'), ...sides, occurrence: occurrence(change) };
}

/** The calls that make a change, in running order; a function of the change and of digests. */
export function templateOperations(body: ChangeBody, sides: TemplateSides): readonly Operation[] {
  const { id = '', action, address, children } = body;
  if (action === 'create')
    return numbered(address, [
      {
        kind: 'create-template',
        method: 'POST',
        path: '/v1/templates',
        pre: 'absent',
        post: sides.whole(),
        touches: WHOLE,
        notIds: sides.notIds,
      },
    ]);
  if (action === 'delete')
    return numbered(address, [
      { kind: 'delete-template', method: 'DELETE', path: path(id), pre: sides.whole(), post: 'absent', touches: WHOLE },
    ]);
  const hasText = isRenamed(body) || valuesIn(body, 'string').length > 0;
  const tags = valuesIn(body, 'tag').map((tag) => tagOperation(id, tag, sides.occurrence));
  const touches: readonly ValueKey[] = [['entry', SNIPPETS]];
  return numbered(address, [
    ...(hasText
      ? [
          {
            kind: 'write-text',
            method: 'PATCH',
            path: path(id),
            ...sides.text(),
            touches: [['name'], ['string']],
          } as const,
        ]
      : []),
    ...tags.filter(({ kind }) => kind === 'edit-tag'),
    ...tags.filter(({ kind }) => kind !== 'edit-tag'),
    ...children.map(
      (child): Draft =>
        child.action === 'delete'
          ? { kind: 'delete-snippets', method: 'DELETE', path: path(id, SNIPPETS), ...sides.snippets(), touches }
          : { kind: 'put-snippets', method: 'PUT', path: path(id, SNIPPETS), ...sides.snippets(), touches },
    ),
  ]);
}

const EMPTY: TemplateContent = { name: '', strings: new Map(), tags: [], snippets: NO_ENTRIES };

const snippetsRead = ({ id, snippetCount, snippets }: LiveTemplate): Entries => {
  if (snippets === undefined && snippetCount > 0) throw new Error(`the snippets of ${id} were not read`);
  return snippets ?? NO_ENTRIES;
};

export const contentOfLive = ({ name, strings, tags, snippets }: LiveTemplate): TemplateContent => ({
  name,
  strings,
  tags: tags.map(({ tag }) => tag),
  snippets: snippets ?? NO_ENTRIES,
});

function childChange(
  address: ResourceAddress,
  before: Entries,
  after: Entries,
  origin?: Change['origin'],
): Change['children'] {
  const { removed, changed, added } = diffEntries(SNIPPETS, before, after);
  const values = [...removed, ...changed, ...added];
  if (values.length === 0) return [];
  return [
    {
      address: `${address}/${SNIPPETS}`,
      action: before.size === 0 ? 'create' : after.size === 0 ? 'delete' : 'update',
      before: before.size,
      after: after.size,
      values,
      ...(origin !== undefined && after.size > 0 && { origin }),
    },
  ];
}

const digestOrAbsent = (entries: Entries): Operation['pre'] => (entries.size === 0 ? 'absent' : entries.digest);

function sidesOf(
  live: LiveTemplate | undefined,
  after: TemplateContent,
  tags: readonly ValueChange[],
  notIds: readonly string[],
): TemplateSides {
  const before = live === undefined ? EMPTY : contentOfLive(live);
  return {
    notIds,
    whole: () => templateDigest(live !== undefined && after === EMPTY ? before : after),
    text: () => ({ pre: textDigest(before.name, before.strings), post: textDigest(after.name, after.strings) }),
    snippets: () => ({ pre: digestOrAbsent(before.snippets), post: digestOrAbsent(after.snippets) }),
    occurrence: (added) => {
      const gone = new Set(tags.flatMap(({ key, from }) => (from === undefined ? [] : [key[1]])));
      const kept = (live?.tags ?? []).filter(({ id }) => !gone.has(id)).map(({ tag }) => tag);
      const come = tags.slice(0, tags.indexOf(added) + 1).map(({ to }) => to);
      return [...kept, ...come].filter((tag) => isTag(tag) && sameTag(tag, added.to as Tag)).length;
    },
  };
}

/** The change that makes a template what the file asks for. */
export function planTemplate(
  { desired, live, adopted }: Match<DesiredTemplate, LiveTemplate, OwnedTemplate>,
  { scope, sameName, isPlanned }: PlanContext,
): MatchPlan | undefined {
  const { address, origin, content } = desired;
  const whole = scope.whole(address);
  if (!whole && (live === undefined || !scope.child(address, SNIPPETS))) return undefined;
  const isOurs = isPlanned(SNIPPETS);
  const found = live === undefined ? EMPTY : contentOfLive(live);
  const before = isOurs ? found : { ...found, snippets: NO_ENTRIES };
  const after = whole ? content : { ...before, snippets: content.snippets };
  const tags = whole ? itemValues('tag', diffItems(liveItems(live), itemsIn(TAGS, after)), desired.tagsAt) : [];
  const body: ChangeBody = {
    kind: 'template',
    action: live === undefined ? 'create' : 'update',
    address,
    ...(live !== undefined && { id: live.id }),
    adopted,
    values: [
      valueChange(['name'], live?.name, after.name),
      ...stringChanges(before.strings, after.strings, desired.stringsAt),
      ...tags,
    ],
    before: { string: before.strings.size, tag: before.tags.length },
    children: childChange(
      address,
      live === undefined || !isOurs ? NO_ENTRIES : snippetsRead(live),
      after.snippets,
      origin,
    ),
    origin,
  };
  const operations = templateOperations(body, sidesOf(live, after, tags, sameName));
  return {
    change: operations.length === 0 ? undefined : { ...body, operations },
    ...(live !== undefined &&
      !isOurs &&
      live.snippetCount > 0 && {
        unmanaged: [{ address: `${address}/${SNIPPETS}` as const, id: live.id, name: live.name }],
      }),
  };
}

export function removeTemplate({ address, live }: MatchedDeletion<ResourceAddress, LiveTemplate>): Change {
  const body: ChangeBody = {
    kind: 'template',
    action: 'delete',
    address,
    id: live.id,
    adopted: false,
    values: [
      { key: ['name'], from: live.name },
      ...stringChanges(live.strings, new Map()),
      ...inContentOrder(liveItems(live)).map(
        ({ id = '', content }): ValueChange => ({ key: ['tag', id], from: content }),
      ),
    ],
    before: { string: live.strings.size, tag: live.tags.length },
    children: childChange(address, snippetsRead(live), NO_ENTRIES),
  };
  return { ...body, operations: templateOperations(body, sidesOf(live, EMPTY, [], [])) };
}

/** One whole side of a template that comes or goes. */
function wholeOf(change: Change, side: 'from' | 'to'): TemplateContent {
  const values = (part: string) => valuesIn(change, part).flatMap(({ key, [side]: value }) => [[key, value] as const]);
  return {
    name: nameOf(change)[side] ?? '',
    strings: new Map(values('string').map(([[, key = ''], value]) => [key, String(value)])),
    tags: values('tag').flatMap(([, tag]) => (isTag(tag) ? [tag] : [])),
    snippets: entriesOn(
      side,
      change.children.flatMap((child) => child.values),
    ),
  };
}

/** The operations that a change says, with the digests that it has; what it cannot say is as its own operations say. */
export function templateOperationsOf(change: Change): readonly Operation[] {
  const { action, operations } = change;
  const stated = (...kinds: readonly string[]): Operation | undefined =>
    operations.find(({ kind }) => kinds.includes(kind));
  const digests = (operation: Operation | undefined) => ({
    pre: operation?.pre ?? 'absent',
    post: operation?.post ?? 'absent',
  });
  return templateOperations(change, {
    notIds: operations[0]?.notIds ?? [],
    whole: () => templateDigest(wholeOf(change, action === 'create' ? 'to' : 'from')),
    text: () => digests(stated('write-text')),
    snippets: () => digests(stated('put-snippets', 'delete-snippets')),
    occurrence: ({ key }) => Math.max(1, operations.find(({ touches }) => touches[0]?.[1] === key[1])?.occurrence ?? 0),
  });
}
