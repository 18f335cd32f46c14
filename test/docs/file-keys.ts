import { readFileSync } from 'node:fs';
import { codeCell, plainMarkdown } from '../support/pages.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  /** Known values of an open list. */
  readonly examples?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly 'x-allowed'?: string;
}

/** A schema together with the file that its references are relative to. */
interface Placed {
  readonly file: string;
  readonly schema: Schema;
}

const read = (file: string): Schema => JSON.parse(readFileSync(`schemas/${file}`, 'utf8'));

/** Follows references. What stands beside a reference, such as a description for this place, comes first. */
function resolved({ file, schema }: Placed): Placed {
  if (schema.$ref === undefined) return { file, schema };
  const [path = '', pointer = ''] = schema.$ref.split('#');
  const target = path === '' ? file : (path.split('/').at(-1) ?? path);
  const names = pointer.split('/').filter((name) => name !== '');
  const found = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], read(target));
  if (found === undefined) throw new Error(`${file}: ${schema.$ref} leads nowhere`);
  const { $ref: _, ...own } = schema;
  const inner = resolved({ file: target, schema: found as Schema });
  return { file: inner.file, schema: { ...inner.schema, ...own } };
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: '`true` or `false`',
  object: 'map',
  array: 'list',
  null: '`null`',
};

/** With more values than this, a page says that an editor lists them. */
const VALUES_MAX = 8;

function limits({ minimum, maximum, maxLength, maxItems }: Schema): string {
  const range = minimum === undefined || minimum === 0 ? '' : `, from ${minimum}`;
  const most = maximum === undefined || maximum > 1_000_000_000 ? '' : `${range === '' ? ', up' : ''} to ${maximum}`;
  const length = maxLength === undefined ? '' : `, at most ${maxLength} characters`;
  return range + most + length + (maxItems === undefined ? '' : `, at most ${maxItems} items`);
}

/** What may stand at a place, in a few words. */
function formOf(schema: Schema): string {
  if (schema.const !== undefined) return codeCell(JSON.stringify(schema.const));
  if (schema.enum !== undefined)
    return schema.enum.length > VALUES_MAX
      ? `one of ${schema.enum.length} names`
      : schema.enum.map((value) => codeCell(value === '\t' ? '"\\t"' : String(value))).join(', ');
  if (schema['x-allowed'] !== undefined) return plainMarkdown(schema['x-allowed']);
  if (schema.examples !== undefined && schema.examples.length <= VALUES_MAX)
    return schema.examples.map(codeCell).join(', ');
  const types = [schema.type ?? 'object'].flat();
  return types.map((type) => NAMES[type] ?? type).join(' or ') + limits(schema);
}

/** One key of a file, and the keys below it. `required`: the map above it cannot do without. */
function keyRows(path: string, placed: Placed, required: boolean): readonly string[] {
  const { file, schema } = resolved(placed);
  const preset = schema.default === undefined ? '' : codeCell(JSON.stringify(schema.default).replaceAll('"', ''));
  const says = plainMarkdown(schema.description ?? '');
  const row = `| ${codeCell(path)} | ${formOf(schema)} | ${required ? 'required' : preset} | ${says} |`;
  return [row, ...below(path, { file, schema })];
}

/** The keys of a map, of the maps in a list, and of a map with names of the user's own. */
function below(path: string, { file, schema }: Placed): readonly string[] {
  const { properties = {}, required = [], additionalProperties: free, items } = schema;
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const rows = Object.entries(properties).flatMap(([name, child]) =>
    keyRows(at(name), { file, schema: child }, required.includes(name)),
  );
  const inList = items === undefined ? [] : below(`${path}[]`, resolved({ file, schema: items }));
  if (typeof free !== 'object') return [...rows, ...inList];
  const named = resolved({ file, schema: free });
  const own =
    named.schema.description === undefined
      ? below(at('NAME'), named)
      : keyRows(at('NAME'), { file, schema: free }, false);
  return [...rows, ...inList, ...own];
}

/** A table of every key that a file may have, made of its schema. */
export function fileKeysMarkdown(file: string): string {
  const schema = read(file);
  return [
    plainMarkdown(schema.description ?? ''),
    '',
    '| key | value | default | meaning |',
    '| --- | ----------------- | ------- | ------- |',
    ...below('', { file, schema }),
  ].join('\n');
}
