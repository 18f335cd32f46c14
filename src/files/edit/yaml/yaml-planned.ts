import { type Document, isAlias, isMap, isSeq, type Node, type Scalar } from 'yaml';
import type { YamlPath } from '../../yaml/yaml-file.ts';
import { type AliasTargets, aliasTargets, keyIndexes } from './yaml-document.ts';
import type { Literal, NewItem, NewPair, NewPart } from './yaml-new.ts';

/** One change of a YAML document. Its path is valid after the edits before it. */
export type YamlEdit =
  /** `literal`: the text is YAML already, such as a number, and is written as it is. */
  | { readonly kind: 'set'; readonly path: YamlPath; readonly text: string; readonly literal?: boolean }
  | { readonly kind: 'remove'; readonly path: YamlPath }
  /** Adds to the map or list at the path, after its last part. */
  | { readonly kind: 'add'; readonly path: YamlPath; readonly part: NewPart };

type Kind = 'map' | 'list' | 'other';

type Key = string | number;

/** A part of the document, with its edits. */
interface OldPart {
  /** Path in the document before all edits. */
  readonly path: YamlPath;
  /** Its node. For an alias: the node that it refers to. */
  readonly node: Node | undefined;
  kind: Kind;
  set?: { readonly text: string; readonly literal?: boolean };
  /** Parts inside it that have edits, by their keys or their old indexes. */
  readonly touched: Map<Key, OldPart>;
  readonly removed: Set<Key>;
  /** For a map: added pairs. */
  readonly pairs: Map<string, NewPartPair>;
  /** For a list: old indexes and new items, in their current order. */
  readonly items: (number | NewValue)[];
}

/** A part that the document does not have yet. */
type NewValue =
  | { readonly kind: 'leaf'; value: string | Literal; readonly type: Scalar.Type | undefined }
  | { readonly kind: 'map'; readonly pairs: Map<string, NewPartPair> }
  | { readonly kind: 'list'; readonly items: NewValue[] };

interface NewPartPair {
  readonly keyType: Scalar.Type | undefined;
  readonly value: NewValue;
}

const pairOfNew = ({ key, keyType, value, valueType }: NewPair): readonly [string, NewPartPair] => [
  key,
  { keyType, value: valueOfNew(value, valueType) },
];

function valueOfNew(value: NewPair['value'], type: Scalar.Type | undefined): NewValue {
  if (typeof value === 'string') return { kind: 'leaf', value, type };
  if ('items' in value) return { kind: 'list', items: value.items.map(itemOfNew) };
  if ('literal' in value) return value.literal === '[]' ? { kind: 'list', items: [] } : { kind: 'leaf', value, type };
  return { kind: 'map', pairs: new Map(value.map(pairOfNew)) };
}

const itemOfNew = (item: NewItem): NewValue =>
  item.kind === 'text'
    ? { kind: 'leaf', value: item.text, type: item.type }
    : { kind: 'map', pairs: new Map(item.pairs.map(pairOfNew)) };

const newPairs = (pairs: ReadonlyMap<string, NewPartPair>): readonly NewPair[] =>
  [...pairs].map(([key, { keyType, value }]) => ({
    key,
    keyType,
    value: pairValue(value),
    valueType: value.kind === 'leaf' ? value.type : undefined,
  }));

function pairValue(value: NewValue): NewPair['value'] {
  if (value.kind === 'leaf') return value.value;
  if (value.kind === 'map') return newPairs(value.pairs);
  return value.items.length === 0 ? { literal: '[]' } : { items: value.items.map(newItem) };
}

/** Callers never add a list to a list, or a value that is not a text. */
function newItem(value: NewValue): NewItem {
  if (value.kind === 'map') return { kind: 'item', pairs: newPairs(value.pairs) };
  return {
    kind: 'text',
    text: value.kind === 'leaf' && typeof value.value === 'string' ? value.value : '',
    ...typeOf(value),
  };
}

const typeOf = (value: NewValue) => (value.kind === 'leaf' ? { type: value.type } : {});

function oldPart(node: Node | undefined, path: YamlPath): OldPart {
  const kind = isMap(node) ? 'map' : isSeq(node) ? 'list' : 'other';
  const items = isSeq(node) ? [...node.items.keys()] : [];
  return { path, node, kind, touched: new Map(), removed: new Set(), pairs: new Map(), items };
}

const isOld = (part: OldPart | NewValue): part is OldPart => 'touched' in part;

/** The value of a key or old index in the document; `undefined` if it does not exist or was replaced. */
function oldValueAt({ node, removed, set }: OldPart, key: Key): { readonly value: unknown } | undefined {
  if (removed.has(key) || set !== undefined) return undefined;
  if (isSeq(node)) return { value: node.items[Number(key)] };
  return isMap<Node, Node | null>(node) ? node.items[keyIndexes(node).get(String(key)) ?? -1] : undefined;
}

function oldWithin(part: OldPart, key: Key, targets: AliasTargets): OldPart | undefined {
  const oldValue = part.touched.has(key) ? undefined : oldValueAt(part, key);
  if (oldValue !== undefined) {
    const node = isAlias(oldValue.value) ? targets.get(oldValue.value) : (oldValue.value as Node | null);
    part.touched.set(key, oldPart(node ?? undefined, [...part.path, key]));
  }
  return part.touched.get(key);
}

function step(part: OldPart | NewValue, key: Key, targets: AliasTargets): OldPart | NewValue | undefined {
  if (part.kind === 'list') {
    const item = part.items[Number(key)];
    return typeof item === 'number' && isOld(part) ? oldWithin(part, item, targets) : (item as NewValue | undefined);
  }
  if (part.kind !== 'map') return undefined;
  return part.pairs.get(String(key))?.value ?? (isOld(part) ? oldWithin(part, key, targets) : undefined);
}

/** This function and the next two return false if the part cannot be edited in this way. */
function setPart(part: OldPart | NewValue, { text, literal = false }: YamlEdit & { readonly kind: 'set' }): boolean {
  if (isOld(part)) {
    part.set = { text, literal };
    part.kind = literal && text === '{}' ? 'map' : literal && text === '[]' ? 'list' : 'other';
    return true;
  }
  if (part.kind !== 'leaf' || literal) return false;
  part.value = text;
  return true;
}

function addTo(part: OldPart | NewValue, added: NewPart): boolean {
  if (added.kind === 'pair') return part.kind === 'map' && part.pairs.set(...pairOfNew(added.pair)) === part.pairs;
  return part.kind === 'list' && part.items.push(itemOfNew(added)) > 0;
}

function removeFrom(part: OldPart | NewValue, key: Key): boolean {
  let old: Key | NewValue | undefined = key;
  if (part.kind === 'list') [old] = part.items.splice(Number(key), 1);
  else if (part.kind !== 'map') return false;
  else if (part.pairs.delete(String(key))) return true;
  if (typeof old === 'object') return true;
  if (old === undefined || !isOld(part) || oldValueAt(part, old) === undefined) return false;
  part.touched.delete(old);
  part.removed.add(old);
  return true;
}

/** Edits by kind, with paths in the document before all edits: none of them moves an old part. */
export interface PlannedEdits {
  readonly sets: readonly { readonly path: YamlPath; readonly text: string; readonly literal?: boolean }[];
  /**
   * Edits inside a part precede those of the part itself: if they add text at the same offset, this order is the right
   * one.
   */
  readonly adds: readonly { readonly path: YamlPath; readonly parts: readonly NewPart[] }[];
  readonly removals: readonly { readonly path: YamlPath; readonly parts: readonly Key[] }[];
}

function collected(top: OldPart): PlannedEdits {
  const [sets, adds, removals]: [unknown[], unknown[], unknown[]] = [[], [], []];
  const collect = ({ path, set, touched, removed, pairs, items }: OldPart): void => {
    for (const part of touched.values()) collect(part);
    if (set !== undefined) sets.push({ path, ...set });
    const parts: readonly NewPart[] = [
      ...newPairs(pairs).map((pair) => ({ kind: 'pair', pair }) as const),
      ...items.flatMap((item) => (typeof item === 'number' ? [] : [newItem(item)])),
    ];
    if (parts.length > 0) adds.push({ path, parts });
    if (removed.size > 0) removals.push({ path, parts: [...removed] });
  };
  collect(top);
  return { sets, adds, removals } as PlannedEdits;
}

/**
 * Computes the combined effect of consecutive edits without making them, so that the text can be edited in one step.
 * `undefined` if a place is missing.
 */
export function plannedEdits(document: Document, edits: readonly YamlEdit[]): PlannedEdits | undefined {
  const targets = aliasTargets(document);
  const top = oldPart(document.contents ?? undefined, []);
  const find = (path: YamlPath): OldPart | NewValue | undefined => {
    let part: OldPart | NewValue | undefined = top;
    for (const key of path) part = part && step(part, key, targets);
    return part;
  };
  const isPlanned = (edit: YamlEdit): boolean => {
    const { path } = edit;
    const key = path.at(-1);
    const part = find(edit.kind === 'remove' ? path.slice(0, -1) : path);
    if (part === undefined) return false;
    if (edit.kind === 'set') return setPart(part, edit);
    return edit.kind === 'add' ? addTo(part, edit.part) : key !== undefined && removeFrom(part, key);
  };
  return edits.every(isPlanned) ? collected(top) : undefined;
}
