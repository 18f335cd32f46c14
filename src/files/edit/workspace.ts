import { canonicalJson } from '../../model/resources/digest.ts';
import type { WorkspaceConfig } from '../../model/workspace/workspace.ts';
import { parseWorkspace } from '../workspace/read-workspace.ts';
import type { YamlInput } from '../yaml/yaml-file.ts';
import { type Edited, notSafe } from './entry-edit.ts';
import { editYaml, type YamlEdit } from './yaml/yaml-edit.ts';
import { checkedEdit } from './yaml/yaml-findings.ts';

/** The lines of `lexform.yaml` that say which kinds are managed. */
export type ManagedLine = readonly [key: 'glossaries' | 'style_rules' | 'developer_keys', pattern: string];

/** What a `lexform.yaml` says of all that these lines may change. */
const meaning = ({ targets, glossaries, styleRules, developerKeys }: WorkspaceConfig): string =>
  canonicalJson([targets.map(({ name }) => name), glossaries ?? null, styleRules ?? null, developerKeys ?? null]);

/** Adds lines to a `lexform.yaml`, behind all others; every other byte stays, and the result is read again. */
export function editWorkspaceFile(input: YamlInput, lines: readonly ManagedLine[]): Edited {
  const { bytes, file } = input;
  const { value: before } = parseWorkspace(input);
  if (before === undefined) return { findings: [notSafe(file, 'content')] };
  const added = new Map<string, string>(lines);
  const [glossaries, styleRules, developerKeys] = ['glossaries', 'style_rules', 'developer_keys'].map((key) =>
    added.get(key),
  );
  const expected = meaning({
    ...before,
    ...(glossaries !== undefined && { glossaries: [glossaries] }),
    ...(styleRules !== undefined && { styleRules: [styleRules] }),
    ...(developerKeys !== undefined && { developerKeys }),
  });
  const edits = lines.map(
    ([key, value]): YamlEdit => ({
      kind: 'add',
      path: [],
      part: { kind: 'pair', pair: { key, value: { literal: value } } },
    }),
  );
  const edited = editYaml(new TextDecoder().decode(bytes), edits, { step: 2, blocks: false });
  return checkedEdit(input, edited, parseWorkspace, (after) => meaning(after) === expected);
}
