import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Range,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { YamlPath } from '../../yaml/yaml-file.ts';

export type YamlCollection = YAMLMap<Node, Node | null> | YAMLSeq<Node>;

/** A part of a document where it stands, without following aliases. */
export interface FoundNode {
  readonly node: Node;
  /** The map or list that holds it, and its place there. Absent at the top. */
  readonly parent?: { readonly collection: YamlCollection; readonly index: number };
  /** Between brackets, its own or those of something around it. */
  readonly inFlow: boolean;
}

export const parseWithTokens = (text: string): Document => parseDocument(text, { keepSourceTokens: true });

/** A text, and what the parser makes of it. */
export interface ParsedText {
  readonly text: string;
  readonly document: Document;
}

export const parsedText = (text: string): ParsedText => ({ text, document: parseWithTokens(text) });

/** The text of a key, as the reader of workspace files takes it. */
export const mappingKeyText = (key: unknown): string | undefined => {
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
};

export const isCollection = (node: unknown): node is YamlCollection => isMap(node) || isSeq(node);

export const isFlow = (node: unknown): boolean => isCollection(node) && node.flow === true;

/**
 * Where a node begins and ends in the text, without what comes behind it on its line. The parser says so of every node
 * of a text.
 */
export const startOf = ({ range }: Node): number => (range as Range)[0];
export const endOf = ({ range }: Node): number => (range as Range)[1];

function child(collection: YamlCollection, part: string | number): { readonly node: unknown; readonly index: number } {
  if (isSeq(collection)) return { node: collection.items[Number(part)], index: Number(part) };
  const index = collection.items.findIndex(({ key }) => mappingKeyText(key) === String(part));
  return { node: collection.items[index]?.value, index };
}

/** The node at a path; `undefined` when there is none, or an alias on the way. */
export function findNode(document: Document, path: YamlPath): FoundNode | undefined {
  if (document.contents === null) return undefined;
  let found: FoundNode = { node: document.contents as Node, inFlow: isFlow(document.contents) };
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

/** The map at a path; `undefined` when there is none. */
export function mapAt(document: Document, path: YamlPath): YAMLMap<Node, Node | null> | undefined {
  const node = findNode(document, path)?.node;
  return isMap<Node, Node | null>(node) ? node : undefined;
}

/** The pair of a map that holds the node. */
export const pairOf = ({ parent }: FoundNode): Pair<Node, Node | null> | undefined =>
  parent !== undefined && isMap(parent.collection)
    ? (parent.collection.items[parent.index] as Pair<Node, Node | null>)
    : undefined;

/** Behind the colon of a pair, and behind the anchor and the tag of its value. */
export function valuePlace(pair: Pair<Node, Node | null> | undefined): number | undefined {
  const signs = pair?.srcToken?.sep?.filter(({ type }) => /^(?:map-value-ind|anchor|tag)$/.test(type));
  const last = signs?.at(-1);
  return last && last.offset + last.source.length;
}

/** The node and all that is in it. */
export function nodesWithin(node: Node | Document): readonly Node[] {
  const found: Node[] = [];
  visit(node as Scalar, {
    Node(_, each) {
      found.push(each);
    },
  });
  return found;
}

/** Where a pair of a map begins: at its question mark, anchor or tag, if it has one. */
export function keyStart(collection: YamlCollection, index: number): number | undefined {
  if (!isMap(collection)) return undefined;
  const pair = collection.items[index];
  const sign = pair?.srcToken?.start.find(({ type }) => /^(?:explicit-key-ind|anchor|tag)$/.test(type));
  return sign?.offset ?? (pair && startOf(pair.key));
}

/** Where the dash of an item of a block list stands. */
export function itemStart(collection: YamlCollection, index: number): number | undefined {
  const token = isSeq(collection) ? collection.srcToken : undefined;
  if (token?.type !== 'block-seq') return undefined;
  const dashes = token.items.flatMap(({ start }) => start.find(({ type }) => type === 'seq-item-ind') ?? []);
  return dashes[index]?.offset;
}
