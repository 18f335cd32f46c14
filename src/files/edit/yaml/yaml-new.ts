import type { Scalar } from 'yaml';
import { blockScalar } from './yaml-block-scalar.ts';
import { lineScalar } from './yaml-scalar-style.ts';

/** A value that is not a text, as written in YAML: a number, `true`, `null`, or `[]` that a later edit fills. */
export interface Literal {
  readonly literal: string;
}

/** A pair that is not in the document yet, with the scalar styles of its neighbours. */
export interface NewPair {
  readonly key: string;
  readonly value: string | readonly NewPair[] | NewItems | Literal;
  readonly keyType?: Scalar.Type | undefined;
  readonly valueType?: Scalar.Type | undefined;
}

/** A list that is not empty. */
export interface NewItems {
  readonly items: readonly NewItem[];
}

/** A map or a text for a list. */
export type NewItem =
  | { readonly kind: 'item'; readonly pairs: readonly NewPair[] }
  | { readonly kind: 'text'; readonly text: string; readonly type?: Scalar.Type | undefined };

/** A pair for a map, or an item of a list. */
export type NewPart = { readonly kind: 'pair'; readonly pair: NewPair } | NewItem;

export interface BlockStyle {
  /** Column of the keys, from 0. */
  readonly column: number;
  /** Number of spaces that each level is indented. */
  readonly step: number;
  readonly lineEnd: string;
  /** False: no block scalars, after an attempt in which one could not hold its text. */
  readonly blocks: boolean;
}

const keyOf = ({ key, keyType }: NewPair, inFlow: boolean): string => lineScalar(key, { type: keyType, inFlow });

/** `key: value`, for a place inside brackets. */
export function flowPair(pair: NewPair): string {
  const { value, valueType } = pair;
  const shown =
    typeof value === 'string'
      ? lineScalar(value, { type: valueType, inFlow: true })
      : 'literal' in value
        ? value.literal
        : 'items' in value
          ? `[${value.items.map(flowText).join(', ')}]`
          : flowMap(value);
  return `${keyOf(pair, true)}: ${shown}`;
}

/** A map on one line. */
export const flowMap = (pairs: readonly NewPair[]): string =>
  pairs.length === 0 ? '{}' : `{ ${pairs.map(flowPair).join(', ')} }`;

/** A part, for a place inside brackets. */
export function flowText(part: NewPart): string {
  if (part.kind === 'text') return lineScalar(part.text, { type: part.type, inFlow: true });
  return part.kind === 'pair' ? flowPair(part.pair) : flowMap(part.pairs);
}

function blockValue({ value, valueType }: NewPair, style: BlockStyle): string {
  const { column, step, lineEnd, blocks } = style;
  if (typeof value !== 'string') {
    if ('literal' in value) return ` ${value.literal}`;
    const inside = { ...style, column: column + step };
    if ('items' in value) return value.items.map((item) => lineEnd + blockText(item, inside, 2)).join('');
    if (value.length === 0) return ' {}';
    return `${lineEnd}${' '.repeat(inside.column)}${blockPairs(value, inside)}`;
  }
  const kind = valueType === 'BLOCK_LITERAL' ? '|' : valueType === 'BLOCK_FOLDED' ? '>' : undefined;
  const block =
    kind === undefined || !blocks
      ? undefined
      : blockScalar(value, {
          kind,
          pad: ' '.repeat(column + step),
          lineEnd,
          widthChars: 80 - column - step,
          behind: '',
        });
  // The line end after the value is added by the caller.
  if (block !== undefined && !block.startsWith(`${kind}+`)) return ` ${block.slice(0, -lineEnd.length)}`;
  return ` ${lineScalar(value, { type: valueType, inFlow: false })}`;
}

/** Pairs on their own lines, without the indentation of the first one and the line end of the last one. */
export const blockPairs = (pairs: readonly NewPair[], style: BlockStyle): string =>
  pairs
    .map((pair) => `${keyOf(pair, false)}:${blockValue(pair, style)}`)
    .join(`${style.lineEnd}${' '.repeat(style.column)}`);

/** A part on its own lines. `column`: of the keys, or of the dash. `gap`: from the dash to the text after it. */
export function blockText(part: NewPart, style: BlockStyle, gap: number): string {
  const { column } = style;
  const indent = ' '.repeat(column);
  if (part.kind === 'pair') return indent + blockPairs([part.pair], style);
  const item =
    part.kind === 'text'
      ? lineScalar(part.text, { type: part.type, inFlow: false })
      : blockPairs(part.pairs, { ...style, column: column + gap });
  return `${indent}-${' '.repeat(gap - 1)}${item}`;
}
