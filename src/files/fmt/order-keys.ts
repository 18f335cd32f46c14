import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { type Splice, spliced } from '../edit/splices.ts';
import { endOf, isFlow, keyStart, mappingKeyText, nodesWithin, parseWithTokens } from '../edit/yaml/yaml-document.ts';
import { beginsLine, behindDeeperComments, columnAt, lineStart, nextLine } from '../edit/yaml/yaml-lines.ts';
import type { YamlPath } from '../yaml/yaml-file.ts';
import { type KeyOrder, keysAt } from './key-order.ts';

type AnyMap = YAMLMap<Node, Node | null>;
type AnyPair = Pair<Node, Node | null>;

/** A map whose keys have an order, and its pairs by their numbers in that order. */
interface Unordered {
  readonly map: AnyMap;
  readonly order: readonly number[];
  readonly depth: number;
}

/** The pairs of a map in the order of the keys; those that nobody knows stay behind the one before them. */
function wantedOrder({ items }: AnyMap, keys: readonly string[]): readonly number[] {
  let last = -1;
  const ranks = items.map(({ key }) => {
    const rank = keys.indexOf(mappingKeyText(key) ?? '');
    last = rank < 0 ? last : rank;
    return last;
  });
  return [...items.keys()].sort((left, right) => (ranks[left] ?? 0) - (ranks[right] ?? 0) || left - right);
}

/** The maps whose keys stand in another order than they should. */
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

/** Pairs between brackets change places; what stands between them stays. */
function flowSplices(text: string, { map, order }: Unordered): readonly Splice[] {
  const places = map.items.map((pair, index) => ({ start: keyStart(map, index) ?? 0, end: pairEnd(pair) }));
  const [first, last] = [places[0]?.start ?? 0, places.at(-1)?.end ?? 0];
  if (text.slice(first, last).includes('#')) return [];
  return places.map((place, index) => {
    const { start, end } = places[order[index] ?? index] ?? place;
    return { ...place, text: text.slice(start, end) };
  });
}

/** The lines of one pair: its comments, right above it, and itself. Counted in characters of the text. */
interface PairLines {
  readonly above: number;
  readonly key: number;
  readonly end: number;
}

/** Where the comments begin that stand right above a line, none before `from`. */
function commentsAbove(text: string, line: number, from: number): number {
  let at = line;
  while (at > from) {
    const above = lineStart(text, at - 1);
    if (!/^[ \t]*#/.test(text.slice(above, at))) break;
    at = above;
  }
  return at;
}

/** The lines of every pair; `undefined` when two pairs share a line. */
function pairLines(text: string, map: AnyMap): readonly PairLines[] | undefined {
  const found: PairLines[] = [];
  let before = 0;
  for (const [index, pair] of map.items.entries()) {
    const key = keyStart(map, index);
    if (key === undefined || !isScalar(pair.key)) return undefined;
    const line = lineStart(text, key);
    if (index > 0 && (!beginsLine(text, key) || line < before)) return undefined;
    // What stands above the first key of the file is about the file.
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

/** Pairs on lines of their own change places, with the comments above them; blank lines between them stay. */
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
    const own = ended(text.slice(key, end));
    const comments = key - above > columnAt(text, key) ? text.slice(above, lineStart(text, key)) : '';
    const gap = slot === 0 ? '' : text.slice(lines[slot - 1]?.end ?? 0, lines[slot]?.above ?? 0);
    if (!onDash || slot > 0) return gap + comments + indent + own;
    // The first pair shares its line with the dash; its comments stand above that.
    return (
      comments.replace(/^ */gm, (spaces) => (spaces === '' ? '' : dashIndent)) + text.slice(dashLine, first.key) + own
    );
  });
  return [{ start: onDash ? dashLine : first.above, end: last.end, text: parts.join('') }];
}

/**
 * Puts the keys of every map into their order, with the comments above them. A file with anchors keeps its order, since
 * an anchor has to stand before what uses it. So does a map whose pairs share lines, and one with comments between
 * brackets.
 */
export function orderKeys(given: string, order: KeyOrder): string {
  let text = given;
  for (let depth = Number.MAX_SAFE_INTEGER; depth > 0; ) {
    const document = parseWithTokens(text);
    const hasAnchor = (node: Node & { readonly anchor?: string }): boolean =>
      isAlias(node) || node.anchor !== undefined;
    if (nodesWithin(document).some(hasAnchor)) return given;
    const below = depth;
    const open = unorderedMaps(document, order).filter((each) => each.depth < below);
    // From the innermost ones, which no other one of their depth holds.
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
