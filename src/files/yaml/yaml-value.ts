import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import type { FindingDetail } from '../../model/finding.ts';

/** The content of a YAML or JSON document. Objects have no prototype. */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

/**
 * Maximum number of values that aliases may insert, counted each time they are inserted: a few lines can expand to
 * billions.
 */
const ALIASED_VALUES_MAX = 10_000;

export interface YamlFault {
  readonly code: 'yaml-duplicate-key' | 'yaml-key-not-text' | 'yaml-tag' | 'yaml-aliases' | 'yaml-unknown-alias';
  readonly node: Node | undefined;
  readonly details: Readonly<Record<string, FindingDetail>>;
}

export interface PlainValueOptions {
  readonly keyText: (key: { readonly value: unknown; readonly source?: string }) => string;
  readonly tell: (fault: YamlFault) => void;
}

/**
 * Plain data from a parsed document, and the node of each alias. Faults are passed to `tell`, and the faulty part
 * becomes null. Each node is visited once. An alias refers to the last anchor with its name before it. The function is
 * longer than 60 lines because its recursive steps share the anchors and the count of aliases.
 */
export function plainValue(
  document: Document,
  { keyText, tell }: PlainValueOptions,
): { readonly value: PlainValue; readonly aliases: ReadonlyMap<Alias, Node> } {
  const anchors = new Map<string, Node>();
  const aliases = new Map<Alias, Node>();
  const done = new Map<Node, { readonly value: PlainValue; readonly size: number }>();
  const open = new Set<Node>();
  let aliased = 0;

  const anchor = (node: Node & { readonly anchor?: string }): void => {
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
  };

  const convert = (node: unknown): { readonly value: PlainValue; readonly size: number } => {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) {
        tell({ code: 'yaml-unknown-alias', node, details: { alias: node.source } });
        return { value: null, size: 1 };
      }
      aliases.set(node, target);
      const content = open.has(target) ? undefined : (done.get(target) ?? convert(target));
      aliased += content?.size ?? 1;
      if (content !== undefined && aliased <= ALIASED_VALUES_MAX) return content;
      // Reported once: all further ones have the same cause.
      if (aliased < Number.MAX_SAFE_INTEGER) tell({ code: 'yaml-aliases', node, details: { max: ALIASED_VALUES_MAX } });
      aliased = Number.MAX_SAFE_INTEGER;
      return { value: null, size: 1 };
    }
    if (node === null || node === undefined) return { value: null, size: 1 };
    open.add(node as Node);
    anchor(node as Node);
    const content = convertNode(node as Node);
    open.delete(node as Node);
    done.set(node as Node, content);
    return content;
  };

  const convertNode = (node: Node): { readonly value: PlainValue; readonly size: number } => {
    if (node.tag?.startsWith('!') && !node.tag.startsWith('!!')) {
      tell({ code: 'yaml-tag', node, details: { tag: node.tag } });
    }
    let size = 1;
    const inside = (child: unknown): PlainValue => {
      const content = convert(child);
      size += content.size;
      return content.value;
    };
    if (isSeq(node)) return { value: node.items.map(inside), size };
    if (isMap(node)) {
      const value: Record<string, PlainValue> = Object.create(null);
      for (const { key, value: child } of node.items) {
        if (isScalar(key)) {
          anchor(key);
          const name = keyText(key);
          if (Object.hasOwn(value, name)) tell({ code: 'yaml-duplicate-key', node: key, details: {} });
          value[name] = inside(child);
        } else tell({ code: 'yaml-key-not-text', node: (key as Node | null) ?? node, details: {} });
      }
      return { value, size };
    }
    const scalar = isScalar(node) ? node.value : null;
    const plain = typeof scalar === 'string' || typeof scalar === 'number' || typeof scalar === 'boolean';
    return { value: plain ? scalar : null, size };
  };

  return { value: convert(document.contents).value, aliases };
}
