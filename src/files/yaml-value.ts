import { type Document, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import type { FindingDetail } from '../model/finding.ts';

/** What a YAML or JSON document holds. Objects have no prototype. */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

/** Most values that aliases may bring in, counted as often as they are brought in: a few lines can ask for billions. */
const ALIASED_VALUES_MAX = 10_000;

export interface YamlFault {
  readonly code: 'yaml-key-not-text' | 'yaml-tag' | 'yaml-aliases' | 'yaml-unknown-alias';
  readonly node: Node | undefined;
  readonly details: Readonly<Record<string, FindingDetail>>;
}

export interface PlainValueOptions {
  readonly keyText: (key: { readonly value: unknown; readonly source?: string }) => string;
  readonly tell: (fault: YamlFault) => void;
}

/** Plain data from a parsed document. Faults go to `tell`, and the part that has one becomes null. */
export function plainValue(document: Document, { keyText, tell }: PlainValueOptions): PlainValue {
  const done = new Map<Node, { readonly value: PlainValue; readonly size: number }>();
  const open = new Set<Node>();
  let aliased = 0;

  const convert = (node: unknown): { readonly value: PlainValue; readonly size: number } => {
    if (isAlias(node)) {
      const target = node.resolve(document) as Node | undefined;
      if (target === undefined) {
        tell({ code: 'yaml-unknown-alias', node, details: { alias: node.source } });
        return { value: null, size: 1 };
      }
      const content = open.has(target) ? undefined : (done.get(target) ?? convert(target));
      aliased += content?.size ?? 1;
      if (content !== undefined && aliased <= ALIASED_VALUES_MAX) return content;
      // Reported once: all that follow have the same cause.
      if (aliased < Number.MAX_SAFE_INTEGER) tell({ code: 'yaml-aliases', node, details: { max: ALIASED_VALUES_MAX } });
      aliased = Number.MAX_SAFE_INTEGER;
      return { value: null, size: 1 };
    }
    if (node === null || node === undefined) return { value: null, size: 1 };
    open.add(node as Node);
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
        if (isScalar(key)) value[keyText(key)] = inside(child);
        else tell({ code: 'yaml-key-not-text', node: (key as Node | null) ?? node, details: {} });
      }
      return { value, size };
    }
    const scalar = isScalar(node) ? node.value : null;
    const plain = typeof scalar === 'string' || typeof scalar === 'number' || typeof scalar === 'boolean';
    return { value: plain ? scalar : null, size };
  };

  return convert(document.contents).value;
}
