import { type Node, Scalar } from 'yaml';
import { yamlScalar } from '../../yaml/yaml-scalar.ts';

/** How a text is to be written: like another one, or plain where that is possible. */
export interface ScalarStyle {
  /**
   * The kind of the scalar that it is like: `PLAIN`, `QUOTE_DOUBLE`, `QUOTE_SINGLE`, `BLOCK_FOLDED` or `BLOCK_LITERAL`.
   */
  readonly type: Scalar.Type | undefined;
  /** Between brackets, where a comma ends a plain text. */
  readonly inFlow: boolean;
}

const inDoubleQuotes = (text: string): string => {
  const shown = yamlScalar(text);
  // What is written plain has nothing to escape.
  return shown === text ? `"${text}"` : shown;
};

/** Single quotes know no escapes but their own. */
const fitsSingleQuotes = (text: string): boolean =>
  !inDoubleQuotes(text)
    .replace(/\\["\\]/g, '')
    .includes('\\');

/** A text on one line, in quotes of the given kind where they can hold it. */
export function lineScalar(text: string, { type, inFlow }: ScalarStyle): string {
  if (type === Scalar.QUOTE_DOUBLE) return inDoubleQuotes(text);
  if (type === Scalar.QUOTE_SINGLE && fitsSingleQuotes(text)) return `'${text.replaceAll("'", "''")}'`;
  return inFlow && text.includes(',') ? inDoubleQuotes(text) : yamlScalar(text);
}

/** The kind of scalar that all of the nodes are; `undefined` when they differ, or there are none. */
export function commonType(nodes: readonly (Node | null | undefined)[]): Scalar.Type | undefined {
  const types = new Set(nodes.map((node) => (node instanceof Scalar ? node.type : undefined)));
  const [type] = types;
  return types.size === 1 ? (type as Scalar.Type | undefined) : undefined;
}
