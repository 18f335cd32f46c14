import type { FilePorts } from '../files/ports.ts';
import { parseDeveloperKeysFile } from '../files/resources/developer-keys-file.ts';
import { readWorkspace } from '../files/workspace/read-workspace.ts';
import { addressNameOf } from '../files/workspace/resource-name.ts';
import { readInside } from '../files/workspace/workspace-path.ts';
import { glossaryAddress } from '../kinds/glossary/glossary.ts';
import { styleListAddress } from '../kinds/style-list/style-list.ts';
import { byCodeUnit } from '../model/order.ts';

/**
 * What can be put on a command line as it is: letters, digits and marks that mean nothing to any shell, and no dash in
 * front. A name from a file must never become a command of whoever presses the Tab key.
 */
const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u;

/** Every entry of the file of keys, whatever faults it has. */
async function keyAddresses(files: FilePorts, root: string, file: string): Promise<readonly string[]> {
  const { value: bytes } = await readInside(files, {
    root,
    file,
    role: 'developer-keys',
    namedAt: { file, line: 1, column: 1 },
  });
  const keys = bytes === undefined ? [] : (parseDeveloperKeysFile({ bytes, file }).value ?? []);
  return keys.map(({ address }) => address);
}

/**
 * Names that a command line may need: of targets, or the addresses of glossaries, style lists and developer keys. From
 * `lexform.yaml`, the names of files and the one file of keys, so that it is quick in any workspace; in code unit
 * order. Names that a shell could read as anything but text are left out; with faults in `lexform.yaml` there are none.
 */
export async function readWorkspaceNames(
  files: FilePorts,
  root: string,
  of: 'targets' | 'addresses',
): Promise<readonly string[]> {
  const { value: config } = await readWorkspace(files, root);
  if (config === undefined) return [];
  const named = async (
    patterns: readonly string[] = [],
    kind: 'glossary' | 'style-list',
    address: (name: string) => string,
  ): Promise<readonly string[]> =>
    (patterns.length === 0 ? [] : await files.glob(patterns, root)).flatMap((file) => {
      const { name } = addressNameOf(file, kind);
      return name === undefined ? [] : [address(name)];
    });
  const names =
    of === 'targets'
      ? config.targets.map(({ name }) => name)
      : [
          ...(await named(config.glossaries, 'glossary', glossaryAddress)),
          ...(await named(config.styleRules, 'style-list', styleListAddress)),
          ...(config.developerKeys === undefined ? [] : await keyAddresses(files, root, config.developerKeys)),
        ];
  return [...new Set(names)].filter((name) => PLAIN.test(name)).sort(byCodeUnit);
}
