import { editYamlFile } from '../../files/edit/edit-yaml-file.ts';
import { type Edited, notSafe } from '../../files/edit/entry-edit.ts';
import type { YamlInput } from '../../files/yaml/yaml-file.ts';
import { FILES, isManaged } from '../../kinds/files/registry.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { parseWorkspace } from './read-workspace.ts';

/** A line of `lexform.yaml` that makes it manage a kind. */
export type ManagedLine = readonly [key: string, pattern: string];

/** Adds lines to the end of a `lexform.yaml`. Every other byte is unchanged, and the result is read again. */
export function editWorkspaceFile(input: YamlInput, lines: readonly ManagedLine[]): Edited {
  if (parseWorkspace(input).value === undefined) return { findings: [notSafe(input.file, 'content')] };
  return editYamlFile(input, {
    parse: parseWorkspace,
    changes: (before) =>
      FILES.some((facet) => isManaged(before, facet) && lines.some(([key]) => key === kindNamed(facet.kind).key))
        ? undefined
        : lines.map(([key, pattern]) => ({ path: [key], to: pattern, literal: true })),
  });
}
