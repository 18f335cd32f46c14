import { parseWorkspace } from '../workspace/read-workspace.ts';
import type { YamlInput } from '../yaml/yaml-file.ts';
import { editYamlFile } from './edit-yaml-file.ts';
import { type Edited, notSafe } from './entry-edit.ts';

/** The lines of `lexform.yaml` that say which kinds are managed. */
export type ManagedLine = readonly [key: 'glossaries' | 'style_rules' | 'developer_keys', pattern: string];

const CONFIG_KEYS = { glossaries: 'glossaries', style_rules: 'styleRules', developer_keys: 'developerKeys' } as const;

/** Adds lines to a `lexform.yaml`, behind all others; every other byte stays, and the result is read again. */
export function editWorkspaceFile(input: YamlInput, lines: readonly ManagedLine[]): Edited {
  if (parseWorkspace(input).value === undefined) return { findings: [notSafe(input.file, 'content')] };
  return editYamlFile(input, {
    parse: parseWorkspace,
    changes: (before) =>
      lines.some(([key]) => before[CONFIG_KEYS[key]] !== undefined)
        ? undefined
        : lines.map(([key, pattern]) => ({ path: [key], to: pattern, literal: true })),
  });
}
