import { isMap, isSeq, type Node, type Scalar } from 'yaml';
import type { YamlPath } from '../../yaml/yaml-file.ts';
import { type Splice, spliced } from '../splices.ts';
import {
  endOf,
  type FoundNode,
  findNode,
  isCollection,
  isFlow,
  itemStart,
  keyStart,
  type ParsedText,
  startOf,
  type YamlCollection,
} from './yaml-document.ts';
import {
  beginsLine,
  behindDeeperComments,
  columnAt,
  endsLine,
  lineEndIn,
  lineStart,
  nextLine,
  skipBlank,
} from './yaml-lines.ts';
import { type BlockStyle, blockPairs, flowMap, flowPair, type NewPair } from './yaml-new.ts';
import { lineScalar } from './yaml-scalar-style.ts';

/** A pair for a map, or a map or a text for a list. */
export type NewPart =
  | { readonly kind: 'pair'; readonly pair: NewPair }
  | { readonly kind: 'item'; readonly pairs: readonly NewPair[] }
  | { readonly kind: 'text'; readonly text: string; readonly type?: Scalar.Type | undefined };

export interface AddStyle {
  /** How many spaces further in each new level stands. */
  readonly step: number;
  /** False: new texts are never written as block scalars. */
  readonly blocks: boolean;
}

const lastNode = (collection: YamlCollection): Node | undefined => {
  if (isSeq(collection)) return collection.items.at(-1);
  const last = collection.items.at(-1);
  return last?.value ?? last?.key;
};

function flowText(part: NewPart): string {
  if (part.kind === 'text') return lineScalar(part.text, { type: part.type, inFlow: true });
  return part.kind === 'pair' ? flowPair(part.pair) : flowMap(part.pairs);
}

/** Lines at the beginning of a line, or at the end of a text that does not end in one. */
const lineSplice = (text: string, at: number, lines: string, lineEnd: string): Splice => ({
  start: at,
  end: at,
  text: text[at - 1] !== '\n' ? lineEnd + lines : lines + lineEnd,
});

/** The part on lines of its own. `column`: of the keys, or of the dash; `gap`: from the dash to what is behind it. */
function blockText(part: NewPart, style: BlockStyle, gap: number): string {
  const { column } = style;
  const indent = ' '.repeat(column);
  if (part.kind === 'pair') return indent + blockPairs([part.pair], style);
  const item =
    part.kind === 'text'
      ? lineScalar(part.text, { type: part.type, inFlow: false })
      : blockPairs(part.pairs, { ...style, column: column + gap });
  return `${indent}-${' '.repeat(gap - 1)}${item}`;
}

function addToBlock(text: string, collection: YamlCollection, part: NewPart, style: AddStyle): string | undefined {
  const lineEnd = lineEndIn(text);
  const last = lastNode(collection);
  const start = isMap(collection) ? keyStart(collection, 0) : itemStart(collection, collection.items.length - 1);
  // A block map or list holds something.
  if (last === undefined || start === undefined) return undefined;
  const column = columnAt(text, start);
  const at = behindDeeperComments(text, nextLine(text, endOf(last)), column);
  const gap = isMap(last) && beginsOnDash(text, start, last) ? columnAt(text, startOf(last)) - column : 2;
  const oneLine = part.kind === 'item' && isFlow(last);
  const lines = oneLine
    ? `${' '.repeat(column)}- ${flowMap(part.pairs)}`
    : blockText(part, { ...style, column, lineEnd }, gap);
  return spliced(text, [lineSplice(text, at, lines, lineEnd)]);
}

/** True when an item begins on the line of its dash. */
const beginsOnDash = (text: string, dash: number, item: Node): boolean =>
  lineStart(text, dash) === lineStart(text, startOf(item));

/** `key: {}` on a line of its own becomes a key with lines below it, and a document of nothing but `{}` those lines. */
function openEmpty(text: string, { node, parent }: FoundNode, part: NewPart, style: AddStyle): string | undefined {
  if (parent === undefined) {
    const isAlone = text.slice(startOf(node) + 1, endOf(node) - 1).trim() === '' && endsLine(text, endOf(node));
    if (!isAlone || columnAt(text, startOf(node)) > 0) return undefined;
    const lines = blockText(part, { ...style, column: 0, lineEnd: lineEndIn(text) }, 2);
    return spliced(text, [{ start: startOf(node), end: endOf(node), text: lines }]);
  }
  if (!isMap(parent.collection) || isFlow(parent.collection)) return undefined;
  const key = keyStart(parent.collection, parent.index);
  const inside = text.slice(startOf(node) + 1, endOf(node) - 1);
  if (key === undefined || inside.trim() !== '' || !endsLine(text, endOf(node))) return undefined;
  const lineEnd = lineEndIn(text);
  const column = columnAt(text, key) + style.step;
  const before = /(?<![ \t])[ \t]*$/.exec(text.slice(0, startOf(node)))?.[0].length ?? 0;
  return spliced(text, [
    { start: startOf(node) - before, end: endOf(node), text: '' },
    lineSplice(text, nextLine(text, endOf(node)), blockText(part, { ...style, column, lineEnd }, 2), lineEnd),
  ]);
}

function addToFlow(text: string, collection: YamlCollection, part: NewPart): string {
  const last = lastNode(collection);
  const shown = flowText(part);
  if (last === undefined) {
    const start = startOf(collection) + 1;
    const blank = text.slice(start, endOf(collection) - 1).trim() === '';
    const padding = isMap(collection) ? ' ' : '';
    return blank
      ? spliced(text, [{ start, end: endOf(collection) - 1, text: padding + shown + padding }])
      : spliced(text, [{ start: endOf(collection) - 1, end: endOf(collection) - 1, text: `${shown} ` }]);
  }
  const index = collection.items.length - 1;
  const start = keyStart(collection, index) ?? startOf(last);
  const comma = skipBlank(text, endOf(last));
  const hasComma = text[comma] === ',';
  const end = hasComma ? comma + 1 : endOf(last);
  const lineEnd = lineEndIn(text);
  if (!beginsLine(text, start) || !endsLine(text, end))
    return spliced(text, [{ start: end, end, text: hasComma ? ` ${shown},` : `, ${shown}` }]);
  const indent = text.slice(lineStart(text, start), start);
  const at = nextLine(text, end);
  return spliced(text, [
    ...(hasComma ? [] : [{ start: endOf(last), end: endOf(last), text: ',' }]),
    lineSplice(text, at, `${indent}${shown}${hasComma ? ',' : ''}`, lineEnd),
  ]);
}

/**
 * Adds a part behind the last one of the map or list at a path, in the style of what is there. `undefined` when there
 * is no such map or list.
 */
export function addPart(
  { text, document }: ParsedText,
  path: YamlPath,
  part: NewPart,
  style: AddStyle,
): string | undefined {
  const found = findNode(document, path);
  if (found === undefined) return undefined;
  const { node } = found;
  if (!isCollection(node) || isMap(node) !== (part.kind === 'pair')) return undefined;
  if (!isFlow(node)) return addToBlock(text, node, part, style);
  return (node.items.length === 0 ? openEmpty(text, found, part, style) : undefined) ?? addToFlow(text, node, part);
}
