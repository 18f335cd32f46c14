import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { GLOSSARY_LANGUAGES, STYLE_LIST_LANGUAGES } from '../src/contract/languages.ts';
import {
  INSTRUCTION_LABEL_MAX_CHARS,
  INSTRUCTION_PROMPT_MAX_CHARS,
  INSTRUCTIONS_MAX,
  STYLE_LIST_NAME_MAX_CHARS,
} from '../src/contract/limits.ts';
import { builtInRules, RULE_CATEGORIES } from '../src/contract/rule-catalogue.ts';
import {
  validateDeveloperKeys,
  validateGlossary,
  validateStyleList,
  validateWorkspace,
} from '../src/files/validators.generated.js';
import { KINDS } from '../src/kinds/registry.ts';

import { PACKAGE_URL } from '../src/model/workspace/project.ts';
import { PRESETS } from '../src/steps/workspace/target-entry.ts';

type Schema = Readonly<Record<string, unknown>> & {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly definitions: Readonly<Record<string, Schema>>;
  readonly items: Schema;
};

const schema = (name: string): Schema => JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8')) as Schema;

const examples = (readdirSync('examples', { recursive: true, encoding: 'utf8' }) as readonly string[])
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.yaml'));

const VALIDATORS = {
  workspace: validateWorkspace,
  glossary: validateGlossary,
  'style-list': validateStyleList,
  'developer-keys': validateDeveloperKeys,
};

/** `a:string`-like names of the keys of a section of a TypeScript interface in a source file. */
const interfaceKeys = (file: string, name: string): readonly string[] => {
  const body =
    new RegExp(`interface ${name} (?:extends [^{]*)?\\{([\\s\\S]*?)\\n\\}`).exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map((match) => match[1] as string).sort();
};

describe('the schemas', () => {
  test('every schema has the address that files refer to, a title and a description', () => {
    for (const file of readdirSync('schemas')) {
      const content = JSON.parse(readFileSync(`schemas/${file}`, 'utf8'));
      expect(content).toMatchObject({ $id: `${PACKAGE_URL}/schemas/${file}`, title: expect.any(String) });
      expect(content.description.length).toBeGreaterThan(20);
    }
  });

  test('every property of a workspace file is described, for editors', () => {
    const undescribed = (node: unknown, path: string): readonly string[] => {
      if (typeof node !== 'object' || node === null) return [];
      const { properties = {} } = node as Schema;
      const here = Object.entries(properties).flatMap(([key, child]) =>
        'description' in child || '$ref' in child ? [] : [`${path}.${key}`],
      );
      return [...here, ...Object.entries(node).flatMap(([key, child]) => undescribed(child, `${path}.${key}`))];
    };
    for (const name of Object.keys(VALIDATORS)) {
      expect(undescribed(schema(name), name).filter((path) => !path.includes('configured_rules.properties'))).toEqual(
        [],
      );
    }
  });

  test('the schemas know the keys that the parsers read, and no others', () => {
    const keys = (properties: object): readonly string[] => Object.keys(properties).sort();
    const { properties, definitions } = schema('workspace');
    // Each kind of resource brings its own key.
    const ofKinds = KINDS.map(({ key }) => key);
    expect(keys(properties).filter((key) => key !== 'version' && !ofKinds.includes(key))).toEqual(
      interfaceKeys('src/steps/workspace/read-workspace.ts', 'RawWorkspace'),
    );
    expect(keys(definitions.target?.properties ?? {})).toEqual(
      interfaceKeys('src/steps/workspace/target-entry.ts', 'RawTarget'),
    );
    const glossary = schema('glossary').properties;
    // How a file is to be read: a glossary says so for all of its files, which may have delimiters of their own.
    const form = interfaceKeys('src/model/file-form.ts', 'FileForm');
    // The variants of a form are those of its glossary.
    const withForm = (name: string): readonly string[] => [
      ...interfaceKeys('src/kinds/glossary/files/glossary-file.ts', name),
      ...form.filter((key) => key !== 'variants'),
    ];
    // What is imported is no part of the glossary that is wanted, and has a reader of its own.
    expect(keys(glossary)).toEqual([...withForm('RawGlossary').filter((key) => key !== 'delimiter'), 'imports'].sort());
    expect(keys(glossary.imports?.items.properties ?? {})).toEqual(
      interfaceKeys('src/kinds/glossary/files/read-glossary.ts', 'RawImport'),
    );
    expect(keys(glossary.dictionaries?.items.properties ?? {})).toEqual([...withForm('RawDictionary')].sort());
    expect(keys(schema('style-list').properties)).toEqual(
      interfaceKeys('src/kinds/style-list/files/style-list-file.ts', 'RawStyleList'),
    );
    expect(keys(schema('developer-keys').definitions.key?.properties ?? {})).toEqual(
      interfaceKeys('src/kinds/developer-key/files/developer-keys-file.ts', 'RawDeveloperKey'),
    );
  });

  test('the schemas have the limits, languages, rules and presets of the code', () => {
    const list = schema('style-list').properties;
    const instruction = list.custom_instructions?.items.properties;
    expect(list.name?.maxLength).toBe(STYLE_LIST_NAME_MAX_CHARS);
    expect(list.custom_instructions?.maxItems).toBe(INSTRUCTIONS_MAX);
    expect(instruction?.label?.maxLength).toBe(INSTRUCTION_LABEL_MAX_CHARS);
    expect(instruction?.prompt?.maxLength).toBe(INSTRUCTION_PROMPT_MAX_CHARS);
    expect(list.language?.examples).toEqual(STYLE_LIST_LANGUAGES);
    expect(Object.keys(list.configured_rules?.properties ?? {})).toEqual(RULE_CATEGORIES);
    for (const [category, rules] of builtInRules()) {
      const known = list.configured_rules?.properties[category]?.properties ?? {};
      expect(Object.fromEntries(Object.entries(known).map(([rule, { examples: options }]) => [rule, options]))).toEqual(
        Object.fromEntries(rules),
      );
    }
    expect(schema('glossary').definitions.language?.examples).toEqual(GLOSSARY_LANGUAGES);
    expect(schema('workspace').definitions.target?.properties.preset?.enum).toEqual(Object.keys(PRESETS));
  });

  test('the examples name their schema by a path that is there, and fit it', () => {
    expect(examples.length).toBeGreaterThan(4);
    for (const path of examples) {
      const text = readFileSync(`examples/${path}`, 'utf8');
      const named = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1] ?? '';
      const { pathname } = new URL(named, `file:///examples/${path}`);
      const name = /^\/schemas\/(.+)\.schema\.json$/.exec(pathname)?.[1] as keyof typeof VALIDATORS;
      expect(Object.keys(VALIDATORS)).toContain(name);
      expect([path, VALIDATORS[name](parse(text)), VALIDATORS[name].errors]).toEqual([path, true, null]);
    }
  });
});
