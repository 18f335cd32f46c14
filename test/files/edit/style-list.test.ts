import { describe, expect, test } from 'vitest';
import { builtInCatalogue } from '../../../src/kinds/style-list/files/rule-catalogue.ts';
import { editStyleList } from '../../../src/kinds/style-list/files/style-list-writing.ts';
import { listValues, type StyleListEdit } from '../../support/file-values.ts';

function edit(content: string, ...edits: readonly StyleListEdit[]) {
  const bytes = new TextEncoder().encode(content);
  const edited = editStyleList({ bytes, file: 'style-rules/a.yaml', catalogue: builtInCatalogue() }, listValues(edits));
  return 'bytes' in edited
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(edited.bytes)
    : edited.findings.map(({ code }) => code);
}

const setRule = (category: string, rule: string, option: string): StyleListEdit => ({
  kind: 'set-rule',
  category,
  rule,
  option,
});
const removeRule = (category: string, rule: string): StyleListEdit => ({ kind: 'remove-rule', category, rule });
const add = (label: string, prompt: string, sourceLanguage?: string): StyleListEdit => ({
  kind: 'add-instruction',
  instruction: { label, prompt, ...(sourceLanguage !== undefined && { sourceLanguage }) },
});
const setInstruction = (index: number, label: string, prompt: string, sourceLanguage?: string): StyleListEdit => ({
  kind: 'set-instruction',
  index,
  instruction: { label, prompt, ...(sourceLanguage !== undefined && { sourceLanguage }) },
});
const removeInstruction = (index: number): StyleListEdit => ({ kind: 'remove-instruction', index });

const HEAD = 'name: A\nlanguage: de\n';

test('the language keeps its style, and every other byte stays', () => {
  const set = (language: string): StyleListEdit => ({ kind: 'set-language', language });
  expect(edit("name: A\r\nlanguage:  'de'  # theirs\r\n", set('fr'))).toBe("name: A\r\nlanguage:  'fr'  # theirs\r\n");
  expect(edit('{ language: de, name: A }', set('en'))).toBe('{ language: en, name: A }');
  expect(edit(HEAD, set('de'))).toBe(HEAD);
  expect(edit(HEAD, set('ca'))).toBe('name: A\nlanguage: ca\n');
  expect(edit(HEAD, set('catalan'))).toEqual(['language-unsupported']);
});

describe('the name', () => {
  test.each([
    ['name: A # the name', 'name: B # the name'],
    ['name:   "A"', 'name:   "B"'],
    ["'name': 'A'", "'name': 'B'"],
    ['name: &n A', 'name: &n B'],
    ['name: !!str A', 'name: !!str B'],
    ['? name\n: A', '? name\n: B'],
    ['name: >-\n  A\n', 'name: >-\n  B\n'],
    ['name: |- # c\n    A\n', 'name: |- # c\n    B\n'],
    ['name:\n  A', 'name:\n  B'],
  ])('%j keeps its style', (before, after) => {
    expect(edit(`# top\n${before}\nlanguage: de\n`, { kind: 'set-name', name: 'B' })).toBe(
      `# top\n${after}\nlanguage: de\n`,
    );
  });

  test('is quoted where it has to be, and never breaks out of its quotes', () => {
    const named = (before: string, name: string) => edit(`name: ${before}\nlanguage: de\n`, { kind: 'set-name', name });
    expect(named('A', 'B: #1')).toBe('name: "B: #1"\nlanguage: de\n');
    expect(named('A', 'no')).toBe('name: "no"\nlanguage: de\n');
    expect(named("'A'", "it's")).toBe("name: 'it''s'\nlanguage: de\n");
    expect(named("'A'", 'bell\u2028\u202e')).toBe('name: "bell\\u2028\\u202e"\nlanguage: de\n');
    expect(named('"A"', 'say "x"\\')).toBe('name: "say \\"x\\"\\\\"\nlanguage: de\n');
    expect(edit('{name: A, language: de}', { kind: 'set-name', name: 'B, C' })).toBe('{name: "B, C", language: de}');
    expect(edit('\ufeffname: A\r\nlanguage: de\r\n', { kind: 'set-name', name: 'B' })).toBe(
      '\ufeffname: B\r\nlanguage: de\r\n',
    );
  });
});

describe('a rule', () => {
  const BLOCK = `${HEAD}configured_rules:
  # about it
  punctuation: # p
      apostrophe: use_curly_apostrophes  # x
      # end
  numbers:
      "a": 'x'

# last
protect: true
`;

  test('is set in its value', () => {
    expect(edit(BLOCK, setRule('numbers', 'a', "y'"))).toBe(BLOCK.replace("'x'", "'y'''"));
  });

  test('is added behind the last one, in the style of its neighbours', () => {
    expect(edit(BLOCK, setRule('numbers', 'b', 'y'))).toBe(BLOCK.replace(`'x'\n`, `'x'\n      "b": 'y'\n`));
    expect(edit(BLOCK, setRule('punctuation', 'b', 'no'))).toBe(BLOCK.replace('# x\n', '# x\n      b: "no"\n'));
  });

  test('makes its category, and takes it along', () => {
    const more = edit(BLOCK, setRule('formatting', 'c', 'z'), setRule('__proto__', '10', 'null'));
    expect(more).toBe(BLOCK.replace("'x'\n", '\'x\'\n  formatting:\n      c: z\n  "__proto__":\n      "10": "null"\n'));
    expect(edit(more as string, removeRule('formatting', 'c'), removeRule('__proto__', '10'))).toBe(BLOCK);
    expect(edit(BLOCK, removeRule('punctuation', 'apostrophe'))).toBe(
      `${HEAD}configured_rules:\n  # about it\n      # end\n  numbers:\n      "a": 'x'\n\n# last\nprotect: true\n`,
    );
  });

  test('is added where there was none, and the last one leaves an empty map', () => {
    const one = `${HEAD}configured_rules:\n  numbers:\n    a: x\n`;
    expect(edit(HEAD, setRule('numbers', 'a', 'x'))).toBe(one);
    expect(edit(one, removeRule('numbers', 'a'))).toBe(`${HEAD}configured_rules: {}\n`);
    expect(edit(`${HEAD}configured_rules: {} # none\n`, setRule('numbers', 'a', 'x'))).toBe(
      `${HEAD}configured_rules: # none\n  numbers:\n    a: x\n`,
    );
    expect(edit(`${HEAD}configured_rules:\n  numbers: {}\n`, setRule('numbers', 'a', 'x'))).toBe(one);
    expect(edit(`${HEAD}configured_rules:\n  ? numbers\n  : a: x\n`, removeRule('numbers', 'a'))).toBe(
      `${HEAD}configured_rules: {}\n`,
    );
    expect(edit(`${HEAD}configured_rules: &r # c\n  numbers:\n    a: x\n`, removeRule('numbers', 'a'))).toBe(
      `${HEAD}configured_rules: &r {} # c\n`,
    );
    expect(edit('name: A\r\nlanguage: de', setRule('numbers', 'a', 'x'))).toBe(
      'name: A\r\nlanguage: de\r\nconfigured_rules:\r\n  numbers:\r\n    a: x',
    );
    expect(edit(one, setRule('formatting', 'b', 'v'), removeRule('numbers', 'a'))).toBe(
      `${HEAD}configured_rules:\n  formatting:\n    b: v\n`,
    );
  });

  test.each([
    ['{ a: x, b: y }', '{ a: x }', '{ a: x, b: y, c: z }'],
    ['{a: x, b: y,}', '{a: x,}', '{a: x, b: y, c: z,}'],
    ['{b: y, a: x}', '{a: x}', '{b: y, a: x, c: z}'],
    [
      '{\n    a: x, # one\n    b: y # two\n  }',
      '{\n    a: x # one\n  }',
      '{\n    a: x, # one\n    b: y, # two\n    c: z\n  }',
    ],
    [
      '{\n    # one\n    b: y,\n    # two\n    a: x,\n  }',
      '{\n    # one\n    # two\n    a: x,\n  }',
      '{\n    # one\n    b: y,\n    # two\n    a: x,\n    c: z,\n  }',
    ],
    ['{ "a": "x", "b": "y" }', '{ "a": "x" }', '{ "a": "x", "b": "y", "c": "z" }'],
  ])('between braces: %j', (before, without, more) => {
    const list = (rules: string) => `${HEAD}configured_rules:\n  numbers: ${rules} # n\n`;
    expect(edit(list(before), removeRule('numbers', 'b'))).toBe(list(without));
    expect(edit(list(before), setRule('numbers', 'c', 'z'))).toBe(list(more));
  });

  test('between the braces of the whole file', () => {
    const json = '{"name": "A", "language": "de"}\n';
    const more = '{"name": "A", "language": "de", "configured_rules": { "numbers": { "a": "x" } }}\n';
    expect(edit(json, setRule('numbers', 'a', 'x'))).toBe(more);
    expect(edit(more, removeRule('numbers', 'a'))).toBe(more.replace('"numbers": { "a": "x" }', ''));
  });
});

describe('an instruction', () => {
  const BLOCK = `${HEAD}custom_instructions:
# first
- label: Tone   # t
  prompt: |
    Two
    lines.

# second
-   source_language: en # s
    label: "Names"
    prompt: >-
      keep
      them
# tail
`;

  test('is changed field by field', () => {
    expect(edit(BLOCK, setInstruction(0, 'Voice', 'Two\nlines.\n'))).toBe(BLOCK.replace('Tone ', 'Voice '));
    expect(edit(BLOCK, setInstruction(0, 'Tone', 'One: line'))).toBe(
      BLOCK.replace('|\n    Two\n    lines.\n', '|-\n    One: line\n'),
    );
    expect(edit(BLOCK, setInstruction(0, 'Tone', ' a\u0007'))).toBe(
      BLOCK.replace('|\n    Two\n    lines.\n', '" a\\u0007"\n'),
    );
    expect(edit(BLOCK, setInstruction(1, 'Names', 'a\nb\n\nc', 'fr'))).toBe(
      BLOCK.replace(': en', ': fr').replace('      keep\n      them\n', '      a\n\n      b\n\n\n      c\n'),
    );
  });

  test('gets and loses a source language', () => {
    const more = edit(BLOCK, setInstruction(0, 'Tone', 'Two\nlines.\n', 'fr'));
    expect(more).toBe(BLOCK.replace('    lines.\n', '    lines.\n  source_language: fr\n'));
    expect(edit(more as string, setInstruction(0, 'Tone', 'Two\nlines.\n'))).toBe(BLOCK);
    expect(edit(BLOCK, setInstruction(1, 'Names', 'keep them'))).toBe(BLOCK.replace('source_language: en # s', ' # s'));
    const bare = BLOCK.replace(' # s', '');
    expect(edit(bare, setInstruction(1, 'Names', 'keep them'))).toBe(bare.replace('source_language: en\n    ', ''));
  });

  test('is added behind the last one, in its style', () => {
    expect(edit(BLOCK, add('New', 'Some text', 'en'))).toBe(
      BLOCK.replace('# tail', '-   label: "New"\n    prompt: >-\n      Some text\n    source_language: en\n# tail'),
    );
    expect(edit(`${HEAD}custom_instructions:\n  - {label: T, prompt: P}\n`, add('a, b', 'c'))).toBe(
      `${HEAD}custom_instructions:\n  - {label: T, prompt: P}\n  - { label: "a, b", prompt: c }\n`,
    );
    expect(edit(`${HEAD}custom_instructions: [{label: T, prompt: P}]\n`, add('a', 'c'))).toBe(
      `${HEAD}custom_instructions: [{label: T, prompt: P}, { label: a, prompt: c }]\n`,
    );
    expect(edit(HEAD, add('a', 'b'), add('c', 'd\ne'))).toBe(
      `${HEAD}custom_instructions:\n  - label: a\n    prompt: b\n  - label: c\n    prompt: "d\\ne"\n`,
    );
  });

  test.each([
    [
      '[\n  { label: a, prompt: x }, # one\n  # two\n  { label: b, prompt: x }\n]',
      '[\n  { label: a, prompt: x } # one\n  # two\n]',
      '[\n  { label: a, prompt: x }, # one\n  # two\n  { label: b, prompt: x },\n  { label: c, prompt: x }\n]',
    ],
    [
      '[{\n  "label": "a", "prompt": "x"\n }, {\n  "label": "b", "prompt": "x"\n }]',
      '[{\n  "label": "a", "prompt": "x"\n }]',
      '[{\n  "label": "a", "prompt": "x"\n }, {\n  "label": "b", "prompt": "x"\n }, { "label": "c", "prompt": "x" }]',
    ],
    ['[{label: a, prompt: x}, &b {label: b, prompt: x}]', '[{label: a, prompt: x}]', undefined],
  ])('between brackets: %j', (before, without, more) => {
    const list = (items: string) => `${HEAD}custom_instructions: ${items}\n`;
    expect(edit(list(before), removeInstruction(1))).toBe(list(without));
    if (more !== undefined) expect(edit(list(before), add('c', 'x'))).toBe(list(more));
  });

  test('is removed with its lines, and the comments stay', () => {
    expect(edit(BLOCK, removeInstruction(0))).toBe(
      BLOCK.replace('- label: Tone   # t\n  prompt: |\n    Two\n    lines.\n', ''),
    );
    expect(edit(BLOCK, removeInstruction(0), removeInstruction(1))).toBe(
      `${HEAD}custom_instructions: []\n# first\n\n# second\n# tail\n`,
    );
    expect(edit(BLOCK, removeInstruction(0), removeInstruction(1), add('a', 'b'))).toBe(
      `${HEAD}custom_instructions:\n# first\n\n# second\n-   label: "a"\n    prompt: >-\n      b\n# tail\n`,
    );
  });

  test('with edits of several by their first index', () => {
    const three = `${HEAD}custom_instructions:\n  - { label: a, prompt: x }\n  - { label: b, prompt: x }\n  - { label: c, prompt: x }\n`;
    expect(edit(three, removeInstruction(0), setInstruction(2, 'c', 'v'), removeInstruction(1))).toBe(
      `${HEAD}custom_instructions:\n  - { label: c, prompt: v }\n`,
    );
  });
});

describe('anchors', () => {
  const TEXT = `${HEAD}custom_instructions:
  - &one
    label: &l T
    prompt: &p P
  - *one
  - { label: *l, prompt: *p }
`;

  test('an alias is written out where it is edited', () => {
    expect(edit(TEXT, setInstruction(1, 'T', 'Q'))).toBe(TEXT.replace('- *one', '- { label: T, prompt: Q }'));
    expect(edit(TEXT, setInstruction(2, 'U', 'P'))).toBe(TEXT.replace('*l', 'U'));
    expect(edit(TEXT, removeInstruction(1))).toBe(TEXT.replace('  - *one\n', ''));
  });

  test('what is anchored is edited alone', () => {
    expect(edit(TEXT, setInstruction(0, 'T', 'Q'))).toBe(
      TEXT.replace('&p P', '&p Q').replace('- *one', '- { label: T, prompt: P }').replace('*p', 'P'),
    );
    expect(edit(TEXT, removeInstruction(0))).toBe(
      `${HEAD}custom_instructions:\n  - { label: T, prompt: P }\n  - { label: T, prompt: P }\n`,
    );
  });
});

describe('nothing is written', () => {
  test('when the file has an error, or would have one', () => {
    expect(edit('name: A\n', { kind: 'set-name', name: 'B' })).toEqual(['key-missing']);
    expect(edit(HEAD, { kind: 'set-name', name: '' })).toEqual(['value-empty']);
    // What the catalogue lacks is the service's to know.
    expect(edit(HEAD, setRule('punctuation', 'apostrophe', 'nothing'))).toContain('apostrophe: nothing');
  });

  test('when there is nothing to edit, the bytes are the same', () => {
    const odd = `\ufeff--- # hi\n${HEAD}...\n`;
    expect(edit(odd)).toBe(odd);
    expect(edit(odd, { kind: 'set-name', name: 'A' }, removeRule('numbers', 'x'))).toBe(odd);
  });
});
