import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Schema, type SchemaTable, schemaCheck } from '../../src/files/check-schema.ts';
import { runs } from '../support/runs.ts';

/**
 * What Ajv finds, which is the reference. Ours leaves out two faults that say nothing of their own: those inside a name,
 * which `propertyNames` tells, and that of an `if`, whose `then` tells it.
 */
function ajvFaults(name: string, schemas: SchemaTable): (value: unknown) => readonly unknown[] {
  const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, strict: false });
  for (const [file, schema] of Object.entries(schemas)) ajv.addSchema(schema, file);
  const check = ajv.getSchema(name);
  return (value) => {
    check?.(value);
    return (check?.errors ?? [])
      .filter((fault) => !('propertyName' in fault) && fault.keyword !== 'if')
      .map(({ schemaPath: _, schema: __, ...fault }) => comparable(fault));
  };
}

/** Which of several equal items Ajv names depends on their type. */
const comparable = (fault: { readonly keyword: string }): unknown =>
  fault.keyword === 'uniqueItems' ? { ...fault, params: {}, message: '' } : fault;

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 2.5, 9, '', 'a', 'ab', '😀', 'a/b', 'a~b'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .dictionary(fc.constantFrom('a', 'b', 'ab', 'a/b', 'a~b', ''), tie('value'), {
        maxKeys: 4,
        noNullPrototype: true,
      })
      .map((map) => Object.fromEntries(Object.entries(map).sort())),
  ),
})).value;

const small = fc.constantFrom(0, 1, 2);
const kind = fc.constantFrom('number', 'integer', 'string', 'boolean', 'null', 'array', 'object');

const anySchema = fc.letrec<{ schema: Schema; inner: Schema }>((tie) => ({
  inner: fc.oneof({ maxDepth: 2 }, fc.constantFrom<Schema>({}, { $ref: '#/definitions/x' }), tie('schema')),
  schema: fc.record<Required<Omit<Schema, 'definitions' | 'x-allowed'>>>(
    {
      $ref: fc.constantFrom('#/definitions/x', 'other', 'other#/definitions/y'),
      type: fc.oneof(kind, fc.uniqueArray(kind, { minLength: 2, maxLength: 3 })),
      const: fc.constantFrom(1, 'a', null),
      enum: fc.constantFrom([1], ['a', 'ab', null]),
      oneOf: fc.array(tie('inner'), { minLength: 1, maxLength: 3 }),
      allOf: fc.array(tie('inner'), { minLength: 1, maxLength: 2 }),
      if: tie('inner'),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: tie('inner'),
      minimum: small,
      maximum: small,
      minLength: small,
      maxLength: small,
      pattern: fc.constantFrom('^a', '.', '^\\p{L}+$'),
      minItems: small,
      maxItems: small,
      uniqueItems: fc.constant(true),
      items: tie('inner'),
      minProperties: small,
      maxProperties: small,
      required: fc.subarray(['a', 'b', 'zz'], { minLength: 1 }),
      // Ajv does not mark what it finds behind a `$ref` in a name.
      propertyNames: fc.constantFrom<Schema>({ minLength: 1 }, { pattern: '^a' }, { enum: ['a', 'b'] }),
      additionalProperties: fc.oneof(fc.boolean(), tie('inner')),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'a/b'), tie('inner'), { noNullPrototype: true }),
    },
    { requiredKeys: [] },
  ),
})).schema;

const X: Schema = {
  type: ['string', 'array', 'object'],
  maxLength: 1,
  required: ['a'],
  propertyNames: { minLength: 1 },
};
const OTHER: Schema = {
  type: 'object',
  properties: { a: { $ref: '#/definitions/y' } },
  definitions: { y: { minimum: 1 } },
};

describe('the check of a schema', () => {
  test('finds what Ajv finds, in the same order, with any keywords', () => {
    let met = 0;
    fc.assert(
      fc.property(anySchema, fc.array(value, { minLength: 1, maxLength: 8 }), (schema, values) => {
        const schemas = { main: { ...schema, definitions: { x: X } }, other: OTHER };
        const [ours, theirs] = [schemaCheck('main', schemas), ajvFaults('main', schemas)];
        for (const each of values) {
          const faults = ours(each);
          met += faults.length;
          expect(faults.map(comparable)).toEqual(theirs(each));
        }
      }),
      { numRuns: runs(20) },
    );
    expect(met).toBeGreaterThan(10);
  });

  const FILES: SchemaTable = Object.fromEntries(
    readdirSync('schemas').map((file) => [file, JSON.parse(readFileSync(`schemas/${file}`, 'utf8'))]),
  );
  const DOCUMENTS = [
    ...['lexform.yaml', 'glossaries/product/glossary.yaml', 'style-rules/marketing-de.yaml'].map((path) =>
      parse(readFileSync(`examples/quickstart/${path}`, 'utf8')),
    ),
    { support: { label: 'Support', characters: 5 }, 'a/b': { characters: -1, other: 2 } },
    { formatVersion: 1, changes: [{ kind: 'glossary', dictionaries: [{}] }] },
  ];

  /** A document with another value somewhere in it. */
  function changed(document: unknown, steps: readonly number[], other: unknown): unknown {
    const [step, ...rest] = steps;
    if (step === undefined || typeof document !== 'object' || document === null) return other;
    const keys = Object.keys(document);
    if (keys.length === 0) return other;
    const key = keys[step % keys.length] as string;
    const inner = changed((document as Record<string, unknown>)[key], rest, other);
    return Array.isArray(document) ? document.with(Number(key), inner) : { ...document, [key]: inner };
  }

  test.each(['workspace', 'glossary', 'style-list', 'developer-keys', 'samples', 'lint', 'plan', 'preview'])(
    'finds in what %s.schema.json is about what Ajv finds',
    (name) => {
      const [ours, theirs] = [schemaCheck(`${name}.schema.json`, FILES), ajvFaults(`${name}.schema.json`, FILES)];
      fc.assert(
        fc.property(
          fc.constantFrom(...DOCUMENTS),
          fc.array(fc.nat(20), { maxLength: 5 }),
          value,
          (document, steps, other) => {
            for (const each of [document, changed(document, steps, other)])
              expect(ours(each).map(comparable)).toEqual(theirs(each));
          },
        ),
        { numRuns: runs(60) },
      );
    },
  );

  test('says so when a schema refers to one that is not there', () => {
    expect(() => schemaCheck('main', { main: { $ref: 'gone' } })({})).toThrow('refers to is missing');
  });
});
