import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import type { YamlPath } from '../../yaml/yaml-file.ts';
import { spliced } from '../splices.ts';
import { endOf, findNode, mappingKeyText, nodesWithin, type ParsedText, parsedText, startOf } from './yaml-document.ts';
import { lineScalar } from './yaml-scalar-style.ts';

/** What an alias stands for, on one line. */
function nodeText(node: unknown, document: Document): string {
  if (isAlias(node)) return nodeText(node.resolve(document), document);
  if (isSeq(node)) return `[${node.items.map((item) => nodeText(item, document)).join(', ')}]`;
  if (isMap(node)) {
    const pairs = node.items.map(({ key, value }) => {
      const name = lineScalar(mappingKeyText(key) ?? '', { type: undefined, inFlow: true });
      return `${name}: ${nodeText(value, document)}`;
    });
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
  }
  if (!isScalar(node)) return 'null';
  return typeof node.value === 'string'
    ? lineScalar(node.value, { type: undefined, inFlow: true })
    : (node.source ?? String(node.value));
}

const expanded = (text: string, aliases: readonly Node[], document: Document): string =>
  spliced(
    text,
    aliases.map((alias) => ({ start: startOf(alias), end: endOf(alias), text: nodeText(alias, document) })),
  );

/**
 * The text with everything written out that stands for the node at a path, or for what is around it: as much of it as
 * exists. Then an edit there changes nothing elsewhere, and an edit elsewhere nothing there. `whole`: what is within
 * the node counts too, since it is to be removed.
 */
export function withoutAliases(given: ParsedText, path: YamlPath, whole: boolean): ParsedText {
  let parsed = given;
  for (let depth = 0; depth <= path.length; ) {
    const { text, document } = parsed;
    const node = findNode(document, path.slice(0, depth))?.node;
    if (node === undefined) return parsed;
    const within = new Set<unknown>(whole && depth === path.length ? nodesWithin(node) : [node]);
    const standsFor = (alias: Alias): boolean => within.has(alias.resolve(document)) && !within.has(alias);
    const aliases = isAlias(node) ? [node] : nodesWithin(document).filter(isAlias).filter(standsFor);
    if (aliases.length === 0) depth += 1;
    else parsed = parsedText(expanded(text, aliases, document));
  }
  return parsed;
}
