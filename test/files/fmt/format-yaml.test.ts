import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
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
