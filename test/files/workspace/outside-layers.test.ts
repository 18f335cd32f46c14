import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { fileRelativeTo } from '../../../src/files/workspace/workspace-path.ts';
import { readDesired } from '../../../src/steps/workspace/read-desired.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const HEAD = 'version: 1\ntargets:\n  local: { service: embedded }\n';
const FILES = {
  'w/glossaries/product/glossary.yaml': 'name: Product\nextends: [glossary.company]\n',
  'w/glossaries/product/en-de.csv': 'house,Haus\n',
  'w/style-rules/chat.yaml': 'name: Chat\nlanguage: de\nextends: ../../company/tone.yaml\n',
  'company/company/glossary.yaml': 'name: Company\npublish: false\n',
  'company/company/en-de.csv': 'cart,Warenkorb\n',
  'company/tone.yaml': 'custom_instructions:\n  - { label: Tone, prompt: Be kind. }\n',
  'other/company/glossary.yaml': 'name: Company\npublish: false\n',
  'other/company/en-de.csv': 'secret,geheim\n',
  'other/tone.yaml': 'custom_instructions:\n  - { label: Secret, prompt: secret. }\n',
};

/** The codes and places of the findings of a workspace in the folder `w`, and what it read. */
async function outcome(
  more: Readonly<Record<string, string>> = {},
  { config = 'layers: [../company]\n', change = (_top: string): void => undefined } = {},
) {
  const top = await tempWorkspace({
    'w/lexform.yaml': `${HEAD}glossaries: [glossaries/*/glossary.yaml, ../company/*/glossary.yaml]\nstyle_rules: style-rules/*.yaml\n${config}`,
    ...FILES,
    ...more,
  });
  change(top);
  const { findings, desired = {} } = await readDesired(nodeFiles(), join(top, 'w'));
  const entries = desired.glossaries?.flatMap(({ dictionaries }) =>
    [...dictionaries.values()].flatMap((each) => [...each.entries].map(([source]) => source)),
  );
  const labels = desired.styleLists?.flatMap(({ content }) => content.instructions.map(({ label }) => label));
  return {
    codes: findings.map(({ code, at }) => `${code} ${at.file}:${at.line}:${at.column}`),
    read: [...(entries ?? []), ...(labels ?? [])].sort(),
  };
}

describe('layers outside the workspace folder', () => {
  test('are read with the folders that lexform.yaml names', async () => {
    expect(await outcome()).toEqual({ codes: [], read: ['Tone', 'cart', 'house'] });
  });

  test.each<readonly [string, Parameters<typeof outcome>, readonly string[]]>([
    [
      'a part of another folder',
      [{ 'w/style-rules/chat.yaml': 'name: Chat\nlanguage: de\nextends: ../../other/tone.yaml\n' }],
      ['layer-unlisted w/style-rules/chat.yaml:3:10'],
    ],
    [
      'a part that a part of a layer extends elsewhere',
      [{ 'company/tone.yaml': 'extends: ../other/tone.yaml\n' }],
      ['layer-unlisted ../company/tone.yaml:1:10'],
    ],
    [
      'a dictionary of another folder, for a layer',
      [
        {
          'company/company/glossary.yaml':
            'name: Company\npublish: false\ndictionaries:\n  - { source_lang: en, target_lang: de, file: ../../other/company/en-de.csv }\n',
        },
      ],
      ['layer-unlisted ../company/company/glossary.yaml:4:47'],
    ],
    [
      'a dictionary of a layer, for a glossary of the workspace',
      [
        {
          'w/glossaries/product/glossary.yaml':
            'name: Product\ndictionaries:\n  - { source_lang: en, target_lang: de, file: ../../../company/company/en-de.csv }\n',
        },
      ],
      ['path-outside-workspace glossaries/product/glossary.yaml:3:47'],
    ],
    [
      'a link out of the folder',
      [{}, { change: (top) => symlinkSync('../../other/company/en-de.csv', join(top, 'company/company/en-fr.csv')) }],
      ['file-outside-workspace ../company/company/en-fr.csv:1:1'],
    ],
    [
      'a link of the workspace into the folder',
      [{}, { change: (top) => symlinkSync('../../company/company', join(top, 'w/glossaries/linked')) }],
      ['file-outside-workspace glossaries/linked/glossary.yaml:1:1'],
    ],
    [
      'a private file of the folder',
      [
        {
          'company/.git/config.yaml': 'custom_instructions: []\n',
          'w/style-rules/chat.yaml': 'name: Chat\nlanguage: de\nextends: ../../company/.git/config.yaml\n',
        },
      ],
      ['file-private style-rules/chat.yaml:3:10'],
    ],
    [
      'the workspace itself, seen from outside',
      [
        { 'w/style-rules/part.yaml': 'custom_instructions:\n  - { label: A, prompt: b. }\n' },
        { config: 'layers: [../company, ../w/style-rules]\n' },
      ],
      ['layer-path-inside lexform.yaml:6:22'],
    ],
  ])('are not read: %s', async (_, [more, options], expected) => {
    const { codes, read } = await outcome(more, options);
    expect(codes).toEqual(expect.arrayContaining(expected.map((each) => each.replace(' w/', ' '))));
    expect(read.join()).not.toMatch(/secret/i);
  });

  test('are each a folder, and not the workspace by another name', async () => {
    const at = async (layer: string, change?: (top: string) => void) =>
      (await outcome({}, { config: `layers: [../company, ${layer}]\n`, ...(change && { change }) })).codes;
    expect(await at('../company/tone.yaml')).toEqual(['layer-path-missing lexform.yaml:6:22']);
    expect(await at('../none')).toEqual(['layer-path-missing lexform.yaml:6:22']);
    expect(await at('../w')).toEqual(['layer-path-contains lexform.yaml:6:22']);
    expect(await at('../..')).toEqual(['layer-path-contains lexform.yaml:6:22']);
    expect(await at('../empty', (top) => mkdirSync(join(top, 'empty')))).toEqual([
      'layer-path-unused lexform.yaml:6:22',
    ]);
    expect(await at('../link', (top) => symlinkSync('w', join(top, 'link')))).toEqual([
      'layer-path-contains lexform.yaml:6:22',
    ]);
  });

  test('are not published, not even on one target', async () => {
    const yaml = 'name: Company\npublish: false\non: { local: { publish: true } }\n';
    expect((await outcome({ 'company/company/glossary.yaml': yaml })).codes).toEqual([
      'layer-published ../company/company/glossary.yaml:1:7',
    ]);
  });
});

test('a path relative to a file outside never leads further outside', () => {
  expect(fileRelativeTo('../a/b/c.yaml', '../d.csv')).toBe('../a/d.csv');
  expect(fileRelativeTo('../a/b/c.yaml', '../../d.csv')).toBe('../d.csv');
  expect(fileRelativeTo('../a/b/c.yaml', '../../../d.csv')).toBeUndefined();
  expect(fileRelativeTo('a/b.yaml', '../../d.yaml')).toBeUndefined();
  expect(fileRelativeTo('a/b.yaml', '../../../d.yaml', true)).toBe('../../d.yaml');
  expect(fileRelativeTo('a/b.yaml', '/d.yaml', true)).toBeUndefined();
});
