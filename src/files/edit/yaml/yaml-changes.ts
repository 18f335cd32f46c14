import { type Document, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import type { YamlPath } from '../../yaml/yaml-file.ts';
import type { PlainValue } from '../../yaml/yaml-value.ts';
import { findNode, isCollection, isFlow, keyStart, mapAt, mappingKeyText } from './yaml-document.ts';
import type { YamlEdit } from './yaml-edit.ts';
import { columnAt } from './yaml-lines.ts';
import type { NewPair } from './yaml-new.ts';
import { commonType } from './yaml-scalar-style.ts';

/**
 * What becomes of one part of a document; without `to` it goes. An index behind the last item adds one. A path is that
 * of the document with the changes before it made.
 */
export interface YamlChange {
  readonly path: YamlPath;
  readonly to?: PlainValue;
  /** Of a new text: it is YAML as it stands, and is written as it is. */
  readonly literal?: boolean;
}

type Members = Readonly<Record<string, PlainValue>>;

const isMembers = (value: PlainValue | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function valueAt(value: PlainValue | undefined, path: YamlPath): PlainValue | undefined {
  let found = value;
  for (const part of path) {
    if (Array.isArray(found)) found = (found as readonly PlainValue[])[Number(part)];
    else found = isMembers(found) && Object.hasOwn(found, part) ? found[part] : undefined;
  }
  return found;
}

/** What a document says when one change is made. Maps and lists on the way that are not there yet are made. */
export function withChange(value: PlainValue | undefined, { path: [part, ...rest], to }: YamlChange): PlainValue {
  if (part === undefined) return to ?? null;
  const isGone = rest.length === 0 && to === undefined;
  const inner = (old: PlainValue | undefined): PlainValue =>
    withChange(old, { path: rest, ...(to !== undefined && { to }) });
  if (typeof part === 'number') {
    const items = Array.isArray(value) ? [...(value as readonly PlainValue[])] : [];
    items.splice(part, 1, ...(isGone ? [] : [inner(items[part])]));
    return items;
  }
  const members = new Map(isMembers(value) ? Object.entries(value) : []);
  if (isGone) members.delete(part);
  else members.set(part, inner(members.get(part)));
  return Object.fromEntries(members);
}

/** A text that YAML reads as the same text in a list on one line, without quotes. */
const PLAIN = /^[a-z]{2,3}->[a-z*]{1,3}$/;

/** A list as it is written on one line. JSON is YAML. */
const listText = (items: readonly PlainValue[]): string =>
  `[${items.map((item) => (typeof item === 'string' && PLAIN.test(item) ? item : JSON.stringify(item))).join(', ')}]`;

type Pairs = YAMLMap<Node, Node | null>['items'];

/** The maps that stand beside the map at a path, and that map itself, in the map or list that holds them. */
function mapsAround(document: Document, path: YamlPath): readonly Pairs[] {
  const around = path.length === 0 ? undefined : findNode(document, path.slice(0, -1))?.node;
  if (!isCollection(around)) return [];
  const nodes = isSeq(around) ? around.items : around.items.map(({ value }) => value);
  return nodes.flatMap((node) => (isMap<Node, Node | null>(node) ? [node.items] : []));
}

const texts = (pairs: Pairs): readonly Node[] =>
  pairs.flatMap(({ value }) => (isScalar(value) && typeof value.value === 'string' ? [value] : []));

const firstFilled = (...groups: readonly (readonly (Node | null)[])[]): readonly (Node | null)[] =>
  groups.find((group) => group.length > 0) ?? [];

/**
 * The kinds of scalar that a new pair takes from its neighbours: from the other pairs of its map, or from the maps
 * beside it, else from the top of the document. An item of a list is like the last one before it.
 */
function stylesOf(document: Document, path: YamlPath, key: string): Pick<NewPair, 'keyType' | 'valueType'> {
  const [own, top] = [mapAt(document, path)?.items ?? [], mapAt(document, [])?.items ?? []];
  const maps = mapsAround(document, path);
  const around = maps.flat();
  const named = texts(around.filter((pair) => mappingKeyText(pair.key) === key));
  const keys = (pairs: Pairs) => pairs.map((pair) => pair.key);
  const scalars = top.map(({ value }) => value).filter((value) => isScalar(value));
  const values =
    typeof path.at(-1) === 'number'
      ? firstFilled(texts(own).slice(0, 1), named.slice(-1), texts(maps.at(-1) ?? []).slice(0, 1), scalars)
      : firstFilled(named, texts(own), texts(around), scalars);
  return { keyType: commonType(firstFilled(keys(own), keys(around), keys(top))), valueType: commonType(values) };
}

/** A pair for the map at a path, and all that is in it. */
function newPair(document: Document, path: YamlPath, key: string, value: PlainValue): NewPair {
  const styles = stylesOf(document, path, key);
  if (typeof value === 'string') return { key, value, ...styles };
  if (isMembers(value)) return { key, value: newPairs(document, [...path, key], value), ...styles };
  return { key, value: { literal: Array.isArray(value) ? listText(value) : String(value) }, ...styles };
}

const newPairs = (document: Document, path: YamlPath, members: Members): readonly NewPair[] =>
  Object.entries(members).map(([key, value]) => newPair(document, path, key, value));

/** The edit that adds what is not there yet. What holds it is there. */
function addition(document: Document, path: YamlPath, to: PlainValue, literal: boolean): YamlEdit {
  const [into, key] = [path.slice(0, -1), path.at(-1) ?? ''];
  if (typeof key === 'number' && isMembers(to))
    return { kind: 'add', path: into, part: { kind: 'item', pairs: newPairs(document, path, to) } };
  if (typeof key === 'number' && typeof to === 'string') {
    const list = findNode(document, into)?.node;
    const type = commonType(isSeq<Node>(list) ? list.items.filter((item) => isScalar(item)) : []);
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
 * The edits of the text that make changes in a document, and what it says in the end. `undefined` when something is to
 * go that is not there.
 */
export function yamlEdits(
  document: Document,
  before: PlainValue,
  changes: readonly YamlChange[],
): { readonly edits: readonly YamlEdit[]; readonly after: PlainValue } | undefined {
  const edits: YamlEdit[] = [];
  let after = before;
  const change = (path: YamlPath, to: PlainValue, literal = false): void => {
    const now = valueAt(after, path);
    after = withChange(after, { path, to });
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
      if (valueAt(after, path) === undefined) return undefined;
      edits.push({ kind: 'remove', path });
      after = withChange(after, { path });
      continue;
    }
    // `ci:` and nothing behind it is a map as well.
    for (let depth = 1; depth < path.length; depth += 1)
      if ((valueAt(after, path.slice(0, depth)) ?? null) === null)
        change(path.slice(0, depth), typeof path[depth] === 'number' ? [] : {});
    if (valueAt(after, path) !== to) change(path, to, literal);
  }
  return { edits, after };
}

/**
 * How much further in each level of a document stands: as the deepest map on lines of its own does, the first where
 * there are several; else two spaces.
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
