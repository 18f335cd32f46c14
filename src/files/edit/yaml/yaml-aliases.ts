import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import type { YamlPath } from '../../yaml/yaml-file.ts';
import { spliced } from '../splices.ts';
import {
  endOf,
  findNode,
  mappingKeyText,
  nodesOnWay,
  nodesWithin,
  type ParsedText,
  parsedText,
  startOf,
} from './yaml-document.ts';
import { lineScalar } from './yaml-scalar-style.ts';

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
