import type { SourceRef } from '../model/source-ref.ts';
import type { YamlFile, YamlPath } from './yaml-file.ts';
import type { PlainValue } from './yaml-value.ts';

/** A text, or a map in the order of the file. */
interface PlainNode {
  readonly at: SourceRef;
  readonly content: string | Map<string, PlainPair>;
}

interface PlainPair {
  readonly keyAt: SourceRef;
  node: PlainNode | undefined;
}

/** A map whose lines are being read. `open`: the pair that has no value yet, which the next line may bring. */
interface Level {
  readonly indent: number;
  readonly pairs: Map<string, PlainPair>;
  open: PlainPair | undefined;
}

/** What any line may consist of: nothing that moves a cursor, no other line ends, no halves of characters. */
const STRANGE = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff]/;

/** A comment, an empty line, or a key with a text or with nothing behind it. A text in quotes has none inside and no escapes; any other begins with a letter. */
const LINE =
  /^(?<indent> *)(?:#.*|(?<key>[a-z]\w*):(?: (?:"(?<double>[^"\\]*)"|'(?<single>[^']*)'|(?<plain>\p{L}(?:[\p{L}\p{Nd} _.,()/-]*[\p{L}\p{Nd}_.,()/-])?)))?)?$/u;

/** Words in which YAML reads no text. */
const NO_TEXT = /^(?:null|true|false)$/i;

const plainOf = ({ content }: PlainNode): PlainValue => {
  if (typeof content === 'string') return content;
  const value: Record<string, PlainValue> = Object.create(null);
  for (const [key, { node }] of content) value[key] = node === undefined ? null : plainOf(node);
  return value;
};

/** The map that a text is, line by line; `undefined` as soon as a line is anything else than `key: text`, or stands where only the whole of YAML says what it means. */
function readLines(text: string, file: string): PlainNode | undefined {
  const levels: Level[] = [];
  let top: PlainNode | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const { indent: spaces = '', key, double, single, plain } = LINE.exec(line)?.groups ?? { key: '' };
    if (key === '' || (plain !== undefined && NO_TEXT.test(plain))) return undefined;
    if (key === undefined) continue;
    const indent = spaces.length;
    const keyAt = { file, line: index + 1, column: indent + 1 };
    let level = levels.at(-1);
    if (level === undefined || indent > level.indent) {
      const pairs = new Map<string, PlainPair>();
      const node = { at: keyAt, content: pairs };
      if (level === undefined && indent === 0) top = node;
      else if (level?.open === undefined) return undefined;
      else level.open.node = node;
      level = { indent, pairs, open: undefined };
      levels.push(level);
    }
    while (level !== undefined && level.indent > indent) {
      if (level.open !== undefined && level.open.node === undefined) return undefined;
      levels.pop();
      level = levels.at(-1);
    }
    if (level === undefined || level.indent !== indent || level.pairs.has(key) || NO_TEXT.test(key)) return undefined;
    if (level.open !== undefined && level.open.node === undefined) return undefined;
    const found = double ?? single ?? plain;
    const at = { file, line: index + 1, column: indent + key.length + 3 };
    const pair: PlainPair = { keyAt, node: found === undefined ? undefined : { at, content: found } };
    level.pairs.set(key, pair);
    level.open = found === undefined ? pair : undefined;
  }
  return levels.some(({ open }) => open !== undefined && open.node === undefined) ? undefined : top;
}

/**
 * YAML that is nothing but keys with texts and maps of such keys, as most style lists and glossaries are: read in a twentieth of the time that all of YAML takes.
 * `undefined` for anything else, and for everything with a fault, which the parser of YAML then reads and words. A property holds both to the same.
 */
export function plainYaml(text: string, file: string): YamlFile | undefined {
  const top = STRANGE.test(text) ? undefined : readLines(text, file);
  if (top === undefined) return undefined;

  /** The part that a path leads to, or the nearest above it that there is. */
  function find(path: YamlPath) {
    let found: { readonly node: PlainNode; readonly keyAt: SourceRef | undefined } = {
      node: top as PlainNode,
      keyAt: undefined,
    };
    for (const part of path) {
      const { content } = found.node;
      const pair = typeof content === 'string' ? undefined : content.get(String(part));
      if (pair?.node === undefined) return { ...found, exact: false };
      found = { node: pair.node, keyAt: pair.keyAt };
    }
    return { ...found, exact: true };
  }
  return {
    file,
    value: plainOf(top),
    at: (path) => find(path).node.at,
    keyAt: (path) => {
      const { node, keyAt } = find(path);
      return keyAt ?? node.at;
    },
    keys: (path) => {
      const { node, exact } = find(path);
      return exact && typeof node.content !== 'string' ? [...node.content.keys()] : [];
    },
  };
}
