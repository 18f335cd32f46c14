import {
  type Alias,
  type Document,
  isAlias,
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
import { spliced } from '../splices.ts';
import { lineScalar } from './yaml-scalar-style.ts';

/** Offset of the beginning of a character's line. */
export const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** Offset of the line after a node that ends at `at`. It is `at` if the node's last line is complete. */
export function nextLine(text: string, at: number): number {
  if (text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** The line end of a document: CRLF if its first line ends with it. */
export const lineEndIn = (text: string): string => (/^[^\n]*\r\n/.test(text) ? '\r\n' : '\n');

/** Offset of the spaces and tabs before a character. */
export function blankStart(text: string, at: number): number {
  let start = at;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1;
  return start;
}

/** True if only white space precedes a character on its line. */
export function beginsLine(text: string, at: number): boolean {
  const start = blankStart(text, at);
  return start === 0 || text[start - 1] === '\n';
}

/** True if only white space and a comment follow a character on its line. */
export const endsLine = (text: string, at: number): boolean =>
  /^[ \t]*(?:[ \t]#[^\n]*)?\r?(?:\n|$)/.test(text.slice(at));

/** Offset of the next character that is neither white space nor part of a comment. */
export function skipBlank(text: string, from: number): number {
  const found = /(?:\s|(?<=\s)#[^\n]*)*/y;
  found.lastIndex = from;
  found.exec(text);
  return found.lastIndex;
}

/** Number of characters between the beginning of the line and a character. */
export const columnAt = (text: string, at: number): number => at - lineStart(text, at);

/** The offset after comments that are indented deeper than `column`: they belong to the lines above them. */
export function behindDeeperComments(text: string, from: number, column: number): number {
  let at = from;
  for (;;) {
    const comment = /^ *#[^\n]*(?:\n|$)/.exec(text.slice(at));
    if (comment === null || comment[0].indexOf('#') <= column) return at;
    at += comment[0].length;
  }
}

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
function nodesOnWay(document: Document, path: YamlPath): readonly Node[] {
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

/** The node that each alias of a document refers to: the last anchor with its name before it. */
export type AliasTargets = ReadonlyMap<Alias, Node | undefined>;

export function aliasTargets(document: Document): AliasTargets {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node | undefined>();
  for (const node of nodesWithin(document)) {
    if (isAlias(node)) targets.set(node, anchors.get(node.source));
    else if ('anchor' in node && typeof node.anchor === 'string') anchors.set(node.anchor, node);
  }
  return targets;
}

/** The content that an alias refers to, on one line. */
function nodeText(node: unknown, targets: AliasTargets): string {
  if (isAlias(node)) return nodeText(targets.get(node), targets);
  if (isSeq(node)) return `[${node.items.map((item) => nodeText(item, targets)).join(', ')}]`;
  if (isMap(node)) {
    const pairs = node.items.map(({ key, value }) => {
      const name = lineScalar(mappingKeyText(key) ?? '', { type: undefined, inFlow: true });
      return `${name}: ${nodeText(value, targets)}`;
    });
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
  }
  if (!isScalar(node)) return 'null';
  return typeof node.value === 'string'
    ? lineScalar(node.value, { type: undefined, inFlow: true })
    : (node.source ?? String(node.value));
}

/** A part of a document that is edited. `whole`: the part is removed with everything in it. */
export interface TouchedPart {
  readonly path: YamlPath;
  readonly whole: boolean;
}

/** The aliases on the path to an edited part, and those that refer to such a part or to its surroundings. */
function aliasesOf(document: Document, targets: AliasTargets, touched: readonly TouchedPart[]): readonly Alias[] {
  const onWay = new Set<Node>();
  const removed = new Map<Node, TouchedPart>();
  for (const part of touched) {
    for (const node of nodesOnWay(document, part.path)) onWay.add(node);
    const last = part.whole ? findNode(document, part.path)?.node : undefined;
    for (const node of last === undefined ? [] : nodesWithin(last)) removed.set(node, part);
  }
  return [...targets].flatMap(([alias, target]) => {
    if (onWay.has(alias) || (target !== undefined && onWay.has(target) && removed.get(alias) === undefined))
      return [alias];
    const goesWith = target && removed.get(target);
    return goesWith !== undefined && removed.get(alias) !== goesWith ? [alias] : [];
  });
}

/**
 * Replaces the aliases that share an edited part, or its surroundings, by their content. Then an edit in one place does
 * not affect the other places.
 */
export function withoutAliases(original: ParsedText, touched: readonly TouchedPart[]): ParsedText {
  let parsed = original;
  // The content of an alias may contain further aliases on the path.
  for (;;) {
    const { text, document } = parsed;
    const targets = aliasTargets(document);
    const aliases = aliasesOf(document, targets, touched);
    if (aliases.length === 0) return parsed;
    const splices = aliases.map((alias) => ({
      start: startOf(alias),
      end: endOf(alias),
      text: nodeText(alias, targets),
    }));
    parsed = parsedText(spliced(text, splices));
  }
}
