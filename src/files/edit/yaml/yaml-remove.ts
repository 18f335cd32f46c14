import { isMap, isSeq, type Node } from 'yaml';
import type { YamlPath } from '../../yaml/yaml-file.ts';
import type { Splice } from '../splices.ts';
import {
  endOf,
  findNode,
  isCollection,
  isFlow,
  itemStart,
  keyIndexes,
  keyStart,
  type ParsedText,
  pairOf,
  startOf,
  valuePlace,
  type YamlCollection,
} from './yaml-document.ts';
import { beginsLine, blankStart, endsLine, lineStart, nextLine, skipBlank } from './yaml-lines.ts';

/** Where an item between brackets begins, with its anchor and tag. */
function nodeStart(collection: YamlCollection, index: number, item: Node): number {
  const token = collection.srcToken;
  const start = token?.type === 'flow-collection' ? token.items[index]?.start : undefined;
  return start?.find(({ type }) => type === 'anchor' || type === 'tag')?.offset ?? startOf(item);
}

/** Where a part begins: its key, its dash, or the node itself between brackets. */
function partStart(collection: YamlCollection, index: number): number | undefined {
  if (isMap(collection)) return keyStart(collection, index);
  const item = collection.items[index];
  return isFlow(collection) ? item && nodeStart(collection, index, item) : itemStart(collection, index);
}

/** The value of a part; a key that has none has no value either. */
const valueAt = (collection: YamlCollection, index: number): Node | null | undefined =>
  isMap(collection) ? collection.items[index]?.value : collection.items[index];

/** Neighbours in a map or list that are cut out together: the first and the last one, and where they begin and end. */
interface Run {
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly end: number;
}

/** The neighbours among parts, which stand in their order, that nothing but blank text and a comma separates. */
function runsOf(text: string, parts: readonly Run[]): readonly Run[] {
  const runs: Run[] = [];
  for (const part of parts) {
    const before = runs.at(-1);
    if (before !== undefined && before.last === part.first - 1 && !text.slice(before.end, part.start).includes('#'))
      runs[runs.length - 1] = { ...before, last: part.last, end: part.end };
    else runs.push(part);
  }
  return runs;
}

/** The text between brackets, and which of the parts there stay. */
interface FlowCut {
  readonly text: string;
  readonly collection: YamlCollection;
  /** The end of the last part that stays, before all that follow. */
  readonly keptBefore: (index: number) => number | undefined;
}

/**
 * The characters of neighbours between brackets, with one of the commas beside them. Comments on lines of their own
 * stay.
 */
function flowSplices({ text, collection, keptBefore }: FlowCut, { first, last, start, end: nodeEnd }: Run) {
  const comma = skipBlank(text, nodeEnd);
  const hasComma = text[comma] === ',';
  const end = hasComma ? comma + 1 : nodeEnd;
  const next = partStart(collection, last + 1);
  const value = valueAt(collection, first - 1);
  const before = value && { end: endOf(value), comma: skipBlank(text, endOf(value)) };
  // The last part takes the comma before it along.
  const kept = hasComma ? undefined : keptBefore(first);
  const keptComma = kept === undefined ? undefined : skipBlank(text, kept);
  const earlier: readonly Splice[] =
    keptComma === undefined ? [] : [{ start: keptComma, end: keptComma + 1, text: '' }];
  if (beginsLine(text, start) && endsLine(text, end))
    return [...earlier, { start: lineStart(text, start), end: nextLine(text, end), text: '' }];
  if (next !== undefined && !text.slice(end, next).includes('#')) return [{ start, end: next, text: '' }];
  if (!before) return [{ start, end, text: '' }];
  const isBehindComment = text.slice(before.end, start).includes('#');
  if (hasComma) return [{ start: isBehindComment ? start : before.comma + 1, end, text: '' }];
  if (isBehindComment) return [...earlier, { start, end, text: '' }];
  return [{ start: before.end, end, text: '' }];
}

function flowRemovals(text: string, collection: YamlCollection, parts: readonly Run[]): readonly Splice[] {
  const removed = new Set(parts.map(({ first }) => first));
  let lastKept = parts.at(-1)?.first ?? 0;
  while (removed.has(lastKept)) lastKept -= 1;
  const value = valueAt(collection, lastKept);
  // Only behind the last part is there no comma, so that one comma at most is taken along.
  const kept = value ? endOf(value) : undefined;
  const cut = { text, collection, keptBefore: (index: number) => (index > lastKept ? kept : undefined) };
  return runsOf(text, parts).flatMap((run) => flowSplices(cut, run));
}

/** The lines of a part that begins its line. */
const wholeLines = (text: string, { start, end }: Run): Splice => ({
  start: lineStart(text, start),
  end: nextLine(text, end),
  text: '',
});

/**
 * The lines of parts of a block map or list. The first pair of an item shares its line with the dash, which the next
 * pair takes over.
 */
function blockRemovals(text: string, collection: YamlCollection, parts: readonly Run[]): readonly Splice[] | undefined {
  const [first] = parts;
  if (first === undefined || beginsLine(text, first.start)) return parts.map((part) => wholeLines(text, part));
  for (const [place, { first: index, end: nodeEnd }] of parts.entries()) {
    const next = partStart(collection, index + 1);
    if (next === undefined) return undefined;
    const lineEnd = text[nodeEnd - 1] !== '\n' ? 0 : text[nodeEnd - 2] === '\r' ? 2 : 1;
    const end = nodeEnd - lineEnd;
    const isPure = /^[ \t]*\r?\n[ \t]*$/.test(text.slice(end, next));
    if (isPure && parts[place + 1]?.first === index + 1) continue;
    const rest = parts.slice(place + 1).map((part) => wholeLines(text, part));
    if (isPure) return [{ start: first.start, end: next, text: '' }, ...rest];
    // Comments and blank lines between the two stay where they are, and the dash stands by itself.
    const start = /^\r?\n/.test(text.slice(end, end + 2)) ? blankStart(text, first.start) : first.start;
    return [{ start, end, text: '' }, ...rest];
  }
  return undefined;
}

/**
 * Removes parts of the map or list at a path, by their keys or indexes. Comments beside them go with their lines; those
 * on lines of their own stay. A block map or list that loses all of its parts becomes `{}` or `[]`. `undefined` when
 * one of them is missing, or cannot be cut out.
 */
export function removeParts(
  { text, document, lineEnd }: ParsedText,
  path: YamlPath,
  keys: readonly (string | number)[],
): readonly Splice[] | undefined {
  const found = findNode(document, path);
  const collection = found?.node;
  if (found === undefined || !isCollection(collection)) return undefined;
  const indexes = keys.map((key) =>
    isMap(collection) ? (keyIndexes(collection).get(String(key)) ?? -1) : Number(key),
  );
  const parts: Run[] = [];
  for (const index of indexes.sort((one, other) => one - other)) {
    const value = valueAt(collection, index);
    if (!value) return undefined;
    parts.push({ first: index, last: index, start: partStart(collection, index) ?? startOf(value), end: endOf(value) });
  }
  if (isFlow(collection)) return flowRemovals(text, collection, parts);
  const splices = blockRemovals(text, collection, parts);
  if (splices === undefined || collection.items.length > parts.length) return splices;
  const empty = isSeq(collection) ? '[]' : '{}';
  // Nothing is around the whole document: what it held was all of it.
  if (path.length === 0)
    return splices.map((each, index) => ({ ...each, text: index === 0 ? `${empty}${lineEnd}` : '' }));
  const at = valuePlace(pairOf(found));
  return at === undefined ? undefined : [{ start: at, end: at, text: ` ${empty}` }, ...splices];
}
