import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { errorAt, errorsIn, topOf } from '../../model/finding.ts';
import { canonicalJson } from '../../model/resources/digest.ts';
import { bytesLike, type Splice, spliced } from '../edit/splices.ts';
import {
  beginsLine,
  behindDeeperComments,
  columnAt,
  endOf,
  isFlow,
  keyStart,
  lineStart,
  mappingKeyText,
  nextLine,
  nodesWithin,
  parseWithTokens,
  startOf,
} from '../edit/yaml/yaml-document.ts';
import { parseYaml, type YamlInput, type YamlPath } from '../yaml/yaml-file.ts';
import type { Formatted } from './format-table.ts';
import { type KeyOrder, keysAt } from './key-order.ts';

type AnyMap = YAMLMap<Node, Node | null>;
type AnyPair = Pair<Node, Node | null>;

/** A map whose keys are not in their order. `order`: the indexes of its pairs in the right order. */
interface Unordered {
  readonly map: AnyMap;
  readonly order: readonly number[];
  readonly depth: number;
}

/** The indexes of a map's pairs in the order of the keys. A pair with an unknown key stays after the pair before it. */
function wantedOrder({ items }: AnyMap, keys: readonly string[]): readonly number[] {
  let last = -1;
  const ranks = items.map(({ key }) => {
    const rank = keys.indexOf(mappingKeyText(key) ?? '');
    last = rank < 0 ? last : rank;
    return last;
  });
  return [...items.keys()].sort((left, right) => (ranks[left] ?? 0) - (ranks[right] ?? 0) || left - right);
}

/** The maps whose keys are not in the right order. */
function unorderedMaps(document: Document, order: KeyOrder): readonly Unordered[] {
  const found: Unordered[] = [];
  const visit = (node: unknown, path: YamlPath): void => {
    if (isMap<Node, Node | null>(node)) {
      const keys = keysAt(order, path);
      const wanted = keys === undefined ? [] : wantedOrder(node, keys);
      if (wanted.some((number, index) => number !== index))
        found.push({ map: node, order: wanted, depth: path.length });
      for (const { key, value } of node.items) visit(value, [...path, mappingKeyText(key) ?? '']);
    } else if (isSeq(node)) for (const [index, item] of node.items.entries()) visit(item, [...path, index]);
  };
  visit(document.contents, []);
  return found;
}

const pairEnd = ({ key, value }: AnyPair): number => endOf(value ?? key);

/** Exchanges pairs inside brackets; the text between them stays. */
function flowSplices(text: string, { map, order }: Unordered): readonly Splice[] {
  const places = map.items.map((pair, index) => ({ start: keyStart(map, index) ?? 0, end: pairEnd(pair) }));
  const [first, last] = [places[0]?.start ?? 0, places.at(-1)?.end ?? 0];
  if (text.slice(first, last).includes('#')) return [];
  return places.map((place, index) => {
    const { start, end } = places[order[index] ?? index] ?? place;
    return { ...place, text: text.slice(start, end) };
  });
}

/** The lines of one pair: the comments directly above it, and itself. Offsets in the text. */
interface PairLines {
  readonly above: number;
  readonly key: number;
  readonly end: number;
}

/** Offset of the comments directly above a line, not before `from`. */
function commentsAbove(text: string, line: number, from: number): number {
  let at = line;
  while (at > from) {
    const above = lineStart(text, at - 1);
    if (!/^[ \t]*#/.test(text.slice(above, at))) break;
    at = above;
  }
  return at;
}

/** The lines of every pair; `undefined` if two pairs share a line. */
function pairLines(text: string, map: AnyMap): readonly PairLines[] | undefined {
  const found: PairLines[] = [];
  let before = 0;
  for (const [index, pair] of map.items.entries()) {
    const key = keyStart(map, index);
    if (key === undefined || !isScalar(pair.key)) return undefined;
    const line = lineStart(text, key);
    if (index > 0 && (!beginsLine(text, key) || line < before)) return undefined;
    // Comments above the first key at the top of the file belong to the file.
    const top = index === 0 ? commentsAbove(text, line, 0) : before;
    const isOfFile = index === 0 && (top === 0 || /^[ \t]*\n$/.test(text.slice(0, top)));
    const isOnDash = index === 0 && !beginsLine(text, key);
    const above = isOfFile || isOnDash ? line : commentsAbove(text, line, index === 0 ? 0 : before);
    const end = behindDeeperComments(text, nextLine(text, pairEnd(pair)), columnAt(text, key));
    found.push({ above, key, end });
    before = end;
  }
  return found;
}

/** Exchanges pairs on their own lines, with the comments above them. Blank lines between them stay. */
function blockSplices(text: string, { map, order }: Unordered): readonly Splice[] {
  const lines = pairLines(text, map);
  const [first, last] = [lines?.[0], lines?.at(-1)];
  if (lines === undefined || first === undefined || last === undefined) return [];
  const indent = ' '.repeat(columnAt(text, first.key));
  const onDash = !beginsLine(text, first.key);
  const dashLine = lineStart(text, first.key);
  const dashIndent = /^ */.exec(text.slice(dashLine))?.[0] ?? '';
  const ended = (part: string): string => (part.endsWith('\n') ? part : `${part}\n`);
  const parts = order.map((number, slot) => {
    const { above, key, end } = lines[number] ?? first;
    const body = ended(text.slice(key, end));
    const comments = key - above > columnAt(text, key) ? text.slice(above, lineStart(text, key)) : '';
    const gap = slot === 0 ? '' : text.slice(lines[slot - 1]?.end ?? 0, lines[slot]?.above ?? 0);
    if (!onDash || slot > 0) return gap + comments + indent + body;
    // The first pair shares its line with the dash; its comments are above that line.
    return (
      comments.replace(/^ */gm, (spaces) => (spaces === '' ? '' : dashIndent)) + text.slice(dashLine, first.key) + body
    );
  });
  return [{ start: onDash ? dashLine : first.above, end: last.end, text: parts.join('') }];
}

/**
 * Sorts the keys of every map, with the comments above them. Not in a file with anchors, because an anchor must precede
 * its aliases. Not in a map whose pairs share lines, or with comments inside brackets.
 */
function orderKeys(original: string, order: KeyOrder): string {
  let text = original;
  for (let depth = Number.MAX_SAFE_INTEGER; depth > 0; ) {
    const document = parseWithTokens(text);
    const hasAnchor = (node: Node & { readonly anchor?: string }): boolean =>
      isAlias(node) || node.anchor !== undefined;
    if (nodesWithin(document).some(hasAnchor)) return original;
    const below = depth;
    const open = unorderedMaps(document, order).filter((each) => each.depth < below);
    // Starts with the deepest maps: maps of equal depth do not contain each other.
    const deepest = open.reduce((most, each) => Math.max(most, each.depth), -1);
    if (deepest < 0) return text;
    const splices = open
      .filter((each) => each.depth === deepest)
      .flatMap((each) => (isFlow(each.map) ? flowSplices(text, each) : blockSplices(text, each)));
    text = spliced(text, splices);
    depth = deepest;
  }
  return text;
}

/** The line numbers, from 0, of texts with several lines: their spaces and blank lines are content. */
function linesOfTexts(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset: number): number => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  };
  for (const node of nodesWithin(parseWithTokens(text))) {
    if (!isScalar(node) || !text.slice(startOf(node), endOf(node)).includes('\n')) continue;
    const last = lineOf(Math.max(endOf(node) - 1, startOf(node)));
    for (let line = lineOf(startOf(node)); line <= last; line += 1) found.add(line);
  }
  return found;
}

/** Removes white space at the end of lines, repeated blank lines, and blank lines at the top and the end. */
function tidyLines(text: string): string {
  const texts = linesOfTexts(text);
  const result: string[] = [];
  const lines = text.split('\n');
  let keep = 0;
  for (const [index, line] of lines.entries()) {
    const isText = texts.has(index);
    const tidied = isText ? line : line.replace(/(?<![ \t])[ \t]+$/, '');
    if (!isText && tidied === '' && (result.length === 0 || result.at(-1) === '')) continue;
    result.push(tidied);
    if (isText) keep = result.length;
  }
  while (result.length > keep && result.at(-1) === '') result.pop();
  return result.length === 0 ? '' : `${result.join('\n')}\n`;
}

const commentsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line.includes('#'))
    .map((line) => line.slice(line.indexOf('#')).trim())
    .sort();

/**
 * A YAML file in its canonical form: LF, keys in the order of the schema, no white space at the end of lines, at most
 * one blank line in a row and none at the top or the end. Comments, quotes and indentation stay.
 *
 * The result is read again. If its content differs, the result is a finding.
 */
export function formatYaml(input: YamlInput, order: KeyOrder | undefined): Formatted {
  const { bytes, file } = input;
  const before = parseYaml(input);
  if (before.value === undefined) return { findings: errorsIn(before.findings) };
  const text = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
  const formatted = tidyLines(order === undefined ? text : orderKeys(text, order));
  const result = bytesLike(bytes, formatted);
  const after = parseYaml({ bytes: result, file });
  const isSame =
    after.value !== undefined &&
    canonicalJson(after.value.value) === canonicalJson(before.value.value) &&
    commentsOf(formatted).join('\n') === commentsOf(text).join('\n');
  return isSame ? { bytes: result } : { findings: [errorAt('fmt-not-safe', topOf(file))] };
}
