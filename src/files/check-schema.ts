/** A JSON Schema of draft 7, with the keywords that stand in the schemas of what Lexform reads. */
export interface Schema {
  readonly $ref?: string;
  readonly definitions?: SchemaTable;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly properties?: SchemaTable;
  /** Our own: the form that a text may have, in words. */
  readonly 'x-allowed'?: string;
}

/** Schemas by the name of a file, a definition or a property. */
export type SchemaTable = Readonly<Record<string, Schema>>;

/** One fault, as Ajv reports it with `allErrors` and `verbose`. */
export interface SchemaFault {
  /** JSON pointer to the value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
  readonly data: unknown;
  readonly parentSchema: Schema;
}

/** All faults of a value, in the order of Ajv; empty when it fits. */
export type SchemaCheck = (value: unknown) => readonly SchemaFault[];

interface Run {
  /** Where the value stands that is checked now. */
  readonly path: (string | number)[];
  readonly faults: SchemaFault[];
}

type Check<Value = unknown> = (value: Value, run: Run) => void;

/** Checks with another schema: one that stands in the same file, or one that a `$ref` names. */
interface Others {
  readonly inner: (schema: Schema, value: unknown, run: Run) => void;
  readonly referred: (ref: string, value: unknown, run: Run) => void;
}

type MapValue = Readonly<Record<string, unknown>>;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isMap = (value: unknown): value is MapValue => typeof value === 'object' && value !== null && !isList(value);

const IS_TYPE = {
  number: isNumber,
  integer: Number.isInteger,
  string: isText,
  boolean: (value: unknown) => typeof value === 'boolean',
  null: (value: unknown) => value === null,
  array: isList,
  object: isMap,
} as const;

/** The types that keywords are about, in the order of Ajv. */
const GROUPS = ['any', 'number', 'string', 'array', 'object'] as const;

const is = (type: string, value: unknown): boolean => IS_TYPE[type as keyof typeof IS_TYPE](value);

const pointer = (path: Run['path']): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** In code points. */
const lengthOf = (text: string): number => [...text].length;

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** The places of two equal items, the last ones first. */
function equalItems(items: readonly unknown[]): readonly [number, number] | undefined {
  for (let i = items.length - 1; i > 0; i -= 1)
    for (let j = i - 1; j >= 0; j -= 1) if (isSame(items[i], items[j])) return [i, j];
  return undefined;
}

/**
 * The checks of a schema, one for each keyword, by the type of the values that they are about and in the order of Ajv.
 * It is longer than 60 lines because it is one table.
 */
function checksOf(
  schema: Schema,
  { inner, referred }: Others,
): Readonly<Record<(typeof GROUPS)[number] | 'type', readonly Check<never>[]>> {
  const fault = (
    [keyword, params]: readonly [keyword: string, params: SchemaFault['params']],
    message: string,
    data: unknown,
    { path, faults }: Run,
  ): void => void faults.push({ instancePath: pointer(path), keyword, params, message, data, parentSchema: schema });
  const under = (key: string | number, part: Schema, value: unknown, run: Run): void => {
    run.path.push(key);
    inner(part, value, run);
    run.path.pop();
  };
  const faultsOf = (part: Schema, value: unknown, { path }: Run): readonly SchemaFault[] => {
    const faults: SchemaFault[] = [];
    inner(part, value, { path, faults });
    return faults;
  };
  const given = <Keyword extends keyof Schema, Value>(
    keyword: Keyword,
    check: (asked: NonNullable<Schema[Keyword]>, value: Value, run: Run) => void,
  ): readonly Check<Value>[] => {
    const asked = schema[keyword];
    return asked === undefined || asked === null ? [] : [(value, run) => check(asked, value, run)];
  };
  const bounds = <Value>(of: 'Length' | 'Items' | 'Properties', unit: string, countOf: (value: Value) => number) => [
    ...given(`max${of}`, (limit, value: Value, run) => {
      if (countOf(value) > limit)
        fault([`max${of}`, { limit }], `must NOT have more than ${limit} ${unit}`, value, run);
    }),
    ...given(`min${of}`, (limit, value: Value, run) => {
      if (countOf(value) < limit)
        fault([`min${of}`, { limit }], `must NOT have fewer than ${limit} ${unit}`, value, run);
    }),
  ];
  const { properties = {}, const: allowedValue, pattern } = schema;
  const form = new RegExp(pattern ?? '', 'u');
  return {
    type: given('type', (type, value, run) => fault(['type', { type }], `must be ${[type].flat()}`, value, run)),
    any: [
      ...given('$ref', referred),
      (value, run) => {
        if (allowedValue !== undefined && value !== allowedValue)
          fault(['const', { allowedValue }], 'must be equal to constant', value, run);
      },
      ...given('enum', (allowedValues, value, run) => {
        if (!allowedValues.includes(value))
          fault(['enum', { allowedValues }], 'must be equal to one of the allowed values', value, run);
      }),
      ...given('oneOf', (parts, value, run) => {
        const passing: number[] = [];
        const faults: SchemaFault[] = [];
        for (const [index, part] of parts.entries()) {
          const found = faultsOf(part, value, run);
          faults.push(...found);
          if (found.length === 0 && passing.push(index) === 2) break;
        }
        if (passing.length === 1) return;
        run.faults.push(...faults);
        const passingSchemas = passing.length === 0 ? null : passing;
        fault(['oneOf', { passingSchemas }], 'must match exactly one schema in oneOf', value, run);
      }),
      ...given('allOf', (parts, value, run) => {
        for (const part of parts) inner(part, value, run);
      }),
      ...given('if', (part, value, run) => {
        if (schema.then !== undefined && faultsOf(part, value, run).length === 0) inner(schema.then, value, run);
      }),
    ],
    number: [
      ...given('maximum', (limit, value: number, run) => {
        if (value > limit) fault(['maximum', { comparison: '<=', limit }], `must be <= ${limit}`, value, run);
      }),
      ...given('minimum', (limit, value: number, run) => {
        if (value < limit) fault(['minimum', { comparison: '>=', limit }], `must be >= ${limit}`, value, run);
      }),
    ],
    string: [
      ...bounds('Length', 'characters', lengthOf),
      ...given('pattern', (_, value: string, run) => {
        if (!form.test(value)) fault(['pattern', { pattern }], `must match pattern "${pattern}"`, value, run);
      }),
    ],
    array: [
      ...bounds('Items', 'items', ({ length }: readonly unknown[]) => length),
      ...given('items', (part, value: readonly unknown[], run) => {
        for (const [index, item] of value.entries()) under(index, part, item, run);
      }),
      ...given('uniqueItems', (_, value: readonly unknown[], run) => {
        const [i, j] = equalItems(value) ?? [];
        if (i === undefined) return;
        const message = `must NOT have duplicate items (items ## ${j} and ${i} are identical)`;
        fault(['uniqueItems', { i, j }], message, value, run);
      }),
    ],
    object: [
      ...bounds('Properties', 'properties', (value: MapValue) => Object.keys(value).length),
      ...given('required', (names, value: MapValue, run) => {
        for (const missingProperty of names)
          if (value[missingProperty] === undefined)
            fault(['required', { missingProperty }], `must have required property '${missingProperty}'`, value, run);
      }),
      ...given('propertyNames', (part, value: MapValue, run) => {
        for (const propertyName of Object.keys(value))
          if (faultsOf(part, propertyName, run).length > 0)
            fault(['propertyNames', { propertyName }], 'property name must be valid', value, run);
      }),
      ...given('additionalProperties', (part, value: MapValue, run) => {
        for (const additionalProperty of Object.keys(value)) {
          if (part === true || Object.hasOwn(properties, additionalProperty)) continue;
          if (part !== false) under(additionalProperty, part, value[additionalProperty], run);
          else
            fault(['additionalProperties', { additionalProperty }], 'must NOT have additional properties', value, run);
        }
      }),
      ...given('properties', (parts, value: MapValue, run) => {
        for (const [name, part] of Object.entries(parts))
          if (value[name] !== undefined) under(name, part, value[name], run);
      }),
    ],
  };
}

/** A schema as a function. */
function compiled(schema: Schema, others: Others): Check {
  const checks = checksOf(schema, others);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  // Where keywords are about the one type that is asked for, another type is told in their place.
  const own = types.length === 1 ? GROUPS.find((group) => group === types[0] && checks[group].length > 0) : undefined;
  const tell = (of: keyof typeof checks, value: unknown, run: Run): void => {
    for (const check of checks[of]) check(value as never, run);
  };
  return (value, run) => {
    if (own === undefined && !types.some((type) => is(type, value))) tell('type', value, run);
    for (const group of GROUPS)
      if (group === 'any' || is(group, value)) tell(group, value, run);
      else if (group === own) tell('type', value, run);
  };
}

/** The check of the schema with this name. `schemas`: it, and those that it refers to. Each is compiled when used. */
export function schemaCheck(name: string, schemas: SchemaTable): SchemaCheck {
  const known = new Map<Schema, Check>();
  const runIn = (root: Schema | undefined, schema: Schema | undefined, value: unknown, run: Run): void => {
    if (schema === undefined || root === undefined) throw new Error(`a schema that ${name} refers to is missing`);
    let check = known.get(schema);
    if (check === undefined) {
      check = compiled(schema, {
        inner: (part, ofPart, more) => runIn(root, part, ofPart, more),
        referred: (ref, ofRef, more) => {
          const [file = '', definition] = ref.split('#/definitions/');
          const to = file === '' ? root : schemas[file];
          runIn(to, definition === undefined ? to : to?.definitions?.[definition], ofRef, more);
        },
      });
      known.set(schema, check);
    }
    check(value, run);
  };
  return (value) => {
    const run: Run = { path: [], faults: [] };
    runIn(schemas[name], schemas[name], value, run);
    return run.faults;
  };
}
