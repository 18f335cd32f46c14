import { expect, test } from 'vitest';
import { editWorkspaceFile, type ManagedLine } from '../../../src/steps/workspace/edit-workspace-file.ts';

const file = 'lexform.yaml';

/** The edited text, or the findings. */
function edit(text: string, ...lines: readonly ManagedLine[]) {
  const edited = editWorkspaceFile({ bytes: new TextEncoder().encode(text), file }, lines);
  return 'bytes' in edited
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(edited.bytes)
    : edited.findings.map(({ code, at, details }) => ({ code, at, details }));
}

const notSafe = { code: 'edit-not-safe', at: { file, line: 1, column: 1 }, details: { what: 'content' } };

const TARGET = 'version: 1\ntargets:\n  dev: { preset: deepl } # here\n';

test.each<readonly [string, readonly ManagedLine[], string]>([
  [TARGET, [['glossaries', 'glossaries/*']], `${TARGET}glossaries: glossaries/*\n`],
  [TARGET, [['style_rules', 'style-rules/*.yaml']], `${TARGET}style_rules: style-rules/*.yaml\n`],
  [TARGET, [['developer_keys', 'developer-keys.yaml']], `${TARGET}developer_keys: developer-keys.yaml\n`],
  [
    `\ufeff${TARGET.replaceAll('\n', '\r\n')}`,
    [
      ['style_rules', 'b/*.yaml'],
      ['glossaries', 'a/*'],
      ['developer_keys', 'keys.yaml'],
    ],
    `\ufeff${TARGET.replaceAll('\n', '\r\n')}style_rules: b/*.yaml\r\nglossaries: a/*\r\ndeveloper_keys: keys.yaml\r\n`,
  ],
  [`glossaries: g/*\n${TARGET}`, [['style_rules', 's/*']], `glossaries: g/*\n${TARGET}style_rules: s/*\n`],
  [
    `${TARGET}developer_keys: k.yaml\nstyle_rules: s/*\n`,
    [['glossaries', 'g/*']],
    `${TARGET}developer_keys: k.yaml\nstyle_rules: s/*\nglossaries: g/*\n`,
  ],
  [TARGET, [], TARGET],
])('%j gets %j', (before, lines, after) => {
  expect(edit(before, ...lines)).toBe(after);
});

test('nothing is written when the file has an error, or would say something else', () => {
  expect(edit('targets: 1\n', ['glossaries', 'g/*'])).toEqual([notSafe]);
  // The key is there already: the file would have it twice.
  expect(edit(`${TARGET}glossaries: g/*\n`, ['glossaries', 'h/*'])).toEqual([notSafe]);
  // A comment, not a pattern.
  expect(edit(TARGET, ['glossaries', 'g # all'])).toEqual([notSafe]);
  expect(edit(TARGET, ['style_rules', 's # all'])).toEqual([notSafe]);
  expect(edit(TARGET, ['developer_keys', 'k # all'])).toEqual([notSafe]);
  // A pattern that no workspace may have is reported at the top: nobody sees the file with it.
  expect(edit(TARGET, ['glossaries', '../g/*'])).toEqual([
    { code: 'path-outside-workspace', at: { file, line: 1, column: 1 }, details: expect.anything() },
  ]);
});
