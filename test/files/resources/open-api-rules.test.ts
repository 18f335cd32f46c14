import { describe, expect, test } from 'vitest';
import { builtInRules } from '../../../src/contract/rule-catalogue.ts';
import { parseOpenApiRules } from '../../../src/kinds/style-list/files/rule-catalogue.ts';

const parse = (text: string) => parseOpenApiRules({ bytes: new TextEncoder().encode(text), file: 'openapi.yaml' });

describe('parseOpenApiRules', () => {
  test('references and joined parts are followed, in YAML and in JSON', () => {
    const document = {
      components: {
        schemas: {
          Apostrophe: { type: 'string', enum: ['straight', 'curly'] },
          Punctuation: { properties: { apostrophe: { $ref: '#/components/schemas/Apostrophe' } } },
          'a/b~c': {
            properties: { free: { type: 'string' }, dots: { allOf: [{ enum: ['one'] }, { enum: ['two'] }] } },
          },
          ConfiguredRules: {
            allOf: [{ properties: { punctuation: { $ref: '#/components/schemas/Punctuation' } } }],
            properties: { formatting: { $ref: '#/components/schemas/a~1b~0c' } },
          },
        },
      },
    };
    const expected = new Map([
      ['punctuation', new Map([['apostrophe', ['straight', 'curly']]])],
      ['formatting', new Map([['dots', ['one', 'two']]])],
    ]);
    expect(parse(JSON.stringify(document))).toEqual({ value: expected, findings: [] });
    const yaml = `components:
  schemas:
    ConfiguredRules:
      properties:
        punctuation: { properties: { apostrophe: { enum: [straight, curly] } } }
        formatting: { properties: { dots: { enum: [one, two] } } }
`;
    expect(parse(yaml).value).toEqual(expected);
  });

  test('a document without rules, or one that refers to itself, is told and does no harm', () => {
    for (const text of [
      '{}',
      '[]',
      'null',
      '{"components":{"schemas":{"ConfiguredRules":{"$ref":"#/components/schemas/ConfiguredRules"}}}}',
    ]) {
      expect(parse(text).findings.map(({ code }) => code)).toEqual(['rule-catalogue-form']);
    }
    expect(parse('a: [\n').findings.map(({ code }) => code)).toEqual(['yaml-syntax']);
  });

  test('a full catalogue, as the built-in one: 159 rules with 518 options', () => {
    const properties = Object.fromEntries(
      [...builtInRules()].map(([category, rules]) => [
        category,
        {
          properties: Object.fromEntries(
            [...rules].map(([rule, options]) => [rule, { type: 'string', enum: options }]),
          ),
        },
      ]),
    );
    const { value } = parse(JSON.stringify({ components: { schemas: { ConfiguredRules: { properties } } } }));
    expect(value).toEqual(builtInRules());
    const rules = [...(value ?? [])].flatMap(([, of]) => [...of.values()]);
    expect(rules.length).toBe(159);
    expect(rules.flat().length).toBe(518);
  });
});
