import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { pushAll } from '../../../model/lists.ts';
import type { YamlPath } from '../../yaml/yaml-file.ts';
import { type Splice, spliced } from '../splices.ts';
import { blockScalar, blockScalarStyle } from './yaml-block-scalar.ts';
import {
  beginsLine,
  behindDeeperComments,
  blankStart,
  columnAt,
  endOf,
  endsLine,
  type FoundNode,
  findNode,
  isCollection,
  isFlow,
  itemStart,
  keyIndexes,
  keyStart,
  lineStart,
  nextLine,
  type ParsedText,
  pairOf,
  parsedText,
  skipBlank,
  startOf,
  valuePlace,
  withoutAliases,
  type YamlCollection,
} from './yaml-document.ts';
import { type BlockStyle, blockText, flowMap, flowText, type NewPart } from './yaml-new.ts';
import { plannedEdits, type YamlEdit } from './yaml-planned.ts';
import { lineScalar } from './yaml-scalar-style.ts';

/** Offset of an item inside brackets, including its anchor and tag. */
function nodeStart(collection: YamlCollection, index: number, item: Node): number {
  const token = collection.srcToken;
  const start = token?.type === 'flow-collection' ? token.items[index]?.start : undefined;
  return start?.find(({ type }) => type === 'anchor' || type === 'tag')?.offset ?? startOf(item);
}

/** Offset of a part: of its key, its dash, or the node itself inside brackets. */
function partStart(collection: YamlCollection, index: number): number | undefined {
  if (isMap(collection)) return keyStart(collection, index);
  const item = collection.items[index];
  return isFlow(collection) ? item && nodeStart(collection, index, item) : itemStart(collection, index);
}

/** The value of a part; absent for a key without a value. */
const valueAt = (collection: YamlCollection, index: number): Node | null | undefined =>
  isMap(collection) ? collection.items[index]?.value : collection.items[index];

/**
 * Neighbours in a map or list that are removed together: the indexes of the first and last one, and the offsets of
 * their begin and end.
 */
interface Run {
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly end: number;
}

/** Combines parts, in their order, into runs of neighbours that only white space and a comma separate. */
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

/** The text inside brackets, with the parts that are kept. */
interface FlowCut {
  readonly text: string;
  readonly collection: YamlCollection;
  /** The end of the last kept part, if the parts from `index` on are all removed. */
  readonly keptBefore: (index: number) => number | undefined;
}

/**
 * The splices that remove neighbours inside brackets, with one of the commas next to them. Comments on their own lines
 * are kept.
 */
function flowSplices({ text, collection, keptBefore }: FlowCut, { first, last, start, end: nodeEnd }: Run) {
  const comma = skipBlank(text, nodeEnd);
  const hasComma = text[comma] === ',';
  const end = hasComma ? comma + 1 : nodeEnd;
  const next = partStart(collection, last + 1);
  const value = valueAt(collection, first - 1);
  const before = value && { end: endOf(value), comma: skipBlank(text, endOf(value)) };
  // Removing the last part also removes the comma before it.
  const keptEnd = hasComma ? undefined : keptBefore(first);
  const keptComma = keptEnd === undefined ? undefined : skipBlank(text, keptEnd);
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
  // Only the last part has no comma after it, so at most one preceding comma is removed.
  const keptEnd = value ? endOf(value) : undefined;
  const cut = { text, collection, keptBefore: (index: number) => (index > lastKept ? keptEnd : undefined) };
  return runsOf(text, parts).flatMap((run) => flowSplices(cut, run));
}

/** The lines of a part that is at the beginning of its line. */
const wholeLines = (text: string, { start, end }: Run): Splice => ({
  start: lineStart(text, start),
  end: nextLine(text, end),
  text: '',
});

/**
 * The splices that remove parts of a block map or list. The first pair of an item shares its line with the dash. After
 * its removal, the next pair moves to that line.
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
    // Comments and blank lines between the two are kept, so the dash gets its own line.
    const start = /^\r?\n/.test(text.slice(end, end + 2)) ? blankStart(text, first.start) : first.start;
    return [{ start, end, text: '' }, ...rest];
  }
  return undefined;
}

/**
 * Removes parts of the map or list at a path, by their keys or indexes. Comments on their lines are removed too;
 * comments on their own lines are kept. A block map or list that loses all its parts becomes `{}` or `[]`. `undefined`
 * if a part is missing or cannot be cut out.
 */
function removeParts(
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
  // At the top of the document, the removed parts were the whole content.
  if (path.length === 0)
    return splices.map((each, index) => ({ ...each, text: index === 0 ? `${empty}${lineEnd}` : '' }));
  const at = valuePlace(pairOf(found));
  return at === undefined ? undefined : [{ start: at, end: at, text: ` ${empty}` }, ...splices];
}

interface AddStyle {
  /** Number of spaces that each new level is indented. */
  readonly step: number;
  /** False: new texts are never written as block scalars. */
  readonly blocks: boolean;
}

/** The parts to add, with their place and style. */
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

/** Inserts lines at the beginning of a line, or at the end of a text without a final line end. */
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
  // A block map or list is never empty.
  if (last === undefined || start === undefined) return undefined;
  const column = columnAt(text, start);
  const at = behindDeeperComments(text, nextLine(text, endOf(last)), column);
  const gap = isMap(last) && beginsOnDash(text, start, last) ? columnAt(text, startOf(last)) - column : 2;
  // A new item copies the style of the item before it.
  const firstText = parts.findIndex(({ kind }) => kind === 'text');
  const lines = joined(addition, (part, index) => {
    const isBehindText = firstText >= 0 && index > firstText;
    if (part.kind === 'item' && isFlow(last) && !isBehindText) return `${' '.repeat(column)}- ${flowMap(part.pairs)}`;
    return blockText(part, { ...style, column, lineEnd }, isBehindText ? 2 : gap);
  });
  return [lineSplice(addition, at, lines)];
}

/** True if an item begins on the line of its dash. */
const beginsOnDash = (text: string, dash: number, item: Node): boolean =>
  lineStart(text, dash) === lineStart(text, startOf(item));

/** A line `key: {}` becomes a key with lines below it. A document that only contains `{}` becomes those lines. */
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
 * Adds parts after the last one of the map or list at a path, in the style of the existing parts. `undefined` if it
 * does not exist.
 */
function addParts(
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

/**
 * Replaces the text of the scalar at a path. The scalar keeps its style if that can hold the text; a `literal` text is
 * written as it is. `undefined` if the scalar does not exist.
 */
function scalarSplice(
  { text, document, lineEnd }: ParsedText,
  {
    path,
    text: value,
    literal = false,
  }: { readonly path: YamlPath; readonly text: string; readonly literal?: boolean },
  blocks: boolean,
): Splice | undefined {
  const found = findNode(document, path);
  const node = found?.node;
  if (found === undefined || !isScalar(node)) return undefined;
  const [start, end] = [startOf(node), endOf(node)];
  const raw = text.slice(start, end);
  if (literal && raw === '') {
    // Only white space, or a comment, follows the colon.
    const at = valuePlace(pairOf(found));
    return at === undefined ? undefined : { start: at, end: at, text: ` ${value}` };
  }
  if (literal) return { start, end, text: value };
  const isBlock = /^[|>]/.test(raw);
  const style = isBlock && blocks ? blockScalarStyle(raw, lineEnd) : undefined;
  const block = style && blockScalar(value, style);
  const line = () => lineScalar(value, { type: node.type, inFlow: found.inFlow });
  const open = isBlock && !raw.endsWith('\n');
  const instead =
    block === undefined
      ? line() + (isBlock && !open ? lineEnd : '')
      : // The end of the file also ends the last line.
        open && !value.endsWith('\n')
        ? block.slice(0, -lineEnd.length)
        : block;
  return { start, end, text: instead };
}

/** A text after the splices of all edits, made together; `undefined` if one of the edits has no splices. */
function editedAtOnce<Edit>(
  parsed: ParsedText,
  edits: readonly Edit[],
  splicesOf: (edit: Edit) => readonly Splice[] | undefined,
): ParsedText | undefined {
  if (edits.length === 0) return parsed;
  const splices: Splice[] = [];
  for (const edit of edits) {
    const editSplices = splicesOf(edit);
    if (editSplices === undefined) return undefined;
    pushAll(splices, editSplices);
  }
  return parsedText(spliced(parsed.text, splices));
}

/**
 * Makes changes by splicing the text at the offsets of the nodes, so that every other byte is unchanged: first the
 * texts that are set, then additions, then removals. Each of these groups is made in one step. `undefined` if a place
 * is missing. The caller must read the result again to check it.
 */
export function editYaml(text: string, edits: readonly YamlEdit[], style: AddStyle): string | undefined {
  if (edits.length === 0) return text;
  const parsed = parsedText(text);
  const planned = plannedEdits(parsed.document, edits);
  if (planned === undefined) return undefined;
  const { sets, adds, removals } = planned;
  const plain = withoutAliases(parsed, [
    ...[...sets, ...adds].map(({ path }) => ({ path, whole: false })),
    ...removals.flatMap(({ path, parts }) => parts.map((part) => ({ path: [...path, part], whole: true }))),
  ]);
  const set = editedAtOnce(plain, sets, (edit) => {
    const splice = scalarSplice(plain, edit, style.blocks);
    return splice && [splice];
  });
  const added = set && editedAtOnce(set, adds, ({ path, parts }) => addParts(set, path, parts, style));
  return added && editedAtOnce(added, removals, ({ path, parts }) => removeParts(added, path, parts))?.text;
}
