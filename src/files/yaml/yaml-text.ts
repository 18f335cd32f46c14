import { PACKAGE_URL } from '../../model/workspace/project.ts';
import { yamlKey, yamlScalar } from './yaml-scalar.ts';

const valueText = (value: unknown): string => (typeof value === 'string' ? yamlScalar(value) : String(value));

function pairLines(key: string, value: unknown, indent: string): readonly string[] {
  const head = indent + yamlKey(key, indent);
  if (typeof value !== 'object' || value === null) return [`${head} ${valueText(value)}`];
  const inside = Array.isArray(value) ? itemLines(value, `${indent}  `) : mapLines(value, `${indent}  `);
  return inside.length > 0 ? [head, ...inside] : [`${head} ${Array.isArray(value) ? '[]' : '{}'}`];
}

/** The first pair of a map shares its line with the dash. */
const itemLines = (items: readonly unknown[], indent: string): readonly string[] =>
  items.flatMap((item) => {
    if (typeof item !== 'object' || item === null) return [`${indent}- ${valueText(item)}`];
    const [first = '{}', ...rest] = mapLines(item, `${indent}  `);
    return [`${indent}- ${first.trimStart()}`, ...rest];
  });

function mapLines(map: object, indent: string): readonly string[] {
  const pairs: readonly (readonly [string, unknown])[] = map instanceof Map ? [...map] : Object.entries(map);
  return pairs.flatMap(([key, value]) => (value === undefined ? [] : pairLines(key, value, indent)));
}

/**
 * A map as a YAML file, in block style. If there is a schema, the first line is a comment with which editors find it.
 * Members that are `undefined` are left out. Names that users choose must be in a `Map`.
 */
export const yamlText = (schema: string | undefined, map: object): string =>
  `${schema === undefined ? '' : schemaComment(schema)}${mapLines(map, '').join('\n') || '{}'}\n`;

export const schemaComment = (schema: string): string =>
  `# yaml-language-server: $schema=${PACKAGE_URL}/schemas/${schema}.schema.json\n`;

/**
 * Removes the schema comment of `yamlText`, for a file that users do not edit. The text is then the same in every
 * version of Lexform.
 */
export const withoutSchemaComment = (text: string): string => text.replace(/^# yaml-language-server: .*\n/, '');
