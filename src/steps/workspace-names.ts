import type { FilePorts } from '../files/ports.ts';
import { addressNameOf } from '../files/workspace/resource-name.ts';
import type { AnyFiles, ReadContext } from '../kinds/files/files-facet.ts';
import { FILES } from '../kinds/files/registry.ts';
import { kindNamed } from '../kinds/registry.ts';
import { byCodeUnit } from '../model/order.ts';
import { topOf } from '../model/source-ref.ts';
import { readWorkspace } from './workspace/read-workspace.ts';

/**
 * What can be put on a command line as it is: letters, digits and marks that mean nothing to any shell, and no dash in
 * front. A name from a file must never become a command of whoever presses the Tab key.
 */
const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u;

/**
 * The addresses of one kind: by the names of its files, or out of the one file of them all, whatever faults it has.
 */
async function addressesIn(
  facet: AnyFiles,
  patterns: readonly string[],
  context: ReadContext,
): Promise<readonly string[]> {
  const { ports, root } = context;
  const { isOneFile, folderFile, kind } = facet;
  const files = isOneFile === true || patterns.length === 0 ? patterns : await ports.glob(patterns, root);
  if (isOneFile !== true)
    return files.flatMap((file) => {
      const { name } = addressNameOf(file, folderFile);
      return name === undefined ? [] : [`${kindNamed(kind).prefix}.${name}`];
    });
  const shared = (await facet.prepare?.(context))?.value;
  const read = await Promise.all(files.map((file) => facet.read(ports, { root, file, namedAt: topOf(file) }, shared)));
  return read.flatMap(({ value = [] }) => value.map(({ address }) => address));
}

/**
 * Names that a command line may need: of targets, or the addresses of resources. From `lexform.yaml`, the names of
 * files, and files that hold all of a kind, so that it is quick in any workspace; in code unit order. Names that a
 * shell could read as anything but text are left out; with faults in `lexform.yaml` there are none.
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
