import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { parseWorkspace } from '../workspace/read-workspace.ts';
import type { YamlInput } from '../yaml/yaml-file.ts';
import { editYamlFile } from './edit-yaml-file.ts';
import { type Edited, notSafe } from './entry-edit.ts';
import { editYaml, type YamlEdit } from './yaml/yaml-edit.ts';

/** The lines of `lexform.yaml` that say which kinds are managed. */
export type ManagedLine = readonly [key: 'glossaries' | 'style_rules' | 'developer_keys', pattern: string];

/** What a `lexform.yaml` says of all that these lines may change. */
const managedBy = ({ targets, glossaries, styleRules, developerKeys }: Partial<WorkspaceConfig>) => ({
  targets: targets?.map(({ name }) => name),
  glossaries,
  style_rules: styleRules,
  developer_keys: developerKeys,
});

/** Adds lines to a `lexform.yaml`, behind all others; every other byte stays, and the result is read again. */
export function editWorkspaceFile(input: YamlInput, lines: readonly ManagedLine[]): Edited {
  if (parseWorkspace(input).value === undefined) return { findings: [notSafe(input.file, 'content')] };
  const edits = lines.map(
    ([key, value]): YamlEdit => ({
      kind: 'add',
      path: [],
      part: { kind: 'pair', pair: { key, value: { literal: value } } },
    }),
  );
  const added = lines.map(([key, pattern]) => [key, key === 'developer_keys' ? pattern : [pattern]]);
  return editYamlFile(input, {
    parse: parseWorkspace,
    edit: (text) => editYaml(text, edits, { step: 2, blocks: false }),
    wanted: (before) => ({ ...managedBy(before), ...Object.fromEntries(added) }),
    said: managedBy,
  });
}
