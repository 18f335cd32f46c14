import { isScalar } from 'yaml';
import type { YamlPath } from '../../yaml/yaml-file.ts';
import type { Splice } from '../splices.ts';
import { blockScalar, blockScalarStyle } from './yaml-block-scalar.ts';
import { endOf, findNode, type ParsedText, pairOf, startOf, valuePlace } from './yaml-document.ts';
import { lineScalar } from './yaml-scalar-style.ts';

/**
 * Gives the scalar at a path another text, in its own style where that holds the text, or as it stands when it is
 * `literal`. `undefined` when there is no scalar.
 */
export function scalarSplice(
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
    // Nothing behind the colon, or a comment alone.
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
      : // The end of the file closes the last line as well.
        open && !value.endsWith('\n')
        ? block.slice(0, -lineEnd.length)
        : block;
  return { start, end, text: instead };
}
