import { type Node, Scalar } from 'yaml';
import { yamlScalar } from '../../yaml/yaml-text.ts';

/** The style in which a text is written: that of another scalar, or plain if possible. */
export interface ScalarStyle {
  /** The style to copy: `PLAIN`, `QUOTE_DOUBLE`, `QUOTE_SINGLE`, `BLOCK_FOLDED` or `BLOCK_LITERAL`. */
  readonly type: Scalar.Type | undefined;
  /** True: inside brackets, where a comma ends a plain text. */
  readonly inFlow: boolean;
}

const inDoubleQuotes = (text: string): string => {
  const shown = yamlScalar(text);
  // A text that can be plain needs no escapes.
  return shown === text ? `"${text}"` : shown;
};

/** In single quotes, the only escape is a doubled single quote. */
const fitsSingleQuotes = (text: string): boolean =>
  !inDoubleQuotes(text)
    .replace(/\\["\\]/g, '')
    .includes('\\');

/** A text on one line, in quotes of the given style if they can hold it. */
export function lineScalar(text: string, { type, inFlow }: ScalarStyle): string {
  if (type === Scalar.QUOTE_DOUBLE) return inDoubleQuotes(text);
  if (type === Scalar.QUOTE_SINGLE && fitsSingleQuotes(text)) return `'${text.replaceAll("'", "''")}'`;
  return inFlow && text.includes(',') ? inDoubleQuotes(text) : yamlScalar(text);
}

/** The scalar style that all nodes share; `undefined` if they differ, or the list is empty. */
export function commonType(nodes: readonly (Node | null | undefined)[]): Scalar.Type | undefined {
  const types = new Set(nodes.map((node) => (node instanceof Scalar ? node.type : undefined)));
  const [type] = types;
  return types.size === 1 ? type : undefined;
}
