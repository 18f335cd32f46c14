import { expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, TEST_URL, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CONFIG = `version: 1\ntargets:\n  prod: { base_url: "${TEST_URL}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\ndeveloper_keys: developer-keys.yaml\nledger: false\n`;

test('a control character in a name stops validate, plan and apply, at its place, and nothing is sent', async () => {
  const cwd = await tempWorkspace({
    'lexform.yaml': CONFIG,
    'glossaries/product/glossary.yaml': 'name: "Prod\\x1buct"\n',
    'glossaries/product/en-de.csv': 'house,Haus\n',
    'style-rules/tone.yaml':
      'name: "Tone\\x7f"\nlanguage: de\ncustom_instructions:\n  - { label: "A\\0", prompt: Be kind. }\n',
    'developer-keys.yaml': 'ci: { label: "C\\nI" }\n',
  });
  const service = testService();
  for (const args of [['validate'], ['plan'], ['apply', '--auto-approve']]) {
    const fetch = inProcessFetch(service);
    const { code, out, err } = await runLexform({ cwd, env: { KEY: TEST_KEY }, fetch }, ...args);
    expect([args, code]).toEqual([args, 4]);
    for (const place of [
      'glossaries/product/glossary.yaml:1:7: error: name is "Prod⟨U+001B⟩uct"',
      'style-rules/tone.yaml:1:7: error: name is "Tone⟨U+007F⟩"',
      'style-rules/tone.yaml:4:14: error: custom_instructions[0].label is "A⟨U+0000⟩"',
      'developer-keys.yaml:1:14: error: ci.label is "C⏎I"',
    ])
      expect(out + err).toContain(place);
  }
  expect(service.calls).toEqual([]);
});

test('a backup says of a resource with such a name on the service that files cannot hold it', async () => {
  const service = testService();
  const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }];
  for (const name of ['Good', 'two\nlines']) await caller(service)('POST', '/v3/glossaries', { name, dictionaries });
  const cwd = await tempWorkspace({ 'lexform.yaml': CONFIG.replace(/developer_keys.*\n/, '') });
  const fetch = inProcessFetch(service);
  const { code, out, err } = await runLexform({ cwd, env: { KEY: TEST_KEY }, fetch }, 'backup', 'kept');
  expect([code, out]).toEqual([5, expect.stringContaining('files cannot store glossary.two-lines')]);
  expect(err).toContain('glossary.yaml:2:7: warning: name is "two⏎lines"');
});
