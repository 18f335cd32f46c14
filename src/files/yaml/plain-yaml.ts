import type { SourceRef } from '../../model/source-ref.ts';
import type { PlainValue } from './yaml-value.ts';

/** As `YamlPath`. */
type Path = readonly (string | number)[];

interface PlainNode {
  readonly key?: SourceRef;
  readonly at: SourceRef;
  readonly value: PlainValue;
  /** Of a map, in file order. */
  readonly pairs?: Map<string, PlainNode>;
}

interface OpenMap {
  readonly indent: number;
  readonly pairs: Map<string, PlainNode>;
  readonly value: Record<string, PlainValue>;
}

const BLANK = /^ *(?:#.*)?$/;
/** A key, and a text that begins with a letter and has no character that means anything to YAML. */
const PAIR = /^( *)([A-Za-z][\w-]*):(?: (\p{L}(?:[\p{L}\p{N}_ ./*()-]*[\p{L}\p{N}_./*()-])?))?$/u;
/** What YAML does not read as a text. */
const NO_TEXT = /^(?:true|false|null)$/i;

const emptyMap = (indent: number): OpenMap => ({ indent, pairs: new Map(), value: Object.create(null) });

/** The pairs of the lines; `undefined` for any line that needs the parser. */
function readPairs(lines: readonly string[], file: string): PlainNode | undefined {
  const open: OpenMap[] = [];
  let top: PlainNode | undefined;
  /** The key of which the map must come next. */
  let pending: { readonly name: string; readonly key: SourceRef } | undefined;
  for (const [index, line] of lines.entries()) {
    if (BLANK.test(line)) continue;
    const [, spaces, name, text] = PAIR.exec(line) ?? [];
    if (spaces === undefined || name === undefined || NO_TEXT.test(name)) return undefined;
    const key = { file, line: index + 1, column: spaces.length + 1 };
    if (open.length === 0 || pending !== undefined) {
      const parent = open.at(-1);
      if (spaces.length <= (parent?.indent ?? -1)) return undefined;
      const map = emptyMap(spaces.length);
      const node: PlainNode = { ...(pending && { key: pending.key }), at: key, value: map.value, pairs: map.pairs };
      if (parent === undefined || pending === undefined) top = node;
      else {
        parent.pairs.set(pending.name, node);
        parent.value[pending.name] = map.value;
      }
      open.push(map);
      pending = undefined;
    }
    while (spaces.length < (open.at(-1)?.indent ?? 0)) open.pop();
    const map = open.at(-1);
    if (map === undefined || map.indent !== spaces.length || map.pairs.has(name)) return undefined;
    if (text === undefined) pending = { name, key };
    else {
      if (NO_TEXT.test(text)) return undefined;
      const at = { ...key, column: spaces.length + name.length + 3 };
      map.pairs.set(name, { key, at, value: text });
      map.value[name] = text;
    }
  }
  return pending === undefined ? top : undefined;
}

/**
 * A document of keys, short texts and maps of them, as most files of glossaries are: the parser for all of YAML takes a
 * hundred times as long. `undefined` for any other document.
 */
export function plainYaml(text: string, file: string) {
  const top = readPairs(text.split('\n'), file);
  if (top === undefined) return undefined;
  const find = (path: Path): { readonly node: PlainNode; readonly exact: boolean } => {
    let node = top;
    for (const part of path) {
      const next = node.pairs?.get(String(part));
      if (next === undefined) return { node, exact: false };
      node = next;
    }
    return { node, exact: true };
  };
  const at = (path: Path): SourceRef => find(path).node.at;
  return {
    file,
    value: top.value,
    at,
    keyAt: (path: Path): SourceRef => find(path).node.key ?? at(path),
    keys(path: Path): readonly string[] {
      const { node, exact } = find(path);
      return exact ? [...(node.pairs?.keys() ?? [])] : [];
    },
  };
}
