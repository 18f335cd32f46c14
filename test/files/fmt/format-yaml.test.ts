import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatYaml } from '../../../src/files/fmt/format-yaml.ts';
import type { KeyOrder } from '../../../src/files/fmt/key-order.ts';
import { parseYaml } from '../../../src/files/yaml/yaml-file.ts';
import { DEVELOPER_KEY_FILES } from '../../../src/kinds/developer-key/files/developer-key-files.ts';
import { GLOSSARY_FILES } from '../../../src/kinds/glossary/files/glossary-files.ts';
import { STYLE_LIST_FILES } from '../../../src/kinds/style-list/files/style-list-files.ts';
import { workspaceKeys } from '../../../src/steps/workspace/term-files.ts';
import { runs } from '../../support/runs.ts';
import { styledYaml } from '../edit/styled-yaml.ts';

const file = 'style-rules/s.yaml';

function format(text: string, order: KeyOrder | undefined = STYLE_LIST_FILES.keyOrder): string | readonly string[] {
  const formatted = formatYaml({ bytes: new TextEncoder().encode(text), file }, order);
  return 'bytes' in formatted
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(formatted.bytes)
    : formatted.findings.map(({ code }) => code);
}

describe('the one form of a YAML file', () => {
  test('has its keys in the order of the schema, with the comments above them', () => {
    expect(
      format(
        '# about the file\n\n# of the language\nlanguage: de # here\nid: x\n# of the name\n# as well\nname: S\n\n# at the end\n',
      ),
    ).toBe(
      '# about the file\n\n# of the name\n# as well\nname: S\nid: x\n# of the language\nlanguage: de # here\n\n# at the end\n',
    );
  });

  test('leaves a comment at the top of the file where it is', () => {
    expect(format('# yaml-language-server: $schema=x\nlanguage: de\nname: S\n')).toBe(
      '# yaml-language-server: $schema=x\nname: S\nlanguage: de\n',
    );
  });

  test('orders the keys of items, in blocks and between brackets', () => {
    expect(
      format(
        'name: S\nlanguage: de\ncustom_instructions:\n  - prompt: |\n      one\n      two\n    # why\n    label: A\n  - { prompt: p, label: B }\n',
      ),
    ).toBe(
      'name: S\nlanguage: de\ncustom_instructions:\n  # why\n  - label: A\n    prompt: |\n      one\n      two\n  - { label: B, prompt: p }\n',
    );
  });

  test('leaves keys that nobody knows behind the one before them', () => {
    expect(format('zoo: 1\nlanguage: de\nx-note: n\nname: S\n')).toBe('zoo: 1\nname: S\nlanguage: de\nx-note: n\n');
  });

  test('keeps the order of a file with anchors', () => {
    const text = 'language: &l de\nname: *l\n';
    expect(format(text)).toBe(text);
  });

  test('has LF line ends, one blank line in a row, and no white space at the end of lines', () => {
    expect(format('\r\n\r\nname: S   \r\n\r\n\r\nlanguage: de\r\n\r\n')).toBe('name: S\n\nlanguage: de\n');
    expect(format('name: S\nlanguage: de')).toBe('name: S\nlanguage: de\n');
  });

  test('keeps the spaces and the blank lines of a text over several lines', () => {
    const text =
      'name: S\nlanguage: de\ncustom_instructions:\n  - label: A\n    prompt: |+\n      one  \n\n\n      two\n\n\n';
    expect(format(text)).toBe(text);
  });

  test('is not made of a file with errors', () => {
    expect(format('name: [\n')).toEqual(['yaml-syntax']);
    expect(format('<<<<<<< ours\nname: S\n=======\nname: T\n>>>>>>> theirs\n')).toEqual(['merge-conflict']);
  });
});

test('any file has one form: a second run changes nothing, and it says what it said', () => {
  fc.assert(
    fc.property(styledYaml, fc.constantFrom('\n', '\r\n'), fc.boolean(), ({ text: styled }, lineEnd, isTurned) => {
      const lines = styled.split(/\r?\n/);
      // The first line below all others, where that is YAML too.
      const turned = isTurned ? [...lines.slice(1, -1), ...lines.slice(0, 1), ''] : lines;
      const text = turned.join('\n').replaceAll('\n', lineEnd);
      const input = { bytes: new TextEncoder().encode(text), file };
      const before = parseYaml(input).value?.value;
      fc.pre(before !== undefined);
      const once = format(text);
      expect(typeof once).toBe('string');
      expect(format(String(once))).toBe(once);
      expect(parseYaml({ bytes: new TextEncoder().encode(String(once)), file }).value?.value).toEqual(before);
    }),
    { numRuns: runs(300) },
  );
});

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** Every map with keys of its own in a schema, by its path: the order of its properties. */
function ordersOf(name: string): Readonly<Record<string, readonly string[]>> {
  const top: Schema = JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'));
  const found: Record<string, readonly string[]> = {};
  const visit = (given: Schema, path: readonly string[]): void => {
    const [, definition = ''] = /^#\/definitions\/(.+)$/.exec(given.$ref ?? '') ?? [];
    const schema = top.definitions?.[definition] ?? given;
    // Where any key is allowed, the properties are examples for editors.
    if (typeof schema.additionalProperties === 'object') {
      visit(schema.additionalProperties, [...path, '*']);
      return;
    }
    // One key alone has no order.
    const keys = Object.keys(schema.properties ?? {});
    if (keys.length > 1) found[path.join('.')] = keys;
    for (const [key, each] of Object.entries(schema.properties ?? {})) visit(each, [...path, key]);
    if (schema.items !== undefined) visit(schema.items, [...path, '*']);
  };
  visit(top, []);
  return found;
}

test.each([
  ['workspace', workspaceKeys()],
  ['glossary', GLOSSARY_FILES.keyOrder],
  ['style-list', STYLE_LIST_FILES.keyOrder],
  ['developer-keys', DEVELOPER_KEY_FILES.keyOrder],
])('the order of keys is that of the schema: %s', (name, order) => {
  expect(order).toEqual(ordersOf(name));
});
