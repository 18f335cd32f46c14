import { isMap, isSeq, type Node } from 'yaml';
import type { YamlPath } from '../../yaml/yaml-file.ts';
import { type Splice, spliced } from '../splices.ts';
import {
  endOf,
  findNode,
  isFlow,
  itemStart,
  keyStart,
  type ParsedText,
  pairOf,
  startOf,
  valuePlace,
  type YamlCollection,
} from './yaml-document.ts';
import { beginsLine, endsLine, lineEndIn, lineStart, nextLine, skipBlank } from './yaml-lines.ts';

/** Where a part begins: its key, its dash, or the node itself between brackets. */
function partStart(collection: YamlCollection, index: number): number | undefined {
  if (isMap(collection)) return keyStart(collection, index);
  const item = collection.items[index];
  return isFlow(collection) ? item && nodeStart(collection, index, item) : itemStart(collection, index);
}

/** A part to be cut out: where it begins and ends, and its place in the map or list that holds it. */
interface Cut {
  readonly collection: YamlCollection;
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** Where an item between brackets begins, with its anchor and tag. */
function nodeStart(collection: YamlCollection, index: number, item: Node): number {
  const token = collection.srcToken;
  const start = token?.type === 'flow-collection' ? token.items[index]?.start : undefined;
  return start?.find(({ type }) => type === 'anchor' || type === 'tag')?.offset ?? startOf(item);
}

/**
 * The characters of one part between brackets, with one of the commas beside it. Comments on lines of their own stay.
 */
function flowSplices(text: string, { collection, index, start, end: nodeEnd }: Cut): readonly Splice[] {
  const comma = skipBlank(text, nodeEnd);
  const hasComma = text[comma] === ',';
  const end = hasComma ? comma + 1 : nodeEnd;
  const next = partStart(collection, index + 1);
  const last = isMap(collection) ? collection.items[index - 1]?.value : collection.items[index - 1];
  const before = last && { end: endOf(last), comma: skipBlank(text, endOf(last)) };
  // The last part takes the comma before it along.
  const earlier: readonly Splice[] =
    hasComma || !before ? [] : [{ start: before.comma, end: before.comma + 1, text: '' }];
  if (beginsLine(text, start) && endsLine(text, end))
    return [...earlier, { start: lineStart(text, start), end: nextLine(text, end), text: '' }];
  if (next !== undefined && !text.slice(end, next).includes('#')) return [{ start, end: next, text: '' }];
  if (!before) return [{ start, end, text: '' }];
  const alone = text.slice(before.end, start).includes('#');
  if (hasComma) return [{ start: alone ? start : before.comma + 1, end, text: '' }];
  if (alone) return [...earlier, { start, end, text: '' }];
  return [{ start: before.end, end, text: '' }];
}

/**
 * The lines of one part of a block map or list. The first pair of an item shares its line with the dash, which the next
 * pair takes over.
 */
function blockSplices(text: string, { collection, index, start, end: nodeEnd }: Cut): readonly Splice[] | undefined {
  if (beginsLine(text, start)) return [{ start: lineStart(text, start), end: nextLine(text, nodeEnd), text: '' }];
  const next = partStart(collection, index + 1);
  if (next === undefined) return undefined;
  const end = nodeEnd - (/\r?\n$/.exec(text.slice(start, nodeEnd))?.[0].length ?? 0);
  if (/^[ \t]*\r?\n[ \t]*$/.test(text.slice(end, next))) return [{ start, end: next, text: '' }];
  // Comments and blank lines between the two stay where they are, and the dash stands alone.
  const blank = /^\r?\n/.test(text.slice(end)) ? (/(?<![ \t])[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0) : 0;
  return [{ start: start - blank, end, text: '' }];
}

/**
 * Removes the part at a path. Comments beside it go with its lines; those on lines of their own stay. The last part of
 * a block map or list leaves `{}` or `[]`. `undefined` when there is none, or it cannot be cut out.
 */
export function removePart({ text, document }: ParsedText, path: YamlPath): string | undefined {
  const found = findNode(document, path);
  if (found?.parent === undefined) return undefined;
  const { collection, index } = found.parent;
  const cut: Cut = {
    collection,
    index,
    start: partStart(collection, index) ?? startOf(found.node),
    end: endOf(found.node),
  };
  const splices = isFlow(collection) ? flowSplices(text, cut) : blockSplices(text, cut);
  if (splices === undefined) return undefined;
  if (isFlow(collection) || collection.items.length > 1) return spliced(text, splices);
  const around = findNode(document, path.slice(0, -1));
  // Nothing is around the whole document: what it held was its only part.
  if (path.length === 1)
    return spliced(
      text,
      splices.map((each) => ({ ...each, text: `{}${lineEndIn(text)}` })),
    );
  const at = valuePlace(around && pairOf(around));
  if (at === undefined) return undefined;
  return spliced(text, [{ start: at, end: at, text: isSeq(collection) ? ' []' : ' {}' }, ...splices]);
}
