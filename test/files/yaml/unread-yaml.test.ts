import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unreadYaml } from '../../../src/files/yaml/unread-yaml.ts';
import { parseYaml } from '../../../src/files/yaml/yaml-file.ts';
import { runs } from '../../support/runs.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a YAML file that is not parsed', () => {
  test('says which keys it has', () => {
    const text = '# Ours.\nname: A: b\n\nlist:\n- one: 1\n  id: x\ndeep:\n  id: y\r\ntext: |\n  id: z\n';
    expect([...(unreadYaml(bytesOf(text))?.keys ?? [])]).toEqual(['name', 'list', 'deep', 'text']);
    expect([...(unreadYaml(bytesOf('\uFEFFname: A\n'))?.keys ?? [])]).toEqual(['name']);
  });

  test.each([
    '{ name: A, id: x }\n',
    '"name": A\n',
    '? name\n: A\n',
    ' name: A\n id: x\n',
    '- name: A\n',
    '---\nname: A\n',
    'name: A\n---\nid: x\n',
    'name: A\n...\n',
    '%YAML 1.1\nname: A\n',
    'name: [A,\n]\n',
    'name: A\rid: x\n',
    'name: A\n\tid: x\n',
    '<<: *a\n',
    '<<<<<<< ours\nname: A\n=======\nname: B\n>>>>>>> theirs\n',
    'just words\n',
  ])('does not say it when it is written in another way: %j', (text) => {
    expect(unreadYaml(bytesOf(text))).toBeUndefined();
  });

  test('does not say it when it is not UTF-8', () => {
    expect(unreadYaml(Uint8Array.of(...bytesOf('name: '), 0xff))).toBeUndefined();
  });

  test('says that it holds no text that stands nowhere in it', () => {
    const { mayHold = () => undefined } = unreadYaml(bytesOf("name: Legal terms\nnote: it''s 'so'\n")) ?? {};
    expect(['Legal terms', 'Legal', "it's", '', 'so'].map(mayHold)).toEqual([true, true, true, true, true]);
    expect(['Lega', 'egal', 'legal terms', 'Product', 'Legal term'].map(mayHold)).toEqual(Array(5).fill(false));
  });
});

const scalar = fc.constantFrom(
  ...[
    'A',
    'A b',
    'AB',
    "'A'",
    "'A b'",
    '"A"',
    '"A\\x62"',
    "'it''s'",
    '|-\n  A',
    '>-\n  A\n  b',
    '&a A',
    '*a',
    '"A',
    "'A",
  ],
  ...[
    'A\n  b',
    '"A\n  b"',
    "'A\n\n  b'",
    '[A, b]',
    '{ A: b, id: A }',
    '\n  id: A',
    '\n- A\n- id: b',
    '!!str A',
    'A # b',
    '~',
  ],
  ...[
    '{',
    '[A,\n b',
    '"A\\\n  b"',
    '|2\n   A',
    '>\n  A\n\n  b\n',
    '- A',
    '\n  - A',
    '? A',
    'A: b',
    '\u00e4A',
    '\ud842\udfb7A',
  ],
);
const line = fc.oneof(
  fc
    .tuple(fc.constantFrom('name', 'id', 'key_two', '"id"', '? id\n', '  id', 'Id', ''), scalar)
    .map((parts) => parts.join(': ')),
  fc.constantFrom('# id: A', '', '  A', '---', '- A', '  id: A', '}', ']', '"', "'", '\tid: A', 'A'),
);

/** Every text of a document but its keys. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

test('what is told of a sound file without parsing it is so', () => {
  let told = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const bytes = bytesOf(lines.join('\n').replaceAll('\n', end) + end);
      const unread = unreadYaml(bytes);
      const { value: yaml } = parseYaml({ bytes, file: 'x.yaml' });
      if (unread === undefined || yaml === undefined || yaml.value === null) return;
      told += 1;
      expect([...unread.keys].sort()).toEqual([...yaml.keys([])].sort());
      expect(textsIn(yaml.value).filter((text) => !unread.mayHold(text))).toEqual([]);
    }),
    { numRuns: runs(3000) },
  );
  expect(told).toBeGreaterThan(100);
});
