import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainYaml } from '../../src/files/yaml/plain-yaml.ts';
import { parseAnyYaml, type YamlFile, type YamlPath } from '../../src/files/yaml/yaml-file.ts';
import { runs } from '../support/runs.ts';

const FILE = 'glossary.yaml';

/** All that a reader can ask of a file at some paths, also at those that are not there. */
function asked(yaml: YamlFile | undefined, value: unknown = yaml?.value, path: YamlPath = []): unknown {
  if (yaml === undefined) return undefined;
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [
    ...[path, [...path, 'absent'], [...path, 0]].map((each) => [yaml.at(each), yaml.keyAt(each), yaml.keys(each)]),
    inner.map(([name, each]) => asked(yaml, each, [...path, name])),
  ];
}

const key = fc.constantFrom(
  'name',
  'a',
  'b',
  'style_and_tone',
  'x-y',
  'true',
  'Null',
  'no',
  'N',
  '1',
  '"a"',
  '<<',
  '?',
  'é',
);
const text = fc.oneof(
  fc.constantFrom(
    'auto',
    'a b',
    'a  b',
    'Größe',
    'glossaries/*/glossary.yaml',
    'de',
    'use_short_words',
    'no',
    'on',
    'a_',
  ),
  fc.constantFrom(
    'true',
    'FALSE',
    'null',
    '~',
    '1',
    '0x1f',
    '1e3',
    '.inf',
    'nan',
    '2026-01-02',
    '- a',
    '[a]',
    '{a: b}',
  ),
  fc.constantFrom(
    'a: b',
    'a:b',
    'a #b',
    'a#b',
    '"q"',
    "'q'",
    '|',
    '>-',
    '&x a',
    '*x',
    '!t a',
    '@a',
    '%a',
    '`a',
    'a\tb',
    '',
  ),
  fc.constantFrom('a\u0085b', 'a\u2028b', 'a\u00a0b', 'a\ufeffb', 'ª', '١', '𝒜b', 'a-', 'a/', 'a)', '(a', 'a ', ' a'),
  fc.string({ maxLength: 5 }),
);
const line = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(key, text).map(([name, value]) => `${name}: ${value}`) },
  { weight: 4, arbitrary: key.map((name) => `${name}:`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', ' ', '# a comment', '#', '---', '...', '- a', '\t', '\r', 'a', 'a: b\r'),
  },
);
const indented = fc
  .tuple(fc.constantFrom(0, 0, 0, 2, 2, 4, 1, 3), line)
  .map(([indent, each]) => ' '.repeat(indent) + each);
const documents = fc
  .tuple(fc.array(indented, { maxLength: 7 }), fc.constantFrom('', '\n', '\n\n'))
  .map(([lines, end]) => lines.join('\n') + end);

/** Documents of the plain kind alone, so that most of them are taken. */
const plain = fc
  .letrec<{ map: readonly string[]; pair: readonly string[] }>((tie) => ({
    map: fc
      .uniqueArray(tie('pair'), { minLength: 1, maxLength: 3, selector: ([first = '']) => first.split(':')[0] })
      .map((all) => all.flat()),
    pair: fc.oneof(
      { depthSize: 'small' },
      fc
        .tuple(fc.constantFrom('a', 'b', 'c', 'd-e', 'toString'), fc.constantFrom('auto', 'Größe', 'a  b', 'b (c)'))
        .map(([name, value]) => [`${name}: ${value}`]),
      fc
        .tuple(fc.constantFrom('f', 'g', 'constructor', 'h1'), fc.constantFrom(1, 2, 4), tie('map'))
        .map(([name, indent, map]) => [`${name}:`, '# between', ...map.map((each) => ' '.repeat(indent) + each)]),
    ),
  }))
  .map.map((lines) => lines.join('\n'));

test('a plain document is read as the parser reads it, with all places', () => {
  let taken = 0;
  const same = (document: string): void => {
    const found = plainYaml(document, FILE);
    if (found === undefined) return;
    taken += 1;
    const { value, findings } = parseAnyYaml(document, FILE);
    expect(findings).toEqual([]);
    expect(found.value).toEqual(value?.value);
    expect(JSON.stringify(found.value)).toBe(JSON.stringify(value?.value));
    expect(asked(found)).toEqual(asked(value));
  };
  fc.assert(fc.property(documents, same), { numRuns: runs(3000) });
  fc.assert(fc.property(plain, same), { numRuns: runs(500) });
  expect(taken).toBeGreaterThan(runs(400));
});

test('glossaries and style lists as people write them are plain', () => {
  for (const document of [
    '# yaml-language-server: $schema=../schemas/glossary.schema.json\nname: Product\ndictionaries: auto\n',
    'name: Support\nlanguage: de\nconfigured_rules:\n  style_and_tone:\n    short_vs_long_words: use_short_words\n',
  ])
    expect(plainYaml(document, FILE)?.value).toMatchObject({ name: expect.any(String) });
  expect(plainYaml('', FILE)).toBeUndefined();
});
