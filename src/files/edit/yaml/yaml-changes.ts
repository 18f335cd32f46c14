import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { grouped } from '../../../model/lists.ts';
import type { YamlPath } from '../../yaml/yaml-file.ts';
import type { PlainValue } from '../../yaml/yaml-value.ts';
import {
  columnAt,
  findNode,
  isCollection,
  isFlow,
  keyStart,
  mapAt,
  mappingKeyText,
  onceFor,
  type YamlCollection,
} from './yaml-document.ts';
import type { NewPair } from './yaml-new.ts';
import type { YamlEdit } from './yaml-planned.ts';
import { commonType } from './yaml-scalar-style.ts';

/**
 * A change of one part of a document; without `to`, the part is removed. An index after the last item appends an item.
 * The path is valid after the changes before this one.
 */
export interface YamlChange {
  readonly path: YamlPath;
  readonly to?: PlainValue;
  /** For a new text: it is YAML already and is written as it is. */
  readonly literal?: boolean;
}

type Members = Readonly<Record<string, PlainValue>>;

const isMembers = (value: PlainValue | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content of a document while changes are applied to it. */
type EditedValue = string | number | boolean | null | Map<string, EditedValue> | EditedValue[];

function editedOf(value: PlainValue): EditedValue {
  if (Array.isArray(value)) return (value as readonly PlainValue[]).map(editedOf);
  if (!isMembers(value)) return value as EditedValue;
  return new Map(Object.entries(value).map(([key, each]) => [key, editedOf(each)]));
}

function plainOf(content: EditedValue): PlainValue {
  if (Array.isArray(content)) return content.map(plainOf);
  return content instanceof Map ? Object.fromEntries([...content].map(([key, each]) => [key, plainOf(each)])) : content;
}

function editedAt(content: EditedValue, path: YamlPath): EditedValue | undefined {
  let found: EditedValue | undefined = content;
  for (const part of path) {
    if (Array.isArray(found)) found = found[Number(part)];
    else found = found instanceof Map ? found.get(String(part)) : undefined;
  }
  return found;
}

/** The content after one change. Missing maps and lists on the path are created. */
function withChange(content: EditedValue | undefined, { path: [part, ...rest], to }: YamlChange): EditedValue {
  if (part === undefined) return editedOf(to ?? null);
  const isGone = rest.length === 0 && to === undefined;
  const inner = (old: EditedValue | undefined): EditedValue => withChange(old, { path: rest, to });
  if (typeof part === 'number') {
    const items = Array.isArray(content) ? content : [];
    items.splice(part, 1, ...(isGone ? [] : [inner(items[part])]));
    return items;
  }
  const members = content instanceof Map ? content : new Map<string, EditedValue>();
  if (isGone) members.delete(part);
  else members.set(part, inner(members.get(part)));
  return members;
}

/** A text that needs no quotes in a list on one line. */
const PLAIN = /^[a-z]{2,3}->[a-z*]{1,3}$/;

/** A list on one line. JSON is YAML. */
const listText = (items: readonly PlainValue[]): string =>
  `[${items.map((item) => (typeof item === 'string' && PLAIN.test(item) ? item : JSON.stringify(item))).join(', ')}]`;

type Pairs = readonly Pair<Node, Node | null>[];

const mapsIn = (collection: YamlCollection): readonly Pairs[] =>
  (isSeq(collection) ? collection.items : collection.items.map(({ value }) => value)).flatMap((node) =>
    isMap<Node, Node | null>(node) ? [node.items] : [],
  );

const texts = (pairs: Pairs): readonly Node[] =>
  pairs.flatMap(({ value }) => (isScalar(value) && typeof value.value === 'string' ? [value] : []));

/** Scalars next to a new one. */
interface Neighbours {
  /** The last one. Absent: the new scalar has no neighbours. */
  readonly last?: Node | null;
  /** The style that all of them share. */
  readonly type: Scalar.Type | undefined;
}

const neighbours = (nodes: readonly (Node | null)[]): Neighbours => ({
  ...(nodes.length > 0 && { last: nodes.at(-1) ?? null }),
  type: commonType(nodes),
});

const onlyOne = (node: Node | null | undefined): Neighbours => neighbours(node === undefined ? [] : [node]);

/** The neighbours of a new pair, from the pairs of its map. */
const pairNeighbours = onceFor((pairs: Pairs) => ({
  keys: neighbours(pairs.map(({ key }) => key)),
  texts: neighbours(texts(pairs)),
  firstText: texts(pairs)[0],
  scalars: neighbours(pairs.map(({ value }) => value).filter((value) => isScalar(value))),
}));

/** The neighbours of a new pair, from the other maps in the same map or list. */
const innerNeighbours = onceFor((collection: YamlCollection) => {
  const maps = mapsIn(collection);
  const pairs = maps.flat();
  const named = grouped(pairs, ({ key }) => mappingKeyText(key) ?? '');
  return {
    keys: neighbours(pairs.map(({ key }) => key)),
    texts: neighbours(texts(pairs)),
    firstText: texts(maps.at(-1) ?? [])[0],
    named: new Map([...named].map(([key, each]) => [key, neighbours(texts(each))])),
  };
});

const itemNeighbours = onceFor((list: YAMLSeq<Node>) => neighbours(list.items.filter((item) => isScalar(item))));

const typeOfFirst = (...groups: readonly (Neighbours | undefined)[]): Scalar.Type | undefined =>
  groups.find((group) => group?.last !== undefined)?.type;

const NO_PAIRS: Pairs = [];

/**
 * The styles that a new pair copies from its neighbours: the other pairs of its map, otherwise the neighbouring maps,
 * otherwise the top of the document. An item of a list is like the last one before it.
 */
function stylesOf(document: Document, path: YamlPath, key: string): Pick<NewPair, 'keyType' | 'valueType'> {
  const siblings = pairNeighbours(mapAt(document, path)?.items ?? NO_PAIRS);
  const top = pairNeighbours(mapAt(document, [])?.items ?? NO_PAIRS);
  const holder = path.length === 0 ? undefined : findNode(document, path.slice(0, -1))?.node;
  const around = isCollection(holder) ? innerNeighbours(holder) : undefined;
  const named = around?.named.get(key);
  return {
    keyType: typeOfFirst(siblings.keys, around?.keys, top.keys),
    valueType:
      typeof path.at(-1) === 'number'
        ? typeOfFirst(onlyOne(siblings.firstText), onlyOne(named?.last), onlyOne(around?.firstText), top.scalars)
        : typeOfFirst(named, siblings.texts, around?.texts, top.scalars),
  };
}

/** A pair for the map at a path, with all its content. */
function newPair(document: Document, path: YamlPath, key: string, value: PlainValue): NewPair {
  const styles = stylesOf(document, path, key);
  if (typeof value === 'string') return { key, value, ...styles };
  if (isMembers(value)) return { key, value: newPairs(document, [...path, key], value), ...styles };
  return { key, value: { literal: Array.isArray(value) ? listText(value) : String(value) }, ...styles };
}

const newPairs = (document: Document, path: YamlPath, members: Members): readonly NewPair[] =>
  Object.entries(members).map(([key, value]) => newPair(document, path, key, value));

/** The edit that adds a new part. Its parent must exist. */
function addition(document: Document, path: YamlPath, to: PlainValue, literal: boolean): YamlEdit {
  const [into, key] = [path.slice(0, -1), path.at(-1) ?? ''];
  if (typeof key === 'number' && isMembers(to))
    return { kind: 'add', path: into, part: { kind: 'item', pairs: newPairs(document, path, to) } };
  if (typeof key === 'number' && typeof to === 'string') {
    const list = findNode(document, into)?.node;
    const type = isSeq<Node>(list) ? itemNeighbours(list).type : undefined;
    return { kind: 'add', path: into, part: { kind: 'text', text: to, type } };
  }
  const pair = newPair(document, into, String(key), to);
  return {
    kind: 'add',
    path: into,
    part: { kind: 'pair', pair: literal ? { ...pair, value: { literal: String(to) } } : pair },
  };
}

/**
 * The text edits that make changes in a document, and its content after them. `undefined` if a part to remove does not
 * exist.
 */
export function yamlEdits(
  document: Document,
  before: PlainValue,
  changes: readonly YamlChange[],
): { readonly edits: readonly YamlEdit[]; readonly after: PlainValue } | undefined {
  const edits: YamlEdit[] = [];
  let content = editedOf(before);
  const change = (path: YamlPath, to: PlainValue, literal = false): void => {
    const now = editedAt(content, path);
    content = withChange(content, { path, to });
    if (now === undefined) edits.push(addition(document, path, to, literal));
    else if (typeof to === 'string') edits.push({ kind: 'set', path, text: to });
    else
      edits.push({
        kind: 'set',
        path,
        text: isMembers(to) ? '{}' : Array.isArray(to) ? listText(to) : String(to),
        literal: true,
      });
  };
  for (const { path, to, literal } of changes) {
    if (to === undefined) {
      if (editedAt(content, path) === undefined) return undefined;
      edits.push({ kind: 'remove', path });
      content = withChange(content, { path });
      continue;
    }
    // A key without a value, such as `ci:`, counts as an empty map.
    for (let depth = 1; depth < path.length; depth += 1)
      if ((editedAt(content, path.slice(0, depth)) ?? null) === null)
        change(path.slice(0, depth), typeof path[depth] === 'number' ? [] : {});
    if (editedAt(content, path) !== to) change(path, to, literal);
  }
  return { edits, after: plainOf(content) };
}

/**
 * The indentation step of a document: that of the deepest map in block style, the first if there are several. Default:
 * two spaces.
 */
export function stepOf(document: Document, text: string): number {
  const deepest = (map: YAMLMap<Node, Node | null> | undefined, outer: number): number | undefined => {
    const steps = (map?.items ?? []).flatMap(({ value }) => {
      if (!isMap<Node, Node | null>(value) || isFlow(value)) return [];
      const column = columnAt(text, keyStart(value, 0) ?? 0);
      return [{ step: column - outer, inner: deepest(value, column) }];
    });
    return steps.find(({ inner }) => inner !== undefined)?.inner ?? steps.find(({ step }) => step > 0)?.step;
  };
  return deepest(mapAt(document, []), 0) ?? 2;
}
