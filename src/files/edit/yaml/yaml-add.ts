import { isMap, isSeq, type Node } from 'yaml';
import type { YamlPath } from '../../yaml/yaml-file.ts';
import type { Splice } from '../splices.ts';
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
  blankStart,
  columnAt,
  endsLine,
  lineStart,
  nextLine,
  skipBlank,
} from './yaml-lines.ts';
import { type BlockStyle, blockText, flowMap, flowText, type NewPart } from './yaml-new.ts';

export interface AddStyle {
  /** How many spaces further in each new level stands. */
  readonly step: number;
  /** False: new texts are never written as block scalars. */
  readonly blocks: boolean;
}

/** Where parts are added, and how. */
interface Addition {
  readonly text: string;
  readonly lineEnd: string;
  readonly parts: readonly NewPart[];
  readonly style: AddStyle;
}

const lastNode = (collection: YamlCollection): Node | undefined => {
  if (isSeq(collection)) return collection.items.at(-1);
  const last = collection.items.at(-1);
  return last?.value ?? last?.key;
};

/** Lines at the beginning of a line, or at the end of a text that does not end in one. */
const lineSplice = ({ text, lineEnd }: Addition, at: number, lines: string): Splice => ({
  start: at,
  end: at,
  text: text[at - 1] !== '\n' ? lineEnd + lines : lines + lineEnd,
});

const joined = ({ lineEnd, parts }: Addition, textOf: (part: NewPart, index: number) => string): string =>
  parts.map(textOf).join(lineEnd);

const blockLines = (addition: Addition, style: BlockStyle): string =>
  joined(addition, (part) => blockText(part, style, 2));

function addToBlock(addition: Addition, collection: YamlCollection): readonly Splice[] | undefined {
  const { text, lineEnd, parts, style } = addition;
  const last = lastNode(collection);
  const start = isMap(collection) ? keyStart(collection, 0) : itemStart(collection, collection.items.length - 1);
  // A block map or list holds something.
  if (last === undefined || start === undefined) return undefined;
  const column = columnAt(text, start);
  const at = behindDeeperComments(text, nextLine(text, endOf(last)), column);
  const gap = isMap(last) && beginsOnDash(text, start, last) ? columnAt(text, startOf(last)) - column : 2;
  // An item is like the one before it.
  const firstText = parts.findIndex(({ kind }) => kind === 'text');
  const lines = joined(addition, (part, index) => {
    const isBehindText = firstText >= 0 && index > firstText;
    if (part.kind === 'item' && isFlow(last) && !isBehindText) return `${' '.repeat(column)}- ${flowMap(part.pairs)}`;
    return blockText(part, { ...style, column, lineEnd }, isBehindText ? 2 : gap);
  });
  return [lineSplice(addition, at, lines)];
}

/** True when an item begins on the line of its dash. */
const beginsOnDash = (text: string, dash: number, item: Node): boolean =>
  lineStart(text, dash) === lineStart(text, startOf(item));

/** `key: {}` on a line of its own becomes a key with lines below it, and a document of nothing but `{}` those lines. */
function openEmpty(addition: Addition, { node, parent }: FoundNode): readonly Splice[] | undefined {
  const { text, lineEnd, style } = addition;
  const [start, end] = [startOf(node), endOf(node)];
  if (text.slice(start + 1, end - 1).trim() !== '' || !endsLine(text, end)) return undefined;
  if (parent === undefined)
    return columnAt(text, start) > 0
      ? undefined
      : [{ start, end, text: blockLines(addition, { ...style, column: 0, lineEnd }) }];
  if (!isMap(parent.collection) || isFlow(parent.collection)) return undefined;
  const key = keyStart(parent.collection, parent.index);
  if (key === undefined) return undefined;
  const column = columnAt(text, key) + style.step;
  return [
    { start: blankStart(text, start), end, text: '' },
    lineSplice(addition, nextLine(text, end), blockLines(addition, { ...style, column, lineEnd })),
  ];
}

function addToFlow(addition: Addition, collection: YamlCollection): readonly Splice[] {
  const { text, parts } = addition;
  const last = lastNode(collection);
  const shown = parts.map(flowText);
  if (last === undefined) {
    const [start, end] = [startOf(collection) + 1, endOf(collection) - 1];
    const padding = isMap(collection) ? ' ' : '';
    return text.slice(start, end).trim() === ''
      ? [{ start, end, text: padding + shown.join(', ') + padding }]
      : [{ start: end, end, text: `${shown.join(', ')} ` }];
  }
  const index = collection.items.length - 1;
  const start = keyStart(collection, index) ?? startOf(last);
  const comma = skipBlank(text, endOf(last));
  const hasComma = text[comma] === ',';
  const end = hasComma ? comma + 1 : endOf(last);
  if (!beginsLine(text, start) || !endsLine(text, end))
    return [{ start: end, end, text: shown.map((each) => (hasComma ? ` ${each},` : `, ${each}`)).join('') }];
  const indent = text.slice(lineStart(text, start), start);
  const lines = joined(
    addition,
    (_, place) => indent + shown[place] + (hasComma || place < parts.length - 1 ? ',' : ''),
  );
  return [
    ...(hasComma ? [] : [{ start: endOf(last), end: endOf(last), text: ',' }]),
    lineSplice(addition, nextLine(text, end), lines),
  ];
}

/**
 * Adds parts behind the last one of the map or list at a path, in the style of what is there. `undefined` when there is
 * no such map or list.
 */
export function addParts(
  { text, document, lineEnd }: ParsedText,
  path: YamlPath,
  parts: readonly NewPart[],
  style: AddStyle,
): readonly Splice[] | undefined {
  const found = findNode(document, path);
  if (found === undefined) return undefined;
  const { node } = found;
  if (!isCollection(node) || parts.some(({ kind }) => isMap(node) !== (kind === 'pair'))) return undefined;
  const addition = { text, lineEnd, parts, style };
  if (!isFlow(node)) return addToBlock(addition, node);
  return (node.items.length === 0 ? openEmpty(addition, found) : undefined) ?? addToFlow(addition, node);
}
