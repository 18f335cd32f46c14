import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainYaml } from '../../src/files/plain-yaml.ts';
import { parseYaml, type YamlFile, type YamlPath } from '../../src/files/yaml-file.ts';
import type { PlainValue } from '../../src/files/yaml-value.ts';

const FILE = 'style-rules/web.yaml';

/** Read by all of YAML: the plain reader takes no tab, and a comment means nothing. */
const byYaml = (text: string) => parseYaml({ bytes: new TextEncoder().encode(`${text}\n# \t`), file: FILE });

/** Every path of a value, and beside and below each one that is not there. */
const pathsOf = (value: PlainValue): readonly YamlPath[] => [
  [],
  ['no'],
  ['no', 'way'],
  [0],
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) => pathsOf(child as PlainValue).map((path) => [key, ...path]))
    : []),
];

const told = ({ file, value, at, keyAt, keys }: YamlFile) => ({
  file,
  value,
  places: pathsOf(value).map((path) => [path, at(path), keyAt(path), keys(path)]),
});

function expectSame(text: string): void {
  const plain = plainYaml(text, FILE);
  if (plain === undefined) return;
  const { value, findings } = byYaml(text);
  expect(findings).toEqual([]);
  expect(told(plain)).toEqual(value && told(value));
}

const STYLE_LIST = `# yaml-language-server: $schema=https://example.com/style.json
name: Web site, German (Du)
language: de

configured_rules:
  style_and_tone:
    # what everybody asks for
    short_vs_long_words: use_short_words
  dates_and_times:
      time_format: "24-hour clock"
protect: 'no'
`;

describe('plain YAML', () => {
  test('is what style lists and glossaries mostly are', () => {
    const plain = plainYaml(STYLE_LIST, FILE);
    expect(plain?.keys([])).toEqual(['name', 'language', 'configured_rules', 'protect']);
    expect(plain?.at(['configured_rules', 'style_and_tone', 'short_vs_long_words'])).toEqual({
      file: FILE,
      line: 8,
      column: 26,
    });
    expectSame(STYLE_LIST);
    expect(plainYaml('name: Größe 7\ndictionaries: auto', FILE)?.value).toEqual({
      name: 'Größe 7',
      dictionaries: 'auto',
    });
  });

  test.each([
    ['nothing', ''],
    ['a comment alone', '# nothing'],
    ['a number', 'version: 1'],
    ['a truth', 'protect: True'],
    ['a null', 'name: null'],
    ['no value', 'name:'],
    ['a key of no text', 'true: yes'],
    ['a list', 'names:\n  - a'],
    ['a text of two lines', 'name: a\n  b'],
    ['a block', 'name: |\n  a'],
    ['an anchor', 'name: &a b'],
    ['a comment behind a text', 'name: a # b'],
    ['an escape', 'name: "a\\n"'],
    ['a doubled quote', "name: 'it''s'"],
    ['a key twice', 'name: a\nname: b'],
    ['a map below a text', 'name: a\n  more: b'],
    ['a step back to no level', 'a:\n    b: c\n  d: e'],
    ['a first line that stands in', '  a: b'],
    ['two documents', 'a: b\n---\nc: d'],
    ['a tab', 'a:\n\tb: c'],
    ['line ends of another system', 'a: b\r\n'],
    ['halves of a character', 'a: \ud83d\ude00'],
    ['a second colon', 'a: b: c'],
  ])('is not %s', (_, text) => {
    expect(plainYaml(text, FILE)).toBeUndefined();
  });

  const word = fc.constantFrom('a', 'b', 'name', 'no', 'true', 'Null', 'x1', '1', '-', 'ä', '__proto__', 'constructor');
  const value = fc.oneof(
    word,
    fc.string({ maxLength: 6, unit: fc.constantFrom(...'aB1 _.,()/-:#"\'\\&*?!|>%@`~{}[]ä\u00a0\u00ad\t') }),
    fc.constantFrom('"a b"', "'a: b'", '"#"', "''", '""', '"a" b', 'a b', 'a  b', 'a,', 'a -', 'a- b', '.inf', '~'),
  );
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(word, value).map(([key, text]) => `${key}: ${text}`) },
    { weight: 4, arbitrary: word.map((key) => `${key}:`) },
    fc.constantFrom('', '# a', '#', ' ', '- a', '---', '...', '%YAML 1.2', 'a', '? a', ': a'),
  );
  const text = fc
    .array(fc.tuple(fc.constantFrom(0, 0, 1, 2, 2, 3, 4), line), { maxLength: 8 })
    .map((lines) => lines.map(([indent, each]) => ' '.repeat(indent) + each).join('\n'));

  test('reads as YAML does, places and keys included, whatever it takes', () => {
    fc.assert(fc.property(text, expectSame), { numRuns: 2000 });
  });

  const key = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/).filter((each) => !/^(?:null|true|false)$/.test(each));
  const { map } = fc.letrec<{ map: Record<string, unknown> }>((tie) => ({
    map: fc.dictionary(key, fc.oneof({ maxDepth: 3 }, fc.constantFrom('use it', 'b-c', 'Ärger'), tie('map')), {
      minKeys: 1,
      maxKeys: 4,
      noNullPrototype: true,
    }),
  }));
  const linesOf = (value: Record<string, unknown>, indent: string): readonly string[] =>
    Object.entries(value).flatMap(([name, child]) =>
      typeof child === 'string'
        ? [`${indent}${name}: ${child}`]
        : [`${indent}${name}:`, ...linesOf(child as Record<string, unknown>, `${indent}  `)],
    );

  test('takes whole maps of keys and texts', () => {
    fc.assert(
      fc.property(map, (value) => {
        const written = linesOf(value, '').join('\n');
        expect(JSON.parse(JSON.stringify(plainYaml(written, FILE)?.value))).toEqual(value);
        expectSame(written);
      }),
    );
  });

  test('reads as YAML does where such a map has some other lines in it', () => {
    const edit = fc.record({
      at: fc.nat(20),
      removed: fc.constantFrom(0, 0, 0, 1),
      indent: fc.constantFrom(0, 1, 2, 2, 3, 4, 4, 6),
      line: fc.oneof(line, fc.constantFrom('', '# a', 'also: this', 'more:', 'q: "a: # b"')),
    });
    const edited = fc.tuple(map, fc.array(edit, { maxLength: 3 })).map(([value, edits]) => {
      const lines = [...linesOf(value, '')];
      for (const { at, removed, indent, line: added } of edits)
        lines.splice(at % (lines.length + 1), removed, ' '.repeat(indent) + added);
      return lines.join('\n');
    });
    fc.assert(fc.property(edited, expectSame), { numRuns: 2000 });
  });
});
