import { isScalar } from 'yaml';
import type { YamlPath } from '../yaml-file.ts';
import { spliced } from './splices.ts';
import { blockScalar, blockScalarStyle } from './yaml-block-scalar.ts';
import { endOf, findNode, parseWithTokens, startOf } from './yaml-document.ts';
import { lineEndIn } from './yaml-lines.ts';
import { lineScalar } from './yaml-scalar-style.ts';

/** Gives the scalar at a path another text, in its own style where that holds the text. `undefined` when there is no scalar. */
export function setScalar(text: string, path: YamlPath, value: string, blocks: boolean): string | undefined {
  const found = findNode(parseWithTokens(text), path);
  const node = found?.node;
  if (found === undefined || !isScalar(node)) return undefined;
  const [start, end] = [startOf(node), endOf(node)];
  const raw = text.slice(start, end);
  const lineEnd = lineEndIn(text);
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
  return spliced(text, [{ start, end, text: instead }]);
}
