import type { FilePorts } from '../files/ports.ts';
import { addressNameOf } from '../files/workspace/workspace-path.ts';
import { type AnyFiles, folderFile, isOneFile, type ReadContext } from '../kinds/files/files-facet.ts';
import { FILES } from '../kinds/files/registry.ts';
import { kindNamed } from '../kinds/registry.ts';
import { topOf } from '../model/finding.ts';
import { byCodeUnit } from '../model/lists.ts';
import { readWorkspace } from './workspace/read-workspace.ts';

/**
 * Names that are safe on a command line: letters, digits and marks without a meaning in any shell, and no leading dash.
 * A name from a file must never become a command when a user presses the Tab key.
 */
const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u;

/** The addresses of one kind, from the names of its files, or from its only file, even if that has errors. */
async function addressesIn(
  facet: AnyFiles,
  patterns: readonly string[],
  context: ReadContext,
): Promise<readonly string[]> {
  const { ports, root } = context;
  const isOne = isOneFile(facet);
  const files = isOne || patterns.length === 0 ? patterns : await ports.glob(patterns, root);
  if (!isOne)
    return files.flatMap((file) => {
      const { name } = addressNameOf(file, folderFile(facet));
      return name === undefined ? [] : [`${kindNamed(facet.kind).prefix}.${name}`];
    });
  const shared = (await facet.prepare?.(context))?.value;
  const read = await Promise.all(files.map((file) => facet.read(ports, { root, file, namedAt: topOf(file) }, shared)));
  return read.flatMap(({ value = [] }) => value.map(({ address }) => address));
}

/**
 * Names for the completion of a command line: of targets, or addresses of resources. Read from `lexform.yaml`, the
 * names of files, and files that contain all resources of a kind, so that it is fast in any workspace. In code unit
 * order. Names that a shell could interpret are left out. If `lexform.yaml` has errors, the list is empty.
 */
export async function readWorkspaceNames(
  files: FilePorts,
  root: string,
  of: 'targets' | 'addresses',
): Promise<readonly string[]> {
  const { value: config } = await readWorkspace(files, root);
  if (config === undefined) return [];
  const context = { ports: files, root, config };
  const names =
    of === 'targets'
      ? config.targets.map(({ name }) => name)
      : await Promise.all(FILES.map((facet) => addressesIn(facet, config.patterns[facet.kind] ?? [], context)));
  return [...new Set(names.flat())].filter((name) => PLAIN.test(name)).sort(byCodeUnit);
}
