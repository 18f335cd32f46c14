import { PACKAGE_URL } from '../../model/workspace/project.ts';

/** Words that some YAML reader does not read as a text. */
const NOT_TEXT = /^(?:true|false|yes|no|on|off|y|n|null|nan|inf|infinity)$/i;

/**
 * True for a text that begins with a letter of any script and continues with letters, digits, single spaces and marks
 * that have no meaning in YAML within a line. The pattern is compiled on the first call: that takes a millisecond, and
 * many runs write no YAML.
 */
const isPlain = (text: string): boolean =>
  /^\p{L}[\p{L}\p{M}\p{N}_.,;/()+&'’–-]*(?: [\p{L}\p{M}\p{N}_.,;/()+&'’–][\p{L}\p{M}\p{N}_.,;/()+&'’–-]*)*$/u.test(
    text,
  );

/**
 * Characters that control a terminal or an editor, or that are invisible. Joiners of Arabic and Indic scripts are kept.
 */
const ESCAPED =
  /[\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\uffff]|[\u{e0000}-\u{e0fff}]/gu;

const escaped = (character: string): string =>
  [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * A text as a YAML scalar on one line that every YAML reader reads back as the same text: plain if it cannot have
 * another meaning, otherwise in double quotes, as JSON, which is valid YAML.
 */
export const yamlScalar = (text: string): string =>
  isPlain(text) && !NOT_TEXT.test(text) && text.search(ESCAPED) < 0
    ? text
    : JSON.stringify(text).replace(ESCAPED, escaped);

/** YAML allows 1024 characters before the colon of a plain key; longer ones need a question mark. */
const SHORT_KEY_MAX_CHARS = 900;

/** The key part of a pair, such as `key:`. A long key takes two lines, the second with `indent`. */
function yamlKey(key: string, indent = ''): string {
  const shown = yamlScalar(key);
  return shown.length > SHORT_KEY_MAX_CHARS ? `? ${shown}\n${indent}:` : `${shown}:`;
}

/** A pair of two texts, such as `key: value`. */
export const yamlPair = (key: string, value: string, indent = ''): string =>
  `${yamlKey(key, indent)} ${yamlScalar(value)}`;

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
