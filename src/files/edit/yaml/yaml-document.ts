import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Range,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { YamlPath } from '../../yaml/yaml-file.ts';
import { lineEndIn } from './yaml-lines.ts';

export type YamlCollection = YAMLMap<Node, Node | null> | YAMLSeq<Node>;

/** A part of a document at its own place. Aliases are not followed. */
export interface FoundNode {
  readonly node: Node;
  /** The map or list that contains it, and its index there. Absent at the top. */
  readonly parent?: { readonly collection: YamlCollection; readonly index: number };
  /** True: inside brackets, its own or those of a parent. */
  readonly inFlow: boolean;
}

/**
 * `uniqueKeys: false`: otherwise the parser compares each key of a map with all keys before it. The reader of the file
 * reports duplicate keys.
 */
export const parseWithTokens = (text: string): Document =>
  parseDocument(text, { keepSourceTokens: true, uniqueKeys: false });

/** A text with its parsed document and its line end. */
export interface ParsedText {
  readonly text: string;
  readonly document: Document;
  readonly lineEnd: string;
}

export const parsedText = (text: string): ParsedText => ({
  text,
  document: parseWithTokens(text),
  lineEnd: lineEndIn(text),
});

/** The text of a key, as the reader of workspace files reads it. */
export const mappingKeyText = (key: unknown): string | undefined => {
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
};

export const isCollection = (node: unknown): node is YamlCollection => isMap(node) || isSeq(node);

export const isFlow = (node: unknown): boolean => isCollection(node) && node.flow === true;

/**
 * Begin and end of a node in the text, without what follows on its line. The parser sets the range for every node of a
 * text.
 */
export const startOf = ({ range }: Node): number => (range as Range)[0];
export const endOf = ({ range }: Node): number => (range as Range)[1];

/** Computes a value once for each object. The objects must not change. Many edits then share one search. */
export function onceFor<Of extends object, Value>(make: (of: Of) => Value): (of: Of) => Value {
  const known = new WeakMap<Of, { readonly value: Value }>();
  return (of) => {
    const found = known.get(of) ?? { value: make(of) };
    known.set(of, found);
    return found.value;
  };
}

/** The indexes of the keys of a map. For duplicate keys: the first. */
export const keyIndexes = onceFor((map: YAMLMap<Node, Node | null>): ReadonlyMap<string, number> => {
  const indexes = new Map<string, number>();
  for (const [index, { key }] of map.items.entries()) {
    const text = mappingKeyText(key);
    if (text !== undefined && !indexes.has(text)) indexes.set(text, index);
  }
  return indexes;
});

function child(collection: YamlCollection, part: string | number): { readonly node: unknown; readonly index: number } {
  if (isSeq(collection)) return { node: collection.items[Number(part)], index: Number(part) };
  const index = keyIndexes(collection).get(String(part)) ?? -1;
  return { node: collection.items[index]?.value, index };
}

/** The node at a path; `undefined` if it does not exist, or if the path contains an alias. */
export function findNode(document: Document, path: YamlPath): FoundNode | undefined {
  if (document.contents === null) return undefined;
  let found: FoundNode = { node: document.contents, inFlow: isFlow(document.contents) };
  for (const part of path) {
    const { node: collection } = found;
    if (!isCollection(collection)) return undefined;
    const { node, index } = child(collection, part);
    if (node === undefined || node === null) return undefined;
    const inFlow: boolean = found.inFlow || isFlow(node);
    found = { node: node as Node, parent: { collection, index }, inFlow };
  }
  return found;
}

/** The nodes from the top to a path, as far down as the path exists. The last one may be an alias. */
export function nodesOnWay(document: Document, path: YamlPath): readonly Node[] {
  const nodes: Node[] = [];
  let node: unknown = document.contents;
  for (let depth = 0; node !== null && node !== undefined; depth += 1) {
    nodes.push(node as Node);
    const part = path[depth];
    node = part !== undefined && isCollection(node) ? child(node, part).node : undefined;
  }
  return nodes;
}

/** The map at a path; `undefined` if it does not exist. */
export function mapAt(document: Document, path: YamlPath): YAMLMap<Node, Node | null> | undefined {
  const node = findNode(document, path)?.node;
  return isMap<Node, Node | null>(node) ? node : undefined;
}

/** The pair of a map that holds the node. */
export const pairOf = ({ parent }: FoundNode): Pair<Node, Node | null> | undefined =>
  parent !== undefined && isMap(parent.collection) ? parent.collection.items[parent.index] : undefined;

/** The offset after the colon of a pair, and after the anchor and the tag of its value. */
export function valuePlace(pair: Pair<Node, Node | null> | undefined): number | undefined {
  const signs = pair?.srcToken?.sep?.filter(({ type }) => /^(?:map-value-ind|anchor|tag)$/.test(type));
  const last = signs?.at(-1);
  return last && last.offset + last.source.length;
}

/** The node and all its descendants. */
export function nodesWithin(node: Node | Document): readonly Node[] {
  const found: Node[] = [];
  visit(node, {
    Node(_, each) {
      found.push(each);
    },
  });
  return found;
}

/** Offset of a pair of a map: of its question mark, anchor or tag, if it has one. */
export function keyStart(collection: YamlCollection, index: number): number | undefined {
  if (!isMap(collection)) return undefined;
  const pair = collection.items[index];
  const sign = pair?.srcToken?.start.find(({ type }) => /^(?:explicit-key-ind|anchor|tag)$/.test(type));
  return sign?.offset ?? (pair && startOf(pair.key));
}

/** Offsets of the dashes of a block list. */
const dashesOf = onceFor(({ srcToken: token }: YAMLSeq<Node>): readonly number[] => {
  if (token?.type !== 'block-seq') return [];
  return token.items.flatMap(({ start }) => start.find(({ type }) => type === 'seq-item-ind')?.offset ?? []);
});

/** Offset of the dash of an item of a block list. */
export const itemStart = (collection: YamlCollection, index: number): number | undefined =>
  isSeq(collection) ? dashesOf(collection)[index] : undefined;
