import type { TableForm } from '../../files/dictionary/table-schema.ts';
import type { KeyOrder } from '../../files/fmt/key-order.ts';
import type { FilePorts } from '../../files/ports.ts';
import { isOutside, withRealRoot } from '../../files/workspace/workspace-path.ts';
import { isOneFile } from '../../kinds/files/files-facet.ts';
import { FILES } from '../../kinds/files/registry.ts';
import { KINDS } from '../../kinds/registry.ts';
import { topOf } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import { readWorkspace } from './read-workspace.ts';

/** A file of a workspace that people edit. `file`: relative to its root. */
export type TermFile =
  | { readonly kind: 'yaml'; readonly file: string; readonly order: KeyOrder | undefined }
  | { readonly kind: 'table'; readonly file: string; readonly form: TableForm };

const HTTP = ['timeout', 'time_limit', 'max_wait'];

/** The order of the keys in `lexform.yaml`, as in its schema. A function, because kinds can be registered later. */
export const workspaceKeys = (): KeyOrder => ({
  '': [
    'version',
    'targets',
    ...KINDS.map(({ key }) => key),
    'layers',
    'safety',
    'prune',
    'moved',
    'ledger',
    'rule_catalog',
    'concurrency',
    'http',
    'lint',
    'preview',
    'review',
  ],
  lint: ['extends', 'rules', 'overrides', 'waive', 'baseline', 'together'],
  safety: ['max_deletes', 'max_deletes_per_kind', 'max_deletes_per_run', 'protect'],
  'moved.*': ['from', 'to'],
  ledger: ['remote', 'dir'],
  http: HTTP,
  preview: ['budget', 'variants'],
  'targets.*': [
    'service',
    'preset',
    'base_url',
    'auth_scheme',
    'key',
    'admin_key',
    'max_glossaries',
    'http',
    'resources',
    'names',
  ],
  'targets.*.http': HTTP,
});

const workspaceFile = (): TermFile => ({ kind: 'yaml', file: WORKSPACE_FILE, order: workspaceKeys() });

/**
 * `lexform.yaml` and the files that it names, in code unit order, without duplicates and without those outside the
 * workspace folder. Files with errors are included if
 * they can be found. If `lexform.yaml` itself has errors, only this file.
 */
export async function readTermFiles(ports: FilePorts, root: string): Promise<readonly TermFile[]> {
  const { value: config } = await readWorkspace(ports, root);
  if (config === undefined) return [workspaceFile()];
  const found = new Map<string, TermFile>([[WORKSPACE_FILE, workspaceFile()]]);
  const inside = withRealRoot(ports, root);
  for (const facet of FILES) {
    const patterns = config.patterns[facet.kind];
    if (patterns === undefined) continue;
    const files = isOneFile(facet) ? patterns : await ports.glob(patterns, root);
    for (const file of files.filter((each) => !isOutside(each))) {
      found.set(file, { kind: 'yaml', file, order: facet.keyOrder });
      for (const table of (await facet.tables?.(inside, { root, file, namedAt: topOf(file) })) ?? [])
        found.set(table.file, { kind: 'table', ...table });
    }
  }
  return [...found.values()].sort((left, right) => byCodeUnit(left.file, right.file));
}
