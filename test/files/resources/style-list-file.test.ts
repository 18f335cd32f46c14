import { describe, expect, test } from 'vitest';
import { builtInCatalogue } from '../../../src/kinds/style-list/files/rule-catalogue.ts';
import { parseStyleListFile } from '../../../src/kinds/style-list/files/style-list-file.ts';

const parse = (text: string, file = 'style-rules/a.yaml') =>
  parseStyleListFile({ bytes: new TextEncoder().encode(text), file }, builtInCatalogue());

const faults = (text: string, file?: string) =>
  parse(text, file).findings.map(({ code, severity, at }) => `${severity} ${code} ${at.line}:${at.column}`);

const HEAD = 'name: A\nlanguage: de\n';

describe('parseStyleListFile', () => {
  test('a list with everything in it', () => {
    const { value, findings } = parse(`name: Marketing
id: 7f0c
language: DE
protect: true
configured_rules:
  punctuation: { apostrophe: use_curly_apostrophes }
custom_instructions:
  - { label: Tone, prompt: Friendly., source_language: EN }
  - label: Other
    prompt: |
      Two
      lines.
`);
    expect(findings).toEqual([]);
    expect(value).toMatchObject({
      address: 'style_rules.a',
      origin: { line: 1, column: 7 },
      pinnedId: '7f0c',
      protect: true,
      content: {
        name: 'Marketing',
        language: 'de',
        rules: new Map([['punctuation', new Map([['apostrophe', 'use_curly_apostrophes']])]]),
        instructions: [
          { label: 'Tone', prompt: 'Friendly.', sourceLanguage: 'en' },
          { label: 'Other', prompt: 'Two\nlines.\n' },
        ],
      },
    });
    expect(value?.instructionOrigins.map(({ line, column }) => [line, column])).toEqual([
      [8, 5],
      [9, 5],
    ]);
    expect(value?.locateRule('punctuation', 'apostrophe')).toMatchObject({ line: 6, column: 18 });
    expect(value?.locateRule('punctuation', 'nothing')).toBe(undefined);
  });

  test.each([
    ['en-US', 'language-variant', 'error', { base: 'en' }],
    ['pt-BR', 'language-variant', 'error', { base: 'pt' }],
    ['pt', 'language-unknown', 'warning', {}],
    ['ca', 'language-unknown', 'warning', {}],
    ['jp', 'language-unknown', 'warning', { suggestion: 'ja' }],
    ['german', 'language-unsupported', 'error', {}],
    ['e', 'language-unsupported', 'error', {}],
  ])('the language %s is %s', (language, code, severity, details) => {
    expect(parse(`name: A\nlanguage: ${language}\n`)).toMatchObject({
      findings: [{ code, severity, at: { line: 2, column: 11 }, details: { language, ...details } }],
    });
  });

  test('lengths are counted in characters, not in bytes or code units', () => {
    const list = (label: string, prompt: string) =>
      `${HEAD}custom_instructions:\n  - { label: "${label}", prompt: "${prompt}" }\n`;
    expect(faults(list('😀'.repeat(100), 'é'.repeat(300)))).toEqual([]);
    expect(parse(list('😀'.repeat(101), 'é'.repeat(301))).findings).toMatchObject([
      { code: 'text-too-long', details: { key: 'custom_instructions[0].label', chars: 101, max: 100 } },
      { code: 'text-too-long', details: { key: 'custom_instructions[0].prompt', chars: 301, max: 300 } },
    ]);
    expect(faults(`name: ${'é'.repeat(1024)}\nlanguage: de\n`)).toEqual([]);
    expect(faults(`name: ${'é'.repeat(1025)}\nlanguage: de\n`)).toEqual(['error text-too-long 1:7']);
  });

  test('200 instructions are allowed, 201 are not', () => {
    const list = (count: number) =>
      `${HEAD}custom_instructions:\n${Array.from({ length: count }, (_, index) => `  - { label: l${index}, prompt: p }\n`).join('')}`;
    expect(faults(list(200))).toEqual([]);
    expect(parse(list(201)).findings).toMatchObject([{ code: 'list-too-long', details: { items: 201, max: 200 } }]);
  });

  test('whatever the catalogue lacks is a warning with the nearest name, an option of a known rule too', () => {
    const { findings, value } = parse(`${HEAD}configured_rules:
  punctuation:
    apostrophe: use_curly_apostrophe
    apostrofe: x
  punctuaton: { a: b }
  formatting: { anything: goes }
`);
    expect(value?.content.rules.get('punctuation')?.get('apostrophe')).toBe('use_curly_apostrophe');
    expect(findings).toMatchObject([
      {
        code: 'rule-option-unknown',
        severity: 'warning',
        at: { line: 5, column: 17 },
        details: { known: ['use_curly_apostrophes', 'use_straight_apostrophes'], suggestion: 'use_curly_apostrophes' },
      },
      { code: 'rule-unknown', severity: 'warning', at: { line: 6 }, details: { suggestion: 'apostrophe' } },
      { code: 'rule-category-unknown', severity: 'warning', at: { line: 7 }, details: { suggestion: 'punctuation' } },
      { code: 'rule-unknown', severity: 'warning', at: { line: 8, column: 17 } },
    ]);
  });

  test('a label that is used twice is a warning that names both places, and so is an instruction that stands twice', () => {
    const { findings } = parse(`${HEAD}custom_instructions:
  - { label: a, prompt: x }
  - { label: a, prompt: y }
  - { label: a, prompt: y }
`);
    expect(findings).toMatchObject([
      { code: 'instruction-label-repeated', severity: 'warning', at: { line: 5 }, related: [{ line: 4 }] },
      { code: 'instruction-repeated', severity: 'warning', at: { line: 6 }, related: [{ line: 5 }] },
    ]);
  });

  test('rules and options that YAML reads as something else than text must be in quotes', () => {
    expect(parse(`${HEAD}configured_rules: { numbers: { a: 10, b: true, c: null } }\n`).findings).toMatchObject([
      { code: 'value-kind', details: { found: 'a number', allowed: ['a text'] } },
      { code: 'value-kind', details: { found: 'true or false' } },
      { code: 'value-kind', details: { found: 'nothing' } },
    ]);
  });

  test('rules whose names mean something to JavaScript are kept', () => {
    const { value } = parse(`${HEAD}configured_rules: { __proto__: { constructor: a, 10: b } }\n`);
    expect(value?.content.rules).toEqual(
      new Map([
        [
          '__proto__',
          new Map([
            ['constructor', 'a'],
            ['10', 'b'],
          ]),
        ],
      ]),
    );
  });

  test('names of files that cannot be part of an address are errors', () => {
    for (const file of ['style-rules/a b.yaml', 'style-rules/a->b.yml', 'style-rules/a*.yaml', 'a\u202Eb.yaml']) {
      expect(faults(`${HEAD}`, file)).toEqual(['error address-name-form 1:1']);
    }
    expect(faults(HEAD, '.yaml')).toEqual(['error address-without-name 1:1']);
    expect(parse(HEAD, 'style-rules/glossary.yaml').value?.address).toBe('style_rules.glossary');
  });

  test('a file that does not fit the schema is still checked for its language and its rules', () => {
    expect(faults('language: en-US\nconfigured_rules: { punctuation: { apostrophe: x, b: 1 }, numbers: 2 }\n')).toEqual(
      [
        'error key-missing 1:1',
        'error value-kind 2:68',
        'error value-kind 2:54',
        'error language-variant 1:11',
        'warning rule-option-unknown 2:48',
      ],
    );
    expect(faults('- a\n')).toEqual(['error value-kind 1:1']);
  });

  test('a control character in a name, an id or a label is an error at its place, and not in a prompt', () => {
    for (const character of ['\\0', '\\t', '\\n', '\\r', '\\x1b', '\\x7f', '\\x85'])
      expect(
        faults(
          `name: "a${character}b"\nid: "a${character}b"\nlanguage: de\ncustom_instructions:\n  - { label: "a${character}b", prompt: x }\n`,
        ),
      ).toEqual(['error value-form 1:7', 'error value-form 2:5', 'error value-form 5:14']);
    expect(faults('name: |\n  a\nlanguage: de\n')).toEqual(['error value-form 1:7']);
    const prompt = 'custom_instructions:\n  - { label: a, prompt: "a\\u0007b" }\n';
    expect(faults(`name: a\nlanguage: de\n${prompt}`)).toEqual(['warning text-control-character 4:25']);
  });

  test('odd texts are kept, with a warning', () => {
    expect(faults(`name: " x"\nlanguage: de\ncustom_instructions:\n  - { label: "a\\u2028", prompt: " " }\n`)).toEqual([
      'warning text-outer-space 1:7',
      'warning text-control-character 4:14',
      'warning text-blank 4:33',
    ]);
  });
});
