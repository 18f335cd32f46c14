import { describe, expect, test } from 'vitest';
import { expectGenerated } from '../support/generated-part.ts';
import { pageText } from '../support/pages.ts';
import { fileKeysMarkdown } from './file-keys.ts';

const PAGE = 'docs/files.md';

/** The files that people write, each with its schema. */
const SCHEMAS = {
  'lexform.yaml': 'workspace.schema.json',
  'glossary.yaml': 'glossary.schema.json',
  'a style list': 'style-list.schema.json',
  'developer-keys.yaml': 'developer-keys.schema.json',
  'a file of samples': 'samples.schema.json',
} as const;

describe(PAGE, () => {
  test.each(Object.entries(SCHEMAS))('has every key of %s', (name, schema) => {
    expectGenerated(PAGE, `keys of ${name}`, fileKeysMarkdown(schema));
  });

  test('has keys of maps, of lists, of maps with names of their own, and of another schema', () => {
    const keys = [...pageText(PAGE).matchAll(/^\| `([^`]+)` \|/gm)].map(([, key]) => key);
    for (const key of [
      'safety.max_deletes',
      'targets.NAME.http.timeout',
      'tables[].pairs',
      'lint.overrides[].rules',
      'custom_instructions[].prompt',
      'NAME.characters',
    ])
      expect(keys).toContain(key);
  });

  test('explains every key; the names of rules and of their options are those of the service', () => {
    const rows = [...pageText(PAGE).matchAll(/^\| `([^`]+)` \|.*\| (.*) \|$/gm)];
    const unexplained = rows
      .filter(([, , says]) => says?.trim() === '')
      .map(([, key = '']) => key)
      .filter((key) => !key.startsWith('configured_rules.'));
    expect(unexplained).toEqual([]);
  });
});
