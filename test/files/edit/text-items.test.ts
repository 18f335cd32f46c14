import { expect, test } from 'vitest';
import { editYamlFile } from '../../../src/files/edit/edit-yaml-file.ts';
import type { YamlChange } from '../../../src/files/edit/yaml/yaml-changes.ts';
import { parseYaml } from '../../../src/files/yaml/yaml-file.ts';

function edited(text: string, ...changes: readonly YamlChange[]): string {
  const made = editYamlFile(
    { bytes: new TextEncoder().encode(text), file: 'a.yaml' },
    { parse: parseYaml, changes: () => changes },
  );
  return 'bytes' in made ? new TextDecoder().decode(made.bytes) : JSON.stringify(made.findings);
}

const add = (index: number, to: string): YamlChange => ({ path: ['tags', index], to });

test.each([
  ['tags: [a, b] # of all\n', [add(2, 'c, d')], 'tags: [a, b, "c, d"] # of all\n'],
  ['tags: ["a", "b"]\n', [add(2, 'c')], 'tags: ["a", "b", "c"]\n'],
  ['tags:\n  - a # first\n  - b\nname: x\n', [add(2, 'c')], 'tags:\n  - a # first\n  - b\n  - c\nname: x\n'],
  ["tags:\n- 'a'\n", [add(1, "it's"), add(2, 'no')], "tags:\n- 'a'\n- 'it''s'\n- 'no'\n"],
  ['tags: []\n', [add(0, 'a: b'), add(1, 'c')], 'tags:\n  - "a: b"\n  - c\n'],
  ['name: x\n', [add(0, 'true')], 'name: x\ntags:\n  - "true"\n'],
  ['tags: [a, b]\n', [add(2, 'c'), { path: ['tags', 0] }], 'tags: [b, c]\n'],
] as const)('texts of a list are added like those that are there: %j', (before, changes, after) => {
  expect(edited(before, ...changes)).toBe(after);
});
